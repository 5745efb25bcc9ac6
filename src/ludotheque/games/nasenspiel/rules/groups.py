"""Groups of equal noses and the pawns on them (rules 9 to 12).

Groups only ever grow, so a union-find over the squares holds them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasenspiel.rules.board import COLUMNS

NONE = -1
PAWNS = 5


@inlined
def find(state, square):
    """Return the root of a square's group.

    Paths are not compressed: the smaller group joins the larger, so a path has at most 3 steps (a nose occurs at most
    11 times), and a search does not change the record.
    """
    parent = np.int64(state.parent[square])
    while parent != square:
        square = parent
        parent = np.int64(state.parent[square])
    return square


@compiled
def add_square(state, cell, nose):
    """Put the next square on a cell, join it to its neighbours' groups, and give their pawns back (rules 9 and 10)."""
    square = state.placed
    state.placed = square + 1
    state.square[cell] = square
    state.cell[square] = cell
    state.nose[square] = nose
    state.parent[square] = square
    state.members[square] = 1
    state.owner[square] = NONE
    state.stand[square] = NONE
    bit = 1 << nose
    if state.near[cell] & bit:
        join(state, square, nose, cell - COLUMNS)
        join(state, square, nose, cell - 1)
        join(state, square, nose, cell + 1)
        join(state, square, nose, cell + COLUMNS)
    state.near[cell - COLUMNS] |= bit
    state.near[cell - 1] |= bit
    state.near[cell + 1] |= bit
    state.near[cell + COLUMNS] |= bit


@compiled
def join(state, square, nose, cell):
    """Join the square's group and that of the cell beside it, if its nose is the same."""
    neighbour = np.int64(state.square[cell])
    if neighbour == NONE or state.nose[neighbour] != nose:
        return
    one, two = find(state, square), find(state, neighbour)
    if one == two:
        return
    take_pawn_back(state, two)
    if state.members[one] > state.members[two]:
        one, two = two, one
    state.parent[one] = two
    state.members[two] += state.members[one]


@compiled
def take_pawn_back(state, root):
    """Return the pawn on a group, if there is one, to its owner's reserve."""
    seat = np.int64(state.owner[root])
    if seat == NONE:
        return
    cell = state.cell[state.stand[root]]
    state.owner[root] = NONE
    state.stand[root] = NONE
    state.reserve[seat] += 1
    state.points[seat] -= state.members[root]
    found = False
    for k in range(PAWNS - 1):
        found = found or state.pawns[seat, k] == cell
        if found:
            state.pawns[seat, k] = state.pawns[seat, k + 1]
    state.pawns[seat, PAWNS - 1] = 0


@compiled
def put_pawn(state, seat, square):
    """Put a pawn from the reserve on a square, and so on its group."""
    root = find(state, square)
    state.owner[root] = seat
    state.stand[root] = square
    state.points[seat] += state.members[root]
    k = PAWNS - state.reserve[seat]
    state.reserve[seat] -= 1
    cell = state.cell[square]
    while k > 0 and state.pawns[seat, k - 1] > cell:
        state.pawns[seat, k] = state.pawns[seat, k - 1]
        k -= 1
    state.pawns[seat, k] = cell


def root_of(state: Any, square: int) -> int:
    """`find` in plain Python: passing a record to compiled code is slow."""
    while state.parent[square] != square:
        square = int(state.parent[square])
    return square
