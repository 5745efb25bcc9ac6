"""The playout policy of classic and solo: the placement with the most points."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled
from ludotheque.games.domino3d.bot.classic.prospects import pass_gain
from ludotheque.games.domino3d.rules.classic.state import NONE, stands, worth
from ludotheque.games.domino3d.rules.common.board import PLACEMENTS


@compiled
def choose(state, seat, moves, count, picks, tuning):
    """Choose the placement with the most points, a random one of several."""
    if state.drawn == NONE:
        return 0
    first = pick(picks, count)
    best = count - 1  # placing nothing
    most = pass_gain(state, tuning)
    for i in range(count):
        k = first + i if first + i < count else first + i - count
        action = np.int64(moves[k])
        if action < PLACEMENTS and stands(state, action):
            points = worth(state, action)
            if points > most:
                best = k
                most = np.float64(points)
    return best
