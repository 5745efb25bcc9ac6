"""A bot that searches: trees on several threads, kept from move to move, within a budget."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import tree
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.engine.chance import key_of
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import spec
from ludotheque.match import Match

#: A call into compiled code lasts about so long, so that a deadline is met to within that.
STRIDE_SECONDS = 0.01


@dataclass(frozen=True)
class Settings:
    """How a search goes about it; see `tree.SETTINGS`."""

    exploration: float = 1.0
    first_width: float = 1e9
    wider: float = 0.0
    playout_moves: int = -1
    trust: float = 0.0
    knows: bool = True
    margin: float = 10.0
    threads: int = 2
    nodes: int = 300_000


def load_knowledge(game: str) -> None:
    """Have a game's `evaluation.py` register what it knows; a game without one is searched without knowledge."""
    spec(game)  # UnknownGame
    module = f"ludotheque.games.{game}.evaluation"
    if find_spec(module):
        import_module(module)


@dataclass(frozen=True)
class Candidate:
    """A move as a search sees it: how often it was tried, and its mean result for the seat, from 0 to 1."""

    move: str
    visits: int
    value: float


@dataclass
class _Tree:
    """One thread's tree."""

    states: NDArray[Any]
    nodes: NDArray[Any]
    room: NDArray[Any]
    done: int = 0


@dataclass
class SearchBot:
    """Tree search with the knowledge of the game (or without: `knows=False` is plain UCT)."""

    name: str
    budget: Budget
    settings: Settings = field(default_factory=Settings)
    tuning: tuple[float, ...] | None = None

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self.candidates(match, seat, budget, seed)[0].move

    def candidates(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> list[Candidate]:
        """The moves that were looked at, the best first."""
        check_turn(match, seat)
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return [Candidate(legal[0], 0, 0.5)]
        trees = self._plant(match.redeal(seat, f"bot {seed}"), seat)
        self._grow(trees, match, seat, budget or self.budget, seed)
        return self._gather(trees, match, seat)

    def _plant(self, match: Match, seat: int) -> list[_Tree]:
        rules = match._start.mode.rules
        known = knowledge_of(rules.dtype)
        tuning = self.tuning if self.tuning is not None else known.tuning
        settings = replace(self.settings, **known.settings) if self.settings.knows else self.settings  # type: ignore[arg-type]  # names are checked at run time
        trees = []
        for _ in range(self.settings.threads):
            states = np.zeros(2, rules.dtype)
            states[0] = match._states[0]
            made = _Tree(states, np.zeros(self.settings.nodes, tree.NODE), tree.room_for(rules))
            for name in tree.SETTINGS.names or ():
                made.room[0].settings[name] = getattr(settings, name)
            made.room[0].tuning[: len(tuning)] = tuning
            tree.plant(made.nodes, made.room)
            trees.append(made)
        return trees

    def _grow(self, trees: list[_Tree], match: Match, seat: int, budget: Budget, seed: int) -> None:
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        share = None if budget.simulations is None else max(1, budget.simulations // len(trees))
        secret = match._start.mode.secret

        def work(number: int) -> None:
            own, key, stride = trees[number], key_of(f"{seed} {number} {len(match.history)}"), 64
            while True:
                count = stride if share is None else min(stride, share - own.done)
                began = time.perf_counter()
                tree.grow(own.states, own.nodes, own.room, match.seats, seat, secret, key, own.done, count)
                own.done += count
                now = time.perf_counter()
                if share is not None and own.done >= share:
                    return
                if deadline is not None and now + (now - began) > deadline:
                    return
                stride = max(1, min(2 * stride, int(stride * STRIDE_SECONDS / max(now - began, 1e-6))))

        with ThreadPoolExecutor(len(trees)) as pool:
            list(pool.map(work, range(len(trees))))

    def _gather(self, trees: list[_Tree], match: Match, seat: int) -> list[Candidate]:
        """Add up the children of the roots; most visits first."""
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for own in trees:
            for child in _children(own, match._start.mode.secret):
                action = int(child["action"])
                visits[action] = visits.get(action, 0) + int(child["visits"])
                totals[action] = totals.get(action, 0.0) + float(child["total"][seat])
        text = match._start.mode.text
        found = [Candidate(text(a), n, totals[a] / n if n else 0.0) for a, n in visits.items()]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move))


def _children(own: _Tree, linked: bool) -> list[Any]:
    root = own.nodes[0]
    if not linked:
        return [own.nodes[int(root["first"]) + k] for k in range(int(root["width"]))]
    found, child = [], int(root["first"])
    while child != tree.NONE:
        found.append(own.nodes[child])
        child = int(own.nodes[child]["next"])
    return found
