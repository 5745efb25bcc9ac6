"""Planks and sand of Nasca as drawings: squares, what rests on what, wood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from ludotheque.games.nasca.rules.board import COLUMNS, PLANKS, ROWS
from ludotheque.games.nasca.rules.notation import PLANK_OF, SQUARE_OF
from ludotheque.games.spec import Json
from ludotheque.svg.elements import SHADOW, Value, circle, group, line, mix, number, path, rect
from ludotheque.svg.numerals import written

CELL = 40
#: How much higher a plank is drawn for each level.
LIFT = 4
INSET, EDGE = 5, 4
WOOD = {0: "#bf4f38", 1: "#2f4078", "neutral": "#f3e8cf"}
DARK_WOOD = "#1a0f05"
#: A bird scratched into the desert: drawn once, mirrored for the other wing.
WING = "M206 176L92 92L84 104L190 190L56 116L50 129L184 203L40 148L36 162L184 216L44 184L42 198L190 230L74 216L74 229L200 242L188 268L212 292"
BODY = "M215 142L215 30Q220 20 225 30L225 142M206 176Q196 146 215 142M234 176Q244 146 225 142"
TAIL = "M212 292L168 372L180 378L214 312L196 386L209 389L218 320L220 392L222 320L231 389L244 386L226 312L260 378L272 372L228 292"

Square = tuple[int, int]


def square(text: str) -> Square:
    """Column and row, both from 0."""
    return SQUARE_OF[text] % COLUMNS, SQUARE_OF[text] // COLUMNS


def squares_of(at: str) -> list[Square]:
    """Return every square of a plank, the left or lower end first."""
    return [(one % COLUMNS, one // COLUMNS) for one in PLANKS[PLANK_OF[at]]]


def corner(square: Square) -> tuple[int, int]:
    """Return the top left corner in the drawing."""
    return square[0] * CELL, (ROWS - 1 - square[1]) * CELL


class Lying(NamedTuple):
    """A plank with the squares on which it rests and those over which it hangs; both are empty on the ground."""

    squares: list[Square]
    owner: int | str
    level: int
    on: list[Square]
    gaps: list[Square]


def lying(planks: Iterable[Json]) -> Iterator[Lying]:
    """Planks in the order in which they were laid."""
    height: dict[Square, int] = {}
    for plank in planks:
        squares, level = squares_of(plank["at"]), plank["level"]
        on = [one for one in squares if level and height.get(one, 0) == level]
        gaps = [one for one in squares if level and height.get(one, 0) < level]
        yield Lying(squares, plank["owner"], level, on, gaps)
        height |= dict.fromkeys(squares, level + 1)


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def across(self) -> bool:
        return self.width >= self.height


def box_of(plank: Lying, inset: float = INSET) -> Box:
    """Return the face of a plank, lifted to its level."""
    corners = [corner(one) for one in plank.squares]
    x, y = min(x for x, _ in corners), min(y for _, y in corners)
    width, height = max(x for x, _ in corners) - x + CELL, max(y for _, y in corners) - y + CELL
    return Box(x + inset, y + inset - plank.level * LIFT, width - 2 * inset, height - 2 * inset)


def plank(one: Lying) -> str:
    """Shadow, edge, face with grain, nails where it rests, the owner's sign; on a bridge its height."""
    x, y, width, height = box = box_of(one)
    wood = WOOD[one.owner]
    face = mix(wood, "#ffffff", min(one.level, 5) * 0.09)
    rim = "#a98e5c" if one.owner == "neutral" else None
    fall = 3 + one.level * 2
    return group(
        *(_depth(one, box, gap) for gap in one.gaps),
        rect(x + one.level * 2, y + fall, width, height + EDGE + 2, 7, fill=SHADOW, opacity=0.13),
        rect(x + 1, y + fall / 2 + 1, width, height + EDGE, 6, fill=SHADOW, opacity=0.22),
        rect(x, y + EDGE, width, height, 5, fill=mix(wood, DARK_WOOD, 0.42)),
        rect(x, y, width, height, 5, fill=face, stroke=rim, stroke_width=rim and 0.8),
        _grain(one, box),
        rect(x + 1.5, y + 1.5, width - 3, height - 3, 4, fill="none", stroke="#fff", stroke_opacity=0.28),
        *(_nails(one, box, square) for square in one.on),
        *(_sign(one, square) for square in one.squares),
    )


def _depth(one: Lying, box: Box, gap: Square) -> str:
    """Draw the dark below a bridge."""
    x, y = corner(gap)
    low = 6 + one.level * 2
    narrow = CELL - 2 * INSET
    if box.across:
        return rect(x, y + INSET + low, CELL, narrow, fill=SHADOW, opacity=0.4)
    return rect(x + INSET + low - 1, y, narrow, CELL, fill=SHADOW, opacity=0.4)


def _grain(one: Lying, box: Box) -> str:
    """Lines along the plank, different for each place."""
    column, row = one.squares[0]
    seed = column * 7 + row * 13 + len(one.squares) * 3
    length, breadth = (box.width, box.height) if box.across else (box.height, box.width)
    strokes = []
    for i, share in enumerate((0.2, 0.42, 0.62, 0.83)):
        side = breadth * share
        bend = max(3, min(breadth - 3, side + seed * (i + 3) % 7 - 3))
        start, end = (seed + i * 5) % 4 * 3 + 2, length - (seed + i * 11) % 5 * 4 - 2
        points = [(start, side), ((start + end) / 2, bend), (end, side)]
        where = [(box.x + u, box.y + v) if box.across else (box.x + v, box.y + u) for u, v in points]
        first, middle, last = (f"{number(x)} {number(y)}" for x, y in where)
        strokes.append(f"M{first}Q{middle} {last}")
    if one.owner == "neutral":
        return line("".join(strokes), "#9b8358", 1.1, opacity=0.6)
    return line("".join(strokes), mix(WOOD[one.owner], DARK_WOOD, 0.45), 1.1, opacity=0.55)


def middle_of(one: Lying, square: Square) -> tuple[float, float]:
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2 - one.level * LIFT


def _nails(one: Lying, box: Box, square: Square) -> str:
    x, y = middle_of(one, square)
    dx, dy = (0, 10.5) if box.across else (10.5, 0)
    look: dict[str, Value] = {"fill": "#2b1a0a", "stroke": "#d9c9b0", "stroke_width": 0.7}
    return circle(x - dx, y - dy, 2, **look) + circle(x + dx, y + dy, 2, **look)


def _sign(one: Lying, square: Square) -> str:
    """Draw the seat's shape on every square; at the ends of a bridge large, with its height in it."""
    x, y = middle_of(one, square)
    high = one.level > 0 and square in (one.squares[0], one.squares[-1])
    size = 8 if high else 4
    shape = ""
    if one.owner == 0:
        shape = circle(x, y, size + 0.3, fill="#fff", fill_opacity=0.95)
    elif one.owner == 1:
        shape = rect(x - size, y - size, 2 * size, 2 * size, 1, fill="#fff", fill_opacity=0.95)
    return shape + (written(one.level + 1, x, y, 10, DARK_WOOD, weight=2.4) if high else "")


@cache
def desert(width: float, height: float) -> str:
    """Sand with the bird and the grid."""
    lines = [f"M{i * CELL} 0V{height}" for i in range(1, COLUMNS)] + [f"M0 {i * CELL}H{width}" for i in range(1, ROWS)]
    bird = [path(WING), path(WING, transform=f"translate({width} 0) scale(-1 1)"), path(BODY), path(TAIL)]
    pen: dict[str, Value] = {"fill": "none", "stroke": "#c9a768", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group(
        rect(-6, -6, width + 12, height + 12, 8, fill="#b98d54"),
        rect(0, 0, width, height, 3, fill="#ecd9b0"),
        group(*bird, stroke_width=4, opacity=0.65, **pen),
        path("".join(lines), fill="none", stroke="#c7a971", opacity=0.8),
    )
