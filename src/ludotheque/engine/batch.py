"""Many matches of one game side by side, stepped together on all cores."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import os
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.chance import seed_chance, seed_picks
from ludotheque.engine.compiling import compiled
from ludotheque.engine.playouts import random_step
from ludotheque.engine.rules import Rules, setup, to_act
from ludotheque.engine.threads import ASKED, ThreadTeam, answer, await_call

#: So many states lie in the fast cache together: 2 MB of states at most.
TOGETHER = 128


@compiled
def begin_all(states, blank, acting, numbers, seats, options, key):
    """Deal match number `numbers[i]` of the key into `states[i]`; `acting[i]` gets the seats to act, as bits."""
    for i in range(len(states)):
        states[i] = blank[0]
        seed_chance(states[i].chance, key, numbers[i])
        setup(states[i], seats, options)
        acting[i] = to_act(states[i])


@compiled
def random_steps(states, blank, acting, numbers, scratch, seats, options, key, size, box):
    """Play so many random moves in each match as the box asks for, as long as it asks.

    A match that is over makes room for a new one `size` numbers on. Matches do not wait for each other, so those that
    fit into the fast cache together make all their moves first.
    """
    while await_call(box):
        for first in range(0, len(states), TOGETHER):
            for _ in range(box[ASKED]):
                for i in range(first, min(first + TOGETHER, len(states))):
                    if not acting[i]:
                        numbers[i] += size
                        one = slice(i, i + 1)
                        begin_all(states[one], blank, acting[one], numbers[one], seats, options, key)
                    acting[i] = random_step(states[i], acting[i], scratch[0])
        answer(box)


class Batch:
    """Matches of a key, `size` at a time: at first numbers 0 to `size` - 1. Each thread steps its own stretch of them.

    A match that is over stays to be looked at until the next step, which begins a new one in its place.
    A large batch does not fit into the fast caches (`make bench` tells what that costs): ask for several moves at once
    where you can.
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
        #: Which match of the key lies in each place.
        self.numbers = np.arange(size, dtype=np.int64)
        blank = np.zeros(1, rules.dtype)
        threads = min(size, threads or os.cpu_count() or 1)
        bounds = np.linspace(0, size, threads + 1).astype(int).tolist()
        parts: list[Any] = []
        for number, (low, high) in enumerate(pairwise(bounds)):
            scratch = rules.scratch()
            seed_picks(scratch[0].picks, key, number)
            stretch = self.states[low:high], blank, self.acting[low:high], self.numbers[low:high]
            begin_all(*stretch, seats, options, key)
            parts.append((*stretch, scratch, seats, options, key, size))
        self._team = ThreadTeam([partial(random_steps, *part) for part in parts])

    def random_steps(self, steps: int = 1) -> int:
        """Play so many random moves in each match; return how many were played."""
        self._team.call(steps)
        return steps * len(self.states)
