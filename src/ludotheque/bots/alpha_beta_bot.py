"""A bot that looks ahead move by move, one move deeper each time, on several threads that share what they find."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import alpha_beta
from ludotheque.bots.background import aside
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.endgame import FOREVER, LOOKS_A_SIMULATION, Solver, proved
from ludotheque.bots.mcts_bot import without_chance
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import Rules
from ludotheque.match import Match


@dataclass
class _Thread:
    """What one thread works on, and the best it knows."""

    states: NDArray[Any]
    line: NDArray[Any]
    tuning: NDArray[np.float64]
    control: NDArray[Any]
    depth: int = 0
    action: int = alpha_beta.NO_ACTION
    proved: bool = False

    def deepen(self, table: NDArray[Any], first: int) -> None:
        """Look ahead so many moves, then one more, until it is stopped or all is proved."""
        for depth in range(first, alpha_beta.DEEPEST):
            found = int(alpha_beta.look_ahead(self.states, self.line, table, self.tuning, self.control, depth))
            best, value = int(self.line[0]["best_action"]), int(self.line[0]["best"])
            # Of moves that all lose the one is kept that looked best before that was known: few opponents know it.
            if best != alpha_beta.NO_ACTION and (value > 0 or not self.depth):
                self.action = best
            if found == alpha_beta.UNKNOWN:
                return
            self.depth, self.proved = depth, found in (0, alpha_beta.WON)
            if self.proved:
                return


@dataclass
class _Kept:
    """What was found out for the last moves, about positions of which deal."""

    deal: bytes
    table: NDArray[Any]


@dataclass
class MinimaxBot:
    """Alpha-beta with the game's `value`; for open games for two that have a position key (see `Knowledge`)."""

    name: str
    budget: Budget
    threads: int = 2
    tuning: tuple[float, ...] | None = None
    _kept: _Kept | None = field(default=None, repr=False, compare=False)

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return legal[0]
        mode, allowed = match.mode, budget or self.budget
        if allowed.seconds is not None:
            return mode.text(self._in_time(match, allowed.seconds))
        solved = proved(match, allowed)
        return solved[0] if solved else mode.text(self._in_looks(match.states, mode.rules, allowed))

    def _in_looks(self, states: NDArray[Any], rules: Rules, budget: Budget) -> int:
        """The best action of the seat to move, by one thread and from nothing: always the same one."""
        thread = self._thread(states, rules, budget)
        thread.deepen(_table(), 1)
        return thread.action

    def _in_time(self, match: Match, seconds: float) -> int:
        """The best action of the seat to move. A solver tries all the time to prove one."""
        states, rules = match.states, match.rules
        solver = Solver(states, rules)
        threads = [self._thread(states, rules, Budget(seconds=seconds)) for _ in range(self.threads)]
        kept = self._of_deal(without_chance(match.first_states))
        # Every second thread is a move ahead: it fills the table with what the others need next.
        futures = [aside(own.deepen, kept.table, 1 + number % 2) for number, own in enumerate(threads)]
        try:
            _await_one(futures, solver, seconds)
        finally:
            for own in threads:
                own.control["stop"] = 1
            solved = solver.stop()
        for future in futures:
            future.result()
        best = max(threads, key=lambda own: (own.proved, own.depth))
        if solved is None and best.proved and not int(best.line[0]["best"]):
            return best.action  # and forget that all moves lose: else the next one would be chosen by that alone
        self._kept = kept
        return best.action if solved is None else solved

    def _of_deal(self, deal: bytes) -> _Kept:
        """What is known of the deal; nobody else writes into it meanwhile."""
        kept, self._kept = self._kept, None
        return kept if kept is not None and kept.deal == deal else _Kept(deal, _table())

    def _thread(self, states: NDArray[Any], rules: Rules, budget: Budget) -> _Thread:
        own = np.zeros(alpha_beta.DEPTH + 1, rules.dtype)
        own[0] = states[0]
        control = np.zeros(1, alpha_beta.CONTROL)
        control["left"] = FOREVER if budget.simulations is None else LOOKS_A_SIMULATION * budget.simulations
        tuning = self.tuning if self.tuning is not None else knowledge_of(rules.dtype).tuning
        return _Thread(own, alpha_beta.line_for(rules), np.array(tuning), control)


def _table() -> NDArray[Any]:
    return np.zeros(1 << alpha_beta.TABLE_BITS, alpha_beta.TABLE)


def _await_one(futures: list[Future[None]], solver: Solver, seconds: float) -> None:
    """Wait until one of them has looked at everything, the solver has found a proof, or the time is up."""
    end = time.perf_counter() + seconds
    waiting: set[Future[Any]] = {*futures, solver.future}
    while True:
        done, waiting = wait(waiting, max(0.0, end - time.perf_counter()), FIRST_COMPLETED)
        if done != {solver.future} or solver.future.result() is not None:
            return
