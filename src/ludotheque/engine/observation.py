"""Observations written by compiled code: the numbers of `ludotheque.observing`, straight from a state record.

A game whose observations are not written so still has them, read from its views: a thousand times as slow.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba.extending import overload

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.dependencies import register

#: For each state record that has one its observer.
_observers: dict[Any, Any] = {}


def observes(dtype: np.dtype[Any], observer: Any) -> None:
    """Let `observer(state, seat, row, at)` write the observations of records of that dtype into rows of zeros.

    `at` has the places in the row at which the parts of the game's layout begin.
    """
    compiled_type = numba.from_dtype(dtype)
    _observers[dtype] = _observers[compiled_type] = observer
    register(__name__, compiled_type, [observer])


def is_observed(dtype: np.dtype[Any]) -> bool:
    """Whether compiled code writes its observations."""
    return dtype in _observers


@compiled
def _observe_nothing(state, seat, row, at):
    """For games whose observations are read from views."""


def observe(state, seat, row, at):
    """What the seat may know of the state, into a row of zeros."""
    _observers.get(state.dtype, _observe_nothing)(state, seat, row, at)


@overload(observe)
def _observe(state, seat, row, at):
    own = _observers.get(state, _observe_nothing)
    return lambda state, seat, row, at: own(state, seat, row, at)


@inlined
def mark_bits(row, first, bits):
    """A 1 for each bit that is set, counted from the place `first`."""
    while bits:
        row[first + trailing_zeros(bits)] = 1.0
        bits &= bits - 1


@inlined
def from_own(seat, other, seats):
    """Where a seat stands if the own one comes first and the others follow in the order of play."""
    return other - seat if other >= seat else other - seat + seats
