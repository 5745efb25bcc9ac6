"""The bot without search: it plays by the game's policy (`Knowledge.weigh`) alone."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from ludotheque.bots.bot import Budget, check_turn
from ludotheque.bots.playout import weigh_legal
from ludotheque.bots.workspace import SearchSettings, new_workspace
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match

#: Moves below this fraction of the best weight (such as giving up) are never played, not even as a blunder.
NEVER_PLAYED = 1e-9


def weights_of(match: Match, seat: int) -> list[float]:
    """Return the policy's weight of each legal move of the seat, in the order of `legal_moves`."""
    rules = match.rules
    workspace = new_workspace(rules, SearchSettings(), knowledge_of(rules.dtype).tuning)
    count = weigh_legal(match.states, 0, seat, workspace)
    return [float(weight) for weight in workspace[0].weights[:count]]


@dataclass(frozen=True)
class PolicyBot:
    """Samples a move with probability proportional to weight ** (1 / temperature); at 0, plays the best.

    `blunder_rate`: how often, from 0 to 1, it plays a uniformly random move other than the best.
    """

    name: str
    temperature: float = 0.0
    blunder_rate: float = 0.0

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        seen = match.redeal(seat, f"bot {seed}")
        weights = np.array(weights_of(seen, seat))
        moves = seen.legal_moves(seat)
        chance = random.Random(f"{seed} {len(match.history)} {seat}")
        if self.blunder_rate and chance.random() < self.blunder_rate:
            others = np.flatnonzero((weights < weights.max()) & (weights > NEVER_PLAYED * weights.max()))
            if others.size:
                return moves[chance.choice(others.tolist())]
        if self.temperature == 0.0:
            best = [k for k in range(len(moves)) if math.isclose(weights[k], weights.max(), rel_tol=1e-9)]
            return moves[chance.choice(best)]
        likely = (weights / weights.max()) ** (1.0 / self.temperature)
        return chance.choices(moves, likely.tolist())[0]
