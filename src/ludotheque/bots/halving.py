"""Moves compared in the same worlds, in compiled code and on several threads.

Where draws and hidden cards blur everything, a tree tries its favourites in other worlds than the rest, and mostly
learns who was lucky. Here each world (what is hidden re-dealt, the draws to come) is played once after every move that
is left, so that luck is the same for all. In stages the worse half of the moves is dropped. Only moves that look about
equally good are compared.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import mcts
from ludotheque.bots.background import aside
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.mcts_bot import Settings, furnished
from ludotheque.engine.chance import key_of, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import apply, redeal
from ludotheque.match import Match

#: So many moves are compared at most, of those that look best at once,
MOST = 16
#: and none whose weight is less than this part of the best one's: where moves look far apart, the look judges better.
LEAST = 0.3
#: Worlds between two looks at the clock.
STRIDE = 4


@compiled
def compare(states, room, seats, seat, key, first, count, actions, totals):
    """Play worlds `first` to `first + count - 1` after each of the actions; add up what the seat makes of them.

    `states[0]`: the position; `states[1]`: scratch.
    """
    for number in range(first, first + count):
        for i in range(len(actions)):
            states[1] = states[0]
            seed_picks(room[0].picks, key, number)
            seed_chance(states[1].chance, key, 2 * number + 1)
            redeal(states[1], seat)
            seed_chance(states[1].chance, key, 2 * number)
            apply(states[1], seat, np.int64(actions[i]))
            mcts.judge(states[1], room[0], seats)
            totals[i] += room[0].results[seat]


@dataclass
class _Thread:
    """What one thread works on. Its worlds are its own."""

    states: NDArray[Any]
    room: NDArray[Any]
    key: NDArray[np.int64]
    done: int = 0

    def stage(self, match: Match, seat: int, actions: NDArray[np.int64], budget: Budget) -> NDArray[np.float64]:
        """Compare these actions until the budget is used up: what they made of it, added up."""
        totals = np.zeros(len(actions))
        worlds = max(1, (budget.simulations or 0) // len(actions))
        deadline, last = time.perf_counter() + (budget.seconds or 0.0), self.done + worlds
        while True:
            count = STRIDE if budget.seconds else min(STRIDE, last - self.done)
            began = time.perf_counter()
            compare(self.states, self.room, match.seats, seat, self.key, self.done, count, actions, totals)
            self.done += count
            now = time.perf_counter()
            if now + (now - began) > deadline if budget.seconds else self.done >= last:
                return totals


@dataclass(frozen=True)
class WorldsBot:
    """The move that does best in many worlds, each judged after `horizon` more moves of every seat."""

    name: str
    budget: Budget
    horizon: int
    threads: int = 2

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        seen, text = match.redeal(seat, f"bot {seed}"), match.mode.text
        threads = self._threads(seen, seed)
        actions = promising(seen, seat, threads[0].room)
        stages = max(1, (len(actions) - 1).bit_length())
        part = part_of(budget or self.budget, stages, len(threads))
        totals = np.zeros(len(actions))
        while len(actions) > 1:
            futures = [aside(own.stage, seen, seat, actions, part) for own in threads]
            for future in futures:
                totals = totals + future.result()
            # Stable: of equals the one that looked better at once.
            kept = np.argsort(-totals, kind="stable")[: (len(actions) + 1) // 2]
            actions, totals = actions[kept], totals[kept]
        return text(int(actions[0]))

    def _threads(self, match: Match, seed: int) -> list[_Thread]:
        mode, count = match.mode, len(match.history)
        known = knowledge_of(mode.rules.dtype)
        settings = replace(Settings(), **known.settings | {"playout_moves": self.horizon * match.seats})  # type: ignore[arg-type]  # names are checked at run time
        made = []
        for number in range(self.threads):
            states = np.zeros(2, mode.rules.dtype)
            states[0] = match.states[0]
            room = furnished(mode.rules, settings, known.tuning)
            made.append(_Thread(states, room, key_of(f"{seed} {number} {count}")))
        return made


def promising(match: Match, seat: int, room: NDArray[Any]) -> NDArray[np.int64]:
    """The actions that look about as good as the best one, the best first."""
    weights = room[0].weights[: int(mcts.weigh_all(match.states, 0, seat, room))]
    best = [k for k in np.argsort(-weights, kind="stable")[:MOST] if weights[k] >= LEAST * weights.max()]
    return room[0].moves[best].astype(np.int64)  # type: ignore[no-any-return]  # a record's field


def part_of(budget: Budget, stages: int, threads: int) -> Budget:
    """What each thread has for each stage. Time passes for all threads at once; simulations are shared."""
    if budget.seconds is not None:
        return Budget(seconds=budget.seconds / stages)
    return Budget(simulations=max(1, (budget.simulations or 0) // (stages * threads)))
