"""Actions of the race in a smaller range than the engine's.

They name a domino by its place among the seat's own ten and leave out the height, which follows from the column: a
domino lies as low as it can.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.domino3d.rules.common.board import DOMINOES, PLACEMENTS, POSES, SIZE, TOP
from ludotheque.games.domino3d.rules.race.sets import HAND
from ludotheque.games.domino3d.rules.race.state import DONE, LIFT
from ludotheque.games.spec import ActionSpace, State

COLUMNS_AND_POSES = SIZE * SIZE * POSES
LIFTS = HAND * COLUMNS_AND_POSES
WORDS = LIFTS + HAND
#: Done, give up, accept, object.
COUNT = WORDS + 4


def renumber(state: State, seat: int, legal: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the smaller numbers of the seat's legal actions."""
    actions = legal.astype(np.int64)
    own = int(state.hands[seat])
    for i in range(int(state.laid[seat])):
        own |= 1 << int(state.laid_domino[seat, i])
    dominoes = [domino for domino in range(DOMINOES) if own >> domino & 1]
    place = np.zeros(DOMINOES, np.int64)
    place[dominoes] = np.arange(len(dominoes))
    placing, lifting = actions < LIFT, (actions >= LIFT) & (actions < DONE)
    cell, pose = np.divmod(actions % PLACEMENTS, POSES)
    placed = place[np.minimum(actions // PLACEMENTS, DOMINOES - 1)] * COLUMNS_AND_POSES + cell // TOP * POSES + pose
    lifted = LIFTS + place[np.clip(actions - LIFT, 0, DOMINOES - 1)]
    return np.where(placing, placed, np.where(lifting, lifted, WORDS + actions - DONE))


ACTIONS = ActionSpace(COUNT, "Place, lift, done, give up, accept, object, wait.", renumber)
