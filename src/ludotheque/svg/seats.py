"""Seats in a picture: the colour, shape and panel of each."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.svg.elements import ACCENT, INK, LINE, SHEET, at, path, rect, words
from ludotheque.svg.numerals import written

COLOURS = ("#c8553d", "#2b3a67", "#e3a72f", "#2f5d50", "#7b3e66", "#5ba3c6")
#: Centred at 0, 0; about 14 wide.
SHAPES = (
    "M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0Z",
    "M-5.8 -5.8H5.8V5.8H-5.8Z",
    "M0 -7L7.5 6H-7.5Z",
    "M0 -7.8L7.3 0L0 7.8L-7.3 0Z",
    "M0 -7L6.8 -2L4.2 6H-4.2L-6.8 -2Z",
    "M-2.6 -7H2.6V-2.6H7V2.6H2.6V7H-2.6V2.6H-7V-2.6H-2.6Z",
)
#: A small crown, about 14 wide.
CROWN = "M-7 -4L-3.2 -.8L0 -6L3.2 -.8L7 -4L5.5 5H-5.5Z"


def sign(seat: int, x: float, y: float) -> str:
    """Draw a seat's shape in its colour, with a thin outline because mustard on paper is too pale."""
    return at(x, y, path(SHAPES[seat], fill=COLOURS[seat], stroke=INK, stroke_width=0.8))


def label(seat: int, x: float, y: float) -> str:
    """Draw a seat's shape and its number, 28 wide, from x on."""
    return sign(seat, x + 7, y) + written(seat, x + 18, y, 10, anchor=0)


def name(seat: int, names: Sequence[str], x: float, y: float, width: float) -> str:
    """Write a seat's name, if there is one, shortened so that it fits in a width whatever the font."""
    text = names[seat] if seat < len(names) else ""
    longest = int(width / 8.2)
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return words(shown, x, y + 4, 12, font_weight=600) if text else ""


def panel(x: float, y: float, width: float, height: float, *, acting: bool) -> str:
    """Draw the panel of a seat; the seat to act has a strong outline and a pointer."""
    if not acting:
        return rect(x, y, width, height, 8, fill=SHEET, fill_opacity=0.55, stroke=LINE)
    pointer = path(f"M{x - 5} {y + 8}l9 5.5l-9 5.5z", fill=ACCENT)
    return rect(x, y, width, height, 8, fill=SHEET, stroke=ACCENT, stroke_width=2.2) + pointer


def crown(x: float, y: float) -> str:
    """Draw the crown of a seat that has won."""
    return at(x, y, path(CROWN, fill="#e3a72f", stroke=INK, stroke_width=1, stroke_linejoin="round"))
