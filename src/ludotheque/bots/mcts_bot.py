"""The bot that searches a tree: several threads with a tree each (root parallelization), kept from move to move."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import numpy as np

from ludotheque.bots.background import in_background
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.endgame import proved_best, remaining
from ludotheque.bots.mcts import NOTHING, UNKNOWN
from ludotheque.bots.policy import weights_of
from ludotheque.bots.search_tree import Candidate, KeptTrees, SearchTree, ranked
from ludotheque.bots.workspace import SearchSettings
from ludotheque.engine.chance import key_of
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match


@dataclass
class MctsBot:
    """Tree search with the knowledge of the game, or without it (plain UCT)."""

    name: str
    budget: Budget
    settings: SearchSettings = field(default_factory=SearchSettings)
    tuning: tuple[float, ...] | None = None
    kept: KeptTrees | None = field(default=None, repr=False, compare=False)

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self._search(match, seat, budget or self.budget, seed, all_moves=False)[0].move

    def candidates(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> list[Candidate]:
        """Return the moves that were searched, the best first."""
        return self._search(match, seat, budget or self.budget, seed, all_moves=True)

    def _search(self, match: Match, seat: int, budget: Budget, seed: int, all_moves: bool) -> list[Candidate]:
        """Return the best move first; the others follow unless the best is proved and `all_moves` is false."""
        check_turn(match, seat, seed)
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return [Candidate(legal[0], 0, 0.5)]
        if self.settings.use_knowledge and knowledge_of(match.rules.dtype).planned:
            return _by_weight(match.redeal(seat, f"bot {seed}"), seat)
        began = time.perf_counter()
        proof = proved_best(match, budget) if self.settings.use_solver else None
        if proof and not all_moves:
            return [Candidate(proof.move, 0, 1.0 if proof.wins else 0.5)]
        budget = remaining(budget, began)
        trees = self._trees(match.redeal(seat, f"bot {seed}"), budget)
        self.grow(trees, match, seat, budget, seed)
        candidates = ranked(trees, match, seat)
        if budget.seconds is not None and not match.mode.uncertain:
            self.kept = KeptTrees.after(candidates[0].move, trees, match, seat)
        if proof is None:
            return candidates
        best = next((one for one in candidates if one.move == proof.move), Candidate(proof.move, 0, 0.5))
        others = (one for one in candidates if one.move != proof.move)
        return [replace(best, value=1.0) if proof.wins else best, *others]

    def _trees(self, match: Match, budget: Budget) -> list[SearchTree]:
        """Return the trees of the last search if the match has followed them, or new ones.

        With a budget of simulations they are always new, so that the move depends on position and seed alone.
        """
        kept, self.kept = self.kept, None
        if kept is None or budget.seconds is None or match.mode.uncertain:
            return self.plant(match)
        return kept.follow(match, self.settings.nodes) or self.plant(match)

    def plant(self, match: Match) -> list[SearchTree]:
        """Make a new tree for each thread."""
        return [SearchTree.of(match, self.settings, self.tuning) for _ in range(self.settings.threads)]

    def grow(self, trees: list[SearchTree], match: Match, seat: int, budget: Budget, seed: int) -> None:
        """Grow all trees at once, each in a thread of its own."""
        budget = budget.per_thread(len(trees))
        redealt = UNKNOWN if match.mode.uncertain else NOTHING
        keys = [key_of(f"{seed} {number} {len(match.history)}") for number in range(len(trees))]
        futures = [in_background(tree.run, seat, redealt, key, budget) for tree, key in zip(trees, keys, strict=True)]
        for future in futures:
            future.result()


def _by_weight(match: Match, seat: int) -> list[Candidate]:
    """Sort the moves by descending weight. Their value is that of the position: nothing is searched."""
    known = knowledge_of(match.rules.dtype)
    value = float(known.value(match.states[0], seat, np.array(known.tuning)))
    weights = dict(zip(match.legal_moves(seat), weights_of(match, seat), strict=True))
    return [Candidate(move, 0, value) for move in sorted(weights, key=lambda move: -weights[move])]
