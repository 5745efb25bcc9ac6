"""Many matches of one game side by side, stepped together on all cores."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import seed_chance, seed_picks
from ludotheque.engine.compiling import compiled
from ludotheque.engine.playouts import random_step
from ludotheque.engine.rules import Rules, setup, to_act

#: So many states lie in the fast cache together: 2 MB of states at most.
TOGETHER = 128


@compiled
def begin_all(states, seats, options, key, acting):
    """Deal match number i of the key into `states[i]`, zeroed before; `acting[i]` gets the seats to act, as bits."""
    for i in range(len(states)):
        seed_chance(states[i].chance, key, i)
        setup(states[i], seats, options)
        acting[i] = to_act(states[i])


@compiled
def random_steps(states, acting, scratch, steps):
    """Play so many random moves in each match, or fewer where it ends; return how many were played.

    Matches do not wait for each other, so those that fit into the fast cache together make all their moves first.
    """
    played = 0
    for first in range(0, len(states), TOGETHER):
        for _ in range(steps):
            for i in range(first, min(first + TOGETHER, len(states))):
                if acting[i]:
                    acting[i] = random_step(states[i], acting[i], scratch[0])
                    played += 1
    return played


class Batch:
    """Matches 0 to `size` - 1 of a key. Each thread steps its own stretch of them.

    A large batch does not fit into the fast caches, so a single move of each of its matches costs more than a move of
    one match that is played to its end (`make bench` tells how much more): ask for several at once where you can.
    """

    def __init__(
        self,
        rules: Rules,
        size: int,
        seats: int,
        options: NDArray[np.int64],
        key: NDArray[np.int64],
        threads: int | None = None,
    ) -> None:
        self.states: NDArray[Any] = np.zeros(size, rules.dtype)
        #: Of each match the seats to act, as bits; 0 when it is over.
        self.acting = np.zeros(size, np.int64)
        threads = min(size, threads or os.cpu_count() or 1)
        bounds = np.linspace(0, size, threads + 1).astype(int).tolist()
        self._stretches = [slice(low, high) for low, high in pairwise(bounds)]
        self._scratches = [rules.scratch() for _ in self._stretches]
        self._pool = ThreadPoolExecutor(threads)
        for number, scratch in enumerate(self._scratches):
            seed_picks(scratch[0].picks, key, number)
        begin_all(self.states, seats, options, key, self.acting)

    def random_steps(self, steps: int = 1) -> int:
        """Play so many random moves in each match, or fewer where it ends; return how many were played."""
        parts = [
            (self.states[stretch], self.acting[stretch], scratch, steps)
            for stretch, scratch in zip(self._stretches, self._scratches, strict=True)
        ]
        jobs = [self._pool.submit(random_steps, *part) for part in parts[1:]]
        return int(random_steps(*parts[0])) + sum(int(job.result()) for job in jobs)
