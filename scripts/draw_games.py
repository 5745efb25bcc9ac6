"""The pictures of the games in the README and on the site: python scripts/draw_games.py [FOLDER].

Bots play the first moves of a match, so that it looks like one between people; the same each time, unless the bots
change. They show what the seat to act may know.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import ludotheque
from ludotheque.bots import level

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


class Shown(NamedTuple):
    """A match, and how far it is played."""

    game: str
    seats: int
    moves: int


SHOWN = (
    Shown("keks", 2, 34),
    Shown("nasca", 2, 17),
    Shown("nasenspiel", 3, 45),
    Shown("nox", 4, 40),
    Shown("domino3d", 2, 14),
)


def draw(shown: Shown, strength: int = 3) -> str:
    """The picture as SVG."""
    match = ludotheque.game(shown.game).start(shown.seats, "picture")
    bot = level(shown.game, strength)
    for number in range(shown.moves):
        seat = match.to_act[0]
        match.play(bot.move(match, seat, seed=number), seat)
    return match.svg(match.to_act[0])


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    for shown in SHOWN:
        (folder / f"{shown.game}.svg").write_text(draw(shown) + "\n", "utf-8")


if __name__ == "__main__":
    main()
