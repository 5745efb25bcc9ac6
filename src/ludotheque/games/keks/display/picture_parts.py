"""The ten glazes of Keks: each has a colour and an icing sign of its own, on a biscuit with a scalloped edge."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from ludotheque.svg.elements import group, line, number, path, rect, use

DARK = "#3a2415"
LIGHT = "#fff8ea"


class Glaze(NamedTuple):
    sign: str
    colour: str
    icing: str
    #: The sign, on a square of 24 by 24; with holes (even-odd).
    outline: str


def _dot(x: float, y: float, r: float) -> str:
    return f"M{number(x - r)} {number(y)}a{r} {r} 0 1 1 {2 * r} 0a{r} {r} 0 1 1 {-2 * r} 0z"


def _flower() -> str:
    """Five petals around a dot."""
    angles = [2 * math.pi * k / 5 - math.pi / 2 for k in range(5)]
    return "".join(_dot(12 + 7 * math.cos(a), 12.4 + 7 * math.sin(a), 4) for a in angles) + _dot(12, 12.4, 2.4)


def _scallop() -> str:
    """Draw a square of 40 by 40 with four waves on each side."""
    steps = ((7.6, 0), (0, 7.6), (-7.6, 0), (0, -7.6))
    return "M4.8 4.8" + "".join(f"a3.8 3.8 0 0 1 {x} {y}" * 4 for x, y in steps) + "z"


GLAZES = {
    "A": Glaze(
        "heart",
        "#b92748",
        LIGHT,
        "M12 21C5 15.5 2.5 12 2.5 8.3 2.5 5.2 4.9 3 7.6 3c1.8 0 3.4.9 4.4 2.5C13 3.9 14.6 3 16.4 3c2.7 0 5.1 2.2 5.1 5.3 0 3.7-2.5 7.2-9.5 12.7z",
    ),
    "B": Glaze(
        "star",
        "#f5cb3c",
        DARK,
        "M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1-6.3-3.6-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4z",
    ),
    "C": Glaze(
        "moon",
        "#2b3a67",
        "#f7e7a8",
        "M15.5 2.3A10 10 0 1 0 21.7 15.8 8.3 8.3 0 0 1 15.5 2.3z",
    ),
    "D": Glaze(
        "leaf",
        "#9dcb6a",
        DARK,
        "M21.5 2.5C10 2.5 3.5 7 3.5 14c0 1.5.3 2.8.9 4L2 20.8l1.5 1.4 2.7-2.7c1.2.6 2.5.9 4 .9 7.3 0 11.3-6.4 11.3-17.9zM7 16.8l-.9-.9C9 11.8 12.5 9 16.8 7 14 10.5 10.8 13.8 7 16.8z",
    ),
    "E": Glaze(
        "drop",
        "#86c6ea",
        DARK,
        "M12 1.5c4.5 6 7 9.8 7 13.2A7 7 0 0 1 12 22a7 7 0 0 1-7-7.3c0-3.4 2.5-7.2 7-13.2zM8 14.5a4.3 4.3 0 0 0 3.5 4.6l.3-1.7a2.7 2.7 0 0 1-2.1-2.9z",
    ),
    "F": Glaze(
        "flower",
        "#d3a6e3",
        DARK,
        _flower(),
    ),
    "G": Glaze(
        "bolt",
        "#4a2b1b",
        "#ffd98a",
        "M14.5 1L4 13.5h6.2L8.5 23 20 9.5h-6.7z",
    ),
    "H": Glaze(
        "ring",
        "#f0943c",
        DARK,
        "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
    ),
    "I": Glaze(
        "crown",
        "#fdf6e6",
        "#8c2f1c",
        "M2 6l5 4.5L12 3l5 7.5L22 6l-2 11H4zM4 18.5h16V21H4z",
    ),
    "J": Glaze(
        "fish",
        "#126a63",
        LIGHT,
        "M1.5 12C4.5 7 8.5 5 12 5c3 0 5.2 1.7 6.7 4L23 5.5c-1 4-1 9 0 13L18.7 15c-1.5 2.3-3.7 4-6.7 4-3.5 0-7.5-2-10.5-7zM7 9.3a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
    ),
}
EDGE = "keks-edge"


@cache
def definitions() -> tuple[str, ...]:
    """Return the `<defs>` of a picture: a tile of each glaze, 40 by 40."""
    shine = line("M8.2 14q0-5.8 5.8-5.8h9", "#fff", 1.4, stroke_opacity=0.35)
    return path(_scallop(), id=EDGE), *(_tile(letter, glaze, shine) for letter, glaze in GLAZES.items())


def _tile(letter: str, glaze: Glaze, shine: str) -> str:
    return group(
        use(EDGE, 0, 1.3, fill="#a8702f"),
        use(EDGE, fill="#dba65a"),
        rect(5.6, 5.6, 28.8, 28.8, 6.5, fill=glaze.colour, stroke="#c08840", stroke_width=0.8),
        shine,
        path(glaze.outline, fill=glaze.icing, fill_rule="evenodd", transform="translate(8.9 8.9) scale(.925)"),
        id=f"keks-{letter}",
    )
