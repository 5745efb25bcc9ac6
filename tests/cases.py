"""Every game with every number of seats and every option, for tests that run over all games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
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


def declared(game: str) -> ModuleType:
    """Return the module `tests/games/<game>/cases.py`.

    `SETUPS`: numbers of seats and options; each is a case of every test that runs over all games.
    `FURTHER_SETUPS`, if any: cases of only a few of these tests.
    `COMPARED_MOVES`: how many moves of a match are compared with the game's slow reference.
    `PERFT`: the positions and depths of perft: after how many random moves, and how deep.
    `HIDDEN_ORDER`, if any: the key of the state whose order nobody may know, such as a pile of cards to draw from.
    `UNCOMPILED_MOVES`: how many moves of a match are played without compilation, which is slow.
    """
    return import_module(f"tests.games.{game}.cases")


def hidden_order(game: str) -> str | None:
    """Return the key of the game's state whose order nobody may know, if there is one."""
    return getattr(declared(game), "HIDDEN_ORDER", None)


def _cases(setups: str) -> list[Case]:
    return [Case(game, *setup) for game in ludotheque.games() for setup in getattr(declared(game), setups, ())]


CASES, FURTHER_CASES = _cases("SETUPS"), _cases("FURTHER_SETUPS")


def steps(match: Match, random_: random.Random, most: int = 10_000) -> Iterator[tuple[int, str]]:
    """Play random moves until the end, or at most `most`; yield each (seat, move) before it is played."""
    for _ in range(most):
        if match.over:
            return
        seat = random_.choice(match.to_act)
        move = random_.choice(match.legal_moves(seat))
        yield seat, move
        match.play(move, seat)
