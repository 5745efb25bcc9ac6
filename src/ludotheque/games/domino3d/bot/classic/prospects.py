"""What a placement of classic and solo is worth: its points, and what it leaves for the others."""

# Numba takes the types of compiled functions from the call.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.classic.tuning import EVEN, JOINS, PASS, PATIENCE, PATIENCE_PLACED
from ludotheque.games.domino3d.rules.classic.faces import touched
from ludotheque.games.domino3d.rules.classic.matching import list_placements
from ludotheque.games.domino3d.rules.classic.state import COLLAPSE_COSTS, NONE, stands, worth
from ludotheque.games.domino3d.rules.common.board import (
    DIRECTION,
    DOWN,
    PLACEMENTS,
    POSES,
    STEP,
    UP,
    WIDTH,
    cell_of_place,
)
from ludotheque.games.domino3d.rules.common.tower import STANDS

#: A placement that falls is worse than none, even if the seat has no points to lose.
FALL_IS_WORSE = 1.0


@inlined
def level_beside(state, column, height):
    """How many columns beside a column are exactly so high."""
    found = 0
    for step in (1, -1, WIDTH, -WIDTH):
        found += int(state.height[0, column + step] == height)
    return found


@inlined
def even_tops(state, cell, pose):
    """How many columns level with the new domino's top lie beside it: there a flat one can bridge both."""
    direction = DIRECTION[pose]
    bottom = cell - 1 if direction == DOWN else cell
    height = bottom & 15
    if direction >= UP:
        return level_beside(state, cell >> 4, height + 2)
    # Its own two columns are not raised yet, so they do not count.
    other = (cell + STEP[direction]) >> 4
    return level_beside(state, cell >> 4, height + 1) + level_beside(state, other, height + 1)


@inlined
def pass_gain(state, tuning):
    """What it is worth to place nothing. Alone at the table a domino may come again when there is a better place."""
    if state.turns_left == NONE:
        return tuning[PASS]
    if state.turns_left > 1:
        return tuning[PATIENCE] + tuning[PATIENCE_PLACED] * state.placed
    return 0.0  # the last turn: whatever stands brings more


@compiled
def gain(state, seat, action, tuning):
    """What a move with the drawn domino looks to be worth, in points."""
    if action >= PLACEMENTS:
        return pass_gain(state, tuning)
    if not stands(state, action):
        return -min(COLLAPSE_COSTS, state.scores[seat]) - FALL_IS_WORSE
    points = np.float64(worth(state, action))
    if state.turns_left != NONE:
        return points  # nobody else gains by anything
    cell, pose = cell_of_place(action // POSES), action % POSES
    return points + tuning[JOINS] * touched(state, cell, pose) - tuning[EVEN] * even_tops(state, cell, pose)


@compiled
def best_points(state, domino, out):
    """The points of the domino's best placement that stands; 0 if there is none. `out`: room for moves."""
    best = 0
    for i in range(list_placements(state, domino, np.int64(STANDS), out[:])):
        best = max(best, worth(state, np.int64(out[i])))
    return best


@compiled
def points_to_come(state, out):
    """The mean of the best points over the dominoes of the pile; 0 if it is empty. About 0.3 ms."""
    total = 0
    others = state.pile
    while others:
        total += best_points(state, trailing_zeros(others), out)
        others &= others - 1
    return total / max(1, popcount(state.pile))
