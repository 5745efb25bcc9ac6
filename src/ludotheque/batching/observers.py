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

#: For each state record that has one its observer, and how many numbers that writes.
_observers: dict[Any, tuple[Any, int]] = {}


def observes(dtype: np.dtype[Any], observer: Any, size: int) -> None:
    """Let `observer(state, seat, row)` write so many numbers for records of that dtype."""
    _observers[dtype] = _observers[numba.from_dtype(dtype)] = observer, size


def observed_size(dtype: np.dtype[Any]) -> int:
    """How many numbers an observation has; 0 if no compiled code writes it."""
    return _of(dtype)[1]


@compiled
def _observe_nothing(state, seat, row):
    """For games whose observations are read from views."""


def _of(dtype: Any) -> tuple[Any, int]:
    return _observers.get(dtype, (_observe_nothing, 0))


def observe(state, seat, row):
    """What the seat may know of the state, into the row."""
    _of(state.dtype)[0](state, seat, row)


@overload(observe)
def _observe(state, seat, row):
    own = _of(state)[0]
    return lambda state, seat, row: own(state, seat, row)
