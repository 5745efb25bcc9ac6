"""Random matches on several threads, and their statistics."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.playouts import random_matches
from ludotheque.engine.rules import Rules

#: Called with the number of matches finished since the last call.
Progress = Callable[[int], None]

#: Calls into compiled code per simulation: enough for a smooth progress bar and for threads to finish together, and
#: few enough to cost no time.
CALLS = 64


@dataclass(frozen=True)
class Simulation:
    """Statistics of random matches. `wins`: each seat's wins; a shared win counts as a fraction."""

    matches: int
    moves: int
    seconds: float
    wins: list[float]
    scores: list[float]
    shortest: int
    longest: int

    @property
    def matches_per_second(self) -> float:
        return self.matches / self.seconds

    @property
    def moves_per_second(self) -> float:
        return self.moves / self.seconds


@dataclass
class _Part:
    """The results of one chunk."""

    wins: NDArray[np.float64]
    totals: NDArray[np.float64]
    lengths: NDArray[np.int64]


def simulate(
    rules: Rules,
    matches: int,
    seats: int,
    options: NDArray[np.int64],
    key: NDArray[np.int64],
    threads: int,
    progress: Progress | None,
) -> Simulation:
    """Play matches 0 to `matches` - 1 of the key. Chunks are summed in order, so that threads change nothing."""
    began = time.perf_counter()
    chunk = max(1, matches // CALLS)
    firsts = range(0, matches, chunk)

    def play_chunk(first: int) -> _Part:
        count = min(chunk, matches - first)
        part = _Part(np.zeros(seats), np.zeros(seats), np.zeros(count, np.int64))
        states: NDArray[Any] = np.zeros(2, rules.dtype)
        random_matches(states, rules.scratch(), seats, options, key, first, count, part.wins, part.totals, part.lengths)
        return part

    parts: dict[int, _Part] = {}
    with ThreadPoolExecutor(threads) as pool:
        futures = {pool.submit(play_chunk, first): first for first in firsts}
        for future in as_completed(futures):
            parts[futures[future]] = future.result()
            if progress is not None:
                progress(len(parts[futures[future]].lengths))
    ordered = [parts[first] for first in firsts]
    lengths = np.concatenate([part.lengths for part in ordered])
    return Simulation(
        matches=matches,
        moves=int(lengths.sum()),
        seconds=time.perf_counter() - began,
        wins=np.sum([part.wins for part in ordered], axis=0).tolist(),
        scores=(np.sum([part.totals for part in ordered], axis=0) / matches).tolist(),
        shortest=int(lengths.min()),
        longest=int(lengths.max()),
    )
