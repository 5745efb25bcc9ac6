"""The empty cells beside the tower of classic and solo.

A *spot* is an empty cell beside the tower. It knows the faces that look into it: for each of its six directions 9
bits, the mark (3 bits, 0: no domino there) and the number of the domino. A face of the tower is visible exactly if it
looks into a spot, because the cell beyond a visible face is empty and beside the tower. Cells of the border and those
above the table's space can be spots as well: nothing can be laid there, but the faces that look there are visible.

The list of spots has no gaps, and the spots of a column are linked, so that iterating over
all of them and finding one are both fast.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.rules.common.board import COLUMNS, DOMINOES, DOWN, STEP, is_on_table

#: The start shows 8 faces. An upright domino shows 9 at most (its lowest face is hidden) and fills a spot, so it adds 8
#: spots at most; a flat one shows 8 at most and fills a spot.
SPOTS = 8 + (DOMINOES - 1) * 8

FACE_BITS = 9
MARK_BITS = 3

SPOT_FIELDS = (
    ("spots", np.int64),  # how many there are
    ("spot_cell", np.int16, (SPOTS,)),
    ("spot_next", np.int16, (SPOTS,)),  # another spot of the same column, plus 1; 0: none
    ("first", np.int16, (COLUMNS,)),  # a spot of each column, plus 1; 0: none
    ("spot_faces", np.int64, (SPOTS,)),  # that look into it: 9 bits for each direction
    ("spot_needs", np.int32, (SPOTS,)),  # 4 bits for each direction
    (
        "spot_exits",
        np.int16,
        (SPOTS,),
    ),  # where the other half may lie (6 bits), and where the domino then stands (6 bits)
    ("spot_beside", np.int8, (SPOTS,)),  # directions in which the neighbour is a spot too
)


@inlined
def spot_at(state, cell):
    """Return the spot in that cell, or -1."""
    spot = state.first[cell >> 4] - 1
    while spot >= 0 and state.spot_cell[spot] != cell:
        spot = state.spot_next[spot] - 1
    return spot


@compiled
def add_spot(state, cell):
    spot = state.spots
    state.spots += 1
    state.spot_cell[spot] = cell
    state.spot_next[spot] = state.first[cell >> 4]
    state.first[cell >> 4] = spot + 1
    for direction in range(6):
        other = neighbour(state, cell, direction)
        if other >= 0:
            state.spot_beside[spot] |= 1 << direction
            state.spot_beside[other] |= 1 << (direction ^ 1)
    return spot


@inlined
def neighbour(state, cell, direction):
    """Return the spot beside a cell of the table, or -1."""
    if not is_on_table(cell) or (direction == DOWN and cell & 15 == 0):
        return -1
    return spot_at(state, cell + STEP[direction])


@compiled
def redirect(state, spot, link):
    """Redirect the link that points to a spot."""
    column = state.spot_cell[spot] >> 4
    if state.first[column] == spot + 1:
        state.first[column] = link
        return
    before = state.first[column] - 1
    while state.spot_next[before] != spot + 1:
        before = state.spot_next[before] - 1
    state.spot_next[before] = link


@compiled
def drop_spot(state, cell):
    """Remove the spot of a cell that gets filled, if it was one."""
    spot = spot_at(state, cell)
    if spot < 0:
        return
    for direction in range(6):
        other = neighbour(state, cell, direction)
        if other >= 0:
            state.spot_beside[other] ^= 1 << (direction ^ 1)
    redirect(state, spot, state.spot_next[spot])
    state.spots -= 1
    last = state.spots
    if spot != last:
        redirect(state, last, spot + 1)
        state.spot_cell[spot] = state.spot_cell[last]
        state.spot_next[spot] = state.spot_next[last]
        state.spot_faces[spot] = state.spot_faces[last]
        state.spot_needs[spot] = state.spot_needs[last]
        state.spot_exits[spot] = state.spot_exits[last]
        state.spot_beside[spot] = state.spot_beside[last]
    # Unused places are zero, so that the same moves always leave the same bytes.
    state.spot_cell[last] = 0
    state.spot_next[last] = 0
    state.spot_faces[last] = 0
    state.spot_needs[last] = 0
    state.spot_exits[last] = 0
    state.spot_beside[last] = 0


@inlined
def mark_at(state, spot, direction):
    """Return the mark that looks into a spot from the neighbour in that direction; 0: no neighbour."""
    return (state.spot_faces[spot] >> FACE_BITS * direction) & 7
