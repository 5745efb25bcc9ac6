"""How an observation lies in its array: named parts, one after the other, each with a shape and a meaning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
#: No count, round or score of any game goes beyond this.
MOST = 32767


@dataclass(frozen=True)
class Part:
    """A stretch of the array. All values are whole numbers from `low` to `high`; 1 by default: yes or no."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: int = 1
    low: int = 0


@dataclass(frozen=True)
class Layout:
    """All parts of one game, number of seats and options; the same for every seat and position."""

    parts: tuple[Part, ...]

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each part lies."""
        found, at = {}, 0
        for part in self.parts:
            found[part.name] = slice(at, at + prod(part.shape))
            at += prod(part.shape)
        return found

    @property
    def size(self) -> int:
        return sum(prod(part.shape) for part in self.parts)

    @cached_property
    def low(self) -> Array:
        return self._spread(part.low for part in self.parts)

    @cached_property
    def high(self) -> Array:
        return self._spread(part.high for part in self.parts)

    def _spread(self, bounds: Iterable[int]) -> Array:
        sizes = [prod(part.shape) for part in self.parts]
        return np.repeat(np.array(list(bounds), np.float32), sizes)

    def split(self, array: Array) -> dict[str, Array]:
        """The parts of an observation, each in its shape; views, not copies."""
        return {part.name: array[self.slices[part.name]].reshape(part.shape) for part in self.parts}


def per_seat(name: str, seats: int, meaning: str, high: int = 1, low: int = 0) -> Part:
    """One number for each seat, the observer's first."""
    return Part(name, (seats,), f"{meaning}; the own seat first, then in the order of play", high, low)


def mark_seat(array: Array, chosen: int | None, seat: int) -> None:
    """Mark a seat, counted from the observer's; None marks nobody."""
    if chosen is not None:
        array[(chosen - seat) % len(array)] = 1
