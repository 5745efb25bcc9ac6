"""An exact solver for endgames of Keks: depth-first search with a transposition table.

Nothing is hidden and a match cannot be drawn, so every position is won for one of the seats. Positions that differ only
in who decided which colour, in shares of decided colours, or in points that change nothing about what either seat still
needs (see `points.py`) have the same key.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.bot.evaluation import weigh
from ludotheque.games.keks.bot.points import ENOUGH, pips_on
from ludotheque.games.keks.bot.tuning import TUNING
from ludotheque.games.keks.rules.board import COLOURS
from ludotheque.games.keks.rules.state import NONE, POINTS_TO_WIN, STATE, apply, legal

#: The result of a position for the seat to move.
UNKNOWN, LOST, WON = -1, 0, 1

#: Returned instead of a winning action.
LOSES, UNSOLVED = -2, -3

#: Positions with more tiles on the biscuit are not searched: it would take too long.
MAX_TILES = 30

#: A turn takes at most six tiles and a `stop`, so no line of play has more moves than this.
DEPTH = 2 * MAX_TILES + 2

#: The transposition table. A new entry replaces an old one in the same slot.
TABLE = np.dtype([("board_key", np.int64), ("colours_key", np.int64), ("result", np.int64)], align=True)
#: 48 MB: C libraries return blocks of this size to the system at once; smaller ones stay with each thread.
TABLE_BITS = 21

#: A colour takes four bits of the key: one more than seat 0 holds of it (eleven: what it needs), or this.
DECIDED = 0
#: Odd multipliers of the hash function, of no other meaning.
MIX_BOARD, MIX_COLOURS = -7046029254386353131, -4417276706812531889


#: The search stack has a frame for each position of the current line.
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("board_key", np.int64),
                ("colours_key", np.int64),
                ("count", np.int64),
                ("tried", np.int64),  # the action tried last
                ("moves", np.int32, (64,)),
                ("weights", np.float64, (64,)),
            ],
            align=True,
        ),
    )
)


class Workspace:
    """The arrays of one search: the states and frames of the current line, the transposition table, the stop flag."""

    def __init__(self) -> None:
        self.states: NDArray[Any] = np.zeros(DEPTH + 1, STATE)
        self.stack: NDArray[Any] = np.zeros(DEPTH + 1, FRAME)
        self.table: NDArray[Any] = np.zeros(1 << TABLE_BITS, TABLE)
        self.stop: NDArray[np.int64] = np.zeros(1, np.int64)


@inlined
def colour_key(state, colour):
    """Return the part of a position key that one colour has, apart from its tiles on the biscuit.

    In eleven that is the number of points that seat 0 needs from the tiles left. It determines what seat 1 needs, since
    a seat wins the colour as soon as the rest is not enough for the other.
    """
    if state.decided >> colour & 1:
        return DECIDED
    if state.eleven:
        return ENOUGH[pips_on(state, state.colours[colour]), POINTS_TO_WIN - state.held[0, colour]]
    return 1 + state.held[0, colour]


@inlined
def colours_key_of(state):
    """Return the colours' part of a position key: all but the tiles on the biscuit and the seat to move."""
    colours_key = state.colour + 1
    for colour in range(COLOURS):
        colours_key = colours_key << 4 | colour_key(state, colour)
    colours_key = colours_key << 3 | state.colours_won[0]
    return colours_key << 3 | state.colours_won[1]


@inlined
def position_key(state):
    """Two integers that identify a position within one deal."""
    # The corner a1 is not a square of the biscuit, so its bit is free for the seat.
    return state.tiles | state.turn, colours_key_of(state)


@inlined
def slot_of(board_key, colours_key):
    mixed = board_key * MIX_BOARD ^ colours_key * MIX_COLOURS
    return (mixed ^ mixed >> 31) & ((1 << TABLE_BITS) - 1)


@compiled
def prove(states, stack, table, tuning, budget, stop):
    """Search `states[0]`: WON or LOST for the seat to move, or UNKNOWN after `budget` positions.

    Also UNKNOWN as soon as another thread sets `stop[0]`. The search is depth-first without recursion: `result` belongs
    to `states[depth]` and its seat to move, and while it is UNKNOWN the next move there is tried.
    """
    depth = 0
    result = enter(states[0], stack[0], table, tuning)
    while True:
        if result == UNKNOWN:
            action = take_best(stack[depth])
            if action != NONE:
                if budget <= 0 or stop[0]:
                    return UNKNOWN
                budget -= 1
                states[depth + 1] = states[depth]
                depth += 1
                apply(states[depth], states[depth].turn, action)
                result = enter(states[depth], stack[depth], table, tuning)
                continue
            result = LOST  # all moves were tried
            store(stack[depth], table, result)
        if depth == 0:
            return result
        depth -= 1
        if states[depth + 1].turn != states[depth].turn:
            result = WON - result
        if result == WON:
            store(stack[depth], table, result)
        else:
            result = UNKNOWN


@inlined
def enter(state, frame, table, tuning):
    """Return the result if it is known without searching; else list the moves and return UNKNOWN."""
    if state.turn == NONE:
        return LOST  # the seat that moved has won its fifth colour, so the next one has lost
    frame.board_key, frame.colours_key = position_key(state)
    slot = slot_of(frame.board_key, frame.colours_key)
    if table[slot].board_key == frame.board_key and table[slot].colours_key == frame.colours_key:
        return table[slot].result
    frame.count = legal(state, state.turn, frame.moves)
    weigh(state, state.turn, frame.moves, frame.count, frame.weights, tuning)
    return UNKNOWN


@inlined
def take_best(frame):
    """Take the untried move with the highest weight; NONE if all were tried."""
    best = NONE
    highest = 0.0
    for k in range(frame.count):
        if frame.weights[k] > highest:
            best = k
            highest = frame.weights[k]
    if best == NONE:
        return NONE
    frame.weights[best] = 0.0
    frame.tried = frame.moves[best]
    return frame.tried


@inlined
def store(frame, table, result):
    slot = slot_of(frame.board_key, frame.colours_key)
    table[slot].board_key = frame.board_key
    table[slot].colours_key = frame.colours_key
    table[slot].result = result


@compiled
def winning_action(states, stack, table, tuning, budget, stop):
    """Return an action that wins for the seat to move in `states[0]`; else LOSES, or UNSOLVED if that is unknown."""
    result = prove(states, stack, table, tuning, budget, stop)
    if result != WON:
        return UNSOLVED if result == UNKNOWN else LOSES
    # The search ended with the winning move of the first position, so it is the one tried last.
    return stack[0].tried


def solve(state: Any, max_positions: int, stop: NDArray[np.int64] | None = None) -> tuple[int, bool] | None:
    """Return an action that is proved to win; None if there is none, or if the proof needs more than `max_positions`.

    Returns None as soon as another thread sets `stop[0]`.
    """
    if int(state.tiles).bit_count() > MAX_TILES:
        return None
    space = Workspace()
    space.states[0] = state
    space.stop = space.stop if stop is None else stop
    action = int(winning_action(space.states, space.stack, space.table, np.array(TUNING), max_positions, space.stop))
    return (action, True) if action >= 0 else None
