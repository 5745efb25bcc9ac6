"""Proves puzzles of Keks: searches positions to the end."""

from __future__ import annotations

import numpy as np

from ludotheque.games.keks.bot.endgame import UNKNOWN, WON, Workspace, prove
from ludotheque.games.keks.bot.tuning import TUNING
from ludotheque.games.spec import State

#: Bounds on the tiles of a puzzle, and on the positions that a proof may search.
MIN_TILES, MAX_TILES, MAX_POSITIONS = 9, 24, 40_000_000


def is_provable(state: State) -> bool:
    """Return whether the position is neither trivial nor too hard to search to the end."""
    return MIN_TILES <= int(state.tiles).bit_count() <= MAX_TILES


def wins(state: State) -> bool | None:
    """Return whether the seat to move wins if both play perfectly; None if the search takes too long."""
    space = Workspace()
    space.states[0] = state
    found = prove(space.states, space.stack, space.table, np.array(TUNING), MAX_POSITIONS, space.stop)
    return None if found == UNKNOWN else bool(found == WON)
