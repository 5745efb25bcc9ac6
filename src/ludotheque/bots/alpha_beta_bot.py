"""The bot that searches by alpha-beta: threads that share a transposition table (lazy SMP), beside a solver."""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from ludotheque.bots import alpha_beta
from ludotheque.bots.background import in_background
from ludotheque.bots.bot import Budget, check_turn, without_chance
from ludotheque.bots.endgame import POSITIONS_PER_SIMULATION, Solver, proved_best
from ludotheque.bots.iterative_deepening import Deepening
from ludotheque.match import Match


@dataclass
class KeptTable:
    """The transposition table of the last move, and the deal for which it holds."""

    deal: bytes
    table: NDArray[Any]


@dataclass
class AlphaBetaBot:
    """Alpha-beta with the game's `value`; for games that have a position key (see `Knowledge`)."""

    name: str
    budget: Budget
    threads: int = 2
    tuning: tuple[float, ...] | None = None
    kept: KeptTable | None = field(default=None, repr=False, compare=False)

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return legal[0]
        allowed = budget or self.budget
        if allowed.seconds is not None:
            return match.mode.text(self._in_time(match, allowed.seconds))
        assert allowed.simulations is not None
        proof = proved_best(match, allowed)
        return proof.move if proof else match.mode.text(self._in_nodes(match, allowed.simulations))

    def _in_nodes(self, match: Match, simulations: int) -> int:
        """Return the best action of the seat to move, by one thread and an empty table: always the same one."""
        search = Deepening.of(match, POSITIONS_PER_SIMULATION * simulations, self.tuning)
        search.deepen(alpha_beta.new_table(), 1)
        return search.action

    def _in_time(self, match: Match, seconds: float) -> int:
        """Return the best action of the seat to move, while a solver looks for a proof."""
        solver = Solver(match.states, match.rules)
        threads = [Deepening.of(match, tuning=self.tuning) for _ in range(self.threads)]
        kept = self._take_table(without_chance(match.first_states))
        # Every second thread is a ply ahead: it fills the table with what the others need next.
        futures = [in_background(own.deepen, kept.table, 1 + number % 2) for number, own in enumerate(threads)]
        try:
            _wait_for_one(futures, solver, seconds)
        finally:
            for own in threads:
                own.stop()
            solved = solver.stop()
        for future in futures:
            future.result()
        best = max(threads, key=lambda own: (own.proved, own.depth))
        if solved is None and best.proved and best.best_value == alpha_beta.LOST:
            return best.action  # drop the table, or the proven loss would dominate the next search
        self.kept = kept
        return best.action if solved is None else solved

    def _take_table(self, deal: bytes) -> KeptTable:
        """Take the table of the deal from `kept`, so that no other call writes to it meanwhile."""
        kept, self.kept = self.kept, None
        return kept if kept is not None and kept.deal == deal else KeptTable(deal, alpha_beta.new_table())


def _wait_for_one(futures: list[Future[None]], solver: Solver, seconds: float) -> None:
    """Wait until a search is complete, the solver has a proof, or the time is up."""
    end = time.perf_counter() + seconds
    waiting: set[Future[Any]] = {*futures, solver.future}
    while True:
        done, waiting = wait(waiting, max(0.0, end - time.perf_counter()), FIRST_COMPLETED)
        if done != {solver.future} or solver.future.result() is not None:
            return
