"""Keks solved: who wins an endgame if both play their best, by trying all moves and remembering positions.

Nothing is hidden and nobody draws, so every position is won for one of the seats. Positions that differ only in which
colours are decided by whom, in seats' shares of decided colours, or in points that make no difference to what either
seat still needs (see `points.py`), are one position here.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.bot.evaluation import TUNING, weigh
from ludotheque.games.keks.bot.points import ENOUGH, pips_on
from ludotheque.games.keks.rules.board import COLOURS
from ludotheque.games.keks.rules.state import NONE, POINTS_TO_WIN, STATE, apply, legal

#: What is known of a position for the seat to move.
UNKNOWN, LOST, WON = -1, 0, 1

#: Instead of a winning action.
LOSES, UNSOLVED = -2, -3

#: With more tiles on the biscuit nobody tries: it would take too long.
MOST_TILES = 30

#: A turn has at most six tiles and a `stop`; this is more than any line has moves.
DEPTH = 2 * MOST_TILES + 2

#: Remembered positions; a new one takes the place of an old one with the same last bits.
TABLE = np.dtype([("where", np.int64), ("standing", np.int64), ("result", np.int64)], align=True)
#: 48 MB: C libraries give such large pieces back at once; of smaller ones each thread would keep its own.
TABLE_BITS = 21

#: A colour's part of the key takes four bits: one more than seat 0 holds of it (eleven: what it needs), or this.
DECIDED = 0
#: These two numbers are odd and else of no meaning: they scatter positions over the table.
SCATTER_WHERE, SCATTER_STANDING = -7046029254386353131, -4417276706812531889


#: One position of the line that is being tried.
STEP = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("where", np.int64),
                ("standing", np.int64),
                ("count", np.int64),
                ("tried", np.int64),  # the action tried last
                ("moves", np.int32, (64,)),
                ("weights", np.float64, (64,)),
            ],
            align=True,
        ),
    )
)


class Room:
    """What a solver writes on: a line of states and steps, and the table; and what stops it."""

    def __init__(self) -> None:
        self.states: NDArray[Any] = np.zeros(DEPTH + 1, STATE)
        self.line: NDArray[Any] = np.zeros(DEPTH + 1, STEP)
        self.table: NDArray[Any] = np.zeros(1 << TABLE_BITS, TABLE)
        self.stop: NDArray[np.int64] = np.zeros(1, np.int64)


@inlined
def part_of(state, colour):
    """All that matters of a colour beside its tiles on the biscuit.

    In eleven that is what the tiles left must make for seat 0. It settles what they must make for seat 1, too: either
    wins the colour as soon as the rest cannot make it for the other.
    """
    if state.decided >> colour & 1:
        return DECIDED
    if state.eleven:
        return ENOUGH[pips_on(state, state.colours[colour]), POINTS_TO_WIN - state.held[0, colour]]
    return 1 + state.held[0, colour]


@inlined
def standing_of(state):
    """All that matters beside the tiles on the biscuit."""
    standing = state.colour + 1
    for colour in range(COLOURS):
        standing = standing << 4 | part_of(state, colour)
    standing = standing << 3 | state.colours_won[0]
    return standing << 3 | state.colours_won[1]


@inlined
def position_key(state):
    """Two numbers that tell positions of the same deal apart."""
    # The corner a1 is no square: its bit tells the seat.
    return state.tiles | state.turn, standing_of(state)


@inlined
def slot_of(where, standing):
    mixed = where * SCATTER_WHERE ^ standing * SCATTER_STANDING
    return (mixed ^ mixed >> 31) & ((1 << TABLE_BITS) - 1)


@compiled
def outcome(states, line, table, tuning, most, stop):
    """WON or LOST for the seat to move in `states[0]`, or UNKNOWN if that takes a look at more than `most` positions.

    Another thread may set `stop[0]`: then it is UNKNOWN, too.

    Depth first, without recursion. `found` is what is known of `states[depth]` for its seat to move; as long as that is
    nothing, its next move is tried.
    """
    depth = 0
    found = enter(states[0], line[0], table, tuning)
    while True:
        if found == UNKNOWN:
            action = take_best(line[depth])
            if action != NONE:
                if most <= 0 or stop[0]:
                    return UNKNOWN
                most -= 1
                states[depth + 1] = states[depth]
                depth += 1
                apply(states[depth], states[depth].turn, action)
                found = enter(states[depth], line[depth], table, tuning)
                continue
            found = LOST  # all moves were tried
            remember(line[depth], table, found)
        if depth == 0:
            return found
        depth -= 1
        if states[depth + 1].turn != states[depth].turn:
            found = WON - found
        if found == WON:
            remember(line[depth], table, found)
        else:
            found = UNKNOWN


@inlined
def enter(state, step, table, tuning):
    """What is known of a position without a look at its moves; if that is nothing, list them."""
    if state.turn == NONE:
        return LOST  # only a seat that moves can win its fifth colour, so it is not the one that would be next
    step.where, step.standing = position_key(state)
    slot = slot_of(step.where, step.standing)
    if table[slot].where == step.where and table[slot].standing == step.standing:
        return table[slot].result
    step.count = legal(state, state.turn, step.moves)
    weigh(state, state.turn, step.moves, step.count, step.weights, tuning)
    return UNKNOWN


@inlined
def take_best(step):
    """The most promising move that has not been tried, or NONE."""
    best = NONE
    highest = 0.0
    for k in range(step.count):
        if step.weights[k] > highest:
            best = k
            highest = step.weights[k]
    if best == NONE:
        return NONE
    step.weights[best] = 0.0
    step.tried = step.moves[best]
    return step.tried


@inlined
def remember(step, table, result):
    slot = slot_of(step.where, step.standing)
    table[slot].where = step.where
    table[slot].standing = step.standing
    table[slot].result = result


@compiled
def winning_action(states, line, table, tuning, most, stop):
    """An action that wins for the seat to move in `states[0]`; LOSES if there is none, UNSOLVED if not known."""
    found = outcome(states, line, table, tuning, most, stop)
    if found != WON:
        return UNSOLVED if found == UNKNOWN else LOSES
    # The winning move of the first position is the one whose search ended the solving: tried last.
    return line[0].tried


def solve(state: Any, looks: int, stop: NDArray[np.int64] | None = None) -> tuple[int, bool] | None:
    """An action that surely wins; None if there is none, or if it takes more than so many looks to find.

    Another thread may set `stop[0]`: then there is no answer.
    """
    if int(state.tiles).bit_count() > MOST_TILES:
        return None
    room = Room()
    room.states[0] = state
    room.stop = room.stop if stop is None else stop
    action = int(winning_action(room.states, room.line, room.table, np.array(TUNING), looks, room.stop))
    return (action, True) if action >= 0 else None
