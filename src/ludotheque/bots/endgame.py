"""Endgames that a game can solve: what a bot asks before it searches."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.background import aside
from ludotheque.bots.bot import Budget
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import Rules
from ludotheque.match import Match

#: Solving an endgame may take about a third of the time, or be as much work as so many simulations.
LOOKS_A_SECOND = 500_000
LOOKS_A_SIMULATION = 4
#: The part of its time that a search has in any case, however long the solving took.
LEAST_SHARE = 0.1
#: As many looks as there is time for.
FOREVER = 1 << 62


def proved(match: Match, budget: Budget) -> tuple[str, bool] | None:
    """A move that is proved best and whether it wins, where the game can tell."""
    mode = match.mode
    solve = knowledge_of(mode.rules.dtype).solve
    if solve is None:
        return None
    looks = LOOKS_A_SECOND * budget.seconds if budget.seconds else LOOKS_A_SIMULATION * (budget.simulations or 0)
    found = solve(match.states[0], int(looks))
    return None if found is None else (mode.text(found[0]), found[1])


class Solver:
    """Looks for a proof in a thread of its own, beside a search, until it is told to stop."""

    def __init__(self, states: NDArray[Any], rules: Rules) -> None:
        solve = knowledge_of(rules.dtype).solve
        assert solve is not None
        self._stop = np.zeros(1, np.int64)
        self.future: Future[tuple[int, bool] | None] = aside(solve, states[0].copy(), FOREVER, self._stop)

    def stop(self) -> int | None:
        """The action that is proved best, if it was found in time."""
        self._stop[0] = 1
        found = self.future.result()
        return found and found[0]


def rest_of(budget: Budget, began: float) -> Budget:
    """What is left of it for a search, after solving since `began` (by `time.perf_counter`)."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=max(LEAST_SHARE * budget.seconds, budget.seconds - (time.perf_counter() - began)))
