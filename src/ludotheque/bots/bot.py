"""What a computer player is: something that answers a move to a match and a seat, within a budget."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Protocol

from ludotheque.errors import LudothequeError, MatchOver, NotYourTurn
from ludotheque.match import Match
from ludotheque.seeds import check_seed


class BadBudget(LudothequeError):
    """A budget of nothing, or of nothing at all."""


class UnknownBot(LudothequeError):
    """No bot of that name; the text says which there are."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many seconds, or so many simulations, which makes it deterministic."""

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.simulations is None):
            raise BadBudget("a budget is a number of seconds or a number of simulations, one of the two")
        amount = self.seconds if self.seconds is not None else self.simulations
        if not isinstance(amount, (int, float)) or isinstance(amount, bool) or not 0 < amount < 1e9:
            raise BadBudget(f"a budget is more than 0, not {amount!r}")


class Bot(Protocol):
    """A computer player. It may keep what it thought for its next move in the same match."""

    @property
    def name(self) -> str:
        """How the arena and the tables call it."""

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        """A legal move of the seat. Looks only at what the seat may know; leaves the match as it is.

        Without a budget the bot takes its own. The same seed, budget in simulations and match give the same move.
        """


def check_turn(match: Match, seat: int, seed: int) -> None:
    """A bot is asked only for a seat that may move, with a seed as matches have them."""
    check_seed(seed)
    legal = match.legal_moves(seat)  # BadSetup for a seat that does not exist
    if match.over:
        raise MatchOver("the match is over: there is nothing to move")
    if not legal:
        raise NotYourTurn(f"seat {seat} may not move now; to act: {', '.join(map(str, match.to_act))}")


class RandomBot:
    """Every legal move is as likely as any other."""

    name = "random"

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        return random.Random(f"{seed} {len(match.history)} {seat}").choice(match.legal_moves(seat))
