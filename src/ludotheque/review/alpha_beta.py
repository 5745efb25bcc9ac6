"""What moves are worth, by alpha-beta: for games that have a position key (see `Knowledge`).

The best move and the one that was played are looked at equally far. What is proved is exactly 0 or 1, and stays so
however much further anybody looks.
"""

from __future__ import annotations

import time
from concurrent.futures import wait
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import Budget, alpha_beta
from ludotheque.bots.alpha_beta_bot import MinimaxBot, _Thread
from ludotheque.bots.background import aside
from ludotheque.bots.endgame import FOREVER, LOOKS_A_SIMULATION, proved, rest_of
from ludotheque.match import Match
from ludotheque.review.model import Worth
from ludotheque.review.question import Question, part_of

BOT = MinimaxBot("review", Budget(simulations=1), threads=1)
#: The part of a budget that goes into solving the positions before and after the move.
SOLVING = 0.4
#: The first look sees the answers to the move; it is short, and always made.
FIRST = 2


class _Side:
    """One of two positions: its value for the seat to move, as far as it is known."""

    def __init__(self, match: Match, budget: Budget) -> None:
        self.match = match
        self.value = 0.5
        self.action = alpha_beta.NO_ACTION
        self.settled = match.over
        self.thread = BOT._thread(match.states, match.rules, budget)
        solved = None if match.over else proved(match, budget)
        if solved and solved[1]:
            self.value, self.settled = 1.0, True
            self.action = match.mode.parse(solved[0])

    def look(self, table: NDArray[Any], depth: int) -> tuple[float, int] | None:
        """The value and the best action, so many moves ahead; None if there was no time for it."""
        if self.settled:
            return self.value, self.action
        own = self.thread
        found = int(alpha_beta.look_ahead(own.states, own.line, table, own.tuning, own.control, depth))
        return None if found == alpha_beta.UNKNOWN else (found / alpha_beta.WON, int(own.line[0]["best_action"]))

    def take(self, found: tuple[float, int]) -> None:
        self.value, self.action = found
        self.settled = self.settled or self.value in (0.0, 1.0)


def by_lines(question: Question, budget: Budget) -> Worth:
    """The same number of simulations gives the same worth: nothing here is random."""
    began, match = time.perf_counter(), question.match
    after = match.copy()
    after.play(question.move, question.seat)
    solving = part_of(budget, SOLVING / 2)
    sides = (_Side(match, solving), _Side(after, solving))
    _deepen(sides, rest_of(budget, began))
    best, played = sides[0].value, _of_mover(sides[1], question.seat)
    better = match.mode.text(sides[0].action) if best > played else question.move
    return Worth(better, question.certainly(max(best, played)), question.certainly(played))


def _of_mover(side: _Side, seat: int) -> float:
    """The value after the decision, for the seat that took it."""
    match = side.match
    if match.over:
        return 1.0 / len(match.winners) if seat in match.winners else 0.0
    return side.value if match.to_act == (seat,) else 1.0 - side.value


def _deepen(sides: tuple[_Side, _Side], budget: Budget) -> None:
    """Look further and further, until both are settled or the budget is spent; only equally far looks count."""
    table: NDArray[Any] = np.zeros(1 << alpha_beta.TABLE_BITS, alpha_beta.TABLE)
    threads = [side.thread for side in sides]

    def further(first: int) -> None:
        for depth in range(first, alpha_beta.DEEPEST):
            found = [side.look(table, depth - number) for number, side in enumerate(sides)]
            if found[0] is None or found[1] is None:
                return
            sides[0].take(found[0])
            sides[1].take(found[1])
            if first == FIRST or all(side.settled for side in sides):
                return

    _allow(threads, FOREVER)
    further(FIRST)
    if budget.simulations is not None:
        _allow(threads, budget.simulations * LOOKS_A_SIMULATION)
    future = aside(further, FIRST + 1)
    wait([future], budget.seconds)
    for own in threads:
        own.control["stop"] = 1
    future.result()


def _allow(threads: list[_Thread], looks: int) -> None:
    for own in threads:
        own.control["left"] = looks
