"""The interface of a computer player: a move for a match and a seat, within a budget."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from ludotheque.errors import LudothequeError, MatchOver, NotYourTurn
from ludotheque.match import Match
from ludotheque.seeds import check_seed


class BadBudget(LudothequeError):
    """A budget that is missing, given twice, or not positive."""


class UnknownBot(LudothequeError):
    """No bot of that name; the text lists the allowed names."""


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: seconds, or a number of simulations, which makes it deterministic."""

    seconds: float | None = None
    simulations: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.simulations is None):
            raise BadBudget("a budget is either a number of seconds or a number of simulations")
        amount = self.seconds if self.seconds is not None else self.simulations
        if not isinstance(amount, (int, float)) or isinstance(amount, bool) or not 0 < amount < 1e9:
            raise BadBudget(f"a budget is more than 0, not {amount!r}")

    def part(self, part: float, among: int = 1) -> Budget:
        """Return a part of this budget, shared equally; at least one simulation."""
        if self.seconds is not None:
            return Budget(seconds=self.seconds * part / among)
        assert self.simulations is not None
        return Budget(simulations=max(1, round(self.simulations * part / among)))

    def per_thread(self, threads: int, stages: int = 1) -> Budget:
        """Return each thread's budget in each stage. Time passes for all at once; they share the simulations."""
        if self.seconds is not None:
            return Budget(seconds=self.seconds / stages)
        assert self.simulations is not None
        return Budget(simulations=max(1, self.simulations // (stages * threads)))


class Bot(Protocol):
    """A computer player. It may keep its search for its next move in the same match."""

    @property
    def name(self) -> str:
        """The name that the arena and the tables show."""

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        """Return a legal move of the seat. Uses only what the seat may know, and does not change the match.

        Without a budget the bot takes its own. The same match, seed and number of simulations give the same move.
        """


def check_turn(match: Match, seat: int, seed: int) -> None:
    """Raises MatchOver, NotYourTurn or BadSetup if the seat is not to act, or no match could have that seed."""
    check_seed(seed)
    legal = match.legal_moves(seat)  # BadSetup for a seat that does not exist
    if match.over:
        raise MatchOver("the match is over: there is nothing to move")
    if not legal:
        raise NotYourTurn(f"seat {seat} may not move now; to act: {', '.join(map(str, match.to_act))}")


class RandomBot:
    """Plays a uniformly random legal move."""

    name = "random"

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        check_turn(match, seat, seed)
        return random.Random(f"{seed} {len(match.history)} {seat}").choice(match.legal_moves(seat))


def without_chance(states: NDArray[Any]) -> bytes:
    """Return the bytes of a position with its chance zeroed, for comparing positions whose seeds may differ."""
    plain = states.copy()
    plain["chance"] = 0
    return plain.tobytes()
