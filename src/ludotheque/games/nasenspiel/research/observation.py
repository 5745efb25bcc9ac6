"""Observations and actions of the Nasenspiel: the table as far as a layout can reach, and the open hands."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.layout import Part, per_seat
from ludotheque.engine.observation import Observation, relative_seat
from ludotheque.games.nasenspiel.rules.board import (
    CELLS,
    COLUMNS,
    DOMINOES,
    HALF,
    LARGER,
    MARGIN,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    NOSES,
    SMALLER,
)
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS
from ludotheque.games.nasenspiel.rules.state import PAWN_FROM, STATE
from ludotheque.games.spec import ActionSpace, Research

WIDTH = MAX_X - MIN_X + 1
HEIGHT = MAX_Y - MIN_Y + 1
TABLE = WIDTH * HEIGHT
PAIRS = len(DOMINOES)


def parts(seats: int) -> tuple[Part, ...]:
    table = (HEIGHT, WIDTH)
    return (
        Part("noses", (NOSES, *table), "squares with nose 0 to 9 by line (y from -9) and column (x from -8)"),
        Part("order", table, "the number of the domino that lies there, in the order placed from 1", PAIRS),
        Part("pawns", (seats, *table), "the pawns of each seat, the observer's first"),
        Part("asking", table, "the square whose group is being decided"),
        Part("hands", (seats, PAIRS), "dominoes (0-0, 0-1, ... 8-9) in each hand, the observer's first"),
        Part("aside", (1,), "dominoes that nobody was dealt", PAIRS),
        per_seat("reserve", seats, "pawns not on the table", PAWNS),
        per_seat("scores", seats, "points as they stand", 999),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


@compiled
def write(state, seat, row, at):
    seats = state.seats
    for number in range(state.placed):
        square = _square(np.int64(state.cell[number]))
        row[at.noses + np.int64(state.nose[number]) * TABLE + square] = 1.0
        row[at.order + square] = number // 2 + 1
    if state.asking != NONE:
        row[at.asking + _square(np.int64(state.cell[state.asking]))] = 1.0
    for other in range(seats):
        relative = relative_seat(other, seat, seats)
        for pawn in range(PAWNS - state.reserve[other]):
            row[at.pawns + relative * TABLE + _square(np.int64(state.pawns[other, pawn]))] = 1.0
        for domino in range(PAIRS):
            one, two = SMALLER[domino], LARGER[domino]
            held = state.hands[other, one // HALF] >> (one % HALF * NOSES + two) & 1
            row[at.hands + relative * PAIRS + domino] = held
        row[at.reserve + relative] = state.reserve[other]
        row[at.scores + relative] = state.points[other]
    row[at.aside] = PAIRS % seats
    if state.turn != NONE:
        row[at.turn + relative_seat(state.turn, seat, seats)] = 1.0


@inlined
def _square(cell):
    """Return the number of a cell among those that a layout can reach, line by line."""
    return (cell // COLUMNS - MARGIN) * WIDTH + cell % COLUMNS - MARGIN


RESEARCH = Research(
    observation=Observation(STATE, parts, write),
    actions=ActionSpace(PAWN_FROM + CELLS, "A placement; 120000: skip; 120001: pawn; then a pawn from a cell."),
    hides=False,
    max_moves=1000,  # 54 dominoes, each with a few answers for groups
)
