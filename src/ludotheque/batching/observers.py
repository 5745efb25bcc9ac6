"""Observations written by compiled code: the numbers of `ludotheque.observing`, straight from a state record.

A game whose observations are not written so still has them, read from its views: hundreds of times as slow.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.extending import overload

from ludotheque.engine.compiling import compiled

#: For each state record that has one its observer.
_observers: dict[Any, Any] = {}


def observes(dtype: np.dtype[Any], observer: Any) -> None:
    """Let `observer(state, seat, row)` write the observations of records of that dtype."""
    _observers[dtype] = _observers[numba.from_dtype(dtype)] = observer


def is_observed(dtype: np.dtype[Any]) -> bool:
    """Whether compiled code writes its observations."""
    return dtype in _observers


@compiled
def _observe_nothing(state, seat, row):
    """For games whose observations are read from views."""


def observe(state, seat, row):
    """What the seat may know of the state, into the row."""
    _observers.get(state.dtype, _observe_nothing)(state, seat, row)


@overload(observe)
def _observe(state, seat, row):
    own = _observers.get(state, _observe_nothing)
    return lambda state, seat, row: own(state, seat, row)
