"""Numerals and letters as strokes, so that pictures look the same whatever fonts are installed."""

from __future__ import annotations

from ludotheque.svg.elements import INK, group, number, path

#: Paths in a box of 10 by 14 with the baseline at 14; descenders go below it.
GLYPHS = {
    "0": "M5 0C1.7 0 .5 3.3 .5 7S1.7 14 5 14 9.5 10.7 9.5 7 8.3 0 5 0z",
    "1": "M1.8 3L5.4 0V14",
    "2": "M.9 3.6C1.3 1.3 2.9 0 5 0 7.4 0 9.1 1.5 9.1 3.8 9.1 7.2 3.4 9.8 .8 14H9.5",
    "3": "M.9 2.5C1.7 .9 3.2 0 5 0 7.3 0 8.8 1.4 8.8 3.4S7.3 6.6 4.4 6.6C7.6 6.6 9.4 8 9.4 10.2S7.6 14 5 14C2.8 14 1.2 13 .5 11.2",
    "4": "M7 14V0L.3 9.9H9.8",
    "5": "M8.6 0H2.2L1.5 6.3C2.4 5.5 3.6 5.2 4.8 5.2 7.6 5.2 9.5 7 9.5 9.6S7.6 14 4.8 14C2.9 14 1.3 13.2 .5 11.7",
    "6": "M7.9 0C3.5 1.2 .6 5 .6 9.4A4.45 4.6 0 1 0 5 4.9C3 4.9 1.3 6.2 .8 8",
    "7": "M.5 0H9.5L4 14",
    "8": "M5 0C2.8 0 1.2 1.4 1.2 3.3S2.8 6.5 5 6.5 8.8 5.2 8.8 3.3 7.2 0 5 0zM5 6.5C2.3 6.5 .6 8 .6 10.2S2.3 14 5 14 9.4 12.4 9.4 10.2 7.7 6.5 5 6.5z",
    "9": "M2.1 14C6.5 12.8 9.4 9 9.4 4.6A4.45 4.6 0 1 0 5 9.1C7 9.1 8.7 7.8 9.2 6",
    "+": "M5 3.5V10.5M1.5 7H8.5",
    "-": "M1.5 7H8.5",
    "/": "M1.5 15L8.5 -1",
    "a": "M8.8 5V14M8.8 9.5A4 4.6 0 1 0 .8 9.5A4 4.6 0 1 0 8.8 9.5z",
    "b": "M1.2 0V14M1.2 9.5A4 4.6 0 1 1 9.2 9.5A4 4.6 0 1 1 1.2 9.5z",
    "c": "M8.8 6.5A4.3 4.6 0 1 0 8.8 12.5",
    "d": "M8.8 0V14M8.8 9.5A4 4.6 0 1 0 .8 9.5A4 4.6 0 1 0 8.8 9.5z",
    "e": "M.8 9.5H9.2C9.2 6.5 7.4 4.9 5 4.9S.8 6.8 .8 9.5 2.7 14 5.2 14C6.8 14 8 13.4 8.8 12.3",
    "f": "M8.2 .3C5.5 -.3 4.2 1 4.2 3.5V14M1.5 5.5H7.5",
    "g": "M8.8 5V14.5C8.8 17 7.2 18.2 4.9 18.2 3.4 18.2 2.1 17.8 1.2 17M8.8 9.5A4 4.6 0 1 0 .8 9.5A4 4.6 0 1 0 8.8 9.5z",
    "h": "M1.3 0V14M1.3 8.5C2 6 3.5 4.9 5.3 4.9 7.5 4.9 8.7 6.3 8.7 8.7V14",
    "i": "M5 5.2V14M5 .7V.8",
    "j": "M6 5.2V15.5C6 17.5 4.8 18.4 2.8 18M6 .7V.8",
    "k": "M1.5 0V14M8.5 5.2L1.6 10.5M4.2 8.7L8.8 14",
}
#: Widths of narrow characters.
WIDTHS = {"1": 7.0, "i": 5.0, "j": 6.0, "f": 8.0}
GAP = 3.2
TALL = 14


def width_of(text: str) -> float:
    """Return the width of a text in units of the box."""
    return sum(WIDTHS.get(sign, 10) for sign in text) + GAP * (len(text) - 1)


def written(
    text: str | int,
    x: float,
    y: float,
    height: float,
    colour: str = INK,
    *,
    weight: float = 2,
    halo: str | None = None,
    anchor: float = 0.5,
) -> str:
    """Write a text. `y` is its vertical middle; `x` is at the share `anchor` of its width (0: the text begins there).

    `weight`: the stroke width in units of the box; `halo`: the colour of an outline, for busy backgrounds.
    """
    scale = height / TALL
    begin = x - width_of(str(text)) * scale * anchor
    strokes = _strokes(str(text))
    rim = _pen(strokes, halo, weight + 3.6) if halo else ""
    place = f"translate({number(begin)} {number(y - height / 2)}) scale({scale:.3f})"
    return group(rim, _pen(strokes, colour, weight), transform=place)


def _strokes(text: str) -> list[str]:
    strokes, left = [], 0.0
    for character in text:
        width = WIDTHS.get(character, 10)
        # Narrow characters are centred in the box.
        shift = left - (10 - width) / 2
        strokes.append(path(GLYPHS[character], transform=f"translate({number(shift)} 0)" if shift else None))
        left += width + GAP
    return strokes


def _pen(strokes: list[str], colour: str, width: float) -> str:
    return group(
        *strokes, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )
