"""Puzzles: positions in which one move is clearly the best. A game's `puzzles.jsonl` holds them, one in a line.

`scripts/make_puzzles.py` finds them in self-play and proves them by a deeper search.
"""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import msgspec

from ludotheque.catalogue import game
from ludotheque.games import names as games
from ludotheque.match import Match, Move
from ludotheque.teaching.positions import position


class Puzzle(msgspec.Struct, frozen=True):
    """After `moves` the seat is to find `best`. `chance`: with it, `next`: with the best of the other moves.

    `proof`: `solved`, if all moves were tried to the end; `search`, if a long search says so.
    """

    seats: int
    options: dict[str, Any]
    seed: str
    moves: list[Move]
    seat: int
    best: str
    chance: float
    next: float
    proof: str

    def position(self, name: str) -> Match:
        """The match in which the move is to be found."""
        return position(name, {"seats": self.seats, "options": self.options, "seed": self.seed, "moves": self.moves})


@cache
def puzzles(name: str) -> list[Puzzle]:
    """The puzzles of a game, the easier ones first; none if it has no such file."""
    path = game(name).spec.folder / "puzzles.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Puzzle) for line in lines]


def daily(day: datetime.date) -> tuple[str, int]:
    """The game and the number of that day's puzzle. Games take turns; all of a game's come before one comes again."""
    names = [name for name in games() if puzzles(name)]
    turn, place = divmod(day.toordinal(), len(names))
    return names[place], 1 + turn % len(puzzles(names[place]))
