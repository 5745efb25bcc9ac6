"""Which marks the tower of classic and solo shows, and what that demands of the next domino (rules 3 to 7).

A spot's *needs* (cell_needs.py) follow from the faces that look into it and into the spots diagonally across an edge.
They hold for every placement, because a domino that fills the spot cannot hide any of those old faces: its other half
lies beside the spot, never diagonally across an edge. So the needs are stored, and after a placement only those of the
spots nearby are computed again. The same holds for a spot's *exits*: the directions in which the other half may lie.

No face of the tower looks down into a spot, and no face that looks down is visible: see tower.py.
"""

from __future__ import annotations

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.rules.classic.spots import FACE_BITS, MARK_BITS, add_spot, drop_spot, mark_at, spot_at
from ludotheque.games.domino3d.rules.common.board import ACROSS, DIRECTION, DOWN, MARK, STEP, WIDTH, is_on_table
from ludotheque.games.domino3d.rules.common.cell_needs import BUT, NEED_BITS, NO_MARK, NOWHERE
from ludotheque.games.domino3d.rules.common.tower import BLOCKED, STANDS, is_filled, raise_columns, rests


@compiled
def show_faces(state, domino, cell, pose, half):
    """Let the faces of a new half look into the empty cells around it."""
    for direction in range(DOWN):
        mark = MARK[domino, pose, half, direction]
        beyond = cell + STEP[direction]
        if mark and not is_filled(state, 0, beyond):
            spot = spot_at(state, beyond)
            if spot < 0:
                spot = add_spot(state, beyond)
            face = domino << MARK_BITS | mark
            state.spot_faces[spot] |= face << FACE_BITS * (direction ^ 1)


@compiled
def find_needs(state, spot):
    """Rules 4 and 5 for one spot."""
    cell = int(state.spot_cell[spot])
    if not is_on_table(cell):
        return NOWHERE
    needs = 0
    for side in range(6):
        touching = mark_at(state, spot, side)
        if not touching:
            continue
        if state.differ:
            needs |= (BUT + touching) << NEED_BITS * side
        for i in range(4):
            along = ACROSS[side, i]
            beyond = cell + STEP[side] + STEP[along]
            if along != DOWN and not mark_at(state, spot, along) and not is_filled(state, 0, beyond):
                shown = mark_at(state, spot_at(state, beyond), along ^ 1)
                needs = add_need(needs, along, shown)
    return needs


@inlined
def add_need(needs, direction, mark):
    shift = NEED_BITS * direction
    before = (needs >> shift) & 15
    if before == 0:
        return needs | mark << shift
    if before == mark:
        return needs
    return (needs & ~(15 << shift)) | NO_MARK << shift


@compiled
def find_exits(state, spot):
    """Rules 3, 6 and 7 for one spot: 6 bits where the other half may lie, and 6 where the domino then stands."""
    cell = int(state.spot_cell[spot])
    exits = 0
    if not is_on_table(cell):
        return exits
    for direction in range(6):
        other = cell + STEP[direction]
        if is_on_table(other) and not is_filled(state, 0, other) and (direction != DOWN or cell & 15):
            rest = rests(state, 0, cell, direction)
            if rest != BLOCKED:
                exits |= 1 << direction
            if rest == STANDS:
                exits |= 1 << 6 + direction
    return exits


@compiled
def refresh(state, west, east, low, high):
    """Compute the needs and the exits of all spots between two columns and two heights."""
    length = east % WIDTH - west % WIDTH + 1
    for south in range(west, east + 1, WIDTH):
        for column in range(south, south + length):
            spot = state.first[column] - 1
            while spot >= 0:
                if low <= state.spot_cell[spot] & 15 <= high:
                    state.spot_needs[spot] = find_needs(state, spot)
                    state.spot_exits[spot] = find_exits(state, spot)
                spot = state.spot_next[spot] - 1


@compiled
def lay(state, domino, cell, pose):
    """Lay a domino down where it stands, and update the spots around it."""
    other = cell + STEP[DIRECTION[pose]]
    raise_columns(state, 0, cell, pose, 1)
    drop_spot(state, cell)
    drop_spot(state, other)
    for half in range(2):
        show_faces(state, domino, other if half else cell, pose, half)
    # Needs depend on the spot's own faces, on neighbours being filled, and on spots diagonally across an edge; exits on
    # neighbours being filled and on whether a column ends below the spot or a neighbour, of which the lower one is a
    # cell further down. So all that can have changed lies within one step, in every coordinate, of the new cells, or
    # two steps up.
    west, east = min(cell, other) >> 4, max(cell, other) >> 4
    low, high = min(cell & 15, other & 15), max(cell & 15, other & 15)
    refresh(state, west - WIDTH - 1, east + WIDTH + 1, low - 1, high + 2)


@inlined
def dominoes_at(state, cell):
    """Return the dominoes whose faces look into a cell, as bits."""
    spot = spot_at(state, cell)
    dominoes = 0
    if spot >= 0:
        for direction in range(6):
            if mark_at(state, spot, direction):
                dominoes |= 1 << ((state.spot_faces[spot] >> FACE_BITS * direction + MARK_BITS) & 63)
    return dominoes


@compiled
def touched(state, cell, pose):
    """Return how many dominoes a placement touches."""
    return popcount(dominoes_at(state, cell) | dominoes_at(state, cell + STEP[DIRECTION[pose]]))
