"""Puzzles: positions in which one move is clearly the best. A game's `puzzles.jsonl` has one per line.

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
    """After `moves` the seat has to find `best`. `chance`: to win with it; `next`: with the best of the other moves.

    `proof`: `solved` if all moves were searched to the end, `search` if a long search agrees.
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
        """Return the match in the position of the puzzle."""
        return position(name, {"seats": self.seats, "options": self.options, "seed": self.seed, "moves": self.moves})


@cache
def puzzles(name: str) -> list[Puzzle]:
    """Return the puzzles of a game, the easier ones first."""
    path = game(name).spec.folder / "puzzles.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Puzzle) for line in lines]


def daily(day: datetime.date) -> tuple[str, int]:
    """Return the game and the number of a day's puzzle. Games take turns; none repeats until all have been shown."""
    names = [name for name in games() if puzzles(name)]
    turn, place = divmod(day.toordinal(), len(names))
    return names[place], 1 + turn % len(puzzles(names[place]))
