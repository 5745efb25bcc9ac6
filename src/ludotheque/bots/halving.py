"""Sequential halving over the best-looking moves, with common random numbers, on several threads.

In games of much luck a tree visits its favourites in other determinizations than the rest, and mostly learns which of
them was lucky. Here each determinization (what is hidden re-dealt, and the draws to come) is played out once after
every move that is left, so that luck is the same for all. After each stage the worse half of the moves is dropped.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.background import in_background
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.playout import evaluate, weigh_legal
from ludotheque.bots.workspace import SearchSettings, new_workspace
from ludotheque.engine.chance import key_of, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import apply, redeal
from ludotheque.match import Match

#: At most this many moves are compared, those of the highest weight,
MAX_MOVES = 16
#: and none whose weight is less than this part of the highest: where weights are far apart, the policy judges better.
MIN_WEIGHT = 0.3
#: Determinizations between two looks at the clock.
STRIDE = 4


@compiled
def compare(states, workspace, seats, seat, key, first, count, actions, totals):
    """Play out determinizations `first` to `first + count - 1` after each action; add up the seat's results.

    `states[0]` is the position, `states[1]` scratch.
    """
    for number in range(first, first + count):
        for i in range(len(actions)):
            states[1] = states[0]
            seed_picks(workspace[0].picks, key, number)
            seed_chance(states[1].chance, key, 2 * number + 1)
            redeal(states[1], seat)
            seed_chance(states[1].chance, key, 2 * number)
            apply(states[1], seat, np.int64(actions[i]))
            evaluate(states[1], workspace[0], seats)
            totals[i] += workspace[0].results[seat]


@dataclass
class Comparison:
    """The work of one thread, which has determinizations of its own."""

    states: NDArray[Any]
    workspace: NDArray[Any]
    key: NDArray[np.int64]
    done: int = 0

    def stage(self, match: Match, seat: int, actions: NDArray[np.int64], budget: Budget) -> NDArray[np.float64]:
        """Compare actions until the budget is used up; return the sum of each one's results."""
        totals = np.zeros(len(actions))
        determinizations = max(1, (budget.simulations or 0) // len(actions))
        deadline, last = time.perf_counter() + (budget.seconds or 0.0), self.done + determinizations
        while True:
            count = STRIDE if budget.seconds else min(STRIDE, last - self.done)
            began = time.perf_counter()
            compare(self.states, self.workspace, match.seats, seat, self.key, self.done, count, actions, totals)
            self.done += count
            now = time.perf_counter()
            if now + (now - began) > deadline if budget.seconds else self.done >= last:
                return totals


@dataclass(frozen=True)
class HalvingBot:
    """Plays the move with the best mean result of playouts that end after `playout_moves_per_seat` moves of each."""

    name: str
    budget: Budget
    playout_moves_per_seat: int
    threads: int = 2

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        seen = match.redeal(seat, f"bot {seed}")
        threads = self.comparisons(seen, seed)
        actions = promising(seen, seat, threads[0].workspace)
        stages = max(1, (len(actions) - 1).bit_length())
        share = (budget or self.budget).per_thread(len(threads), stages)
        totals = np.zeros(len(actions))
        while len(actions) > 1:
            futures = [in_background(thread.stage, seen, seat, actions, share) for thread in threads]
            for future in futures:
                totals = totals + future.result()
            # Stable: of equal totals, the move of higher weight is kept.
            kept = np.argsort(-totals, kind="stable")[: (len(actions) + 1) // 2]
            actions, totals = actions[kept], totals[kept]
        return match.mode.text(int(actions[0]))

    def comparisons(self, match: Match, seed: int) -> list[Comparison]:
        """Return the work of each thread, from the match's position."""
        rules, known = match.rules, knowledge_of(match.rules.dtype)
        settings = replace(SearchSettings().for_game(known), playout_moves=self.playout_moves_per_seat * match.seats)
        threads = []
        for number in range(self.threads):
            states: NDArray[Any] = np.zeros(2, rules.dtype)
            states[0] = match.states[0]
            key = key_of(f"{seed} {number} {len(match.history)}")
            threads.append(Comparison(states, new_workspace(rules, settings, known.tuning), key))
        return threads


def promising(match: Match, seat: int, workspace: NDArray[Any]) -> NDArray[np.int64]:
    """Return the actions worth a comparison, in descending order of their weights."""
    weights = workspace[0].weights[: int(weigh_legal(match.states, 0, seat, workspace))]
    order = np.argsort(-weights, kind="stable")[:MAX_MOVES]
    best = [k for k in order if weights[k] >= MIN_WEIGHT * weights.max()]
    return workspace[0].moves[best].astype(np.int64)  # type: ignore[no-any-return]  # a record's field
