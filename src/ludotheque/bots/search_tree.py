"""Trees of `mcts.py` as objects: grown within a budget, ranked, and kept from one move to the next."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots import mcts
from ludotheque.bots.bot import Budget, without_chance
from ludotheque.bots.workspace import SearchSettings, new_workspace
from ludotheque.engine import calls
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match

#: The length of a call into compiled code, by which a deadline may be missed.
STRIDE_SECONDS = 0.01
#: Nodes that each thread keeps until the next move, the nearest to the root first: many bots are alive at once.
KEPT_NODES = 100_000


@dataclass(frozen=True)
class Candidate:
    """A move as a search sees it: its visits, and its mean result for the seat, from 0 to 1."""

    move: str
    visits: int
    value: float


@dataclass
class SearchTree:
    """The tree of one thread. `done`: iterations so far; they are numbered, so that a search can be repeated."""

    seats: int
    states: NDArray[Any]
    nodes: NDArray[Any]
    workspace: NDArray[Any]
    done: int = 0

    @classmethod
    def of(cls, match: Match, settings: SearchSettings, tuning: tuple[float, ...] | None = None) -> SearchTree:
        """Make a tree of nothing but a root, the match's position. Without `tuning`, the parameters of the game."""
        rules = match.rules
        known = knowledge_of(rules.dtype)
        states: NDArray[Any] = np.zeros(2, rules.dtype)
        states[0] = match.states[0]
        workspace = new_workspace(rules, settings.for_game(known), known.tuning if tuning is None else tuning)
        nodes: NDArray[Any] = np.zeros(settings.nodes, mcts.NODE)
        mcts.clear(nodes, workspace)
        return cls(match.seats, states, nodes, workspace)

    def run(
        self, seat: int, redealt: int, key: NDArray[np.int64], budget: Budget, action: int = mcts.ANY_ACTION
    ) -> None:
        """Run iterations until the budget is used up; see `mcts.grow`."""
        deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
        stride = 64
        while True:
            count = stride if budget.simulations is None else min(stride, budget.simulations - self.done)
            began = time.perf_counter()
            mcts.grow(self.states, self.nodes, self.workspace, self.seats, seat, redealt, key, self.done, count, action)
            self.done += count
            now = time.perf_counter()
            if self.done == budget.simulations or (deadline is not None and now + (now - began) > deadline):
                return
            stride = max(1, min(2 * stride, int(stride * STRIDE_SECONDS / max(now - began, 1e-6))))

    def children(self, *, linked: bool) -> list[Any]:
        """Return the nodes below the root; `linked` in an open-loop tree."""
        root = self.nodes[0]
        if not linked:
            return [self.nodes[int(root["first"]) + k] for k in range(int(root["width"]))]
        children, child = [], int(root["first"])
        while child != mcts.NONE:
            children.append(self.nodes[child])
            child = int(self.nodes[child]["next"])
        return children

    def cut_to(self, node: int, size: int) -> None:
        """Make a node the root, and drop what does not fit into that many nodes."""
        nodes: NDArray[Any] = np.zeros(size, mcts.NODE)
        mcts.copy_subtree(self.nodes, nodes, self.workspace, node)
        self.nodes, self.done = nodes, 0


def ranked(trees: list[SearchTree], match: Match, seat: int) -> list[Candidate]:
    """Return the moves at the roots of trees that were grown from the same position, most visits first."""
    visits, totals = Counter[int](), defaultdict[int, float](float)
    for tree in trees:
        for child in tree.children(linked=match.mode.uncertain):
            action = int(child["action"])
            visits[action] += int(child["visits"])
            totals[action] += float(child["mean"][seat]) * int(child["visits"])
    text = match.mode.text
    candidates = [Candidate(text(a), n, totals[a] / n if n else 0.0) for a, n in visits.items()]
    return sorted(candidates, key=lambda candidate: (-candidate.visits, -candidate.value, candidate.move))


@dataclass
class KeptTrees:
    """What a search knows of the position after its move. For games of perfect information only.

    Where something is hidden, the determinizations of the last search may have turned out to be impossible.
    """

    trees: list[SearchTree]
    root: NDArray[Any]
    #: Number of moves from the start of the match to the root.
    moves: int

    @classmethod
    def after(cls, move: str, trees: list[SearchTree], match: Match, seat: int) -> KeptTrees | None:
        """Return the subtrees below a move, cut to KEPT_NODES; None if a tree has no node for it."""
        action = match.mode.parse(move)
        nodes = [int(mcts.child_by_action(tree.nodes, 0, action)) for tree in trees]
        if min(nodes) == mcts.NONE:
            return None
        for tree, node in zip(trees, nodes, strict=True):
            tree.cut_to(node, min(KEPT_NODES, len(tree.nodes)))
        root = match.states.copy()
        calls.step(root, 0, seat, action)
        return cls(trees, root, len(match.history) + 1)

    def follow(self, match: Match, size: int) -> list[SearchTree] | None:
        """Return the trees with the match's position as their root, and space for `size` nodes each.

        None if they belong to another match or have no node for the position.
        """
        root, nodes = self.root.copy(), [0] * len(self.trees)
        for seat, move in match.history[self.moves :]:
            action = match.mode.parse(move)
            nodes = [
                int(mcts.child_by_action(tree.nodes, node, action))
                for tree, node in zip(self.trees, nodes, strict=True)
            ]
            if min(nodes) == mcts.NONE:
                return None
            calls.step(root, 0, seat, action)  # legal: it has a node
        if without_chance(root) != without_chance(match.states):
            return None
        for tree, node in zip(self.trees, nodes, strict=True):
            tree.cut_to(node, size)
            tree.states[0] = match.states[0]
        return self.trees
