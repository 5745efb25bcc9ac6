"""Towers of dominoes: which cells are filled, support and columns (rules 3, 6 and 7). Knows no marks and no turns.

A domino is only ever laid down where it is supported, and only taken back when nothing rests on it. So below a filled
cell every cell is filled, and the height of each column says which cells are: those with `z < height`.

The border around the table has the height -1: its cells are empty, but nothing can rest there.
A record has one or several towers; `tower` says which.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.rules.common.board import COLUMNS, DIRECTION, DOWN, STEP, UP, WIDTH

#: Upright dominoes in one column; nothing may lie on them.
MAX_UPRIGHT = 4

BLOCKED, FALLS, STANDS = range(3)


def tower_fields(towers: int) -> tuple[tuple[str, type, tuple[int, int]], ...]:
    """Return the fields that a record needs for that many towers."""
    return (
        ("height", np.int8, (towers, COLUMNS)),  # of each column, in cells
        ("uprights", np.int8, (towers, COLUMNS)),  # upright dominoes in each column
    )


@compiled
def set_border(state, tower):
    for i in range(WIDTH):
        state.height[tower, i] = -1
        state.height[tower, COLUMNS - 1 - i] = -1
        state.height[tower, i * WIDTH] = -1
        state.height[tower, i * WIDTH + WIDTH - 1] = -1


@inlined
def is_filled(state, tower, cell):
    return state.height[tower, cell >> 4] > cell & 15


@inlined
def rests(state, tower, cell, direction):
    """Return how a domino would rest in a cell and its neighbour, if both are free: rules 6 and 7."""
    if direction == DOWN:
        cell -= 1
    column = cell >> 4
    other = column if direction >= UP else (cell + STEP[direction]) >> 4
    here = state.height[tower, column] == cell & 15
    there = state.height[tower, other] == cell & 15
    if here and state.uprights[tower, column] == MAX_UPRIGHT:
        return BLOCKED
    if there and state.uprights[tower, other] == MAX_UPRIGHT:
        return BLOCKED
    return STANDS if here and there else FALLS


@inlined
def raise_columns(state, tower, cell, pose, sign):
    """Lay a domino down where it stands (`sign` 1), or take it back when nothing rests on it (-1)."""
    direction = DIRECTION[pose]
    if direction >= UP:
        state.height[tower, cell >> 4] += 2 * sign
        state.uprights[tower, cell >> 4] += sign
    else:
        state.height[tower, cell >> 4] += sign
        state.height[tower, (cell + STEP[direction]) >> 4] += sign
