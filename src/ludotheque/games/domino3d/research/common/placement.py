"""A placed domino as numbers, the same in the observations of all modes."""

from __future__ import annotations

from ludotheque.engine.compiling import inlined
from ludotheque.games.domino3d.rules.common.board import DIRECTION, OWN_UP, POSES, SIZE, TOP

PLACEMENT = (
    "domino (from 1), x + 12, y + 12, z of half 0, direction of half 1 and of its U face (E, W, N, S, U, D from 1)"
)
PLACEMENT_NUMBERS = 6


@inlined
def write_placement(row, begin, domino, action):
    """Write the numbers of `PLACEMENT` for a domino (counted from 1) that was placed by an action."""
    place, pose = action // POSES, action % POSES
    row[begin] = domino
    row[begin + 1] = place // (SIZE * TOP)
    row[begin + 2] = place // TOP % SIZE
    row[begin + 3] = place % TOP
    row[begin + 4] = DIRECTION[pose] + 1
    row[begin + 5] = OWN_UP[pose] + 1
