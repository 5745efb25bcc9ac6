"""What moves are worth, by alpha-beta: for games that have a position key (see `Knowledge`).

The positions before and after the move are searched to the same horizon, the latter one ply less deep. A proved value
is exactly 0 or 1 and stays so with any larger budget.
"""

from __future__ import annotations

import time
from concurrent.futures import wait
from typing import Any

from numpy.typing import NDArray

from ludotheque.bots import Budget
from ludotheque.bots.alpha_beta import MAX_DEPTH, NO_ACTION, UNKNOWN, WON, new_table
from ludotheque.bots.background import in_background
from ludotheque.bots.endgame import POSITIONS_PER_SIMULATION, UNLIMITED, proved_best, remaining
from ludotheque.bots.iterative_deepening import Deepening
from ludotheque.match import Match
from ludotheque.review.model import Worth, with_others_even

#: The part of a budget that goes into solving the positions before and after the move.
SOLVING = 0.4
#: The first iteration sees the replies to the move; it is short, and always complete.
FIRST_DEPTH = 2


class _Side:
    """One of the two positions: its value for the seat to move, as far as it is known."""

    def __init__(self, match: Match, budget: Budget) -> None:
        self.match = match
        self.value = 0.5
        self.action = NO_ACTION
        self.settled = match.over
        self.search = Deepening.of(match)
        proof = None if match.over else proved_best(match, budget)
        if proof and proof.wins:
            self.value, self.settled = 1.0, True
            self.action = match.mode.parse(proof.move)

    def look(self, table: NDArray[Any], depth: int) -> tuple[float, int] | None:
        """The value and the best action at that depth; None if it was stopped."""
        if self.settled:
            return self.value, self.action
        result = self.search.search(table, depth)
        return None if result == UNKNOWN else (result / WON, self.search.best_action)

    def take(self, looked: tuple[float, int]) -> None:
        self.value, self.action = looked
        self.settled = self.settled or self.value in (0.0, 1.0)

    def value_for(self, seat: int) -> float:
        if self.match.over:
            return 1.0 / len(self.match.winners) if seat in self.match.winners else 0.0
        return self.value if self.match.to_act == (seat,) else 1.0 - self.value


def worth(match: Match, seat: int, move: str, budget: Budget) -> Worth:
    """Compare the seat's move with the best one. Nothing is random: the number of simulations decides the result."""
    began = time.perf_counter()
    after = match.copy()
    after.play(move, seat)
    solving = budget.part(SOLVING / 2)
    sides = (_Side(match, solving), _Side(after, solving))
    _deepen(sides, remaining(budget, began))
    best, played = sides[0].value, sides[1].value_for(seat)
    better = match.mode.text(sides[0].action) if best > played else move
    return Worth(
        better,
        with_others_even(max(best, played), seat, match.seats),
        with_others_even(played, seat, match.seats),
    )


def _deepen(sides: tuple[_Side, _Side], budget: Budget) -> None:
    """Search both sides deeper and deeper until they are settled or the budget is used up.

    The position after the move is searched one ply less deep; a depth counts only if both sides reached it.
    """
    table = new_table()

    def deepen(first: int) -> None:
        for depth in range(first, MAX_DEPTH):
            looked = [side.look(table, depth - number) for number, side in enumerate(sides)]
            if looked[0] is None or looked[1] is None:
                return
            sides[0].take(looked[0])
            sides[1].take(looked[1])
            if first == FIRST_DEPTH or all(side.settled for side in sides):
                return

    _allow(sides, UNLIMITED)
    deepen(FIRST_DEPTH)
    if budget.simulations is not None:
        _allow(sides, budget.simulations * POSITIONS_PER_SIMULATION)
    future = in_background(deepen, FIRST_DEPTH + 1)
    wait([future], budget.seconds)
    for side in sides:
        side.search.stop()
    future.result()


def _allow(sides: tuple[_Side, _Side], nodes: int) -> None:
    for side in sides:
        side.search.allow(nodes)
