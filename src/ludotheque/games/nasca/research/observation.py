"""Observations and actions of Nasca: the board from above, and all planks in the order in which they were laid."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.layout import Part, per_seat
from ludotheque.engine.observation import Observation
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import (
    ACTIONS,
    COLUMNS,
    LENGTH_OF,
    LENGTHS,
    NEUTRAL,
    PLANKS,
    ROW_BITS,
    ROWS,
    ROWS_OF_WORD,
    SQUARES,
)
from ludotheque.games.nasca.rules.state import MAX_HEIGHT, MAX_PLANKS, NONE, STATE
from ludotheque.games.spec import ActionSpace, Research

OWNERS = ("the observer's", "the opponent's", "neutral")
#: Numbers that describe a plank in the part `planks`.
PLANK_NUMBERS = 6

FIRST = np.array([plank[0] for plank in PLANKS])
#: The distance from a square of a plank to its next one.
STEP = np.array([plank[1] - plank[0] if len(plank) > 1 else 1 for plank in PLANKS])


def parts(seats: int) -> tuple[Part, ...]:
    board = (ROWS, COLUMNS)
    plank = "owner (1 observer, 2 opponent, 3 neutral), column and row of its first square, length, 1 if upwards, level"
    return (
        Part("top", (3, *board), f"squares whose highest plank is {', '.join(OWNERS)}"),
        Part("height", board, "the level of the highest plank, 0: the ground", MAX_HEIGHT),
        Part("areas", (2, *board), "squares that the observer, the opponent is paid for if the round ends now"),
        Part("hands", (2, len(LENGTHS)), "planks of length 2 to 5 left to the observer, to the opponent", 9),
        Part("planks", (MAX_PLANKS, PLANK_NUMBERS), f"in the order laid: {plank}", MAX_HEIGHT),
        Part("points", (2, 2), "points of each finished round; the observer's first", 110),
        Part("round", (1,), "the number of this round", 2),
        per_seat("turn", 2, "whose turn it is; nobody's when the match is over"),
    )


@compiled
def write(state, seat, row, at):
    for i in range(state.planks):
        _write_plank(state, seat, i, row, at)
    low_0, high_0, low_1, high_1 = paid_squares(state)
    own, other = at.areas + seat * SQUARES, at.areas + (1 - seat) * SQUARES
    _mark_squares(low_0, 0, row, own)
    _mark_squares(high_0, ROWS_OF_WORD, row, own)
    _mark_squares(low_1, 0, row, other)
    _mark_squares(high_1, ROWS_OF_WORD, row, other)
    finished = state.round_number - (state.turn != NONE)
    for relative in range(2):
        whose = relative ^ seat
        for length in range(len(LENGTHS)):
            row[at.hands + relative * len(LENGTHS) + length] = state.hands[whose, length]
        for number in range(finished):
            row[at.points + number * 2 + relative] = state.points[number, whose]
    row[at.round] = state.round_number
    if state.turn != NONE:
        row[at.turn + (state.turn ^ seat)] = 1.0


@inlined
def _write_plank(state, seat, i, row, at):
    """Write a plank over the `top` and `height` of its squares: a later plank lies on top of all earlier ones."""
    plank = np.int64(state.plank[i])
    owner = np.int64(state.owner[i])
    if owner != NEUTRAL:
        owner ^= seat
    place = at.planks + i * PLANK_NUMBERS
    row[place] = owner + 1
    row[place + 1] = FIRST[plank] % COLUMNS
    row[place + 2] = FIRST[plank] // COLUMNS
    row[place + 3] = LENGTH_OF[plank]
    row[place + 4] = STEP[plank] == COLUMNS
    row[place + 5] = state.level[i]
    for k in range(LENGTH_OF[plank]):
        square = FIRST[plank] + k * STEP[plank]
        row[at.height + square] = state.level[i]
        for other in range(NEUTRAL + 1):
            row[at.top + other * SQUARES + square] = other == owner


@inlined
def _mark_squares(word, first_row, row, begin):
    """Mark the squares of one word of a set; the word holds the rows from `first_row` on."""
    while word:
        bit = trailing_zeros(word)
        word &= word - 1
        row[begin + (first_row + bit // ROW_BITS) * COLUMNS + bit % ROW_BITS] = 1.0


RESEARCH = Research(
    observation=Observation(STATE, parts, write),
    actions=ActionSpace(
        ACTIONS, "A plank: by length (2 first), along the rows, then along the columns, by line and place."
    ),
    hides=False,
    max_moves=64,  # two rounds of 24 planks
)
