"""The endgame solvers of games that have one (`Knowledge.solve`)."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.background import in_background
from ludotheque.bots.bot import Budget
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import Rules
from ludotheque.match import Match

#: Solving takes about a third of a budget in seconds; in a budget of simulations, this many positions count as one.
POSITIONS_PER_SECOND = 500_000
POSITIONS_PER_SIMULATION = 4
#: The share of its time that is left to a search, however long the solving took.
MIN_SHARE = 0.1
#: No limit on the number of positions.
UNLIMITED = 1 << 62


class Proof(NamedTuple):
    """A move that is proved best, and whether it wins."""

    move: str
    wins: bool


def proved_best(match: Match, budget: Budget) -> Proof | None:
    """Solve the position of a match; None if the game has no solver or it finds no proof within the budget."""
    mode = match.mode
    solve = knowledge_of(mode.rules.dtype).solve
    if solve is None:
        return None
    if budget.seconds:
        positions = int(POSITIONS_PER_SECOND * budget.seconds)
    else:
        positions = POSITIONS_PER_SIMULATION * (budget.simulations or 0)
    solved = solve(match.states[0], positions)
    return None if solved is None else Proof(mode.text(solved[0]), solved[1])


class Solver:
    """Looks for a proof in a background thread, beside a search, until it is stopped."""

    def __init__(self, states: NDArray[Any], rules: Rules) -> None:
        solve = knowledge_of(rules.dtype).solve
        assert solve is not None
        self._stop = np.zeros(1, np.int64)
        self.future: Future[tuple[int, bool] | None] = in_background(solve, states[0].copy(), UNLIMITED, self._stop)

    def stop(self) -> int | None:
        """Return the action that is proved best, if the proof was found in time."""
        self._stop[0] = 1
        solved = self.future.result()
        return solved and solved[0]


def remaining(budget: Budget, began: float) -> Budget:
    """Return what is left of a budget for the search, after solving since `began` (by `time.perf_counter`)."""
    if budget.seconds is None:
        return budget
    return Budget(seconds=max(MIN_SHARE * budget.seconds, budget.seconds - (time.perf_counter() - began)))
