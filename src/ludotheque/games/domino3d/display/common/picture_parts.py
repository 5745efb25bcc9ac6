"""Dominoes of Domino 3D in parallel projection, seen from the South-East and above; five marks, a sign and a colour each."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS
from ludotheque.games.domino3d.rules.common.model import Cell, beyond, model_of
from ludotheque.games.spec import Json
from ludotheque.svg.elements import at, group, number, path, rect, tag, use

UNIT = 40
#: The sides that are seen, as directions: how dark they are, and their corners (low left, low right, top right, top
#: left as seen from outside) from the middle of the cell.
SIDES: dict[str, tuple[float, tuple[tuple[float, float, float], ...]]] = {
    "E": (0.24, ((0.5, -0.5, -0.5), (0.5, 0.5, -0.5), (0.5, 0.5, 0.5), (0.5, -0.5, 0.5))),
    "S": (0.1, ((-0.5, -0.5, -0.5), (0.5, -0.5, -0.5), (0.5, -0.5, 0.5), (-0.5, -0.5, 0.5))),
    "U": (0, ((-0.5, -0.5, 0.5), (0.5, -0.5, 0.5), (0.5, 0.5, 0.5), (-0.5, 0.5, 0.5))),
}
IVORY = "#f3ead6"
#: The share of a face's edge that its coloured field takes.
FIELD = 0.82


def _wave(y: int) -> str:
    return (
        f"M16 {y}C27 {y - 15} 39 {y - 15} 50 {y}S73 {y + 15} 84 {y}V{y + 13}"
        f"C73 {y + 28} 61 {y + 28} 50 {y + 13}S27 {y - 2} 16 {y + 13}Z"
    )


class Look(NamedTuple):
    field: str
    sign: str
    #: In a square of 100 by 100.
    outline: str


LOOKS = {
    "A": Look(
        "#b5472f", "#fff6e6", "M50 19A31 31 0 1 0 50 81A31 31 0 1 0 50 19ZM50 35A15 15 0 1 1 50 65A15 15 0 1 1 50 35Z"
    ),
    "B": Look("#2b3a67", "#fff6e6", "M30 18L50 38L70 18L82 30L62 50L82 70L70 82L50 62L30 82L18 70L38 50L18 30Z"),
    "C": Look("#e3a72f", "#22201c", "M50 17L85 78L15 78Z"),
    "D": Look("#2f6f5c", "#fff6e6", "M24 24H76V76H24Z"),
    "E": Look("#93cbe8", "#22201c", _wave(33) + _wave(56)),
}


def projected(x: float, y: float, z: float) -> tuple[float, float]:
    return (x + y) * 0.866 * UNIT, ((x - y) * 0.5 - z) * UNIT


def _points(corners: Iterable[tuple[float, float, float]]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in (projected(*corner) for corner in corners))


@cache
def definitions() -> tuple[str, ...]:
    """Every mark on every side that can be seen, around a cell's middle; the shadow of a cell, the edge of a side."""
    faces = [_face(mark, look, side) for mark, look in LOOKS.items() for side in SIDES]
    edges = [
        tag("polygon", points=_points(corners), id=f"domino3d-edge-{side}") for side, (_, corners) in SIDES.items()
    ]
    under = [(x, y, -0.5) for x, y, _ in SIDES["U"][1]]
    return *faces, *edges, tag("polygon", points=_points(under), id="domino3d-shadow")


def _face(mark: str, look: Look, side: str) -> str:
    shade, corners = SIDES[side]
    points = _points(corners)
    dark = [tag("polygon", points=points, fill="#2a1c08", fill_opacity=shade)] if shade else []
    return group(
        tag("polygon", points=points, fill=IVORY, stroke="#8b7f68", stroke_width=1, stroke_linejoin="round"),
        group(
            rect(0, 0, 100, 100, 16, fill=look.field),
            path(look.outline, fill=look.sign, fill_rule="evenodd"),
            transform=_matrix(side),
        ),
        *dark,
        id=f"domino3d-{mark}{side}",
    )


def _matrix(side: str) -> str:
    """From a square of 100 by 100 onto the field of a side."""
    corners = [projected(*corner) for corner in SIDES[side][1]]
    middle = [sum(corner[i] for corner in corners) / 4 for i in (0, 1)]
    low, _, right, top = ([m + (c - m) * FIELD for c, m in zip(corner, middle, strict=True)] for corner in corners)
    across = [(right[i] - top[i]) / 100 for i in (0, 1)]
    down = [(low[i] - top[i]) / 100 for i in (0, 1)]
    return "matrix(" + " ".join(f"{value:.4f}" for value in (*across, *down, *top)) + ")"


class Drawing(NamedTuple):
    """Dominoes as they are seen, in units of the drawing, the middle of cell 0,0,0 at 0, 0."""

    drawn: str
    left: float
    top: float
    right: float
    bottom: float

    def within(self, x: float, y: float, width: float, height: float, most: float = 9) -> str:
        """Scaled to fit into a box and centred in it, but enlarged no further than the limit."""
        size = min(most, width / (self.right - self.left), height / (self.bottom - self.top))
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return at(x + width / 2 - middle[0] * size, y + height / 2 - middle[1] * size, self.drawn, scale=size)

    def with_room(self) -> Drawing:
        """Move each side out to the next line of a grid, so that the camera of a film seldom moves."""
        low = [math.floor(side / GRID) * GRID for side in (self.left, self.top)]
        high = [math.ceil(side / GRID) * GRID for side in (self.right, self.bottom)]
        return Drawing(self.drawn, *low, *high)


#: The distance of these lines.
GRID = 2.5 * UNIT


def drawing_of(pieces: Sequence[Json], *, marked: int | None = None, shadows: bool = True) -> Drawing:
    """Dominoes on a table; the one with the number `marked` has a strong edge."""
    filled = model_of(list(pieces)).filled
    parts = [_shadow(cells) for cells in [sorted({cell[:2] for cell in filled})] if shadows and cells]
    edges = []
    for cell in sorted(filled, key=lambda cell: cell[0] - cell[1] + cell[2]):
        place = projected(*cell)
        for side in SIDES:
            direction = DIRECTIONS.index(side)
            mark = filled[cell].letter(direction)
            if not mark or beyond(cell, direction) in filled:
                continue
            parts.append(use(f"domino3d-{mark}{side}", *place))
            if filled[cell].domino == marked:
                edges.append(use(f"domino3d-edge-{side}", *place))
        if edges:
            parts.append(group(*edges, fill="none", stroke="#22201c", stroke_width=3, stroke_linejoin="round"))
            edges = []
    return Drawing("".join(parts), *_extent(filled))


def _shadow(columns: Sequence[tuple[int, ...]]) -> str:
    """Draw the shadow of the dominoes above a square of the table."""
    spots = [use("domino3d-shadow", *projected(x, y, 0)) for x, y in columns]
    return group(*spots, fill="#0d1f19", opacity=0.4, transform="translate(5 6)")


def _extent(cells: Iterable[Cell]) -> tuple[float, float, float, float]:
    middles = [projected(*cell) for cell in cells] or [(0.0, 0.0)]
    xs, ys = [x for x, _ in middles], [y for _, y in middles]
    half = 0.866 * UNIT
    return min(xs) - half, min(ys) - UNIT, max(xs) + half, max(ys) + UNIT
