"""Observations computed in Python from a seat's view alone: an independent reference for the compiled ones.

Each game's is `fill` in `tests/games/<game>/reference_observation.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.layout import Layout
from ludotheque.games.spec import Json

Array = NDArray[np.float32]


def mark_seat(array: Array, chosen: int | None, seat: int) -> None:
    """Mark a seat, counted from the observer's; None marks nobody."""
    if chosen is not None:
        array[(chosen - seat) % len(array)] = 1


def observation(game: str, layout: Layout, view: Json, seat: int) -> Array:
    """Return the observation that follows from a view of the seat."""
    reference: Any = import_module(f"tests.games.{game}.reference_observation")
    array = np.zeros(layout.size, np.float32)
    reference.fill(view, seat, layout.split(array))
    return array
