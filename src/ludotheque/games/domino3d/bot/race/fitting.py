"""Which dominoes match where on a seat's table. The rules of the race do not check marks while building."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.rules.classic.faces import add_need
from ludotheque.games.domino3d.rules.common.board import ACROSS, DIRECTION, DOWN, POSES, STEP, cell_of_place
from ludotheque.games.domino3d.rules.common.cell_needs import complying
from ludotheque.games.domino3d.rules.common.tower import is_filled
from ludotheque.games.domino3d.rules.race.sets import half_0, half_1, is_wrong, joint, mark_of


@inlined
def needs_beside(state, seat, cell, index, half, needs):
    """Add what one half of the set demands of a cell to its needs (see cell_needs.py), if it lies beside the cell."""
    old = half_1(state, seat, index) if half else half_0(state, seat, index)
    side = joint(cell, old)
    if side >= 0:
        for k in range(4):
            along = ACROSS[side, k]
            # As in find_needs of classic: a face is hidden if the cell beyond it is filled, or if it looks down.
            if along == DOWN or is_filled(state, seat, cell + STEP[along]) or is_filled(state, seat, old + STEP[along]):
                continue
            needs = add_need(needs, along, mark_of(state, seat, index, half, along))
    return needs


@compiled
def needs_at(state, seat, cell):
    """Return what a free cell of the seat's table demands of the half that fills it."""
    needs = 0
    for index in range(state.laid[seat]):
        needs = needs_beside(state, seat, cell, index, 0, needs)
        needs = needs_beside(state, seat, cell, index, 1, needs)
    return needs


@compiled
def list_needs(state, seat, placements, count):
    """Append to the first `count` placements the needs of the two cells of each."""
    last, needs = -1, 0
    last_other, needs_other = -1, 0
    for i in range(count):
        cell = cell_of_place(np.int64(placements[i]) // POSES)
        other = cell + STEP[DIRECTION[np.int64(placements[i]) % POSES]]
        if cell != last:
            last, needs = cell, needs_at(state, seat, cell)
        if other != last_other:
            last_other, needs_other = other, needs_at(state, seat, other)
        placements[count + 2 * i] = needs
        placements[count + 2 * i + 1] = needs_other


@inlined
def matches(domino, pose, needs, needs_other):
    """Return whether a domino in a pose makes no error in two cells with these needs."""
    return (complying(domino, needs) >> pose & complying(domino, needs_other) >> (POSES + pose) & 1) == 1


@compiled
def is_part_of_error(state, seat, index):
    """Return whether a domino of the set is part of an error."""
    for other in range(state.laid[seat]):
        if other != index:
            for halves in range(4):
                if is_wrong(state, seat, index, halves & 1, other, halves >> 1):
                    return True
    return False
