"""Ten noses, dominoes and pawns as drawings, and the rim of a group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ludotheque.svg.elements import SHADOW, Value, at, circle, group, line, mix, number, path, rect, tag, use
from ludotheque.svg.numerals import written
from ludotheque.svg.seats import COLOURS, SHAPES

CELL = 40
INK = "#2a2118"
IVORY = "#fdf6e6"
FOOT = "M-4 4Q-5 9 -9 15H9Q5 9 4 4Z"

#: x to the right, y up.
Square = tuple[int, int]
STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Nose(NamedTuple):
    """A line portrait of 48 by 48; silhouette, tint and number tell the noses apart."""

    tint: str
    #: The nose itself, filled with its tint.
    shape: str
    #: Eyes, brows, mouths: lines only.
    lines: str
    #: What is filled with ink, and with paper.
    ink: str = ""
    paper: str = ""


NOSES = (
    # The clown's ball.
    Nose(
        tint="#e4715c",
        shape="M13 26a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z",
        lines="M9 38Q24 50 39 38M18 22Q20 18 25 18M10 9Q14 4 18 8M30 8Q34 4 38 9",
        ink="M12 13a2 2 0 1 0 4 0a2 2 0 1 0 -4 0ZM32 13a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
    ),
    # The liar's: long and straight.
    Nose(
        tint="#f0a94e",
        shape="M14 17L44 18Q48 21 44 24L15 28Z",
        lines="M8 3Q15 9 14 17M15 28Q19 32 14 34Q18 38 12 45M3 12Q7 9 10 11",
        ink="M5 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
    ),
    # The eagle's beak.
    Nose(
        tint="#d7c23f",
        shape="M14 12Q33 9 38 24Q40 33 34 37Q33 32 28 32Q22 34 16 32Z",
        lines="M11 2Q14 7 14 12M16 32Q20 36 15 38Q18 41 13 46M2 12L12 15M24 27Q28 25 29 29",
        ink="M5 19a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
    ),
    # The ski jump.
    Nose(
        tint="#f09cbc",
        shape="M15 15Q20 27 38 16Q44 17 41 24Q34 33 17 32Z",
        lines="M12 3Q17 8 15 15M17 32Q21 35 16 37Q19 40 14 45M3 20Q7 14 12 19M4 17L1 13M7 15L6 11M34 25Q37 23 38 26",
    ),
    # The potato.
    Nose(
        tint="#c68f5e",
        shape="M19 9Q18 19 9 24Q2 32 9 40Q16 46 24 42Q32 46 39 40Q46 32 39 24Q30 19 29 9",
        lines="M14 37Q18 33 21 37M27 37Q30 33 34 37M11 29Q13 26 16 28M33 25Q36 26 36 29M22 22Q24 20 26 22",
        ink="M9.2 10a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0ZM35.2 10a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z",
    ),
    # The boxer's, broad and mended.
    Nose(
        tint="#9fb6c8",
        shape="M17 12L31 12Q33 22 43 27Q48 35 41 40L7 40Q0 35 5 27Q15 22 17 12Z",
        lines="M12 35Q16 30 19 35M29 35Q32 30 36 35M4 3L12 11M12 3L4 11M33 4Q38 0 43 4M16 16.5L15.4 22.5M32 18L31.4 24",
        ink="M36 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
        paper="M8 15.5L41 18.5L40 26L7 23Z",
    ),
    # The witch's, with a wart.
    Nose(
        tint="#8fbf72",
        shape="M13 13Q34 9 43 36Q45 44 39 43Q31 31 15 31Z",
        lines="M10 2Q14 7 13 13M15 31Q19 33 14 35Q17 37 12 39Q17 47 25 44M3 14L12 18M31 15L34 9M28 14.5L28 8",
        ink="M5 21a2 2 0 1 0 4 0a2 2 0 1 0 -4 0ZM27 18a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z",
    ),
    # The statue's: one line from the brow.
    Nose(
        tint="#7fbfe0",
        shape="M15 5L38 30L33 33L15 32Z",
        lines="M13 2L15 5M15 32Q19 35 15 37L18 39Q18 42 13 46M2 16Q7 11 12 16Q7 19 2 16ZM2 8L12 7M27 30L32 28",
    ),
    # The gentleman's, over a moustache.
    Nose(
        tint="#b49be0",
        shape="M20 5Q20 15 16 19Q14 26 24 27Q34 26 32 19Q28 15 28 5",
        lines="M6 8Q11 4 15 7M33 7Q37 4 42 8M19 22Q20 24 22 23M26 23Q28 24 29 22",
        ink="M24 30Q15 26 10 33Q6 38 1 32Q3 43 13 43Q21 42 24 36Q27 42 35 43Q45 43 47 32Q42 38 38 33Q33 26 24 30ZM9.2 14a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0ZM35.2 14a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0 -3.6 0Z",
    ),
    # The reader's, with glasses.
    Nose(
        tint="#6fc0ad",
        shape="M21 20Q19 31 14 36Q14 44 24 44Q34 44 34 36Q29 31 27 20",
        lines="M2 16a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM26 16a10 10 0 1 0 20 0a10 10 0 1 0 -20 0ZM21.5 15Q24 12 26.5 15M18 39Q20 41 22 40M26 40Q28 41 30 39",
        ink="M11 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0ZM33 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z",
    ),
)


@cache
def definitions() -> tuple[str, ...]:
    """Draw a domino's square for each nose and a small one for trays, dominoes without noses, pawns."""
    noses = [part for i, nose in enumerate(NOSES) for part in (_large(i, nose), _small(i, nose))]
    blanks = (_blank("across", 2 * CELL, CELL), _blank("up", CELL, 2 * CELL))
    return *noses, *blanks, *(_pawn(seat) for seat in range(5))


def _blank(name: str, width: float, height: float) -> str:
    shade = rect(1.2, 2.2, width - 1.6, height - 1.6, 6, fill=SHADOW, opacity=0.35)
    face = rect(0.8, 0.8, width - 1.6, height - 1.6, 6, fill=IVORY, stroke="#8d7c5c", stroke_width=1.1)
    return group(shade, face, id=f"nasenspiel-{name}")


def _pawn(seat: int) -> str:
    """Draw a foot with the seat's shape as its head."""
    shade = tag("ellipse", cx=1.5, cy=15, rx=10.5, ry=3.4, fill=SHADOW, opacity=0.4)
    parts = path(FOOT) + path(SHAPES[seat], transform="translate(0 -3)")
    halo = group(parts, fill="none", stroke="#fff", stroke_width=2.6, stroke_linejoin="round")
    body = group(parts, fill=COLOURS[seat], stroke=INK, stroke_width=0.6)
    return group(shade, halo, body, id=f"nasenspiel-pawn-{seat}")


def _large(i: int, nose: Nose) -> str:
    pen: dict[str, Value] = {"stroke": INK, "stroke_width": 2.6, "stroke_linecap": "round", "stroke_linejoin": "round"}
    face = [path(nose.shape, fill=nose.tint, **pen)]
    face += [path(nose.paper, fill="#fffdf6", stroke=INK, stroke_width=1.8)] if nose.paper else []
    face += [path(nose.lines, fill="none", **pen)]
    face += [path(nose.ink, fill=INK)] if nose.ink else []
    drawn = [
        rect(2.5, 2.5, 55, 55, 7, fill=mix(IVORY, nose.tint, 0.38)),
        at(8, 7, *face, scale=0.88),
        written(i, 45, 45.5, 12, INK, weight=2.4, halo=IVORY),
    ]
    return group(group(*drawn, transform="scale(.667)"), id=f"nasenspiel-{i}")


def _small(i: int, nose: Nose) -> str:
    tint = mix(IVORY, nose.tint, 0.6)
    return group(
        rect(0.5, 0.5, 12, 12, 2, fill=tint), written(i, 6.5, 6.5, 8, INK, weight=2.2), id=f"nasenspiel-small-{i}"
    )


def corner(square: Square) -> tuple[int, int]:
    """Return the top left corner in the drawing, where square 0,0 has it at 0, 0."""
    return square[0] * CELL, -square[1] * CELL


def pawn(seat: int, x: float, y: float, noses: int) -> str:
    """Draw a pawn on the table: a badge tells how many noses it owns."""
    badge = circle(x + 9, y + 11, 7.5, fill="#fffdf6", stroke=INK, stroke_width=1.2)
    return use(f"nasenspiel-pawn-{seat}", x, y) + badge + written(noses, x + 9, y + 11, 8, INK)


def groups(squares: Iterable[tuple[int, int, int]]) -> list[list[Square]]:
    """Two or more equal noses connected by edges."""
    nose_at = {(x, y): nose for x, y, nose in squares}
    regions, seen = [], set()
    for start, nose in nose_at.items():
        if start in seen:
            continue
        members = [start]
        seen.add(start)
        for x, y in members:
            for dx, dy in STEPS:
                beside = (x + dx, y + dy)
                if nose_at.get(beside) == nose and beside not in seen:
                    seen.add(beside)
                    members.append(beside)
        if len(members) > 1:
            regions.append(members)
    return regions


def outline(squares: Iterable[Square], inset: float) -> str:
    """Draw the rim of a set of squares as closed lines, inside it."""
    return "".join(f"M{'L'.join(points)}Z" for points in _loops(set(squares), inset))


def _loops(inside: set[Square], inset: float) -> Iterator[list[str]]:
    # Edges with the inside on their left: by the corner where they begin, and their direction.
    edges = {
        (x + dx, y + dy, turn)
        for x, y in inside
        for turn, (dx, dy, beyond) in enumerate(
            ((0, 0, (x, y - 1)), (1, 0, (x + 1, y)), (1, 1, (x, y + 1)), (0, 1, (x - 1, y)))
        )
        if beyond not in inside
    }
    while edges:
        x, y, turn = min(edges)
        walked = []
        while (x, y, turn) in edges:
            edges.remove((x, y, turn))
            walked.append((x, y, turn))
            x, y = x + STEPS[turn][0], y + STEPS[turn][1]
            # Where squares touch only at a corner there are two ways to continue: turn left, to stay with the same square.
            ways = [(turn + k) % 4 for k in (1, 0, 3)]
            turn = next((way for way in ways if (x, y, way) in edges), turn)
        befores = [walked[-1][2], *(turn for _, _, turn in walked)]
        corners = [(x, y, before, turn) for (x, y, turn), before in zip(walked, befores, strict=False)]
        yield [_inner(*one, inset) for one in corners if one[2] != one[3]]


def _inner(x: int, y: int, before: int, after: int, inset: float) -> str:
    """Move a corner inwards, to the left of both edges."""
    one, two = STEPS[(before + 1) % 4], STEPS[(after + 1) % 4]
    across, up = one[0] + two[0], one[1] + two[1]
    return f"{number(x * CELL + across * inset)} {number((1 - y) * CELL - up * inset)}"


def rim(d: str, *strokes: tuple[str, float, str | None]) -> str:
    """Draw an outline several times: colour, width, dashes."""
    return "".join(line(d, colour, width, stroke_dasharray=dashes) for colour, width, dashes in strokes)
