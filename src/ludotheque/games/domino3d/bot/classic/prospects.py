"""The gain of a placement in classic and solo: its points, and what it leaves for the others."""

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

#: A placement that falls is worse than none, even for a seat without points to lose.
FALL_IS_WORSE = 1.0


@inlined
def level_beside(state, column, height):
    """Return how many columns beside a column have exactly that height."""
    count = 0
    for step in (1, -1, WIDTH, -WIDTH):
        count += int(state.height[0, column + step] == height)
    return count


@inlined
def even_tops(state, cell, pose):
    """Return how many columns beside the new domino are level with its top, so that a flat one can bridge both."""
    direction = DIRECTION[pose]
    bottom = cell - 1 if direction == DOWN else cell
    height = bottom & 15
    if direction >= UP:
        return level_beside(state, cell >> 4, height + 2)
    # The domino's own two columns are not raised yet, so they do not count.
    other = (cell + STEP[direction]) >> 4
    return level_beside(state, cell >> 4, height + 1) + level_beside(state, other, height + 1)


@inlined
def pass_gain(state, tuning):
    """Return the gain of placing nothing. Alone, the domino may be drawn again when there is a better place."""
    if state.turns_left == NONE:
        return tuning[PASS]
    if state.turns_left > 1:
        return tuning[PATIENCE] + tuning[PATIENCE_PLACED] * state.placed
    return 0.0  # the last turn: any placement that stands gains more


@compiled
def gain(state, seat, action, tuning):
    """Return the estimated gain of a move with the drawn domino, in points."""
    if action >= PLACEMENTS:
        return pass_gain(state, tuning)
    if not stands(state, action):
        return -min(COLLAPSE_COSTS, state.scores[seat]) - FALL_IS_WORSE
    points = np.float64(worth(state, action))
    if state.turns_left != NONE:
        return points  # alone, there is nobody to deny points to
    cell, pose = cell_of_place(action // POSES), action % POSES
    return points + tuning[JOINS] * touched(state, cell, pose) - tuning[EVEN] * even_tops(state, cell, pose)


@compiled
def best_points(state, domino, out):
    """Return the points of the domino's best placement that stands; 0 if there is none. `out`: an array for moves."""
    best = 0
    for i in range(list_placements(state, domino, np.int64(STANDS), out[:])):
        best = max(best, worth(state, np.int64(out[i])))
    return best


@compiled
def points_to_come(state, out):
    """Return the mean of `best_points` over the dominoes of the pile; 0 if it is empty. Takes about 0.3 ms."""
    total = 0
    others = state.pile
    while others:
        total += best_points(state, trailing_zeros(others), out)
        others &= others - 1
    return total / max(1, popcount(state.pile))
