"""Alpha-beta for two-player games of perfect information, in compiled code.

A principal variation search with a transposition table and late-move reductions, depth first and without recursion.
Where a game's `value` is good, it sees further than a tree of playouts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.knowledge import position_key, value
from ludotheque.engine.rules import Rules, apply, legal, to_act

#: A value is an integer from LOST to WON for the seat to move; only a proof is one of these two.
LOST, WON = 0, 1 << 20
UNKNOWN = -1
NO_ACTION = -1
#: The longest line; positions at its end are evaluated statically.
MAX_PLY = 160
#: More than the moves of any match: a search of that depth has seen everything.
MAX_DEPTH = 1000

#: The transposition table; a new entry replaces the old one of the same slot. Threads share it without locks: the check
#: is the hash XOR the data, so a torn entry (half from each of two threads) matches no position.
TABLE = np.dtype((np.record, np.dtype([("check", np.int64), ("data", np.int64)], align=True)))
TABLE_BITS = 20
#: Odd multipliers of the hash function, of no other meaning.
MIX, MIX_MORE = -7046029254386353131, -4417276706812531889
#: The bits of an entry's data, from the lowest: the best action plus 1, the bound, the depth; the rest is the value.
ACTION_BITS, BOUND_BITS, DEPTH_BITS = 24, 2, 10
# How a stored value relates to the true one.
EXACT, LOWER_BOUND, UPPER_BOUND = 0, 1, 2

#: Late-move reductions: in the order of their static evaluation, moves from these indices on are searched 1, 2 and 3
#: plies less deep, where at least this depth remains.
REDUCED_FROM = np.array([2, 5, 10])
REDUCED_DEPTH = np.array([3, 5, 7])

CONTROL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("stop", np.int64),  # set by another thread: return at once
                ("nodes_left", np.int64),  # moves that may still be searched
                ("unreduced", np.int64),  # 1: no late-move reductions
            ],
            align=True,
        ),
    )
)


def new_table() -> NDArray[Any]:
    """Make an empty transposition table. It holds for one deal only, because position keys do."""
    return np.zeros(1 << TABLE_BITS, TABLE)


def new_stack(rules: Rules) -> NDArray[Any]:
    """Make the search stack: a frame for each position of the current line."""
    fields = [
        ("hash", np.int64),
        ("seat", np.int64),  # to move
        ("depth", np.int64),  # plies left
        ("first_alpha", np.int64),  # alpha on entry
        ("alpha", np.int64),
        ("beta", np.int64),
        ("best", np.int64),
        ("best_action", np.int64),
        ("table_action", np.int64),  # the best action in the table, or NO_ACTION
        ("count", np.int64),  # of the moves
        ("tried", np.int64),  # moves already searched
        ("scored", np.int64),  # whether the moves have their scores
        ("reduction", np.int64),  # of the move being searched
        ("re_search", np.int64),  # whether the next move was searched reduced or with a null window, and needs more
        ("moves", np.int32, (rules.max_actions,)),
        ("scores", np.int64, (rules.max_actions,)),  # static evaluation after each move
    ]
    return np.zeros(MAX_PLY + 1, np.dtype((np.record, np.dtype(fields, align=True))))


@compiled
def search(states, stack, table, tuning, control, depth):
    """Return the value of `states[0]` for the seat to move at this depth, or UNKNOWN if it was stopped.

    `stack[0].best_action` is then the best of the moves that were searched completely; NO_ACTION if none was.
    """
    ply = 0
    result = enter(states, stack, 0, depth, -1, WON, table, tuning)
    while True:
        if result != UNKNOWN:
            if ply == 0:
                return result
            ply -= 1
            back_up(stack[ply], result if stack[ply + 1].seat == stack[ply].seat else WON - result)
        frame = stack[ply]
        if frame.alpha >= frame.beta or frame.tried == frame.count:
            result = frame.best
            store(frame, table)
            continue
        control[0].nodes_left -= 1
        if control[0].stop or control[0].nodes_left < 0:
            return UNKNOWN
        play_next(states, stack, ply, tuning)
        frame.reduction = 0 if control[0].unreduced else late_move_reduction(frame)
        ply += 1
        result = enter_child(states, stack, ply, table, tuning)


@inlined
def play_next(states, stack, ply, tuning):
    """Play the next move of `states[ply]` into `states[ply + 1]`."""
    frame = stack[ply]
    if not frame.re_search:
        pick_next(states, frame, ply, tuning)
    states[ply + 1] = states[ply]
    apply(states[ply + 1], frame.seat, np.int64(frame.moves[frame.tried]))


@inlined
def late_move_reduction(frame):
    reduction = 0
    if not frame.re_search:
        for k in range(len(REDUCED_FROM)):
            if frame.tried >= REDUCED_FROM[k] and frame.depth >= REDUCED_DEPTH[k]:
                reduction = k + 1
    return reduction


@inlined
def enter_child(states, stack, ply, table, tuning):
    """Enter the position after that move: the first with the full window, the others with a null window."""
    parent = stack[ply - 1]
    alpha, beta = parent.alpha, parent.beta
    if parent.tried and not parent.re_search:
        beta = alpha + 1
    acting = to_act(states[ply])
    if not acting:
        stack[ply].seat = parent.seat
        return evaluate(states[ply], parent.seat, tuning)
    if trailing_zeros(acting) != parent.seat:
        alpha, beta = WON - beta, WON - alpha
    return enter(states, stack, ply, parent.depth - 1 - parent.reduction, alpha, beta, table, tuning)


@compiled
def enter(states, stack, ply, depth, alpha, beta, table, tuning):
    """Return the value of an unfinished position if the table or the horizon settles it; else UNKNOWN.

    A forced move does not count as a ply.
    """
    frame = stack[ply]
    frame.seat = trailing_zeros(to_act(states[ply]))
    frame.best, frame.best_action, frame.table_action = UNKNOWN, NO_ACTION, NO_ACTION
    frame.first_alpha, frame.alpha, frame.beta = alpha, alpha, beta
    first, second = position_key(states[ply])
    frame.hash = mix(first, second)
    entry = table[frame.hash & ((1 << TABLE_BITS) - 1)]
    if entry.check == frame.hash ^ entry.data:
        stored = probe(frame, entry.data, depth)
        if stored != UNKNOWN and ply:
            return stored
    frame.count = legal(states[ply], frame.seat, frame.moves)
    frame.tried, frame.scored, frame.re_search = 0, 0, 0
    frame.depth = min(depth + 1 if frame.count == 1 else depth, (1 << DEPTH_BITS) - 1)
    if frame.depth > 1 and ply < MAX_PLY - 1:
        return UNKNOWN
    search_horizon(states, frame, ply, tuning)
    store(frame, table)
    return frame.best


@inlined
def back_up(frame, result):
    """Take the value of the move being searched, or have it searched again, fully, if it beats alpha."""
    cutoff = result >= frame.beta and (not frame.reduction or result == WON)
    if frame.tried and not frame.re_search and frame.alpha < result and not cutoff:
        frame.re_search = 1
        return
    if result > frame.best:
        frame.best, frame.best_action = result, frame.moves[frame.tried]
    frame.alpha = max(frame.alpha, result)
    frame.re_search = 0
    frame.tried += 1


@inlined
def pick_next(states, frame, ply, tuning):
    """Move ordering: bring the table's action to the front, then the moves in descending order of their scores."""
    best = frame.tried
    if frame.tried == 0 and frame.table_action != NO_ACTION:
        for k in range(frame.count):
            if frame.moves[k] == frame.table_action:
                best = k
    else:
        if not frame.scored:
            score_moves(states, frame, ply, tuning)
            frame.scored = 1
        for k in range(frame.tried + 1, frame.count):
            if frame.scores[k] > frame.scores[best]:
                best = k
    action, score = frame.moves[best], frame.scores[best]
    frame.moves[best], frame.scores[best] = frame.moves[frame.tried], frame.scores[frame.tried]
    frame.moves[frame.tried], frame.scores[frame.tried] = action, score


@inlined
def search_horizon(states, frame, ply, tuning):
    """At depth 1: the best static evaluation after a move, with a beta cutoff."""
    if frame.table_action != NO_ACTION:
        pick_next(states, frame, ply, tuning)
    for k in range(frame.count):
        result = evaluate_move(states, frame, ply, k, tuning)
        if result > frame.best:
            frame.best, frame.best_action = result, frame.moves[k]
            if result >= frame.beta:
                return


@inlined
def score_moves(states, frame, ply, tuning):
    for k in range(frame.tried, frame.count):
        frame.scores[k] = evaluate_move(states, frame, ply, k, tuning)


@inlined
def evaluate_move(states, frame, ply, k, tuning):
    """Evaluate the position after the move with index k, without searching."""
    states[ply + 1] = states[ply]
    apply(states[ply + 1], frame.seat, np.int64(frame.moves[k]))
    return evaluate(states[ply + 1], frame.seat, tuning)


@inlined
def evaluate(state, seat, tuning):
    """Evaluate without searching: the result of a finished match, else strictly between LOST and WON."""
    result = np.int64(value(state, seat, tuning) * WON)
    return max(1, min(WON - 1, result)) if to_act(state) else result


@inlined
def mix(first, second):
    """Hash a position key."""
    mixed = (first ^ first >> 32) * MIX
    mixed = ((mixed ^ mixed >> 29) + second) * MIX_MORE
    mixed = (mixed ^ mixed >> 32) * MIX
    return mixed ^ mixed >> 29


@inlined
def store(frame, table):
    bound = LOWER_BOUND if frame.best >= frame.beta else UPPER_BOUND if frame.best <= frame.first_alpha else EXACT
    data = (frame.best << DEPTH_BITS | frame.depth) << BOUND_BITS | bound
    data = data << ACTION_BITS | (frame.best_action + 1)
    entry = table[frame.hash & ((1 << TABLE_BITS) - 1)]
    entry.data = data
    entry.check = frame.hash ^ data


@inlined
def probe(frame, data, depth):
    """Return the stored value if it is deep enough or proved and its bound settles the window, else UNKNOWN.

    Notes the stored best action in any case, to be tried first.
    """
    frame.table_action = (data & ((1 << ACTION_BITS) - 1)) - 1
    data >>= ACTION_BITS
    bound = data & ((1 << BOUND_BITS) - 1)
    data >>= BOUND_BITS
    stored = data >> DEPTH_BITS
    if (data & ((1 << DEPTH_BITS) - 1)) < depth and LOST < stored < WON:
        return UNKNOWN
    if (
        bound == EXACT
        or (bound == LOWER_BOUND and stored >= frame.beta)
        or (bound == UPPER_BOUND and stored <= frame.alpha)
    ):
        return stored
    return UNKNOWN
