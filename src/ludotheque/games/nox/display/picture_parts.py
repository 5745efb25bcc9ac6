"""Cards of NOX as drawings: three skeleton families, each with a colour, a sign and a head of its own."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ludotheque.games.nox.rules.board import CARDS
from ludotheque.svg.elements import at, circle, group, line, path, rect, tag, use
from ludotheque.svg.numerals import written

BONE = "#fffdf5"
INK = "#241d18"
MOON = "#e9c46a"


class Family(NamedTuple):
    deep: str
    bright: str
    pale: str
    #: Moon, clover, sun: on a square of 12 by 12.
    sign: str


FAMILIES = {
    "b": Family(
        "#1f4f96",
        "#7db4f5",
        "#e4eefb",
        "M7.6.6A5.6 5.6 0 1 0 11.4 8 4.6 4.6 0 0 1 7.6.6z",
    ),
    "g": Family(
        "#1f6536",
        "#86d49a",
        "#e5f3e4",
        "M6 6.3C3.3 6.8 1 5.6 1.2 3.7S4 1.8 4.3 2.8C4 .9 8 .9 7.7 2.8 8 1.8 10.6 1.8 10.8 3.7S8.7 6.8 6 6.3zM6 6.3c2.7-.3 4.8 1.2 4.2 2.9s-2.9 1.6-3.4.4L7.6 12H4.4l.8-2.4c-.5 1.2-2.8 1.3-3.4-.4S3.3 6 6 6.3z",
    ),
    "o": Family(
        "#a8480b",
        "#ffb169",
        "#fdebd7",
        "M6 0l1.3 2.4 2.5-1.3-.2 2.8L12 6l-2.4 1.3 1.3 2.5-2.8-.2L6 12 4.7 9.6 2.2 10.9l.2-2.8L0 6l2.4-1.3L1.1 2.2l2.8.2z",
    ),
}


def _skull() -> list[str]:
    """Draw what all heads have, on a field of 40 by 44."""
    return [
        path("M14.5 29h11v7.5q0 3.5-5.5 3.5t-5.5-3.5z", fill=BONE),
        path(
            "M20 10C29 10 34 15.5 34 22c0 4.5-2.3 7.8-6 9.3-1.6.6-2.4.9-2.6 2.2H14.6c-.2-1.3-1-1.6-2.6-2.2C8.3 29.8 6 26.5 6 22 6 15.5 11 10 20 10z",
            fill=BONE,
        ),
        path("M17.5 33.5v4.5M20 33.5V39M22.5 33.5v4.5", fill="none", stroke_width=1),
        path("M20 26l-1.9 3.2h3.8z", fill=INK, stroke_width=0.8),
    ]


def _ramon(deep: str, bright: str) -> list[str]:
    """Draw Ramon: a wide hat with a zigzag, and a moustache he is proud of."""
    return [
        tag("ellipse", cx=13.8, cy=22.5, rx=4, ry=4.3, fill=INK),
        tag("ellipse", cx=26.2, cy=22.5, rx=4, ry=4.3, fill=INK),
        circle(14.8, 21.3, 1.1, fill=bright, stroke="none"),
        circle(27.2, 21.3, 1.1, fill=bright, stroke="none"),
        path("M11 13.5C12 5.5 15 1.5 20 1.5S28 5.5 29 13.5z", fill=deep),
        path("M11.5 10l2.8-2.5 2.8 2.5L20 7.5l2.9 2.5 2.8-2.5 2.8 2.5", fill="none", stroke=bright),
        path("M-1 12.5q21 7.5 42 0-4 7-21 7T-1 12.5z", fill=deep),
        path(
            "M20 31.2c-2.5-2-6-1.5-7.5.2-1 1.2-2.8 1-3.3-.4-.4 3 2.2 4.6 4.8 4 2.4-.4 4.5-2 6-3.8 1.5 1.8 3.6 3.4 6 3.8 2.6.6 5.2-1 4.8-4-.5 1.4-2.3 1.6-3.3.4-1.5-1.7-5-2.2-7.5-.2z",
            fill=deep,
            stroke_width=0.8,
        ),
    ]


def _jack(deep: str, bright: str) -> list[str]:
    """Draw Jack: a spotted scarf, a patch, one gold tooth."""
    return [
        tag("ellipse", cx=26.2, cy=23, rx=4, ry=4.3, fill=INK),
        circle(27, 21.8, 1.1, fill=bright, stroke="none"),
        path("M6 18C6.5 9.5 12 5.5 20 5.5S33.5 9.5 34 18q-14-4.5-28 0z", fill=deep),
        path("M33.5 15.5l6-3.5-1 5.5 2 4.5-7-3.5z", fill=deep),
        circle(14, 11.5, 1.4, fill=bright, stroke="none"),
        circle(21, 9.3, 1.4, fill=bright, stroke="none"),
        circle(27.5, 12.5, 1.4, fill=bright, stroke="none"),
        path("M6.3 19.5L33 29", fill="none", stroke_width=1.5),
        path("M8.8 20.5q5-2.5 9.8-.2.8 6-3.6 7.5-5.2-.6-6.2-7.3z", fill=INK),
        rect(20.3, 34, 2.2, 3.2, fill="#e3a72f", stroke_width=0.7),
        circle(5.8, 29.5, 1.9, fill="none", stroke="#c98a12"),
    ]


def _alphonse(deep: str, bright: str) -> list[str]:
    """Draw Alphonse: a top hat, a monocle, a bow tie."""
    return [
        tag("ellipse", cx=13.8, cy=22.5, rx=3.8, ry=4, fill=INK),
        tag("ellipse", cx=26.2, cy=22.5, rx=3.8, ry=4, fill=INK),
        circle(14.6, 21.5, 1.1, fill=bright, stroke="none"),
        circle(27, 21.5, 1.1, fill=bright, stroke="none"),
        path("M10.5 13.5l-1-13.5q10.5-3 21 0l-1 13.5z", fill=deep),
        path("M10.3 10q9.7 2.6 19.4 0l-.3 3.6H10.5z", fill=bright),
        path("M4 13.2q16 5 32 0 .5 3.3-4 4.3-12 2-24 0-4.5-1-4-4.3z", fill=deep),
        circle(26.2, 22.7, 5.6, fill="none", stroke="#c98a12", stroke_width=1.6),
        path("M31 25.5q3 5 .5 11", fill="none", stroke="#c98a12", stroke_width=1),
        path("M20 41.5l-7.5-3.3v6.6zM20 41.5l7.5-3.3v6.6z", fill=deep),
        circle(20, 41.5, 1.7, fill=bright),
    ]


HEADS = {"b": _ramon, "g": _jack, "o": _alphonse}


@cache
def definitions() -> tuple[str, ...]:
    """Signs, heads, all cards and a back, a card 60 by 84."""
    return (
        *(path(family.sign, id=f"nox-sign-{letter}") for letter, family in FAMILIES.items()),
        *(_head(letter) for letter in FAMILIES),
        *(_card(card) for card in CARDS),
        _back(),
    )


def _head(letter: str) -> str:
    family = FAMILIES[letter]
    drawn = [*_skull(), *HEADS[letter](family.deep, family.bright)]
    pen = {"stroke": INK, "stroke_width": "1.3", "stroke_linejoin": "round", "stroke_linecap": "round"}
    return group(*drawn, id=f"nox-head-{letter}", **pen)


def _card(card: str) -> str:
    letter, worth = card[0], int(card[1:])
    family = FAMILIES[letter]
    # Nobody holds the head quite straight.
    tilt = worth * 7 % 5 * 4 - 8
    corner = written(worth, 6, 15, 16, family.deep, weight=2.9, halo="#fff", anchor=0)
    if worth in (6, 9):
        corner += line("M7 27h9", family.deep, 2)  # else one is the other upside down
    corner += use(f"nox-sign-{letter}", fill=family.deep, transform="translate(42 6)")
    return group(
        rect(1, 1, 58, 82, 7, fill=family.pale, stroke=family.deep, stroke_width=2),
        use(f"nox-head-{letter}", transform=f"translate(10 25) rotate({tilt} 20 24)"),
        corner,
        group(corner, transform="rotate(180 30 42)"),
        id=f"nox-{card}",
    )


def _back() -> str:
    stars = "M17 16l1.3 3 3 1.3-3 1.3-1.3 3-1.3-3-3-1.3 3-1.3zM44 62l1 2.3 2.3 1-2.3 1-1 2.3-1-2.3-2.3-1 2.3-1z"
    return group(
        rect(1, 1, 58, 82, 7, fill="#202a54", stroke="#8c98cf", stroke_width=2),
        rect(6, 6, 48, 72, 4, fill="none", stroke="#5b68a8", stroke_width=1.5),
        path("M36 24A18 18 0 1 0 48 50 15 15 0 0 1 36 24z", fill=MOON),
        path(stars, fill=MOON),
        id="nox-back",
    )


def family_sign(letter: str, x: float, y: float, *, there: bool) -> str:
    """Draw a family's sign, 12 by 12; one that is missing is hollow and struck through."""
    family = FAMILIES[letter]
    if there:
        return use(f"nox-sign-{letter}", x, y, fill=family.deep)
    hollow = use(f"nox-sign-{letter}", fill="none", stroke="#8b8478", stroke_width=1)
    return at(x, y, hollow, line("M0 12L12 0", "#8b8478", 1.3))
