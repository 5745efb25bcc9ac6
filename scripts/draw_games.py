"""Draw the pictures of the README and the site: python scripts/draw_games.py [FOLDER].

Bots play the first moves of a match, so that it looks like one between people. The moves are always the same unless the
bots change. A picture shows what the seat to act may know.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

import ludotheque
from ludotheque.bots import level

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"


#: Height of the row of all games, and the space between two of them.
HEIGHT, GAP = 400, 16


class Shown(NamedTuple):
    """A match, and how many of its moves are played."""

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
    """Return the picture as SVG."""
    match = ludotheque.game(shown.game).start(shown.seats, "picture")
    bot = level(shown.game, strength)
    for number in range(shown.moves):
        seat = match.to_act[0]
        match.play(bot.move(match, seat, seed=number), seat)
    return match.svg(match.to_act[0])


def row(pictures: list[str]) -> str:
    """Put pictures side by side, at the same height. Their ids do not clash: each begins with the game's name."""
    placed, x = [], 0.0
    for picture in pictures:
        [(width, height)] = re.findall(r'viewBox="0 0 (\S+) (\S+)"', picture)
        wide = HEIGHT * float(width) / float(height)
        inside = picture.partition(">")[2]
        placed.append(f'<svg x="{x:.0f}" width="{wide:.0f}" height="{HEIGHT}" viewBox="0 0 {width} {height}">{inside}')
        x += wide + GAP
    space = f'viewBox="0 0 {x - GAP:.0f} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {space} role="img">{"".join(placed)}</svg>'


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {shown.game: draw(shown) for shown in SHOWN}
    for name, picture in {**pictures, "games": row(list(pictures.values()))}.items():
        (folder / f"{name}.svg").write_text(picture + "\n", "utf-8")


if __name__ == "__main__":
    main()
