"""Observations: what a seat knows of a state as a flat array, filled by compiled code.

A game declares an `Observation` for each of its state records. The generic `observe` finds it by the record's type, as
the functions of `rules.py` find the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.dependencies import register
from ludotheque.engine.layout import Array, Layout, Part

_observations: dict[Any, Observation] = {}


@dataclass(frozen=True)
class Observation:
    """The parts of an observation and the compiled function that fills them from a state record.

    `parts(seats)`: the parts, whose names do not depend on the number of seats.
    `write(state, seat, row, at)`: write what the seat knows into a row of zeros; `row[at.tiles]` is where the part
    `tiles` begins. It must read nothing that is hidden from the seat: a state re-dealt for the seat gives the same row.
    """

    dtype: np.dtype[Any]
    parts: Callable[[int], tuple[Part, ...]]
    write: Callable[..., None]

    def __post_init__(self) -> None:
        compiled_type = numba.from_dtype(self.dtype)
        _observations[self.dtype] = _observations[compiled_type] = self
        register(__name__, compiled_type, [self.write])

    def layout(self, seats: int) -> Layout:
        return _layout(self.parts, seats)

    def fill(self, layout: Layout, states: NDArray[Any], seats: NDArray[np.int64], rows: Array) -> None:
        """Write into `rows[i]` what seat `seats[i]` knows of `states[i]`."""
        observe_rows(states, seats, 0, len(rows), rows, layout.offsets)


@cache
def _layout(parts: Callable[[int], tuple[Part, ...]], seats: int) -> Layout:
    return Layout(parts(seats))


@compiled
def _write_nothing(state, seat, row, at):
    """For a record without an observation."""


def _writer(record: Any) -> Callable[..., None]:
    declared = _observations.get(record)
    return _write_nothing if declared is None else declared.write


def observe(state, seat, row, at):
    """Write what the seat knows of the state into a row of zeros."""
    _writer(state.dtype)(state, seat, row, at)


@overload(observe)
def _observe(state, seat, row, at):
    own = _writer(state)
    return lambda state, seat, row, at: own(state, seat, row, at)


@compiled
def observe_rows(states, seats, first, last, rows, offsets):
    """Write the observations of the states from `first` to `last` - 1; `offsets` is that of their layout."""
    for i in range(first, last):
        rows[i] = 0.0
        observe(states[i], seats[i], rows[i], offsets[0])


@inlined
def mark_bits(row, first, bits):
    """Write a 1 for each bit that is set; bit 0 goes to `row[first]`."""
    while bits:
        row[first + trailing_zeros(bits)] = 1.0
        bits &= bits - 1


@inlined
def relative_seat(seat, observer, seats):
    """Return the seat counted from the observer's: 0 is the observer, 1 the next in the order of play."""
    return seat - observer if seat >= observer else seat - observer + seats
