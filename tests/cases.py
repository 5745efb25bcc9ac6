"""Every game with every number of seats and every option, for the tests that hold for all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import ludotheque
from ludotheque import Game, Match


@dataclass(frozen=True)
class Case:
    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        return ludotheque.game(self.name)

    def start(self, seed: int | str) -> Match:
        return self.game.start(self.seats, seed, self.options)

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.name}-{self.seats}" + (f"-{chosen}" if chosen else "")


CASES = [
    Case("keks", 2),
    Case("keks", 2, {"variant": "eleven"}),
    Case("nasca", 2),
    Case("nasca", 2, {"support": "end", "rounds": 1}),
    Case("nasca", 2, {"landscape": ["c3-c5", "e5-f5", "h2"], "rounds": 2}),
    *(Case("nasenspiel", seats) for seats in range(2, 6)),
    *(Case("nox", seats) for seats in range(2, 7)),
    Case("nox", 3, {"variant": "hard"}),
    Case("nox", 4, {"target": 20}),
    Case("nox", 6, {"variant": "hard", "target": 60}),
    *(Case("domino3d", seats) for seats in range(2, 7)),
    Case("domino3d", 2, {"several": True}),
    Case("domino3d", 3, {"falls": "refuse"}),
    Case("domino3d", 2, {"contact": "differ", "sand": 0}),
    Case("domino3d", 4, {"contact": "differ", "several": True, "falls": "refuse"}),
    Case("domino3d", 1, {"mode": "solo"}),
    Case("domino3d", 1, {"mode": "solo", "several": False, "turns": 5, "falls": "refuse"}),
    *(Case("domino3d", seats, {"mode": "race"}) for seats in range(2, 7)),
    Case("domino3d", 3, {"mode": "race", "referee": "neighbour", "goal": "rounds"}),
    Case("domino3d", 2, {"mode": "race", "referee": "neighbour"}),
]


def landscapes() -> list[Case]:
    """Nasca with each of its built-in landscapes."""
    choices = ludotheque.game("nasca").options["landscape"].choices or ()
    return [Case("nasca", 2, {"landscape": name}) for name in choices if name != "none"]


def steps(match: Match, random_: random.Random, most: int = 10_000) -> Iterator[tuple[int, str]]:
    """Play random moves until the end, or at most so many; yield each (seat, move) before it is played."""
    for _ in range(most):
        if match.over:
            return
        seat = random_.choice(match.to_act)
        move = random_.choice(match.legal_moves(seat))
        yield seat, move
        match.play(move, seat)
