"""A bot that searches: trees on several threads, kept from move to move, within a budget."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import mcts
from ludotheque.bots.background import aside
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.endgame import proved, rest_of
from ludotheque.bots.policy import weights_of
from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.engine.rules import Rules
from ludotheque.games import spec
from ludotheque.match import Match

#: A call into compiled code lasts about so long, so that a deadline is met to within that.
STRIDE_SECONDS = 0.01

#: Nodes that each thread keeps until the next move, the nearest ones first.
KEPT_NODES = 100_000


@dataclass(frozen=True)
class Settings:
    """How a search goes about it; see `mcts.SETTINGS`."""

    exploration: float = 1.0
    first_width: float = 1e9
    wider: float = 0.0
    playout_moves: int = -1
    trust: float = 0.0
    knows: bool = True
    margin: float = 10.0
    threads: int = 2
    nodes: int = 1_000_000  # of each thread; one takes 52 bytes
    exact: bool = False  # wins endgames that the game can solve


def load_knowledge(game: str) -> None:
    """Import the modules in which a game registers what it knows; a mode without one is searched without knowledge."""
    for mode in spec(game).modes:
        if mode.knowledge:
            import_module(mode.knowledge)
        knowledge_of(mode.rules.dtype)


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
class _Kept:
    """What the last search knows of the position after its move: small trees, and the position at their roots."""

    trees: list[_Tree]
    root: NDArray[Any]
    moves: int  # of the match, to get there


@dataclass
class SearchBot:
    """Tree search with the knowledge of the game (or without: `knows=False` is plain UCT)."""

    name: str
    budget: Budget
    settings: Settings = field(default_factory=Settings)
    tuning: tuple[float, ...] | None = None
    _kept: _Kept | None = field(default=None, repr=False, compare=False)

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self._judged(match, seat, budget or self.budget, seed, all_moves=False)[0].move

    def candidates(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> list[Candidate]:
        """The moves that were looked at, the best first."""
        return self._judged(match, seat, budget or self.budget, seed, all_moves=True)

    def _judged(self, match: Match, seat: int, budget: Budget, seed: int, all_moves: bool) -> list[Candidate]:
        """The best move, and others if all are wanted or none is proved best."""
        check_turn(match, seat, seed)
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return [Candidate(legal[0], 0, 0.5)]
        if self.settings.knows and knowledge_of(match.rules.dtype).planned:
            return _by_weight(match.redeal(seat, f"bot {seed}"), seat)
        began = time.perf_counter()
        solved = proved(match, budget) if self.settings.exact else None
        if solved and not all_moves:
            return [Candidate(solved[0], 0, 1.0 if solved[1] else 0.5)]
        budget = rest_of(budget, began)
        trees = self._trees(match.redeal(seat, f"bot {seed}"), budget)
        self._grow(trees, match, seat, budget, seed)
        found = self._gather(trees, match, seat)
        if budget.seconds is not None and not match.mode.secret:
            self._keep(trees, match, seat, found[0].move)
        if solved is None:
            return found
        move, wins = solved
        before = next((other for other in found if other.move == move), Candidate(move, 0, 0.5))
        return [replace(before, value=1.0) if wins else before, *(other for other in found if other.move != move)]

    def _trees(self, match: Match, budget: Budget) -> list[_Tree]:
        """The trees to grow: those of the last search, as far as the match has followed them, or new ones.

        Under a budget of simulations they are always new, so that a move depends on the position and the seed alone;
        and where something is hidden, because the worlds they grew in may have turned out not to be the real one.
        """
        kept, self._kept = self._kept, None
        if kept is None or budget.seconds is None or match.mode.secret:
            return self._plant(match)
        return self._follow(kept, match) or self._plant(match)

    def _keep(self, trees: list[_Tree], match: Match, seat: int, move: str) -> None:
        """Keep what was found out about the position after a move, cut to a size that many bots can afford at once."""
        action = match.mode.parse(move)
        at = [int(mcts.child_by(own.nodes, 0, action)) for own in trees]
        if min(at) == mcts.NONE:
            return
        for own, i in zip(trees, at, strict=True):
            small = np.zeros(min(KEPT_NODES, len(own.nodes)), mcts.NODE)
            mcts.transplant(own.nodes, small, own.room, i)
            own.nodes = small
        root = match.states.copy()
        calls.step(root, 0, seat, action)
        self._kept = _Kept(trees, root, len(match.history) + 1)

    def _follow(self, kept: _Kept, match: Match) -> list[_Tree] | None:
        """The trees of the last search, replanted where the match has come to.

        None if they are not of this match or never came here.
        """
        root, at = kept.root.copy(), [0] * len(kept.trees)
        for seat, move in match.history[kept.moves :]:
            action = match.mode.parse(move)
            at = [int(mcts.child_by(own.nodes, i, action)) for own, i in zip(kept.trees, at, strict=True)]
            if min(at) == mcts.NONE:
                return None
            calls.step(root, 0, seat, action)  # legal: it has a node
        if without_chance(root) != without_chance(match.states):
            return None
        for own, i in zip(kept.trees, at, strict=True):
            fresh = np.zeros(self.settings.nodes, mcts.NODE)
            mcts.transplant(own.nodes, fresh, own.room, i)
            own.nodes, own.done = fresh, 0
            own.states[0] = match.states[0]
        return kept.trees

    def _plant(self, match: Match) -> list[_Tree]:
        rules = match.rules
        known = knowledge_of(rules.dtype)
        tuning = self.tuning if self.tuning is not None else known.tuning
        settings = replace(self.settings, **known.settings) if self.settings.knows else self.settings  # type: ignore[arg-type]  # names are checked at run time
        trees = []
        for _ in range(self.settings.threads):
            states = np.zeros(2, rules.dtype)
            states[0] = match.states[0]
            made = _Tree(states, np.zeros(self.settings.nodes, mcts.NODE), furnished(rules, settings, tuning))
            mcts.plant(made.nodes, made.room)
            trees.append(made)
        return trees

    def _grow(self, trees: list[_Tree], match: Match, seat: int, budget: Budget, seed: int) -> None:
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        share = None if budget.simulations is None else max(1, budget.simulations // len(trees))
        secret = match.mode.secret

        def work(number: int) -> None:
            own, key, stride = trees[number], key_of(f"{seed} {number} {len(match.history)}"), 64
            while True:
                count = stride if share is None else min(stride, share - own.done)
                began = time.perf_counter()
                mcts.grow(own.states, own.nodes, own.room, match.seats, seat, secret, key, own.done, count)
                own.done += count
                now = time.perf_counter()
                if share is not None and own.done >= share:
                    return
                if deadline is not None and now + (now - began) > deadline:
                    return
                stride = max(1, min(2 * stride, int(stride * STRIDE_SECONDS / max(now - began, 1e-6))))

        for future in [aside(work, number) for number in range(len(trees))]:
            future.result()

    def _gather(self, trees: list[_Tree], match: Match, seat: int) -> list[Candidate]:
        """Add up the children of the roots; most visits first."""
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        for own in trees:
            for child in _children(own, match.mode.secret):
                action = int(child["action"])
                visits[action] = visits.get(action, 0) + int(child["visits"])
                totals[action] = totals.get(action, 0.0) + float(child["mean"][seat]) * int(child["visits"])
        text = match.mode.text
        found = [Candidate(text(a), n, totals[a] / n if n else 0.0) for a, n in visits.items()]
        return sorted(found, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move))


def points_of_all(match: Match) -> float:
    """The points that are a perfect result for somebody alone at the table: what a search calls 1."""
    return 4.0 * float(knowledge_of(match.rules.dtype).settings["margin"])


def furnished(rules: Rules, settings: Settings, tuning: tuple[float, ...]) -> NDArray[Any]:
    """Room for one thread, with the settings and numbers to go by."""
    room = mcts.room_for(rules)
    for name in mcts.SETTINGS.names or ():
        room[0].settings[name] = getattr(settings, name)
    room[0].tuning[: len(tuning)] = tuning
    return room


def _by_weight(match: Match, seat: int) -> list[Candidate]:
    """The moves in the order of their weights, where these are all there is to know; the chance is that of now."""
    known = knowledge_of(match.rules.dtype)
    chance = float(known.value(match.states[0], seat, np.array(known.tuning)))
    weights = dict(zip(match.legal_moves(seat), weights_of(match, seat), strict=True))
    return [Candidate(move, 0, chance) for move in sorted(weights, key=lambda move: -weights[move])]


def without_chance(states: NDArray[Any]) -> bytes:
    """All that counts in an open match: its chance is over, but a copy may have been given another seed."""
    plain = states.copy()
    plain["chance"] = 0
    return plain.tobytes()


def _children(own: _Tree, linked: bool) -> list[Any]:
    root = own.nodes[0]
    if not linked:
        return [own.nodes[int(root["first"]) + k] for k in range(int(root["width"]))]
    found, child = [], int(root["first"])
    while child != mcts.NONE:
        found.append(own.nodes[child])
        child = int(own.nodes[child]["next"])
    return found
