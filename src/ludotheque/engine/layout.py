"""The layout of an observation: named parts that follow each other in a flat array."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.rules import StateRecord

Array = NDArray[np.float32]
#: An upper bound for scores and for numbers of rounds.
MAX_COUNT = 32767


@dataclass(frozen=True)
class Part:
    """A section of the array. All values are whole numbers from `low` to `high`; by default 0 (no) or 1 (yes)."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: int = 1
    low: int = 0

    @property
    def size(self) -> int:
        return prod(self.shape)


def per_seat(name: str, seats: int, meaning: str, high: int = 1, low: int = 0) -> Part:
    """Make a part with one number for each relative seat."""
    return Part(name, (seats,), f"{meaning}; the observer's first, then in the order of play", high, low)


@dataclass(frozen=True)
class Layout:
    """All parts of the observations of one mode with a given number of seats."""

    parts: tuple[Part, ...]

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each part is in the array."""
        ends = np.cumsum([part.size for part in self.parts]).tolist()
        return {part.name: slice(end - part.size, end) for part, end in zip(self.parts, ends, strict=True)}

    @cached_property
    def offsets(self) -> NDArray[Any]:
        """Where each part begins: an array of one record, whose fields compiled code reads by the parts' names."""
        fields = np.dtype([(part.name, np.int64) for part in self.parts])
        offsets = np.zeros(1, np.dtype((StateRecord, fields)))
        for name, section in self.slices.items():
            offsets[name] = section.start
        return offsets

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @cached_property
    def low(self) -> Array:
        """The lower bound of each number."""
        return self._repeat(part.low for part in self.parts)

    @cached_property
    def high(self) -> Array:
        """The upper bound of each number."""
        return self._repeat(part.high for part in self.parts)

    def _repeat(self, bounds: Iterable[int]) -> Array:
        return np.repeat(np.array(list(bounds), np.float32), [part.size for part in self.parts])

    def split(self, array: Array) -> dict[str, Array]:
        """Split an observation into its parts, each in its shape; they share the array's memory."""
        return {part.name: array[self.slices[part.name]].reshape(part.shape) for part in self.parts}
