"""The Nasenspiel in batches: its observations straight from the state record. It has too many actions for a mask."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import from_own, observes
from ludotheque.games.nasenspiel.rules.board import (
    COLUMNS,
    DOMINOES,
    HALF,
    LARGER,
    LEAST_X,
    LEAST_Y,
    MARGIN,
    MOST_X,
    MOST_Y,
    NOSES,
    SMALLER,
)
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS
from ludotheque.games.nasenspiel.rules.state import STATE

#: The parts of the layout in the game's `observation.py`.
SEEN, ORDER, STANDING, ASKING, HANDS, ASIDE, RESERVE, SCORES, TURN = range(9)

WIDTH = MOST_X - LEAST_X + 1
TABLE = WIDTH * (MOST_Y - LEAST_Y + 1)
PAIRS = len(DOMINOES)


@compiled
def observe(state, seat, row, at):
    seats = state.seats
    for number in range(state.placed):
        place = _on_table(np.int64(state.cell[number]))
        row[at[SEEN] + state.nose[number] * TABLE + place] = 1.0
        row[at[ORDER] + place] = number // 2 + 1
    if state.asking != NONE:
        row[at[ASKING] + _on_table(np.int64(state.cell[state.asking]))] = 1.0
    for other in range(seats):
        own = from_own(seat, other, seats)
        for pawn in range(PAWNS - state.reserve[other]):
            row[at[STANDING] + own * TABLE + _on_table(np.int64(state.pawns[other, pawn]))] = 1.0
        for domino in range(PAIRS):
            one, two = SMALLER[domino], LARGER[domino]
            row[at[HANDS] + own * PAIRS + domino] = state.hands[other, one // HALF] >> (one % HALF * NOSES + two) & 1
        row[at[RESERVE] + own] = state.reserve[other]
        row[at[SCORES] + own] = state.points[other]
    row[at[ASIDE]] = PAIRS % seats
    if state.turn != NONE:
        row[at[TURN] + from_own(seat, state.turn, seats)] = 1.0


@inlined
def _on_table(cell):
    """A cell's place among those that a layout can reach, line by line."""
    return (cell // COLUMNS - MARGIN) * WIDTH + cell % COLUMNS - MARGIN


observes(STATE, observe)
