"""Nasca in batches: its actions, and its observations straight from the state record."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import observes
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import (
    ACTIONS,
    COLUMNS,
    LENGTH_OF,
    LENGTHS,
    NEUTRAL,
    PLANKS,
    ROW_BITS,
    ROWS_OF_WORD,
    SQUARES,
)
from ludotheque.games.nasca.rules.state import NONE, STATE

__all__ = ["ACTIONS"]

#: The parts of the layout in the game's `observation.py`.
TOP, HEIGHT, AREAS, HANDS, LAID, POINTS, ROUND, TURN = range(8)
NUMBERS_OF_A_PLANK = 6

FIRST = np.array([plank[0] for plank in PLANKS])
#: From a square of the plank to its next one.
STEP = np.array([plank[1] - plank[0] if len(plank) > 1 else 1 for plank in PLANKS])


@compiled
def observe(state, seat, row, at):
    for i in range(state.planks):
        _observe_plank(state, seat, i, row, at)
    low_0, high_0, low_1, high_1 = paid_squares(state)
    _mark_area(low_0, 0, row, at[AREAS] + seat * SQUARES)
    _mark_area(high_0, ROWS_OF_WORD, row, at[AREAS] + seat * SQUARES)
    _mark_area(low_1, 0, row, at[AREAS] + (1 - seat) * SQUARES)
    _mark_area(high_1, ROWS_OF_WORD, row, at[AREAS] + (1 - seat) * SQUARES)
    finished = state.round_number - (state.turn != NONE)
    for part in range(2):
        whose = part ^ seat
        for length in range(len(LENGTHS)):
            row[at[HANDS] + part * len(LENGTHS) + length] = state.hands[whose, length]
        for number in range(finished):
            row[at[POINTS] + number * 2 + part] = state.points[number, whose]
    row[at[ROUND]] = state.round_number
    if state.turn != NONE:
        row[at[TURN] + (state.turn ^ seat)] = 1.0


@inlined
def _observe_plank(state, seat, i, row, at):
    """A later plank lies on all earlier ones of its squares, so that it alone is seen from above."""
    plank = np.int64(state.plank[i])
    owner = np.int64(state.owner[i])
    if owner != NEUTRAL:
        owner ^= seat
    place = at[LAID] + i * NUMBERS_OF_A_PLANK
    row[place] = owner + 1
    row[place + 1] = FIRST[plank] % COLUMNS
    row[place + 2] = FIRST[plank] // COLUMNS
    row[place + 3] = LENGTH_OF[plank]
    row[place + 4] = STEP[plank] == COLUMNS
    row[place + 5] = state.level[i]
    for k in range(LENGTH_OF[plank]):
        square = FIRST[plank] + k * STEP[plank]
        row[at[HEIGHT] + square] = state.level[i]
        for other in range(NEUTRAL + 1):
            row[at[TOP] + other * SQUARES + square] = other == owner


@inlined
def _mark_area(word, first_row, row, begin):
    """The squares of a set's word that holds the rows from `first_row` on."""
    while word:
        bit = trailing_zeros(word)
        word &= word - 1
        row[begin + (first_row + bit // ROW_BITS) * COLUMNS + bit % ROW_BITS] = 1.0


observes(STATE, observe)
