"""Bots that look no further than the next move: the game's `weigh`, with more or less of a steady hand."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import numpy as np

from ludotheque.bots import mcts
from ludotheque.bots.bot import Budget, check_turn
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match


def weights_of(match: Match, seat: int, tuning: tuple[float, ...] | None = None) -> list[float]:
    """How promising each legal move of the seat looks, in the order of `legal_moves`."""
    rules = match.rules
    room = mcts.room_for(rules)
    numbers = tuning if tuning is not None else knowledge_of(rules.dtype).tuning
    room[0].tuning[: len(numbers)] = numbers
    count = mcts.weigh_all(match.states, 0, seat, room)
    return [float(weight) for weight in room[0].weights[:count]]


#: No slip, however clumsy, is a move whose weight is less than this part of the best one's (to give up a race).
OUT_OF_THE_QUESTION = 1e-9


@dataclass(frozen=True)
class GreedyBot:
    """The most promising move; with a `haze` above 0 others too, the likelier the more promising.

    The chance of a move is proportional to weight ** (1 / haze). `slips`: how often, from 0 to 1, it is just any other.
    """

    name: str
    haze: float = 0.0
    slips: float = 0.0

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        seen = match.redeal(seat, f"bot {seed}")
        weights = np.array(weights_of(seen, seat))
        moves = seen.legal_moves(seat)
        chance = random.Random(f"{seed} {len(match.history)} {seat}")
        if self.slips and chance.random() < self.slips:
            others = np.flatnonzero((weights < weights.max()) & (weights > OUT_OF_THE_QUESTION * weights.max()))
            if others.size:
                return moves[chance.choice(others.tolist())]
        if self.haze == 0.0:
            best = [k for k in range(len(moves)) if math.isclose(weights[k], weights.max(), rel_tol=1e-9)]
            return moves[chance.choice(best)]
        likely = (weights / weights.max()) ** (1.0 / self.haze)
        return chance.choices(moves, likely.tolist())[0]
