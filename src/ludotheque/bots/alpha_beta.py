"""Minimax for open games for two, in compiled code: alpha-beta with a table of positions, deeper and deeper.

Where a game's `value` sees much, this looks further ahead than a tree of playouts: it leaves out what cannot matter,
knows a position again that it reaches another way, and looks less far at moves that do not look good, unless they turn
out to be better than the best so far.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.knowledge import position_key, value
from ludotheque.engine.rules import Rules, apply, legal, to_act

#: A value is a whole number from 0 (surely lost) to WON (surely won); only a proof is one of these two.
WON = 1 << 20
UNKNOWN = -1
NO_ACTION = -1
#: No line is longer; deeper positions are judged as they look.
DEPTH = 160
#: More than any match has moves: who has looked that far has seen everything.
DEEPEST = 1000

#: Remembered positions; a new one takes the place of an old one with the same last bits. Threads share the table and
#: write without waiting for each other: an entry that two of them wrote halves of has a `check` that fits no position.
TABLE = np.dtype((np.record, np.dtype([("check", np.int64), ("fact", np.int64)], align=True)))
TABLE_BITS = 20
#: These numbers are odd and else of no meaning: they scatter positions over the table.
SCATTER, SCATTER_MORE = -7046029254386353131, -4417276706812531889
#: Bits of a fact: the action (and whether there is one), how the value is meant, the depth, the value.
ACTION_BITS, KIND_BITS, DEPTH_BITS = 24, 2, 10

#: In the order in which moves look good, the first two are looked at fully; those from these places on one, two and
#: three moves less far, where there are at least so many moves left to look ahead.
LESS_FAR_FROM = np.array([2, 5, 10])
WITH_LEFT = np.array([3, 5, 7])

# How a remembered value relates to the true one.
EXACT, AT_LEAST, AT_MOST = 0, 1, 2

CONTROL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("stop", np.int64),  # set by another thread: come back at once
                ("left", np.int64),  # positions that may still be looked at
                ("evenly", np.int64),  # 1: all moves are looked at equally far
            ],
            align=True,
        ),
    )
)


def line_for(rules: Rules) -> np.ndarray[Any, Any]:
    """Room for the positions of the line that is being tried."""
    fields = [
        ("check", np.int64),  # which position it is
        ("seat", np.int64),  # to move
        ("depth", np.int64),  # moves still to look ahead
        ("floor", np.int64),  # alpha as it was at first
        ("alpha", np.int64),
        ("beta", np.int64),
        ("best", np.int64),
        ("best_action", np.int64),
        ("hint", np.int64),  # the action to try first, or NO_ACTION
        ("count", np.int64),  # its moves
        ("tried", np.int64),  # so many of them are done
        ("sorted", np.int64),  # whether they have been judged, so that the best come first
        ("less", np.int64),  # the move under way is looked at so many moves less far
        ("again", np.int64),  # whether the next one was looked at, but not far or widely enough to know its value
        ("moves", np.int32, (rules.max_actions,)),
        ("looks", np.int64, (rules.max_actions,)),  # what each move looks like at once
    ]
    return np.zeros(DEPTH + 1, np.dtype((np.record, np.dtype(fields, align=True))))


@compiled
def look_ahead(states, line, table, tuning, control, depth):
    """The value of `states[0]` for the seat to move, so many moves ahead, or UNKNOWN if it was stopped.

    Depth first, without recursion: `found` is the value of `states[at]` for its seat to move, once it is known.
    `line[0].best_action` is the best of the moves that were looked at to the end; NO_ACTION if none was.
    """
    at = 0
    found = enter(states, line, 0, depth, -1, WON, table, tuning)
    while True:
        if found != UNKNOWN:
            if at == 0:
                return found
            at -= 1
            receive(line[at], found if line[at + 1].seat == line[at].seat else WON - found)
        step = line[at]
        if step.alpha >= step.beta or step.tried == step.count:
            found = step.best
            remember(step, table)
            continue
        control[0].left -= 1
        if control[0].stop or control[0].left < 0:
            return UNKNOWN
        play_next(states, line, at, tuning)
        step.less = 0 if control[0].evenly else less_far(step)
        at += 1
        found = enter_next(states, line, at, table, tuning)


@inlined
def play_next(states, line, at, tuning):
    """Play the next move of `states[at]` into `states[at + 1]`."""
    step = line[at]
    if not step.again:
        put_next_first(states, step, at, tuning)
    states[at + 1] = states[at]
    apply(states[at + 1], step.seat, np.int64(step.moves[step.tried]))


@inlined
def less_far(step):
    """So many moves less than others the next move is looked at."""
    less = 0
    if not step.again:
        for k in range(len(LESS_FAR_FROM)):
            if step.tried >= LESS_FAR_FROM[k] and step.depth >= WITH_LEFT[k]:
                less = k + 1
    return less


@inlined
def enter_next(states, line, at, table, tuning):
    """Enter the position after that move. Only the first move's value is looked for; others must first beat it."""
    before = line[at - 1]
    alpha, beta = before.alpha, before.beta
    if before.tried and not before.again:
        beta = alpha + 1
    acting = to_act(states[at])
    if not acting:
        line[at].seat = before.seat
        return seen(states[at], before.seat, tuning)
    if trailing_zeros(acting) != before.seat:
        alpha, beta = WON - beta, WON - alpha
    return enter(states, line, at, before.depth - 1 - before.less, alpha, beta, table, tuning)


@compiled
def enter(states, line, at, depth, alpha, beta, table, tuning):
    """The value of a position that is not the match's end, if it needs no look further; else UNKNOWN."""
    step = line[at]
    step.seat = trailing_zeros(to_act(states[at]))
    step.best, step.best_action, step.hint = UNKNOWN, NO_ACTION, NO_ACTION
    step.floor, step.alpha, step.beta = alpha, alpha, beta
    first, second = position_key(states[at])
    step.check = scattered(first, second)
    known = table[step.check & ((1 << TABLE_BITS) - 1)]
    if known.check == step.check ^ known.fact:
        found = recall(step, known.fact, depth)
        if found != UNKNOWN and at:
            return found
    step.count = legal(states[at], step.seat, step.moves)
    step.tried, step.sorted, step.again = 0, 0, 0
    step.depth = min(depth + 1 if step.count == 1 else depth, (1 << DEPTH_BITS) - 1)
    if step.depth > 1 and at < DEPTH - 1:
        return UNKNOWN
    take_best_look(states, step, at, tuning)
    remember(step, table)
    return step.best


@inlined
def receive(step, found):
    """Take in the value of the move under way. One that beats the best so far is looked at again, for its value."""
    known = found >= step.beta and (not step.less or found == WON)
    if step.tried and not step.again and step.alpha < found and not known:
        step.again = 1
        return
    if found > step.best:
        step.best, step.best_action = found, step.moves[step.tried]
    step.alpha = max(step.alpha, found)
    step.again = 0
    step.tried += 1


@inlined
def put_next_first(states, step, at, tuning):
    """Bring the move to try next to its place: the remembered one, then what looks best."""
    best = step.tried
    if step.tried == 0 and step.hint != NO_ACTION:
        for k in range(step.count):
            if step.moves[k] == step.hint:
                best = k
    else:
        if not step.sorted:
            judge_moves(states, step, at, tuning)
            step.sorted = 1
        for k in range(step.tried + 1, step.count):
            if step.looks[k] > step.looks[best]:
                best = k
    action, look = step.moves[best], step.looks[best]
    step.moves[best], step.looks[best] = step.moves[step.tried], step.looks[step.tried]
    step.moves[step.tried], step.looks[step.tried] = action, look


@inlined
def take_best_look(states, step, at, tuning):
    """The best of the moves as they look at once; none is looked at any more once one is too good to be allowed."""
    if step.hint != NO_ACTION:
        put_next_first(states, step, at, tuning)
    for k in range(step.count):
        look = look_at(states, step, at, k, tuning)
        if look > step.best:
            step.best, step.best_action = look, step.moves[k]
            if look >= step.beta:
                return


@inlined
def judge_moves(states, step, at, tuning):
    for k in range(step.tried, step.count):
        step.looks[k] = look_at(states, step, at, k, tuning)


@inlined
def look_at(states, step, at, k, tuning):
    """What the position after move number k looks like at once."""
    states[at + 1] = states[at]
    apply(states[at + 1], step.seat, np.int64(step.moves[k]))
    return seen(states[at + 1], step.seat, tuning)


@inlined
def seen(state, seat, tuning):
    """What a position looks like at once; what is not over is never certain."""
    found = np.int64(value(state, seat, tuning) * WON)
    return max(1, min(WON - 1, found)) if to_act(state) else found


@inlined
def scattered(first, second):
    mixed = (first ^ first >> 32) * SCATTER
    mixed = ((mixed ^ mixed >> 29) + second) * SCATTER_MORE
    mixed = (mixed ^ mixed >> 32) * SCATTER
    return mixed ^ mixed >> 29


@inlined
def remember(step, table):
    kind = AT_LEAST if step.best >= step.beta else AT_MOST if step.best <= step.floor else EXACT
    fact = (step.best << DEPTH_BITS | step.depth) << KIND_BITS | kind
    fact = fact << ACTION_BITS | (step.best_action + 1)
    entry = table[step.check & ((1 << TABLE_BITS) - 1)]
    entry.fact = fact
    entry.check = step.check ^ fact


@inlined
def recall(step, fact, depth):
    """The remembered value if it settles the matter, else UNKNOWN; the best move then is worth a try first."""
    step.hint = (fact & ((1 << ACTION_BITS) - 1)) - 1
    fact >>= ACTION_BITS
    kind = fact & ((1 << KIND_BITS) - 1)
    fact >>= KIND_BITS
    found = fact >> DEPTH_BITS
    if (fact & ((1 << DEPTH_BITS) - 1)) < depth and 0 < found < WON:
        return UNKNOWN
    if kind == EXACT or (kind == AT_LEAST and found >= step.beta) or (kind == AT_MOST and found <= step.alpha):
        return found
    return UNKNOWN
