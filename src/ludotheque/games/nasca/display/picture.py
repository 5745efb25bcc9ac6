"""A position of Nasca as a picture: the board with planks and areas, both hands, the points of each round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ludotheque.games.nasca.display.picture_parts import (
    CELL,
    DARK_WOOD,
    WOOD,
    Lying,
    Square,
    box_of,
    corner,
    desert,
    lying,
    plank,
    square,
)
from ludotheque.games.nasca.rules.board import COLUMNS, ROWS
from ludotheque.games.nasca.rules.notation import LETTERS
from ludotheque.games.spec import Json, Options, winners_of
from ludotheque.svg.elements import INK, LINE, SOFT, Value, at, circle, document, group, mix, rect, use
from ludotheque.svg.numerals import written
from ludotheque.svg.seats import crown, label, name, panel

BOARD_WIDTH, BOARD_HEIGHT = COLUMNS * CELL, ROWS * CELL
LEFT, TOP = 30, 24
WIDTH, HEIGHT = 484, 542
PANEL_TOP, PANEL_WIDTH, PANEL_HEIGHT = 456, 226, 78


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    laid = list(lying(view["planks"]))
    # The higher ones last; those of a level in the order in which they were laid.
    planks = [plank(one) for one in sorted(laid, key=lambda one: one.level)]
    board = at(LEFT, TOP, desert(BOARD_WIDTH, BOARD_HEIGHT), *_tints(view), *planks, _last(laid), *_counts(view))
    rounds = _rounds(view, options["rounds"])
    seats = [_seat(view, seat, names, rounds[seat]) for seat in range(2)]
    return document(_title(view, rounds), WIDTH, HEIGHT, _weaves(), _edges(), board, *seats)


def _title(view: Json, rounds: list[list[int | None]]) -> str:
    points = " to ".join(str(sum(points or 0 for points in one)) for one in rounds)
    turn = "over" if view["turn"] is None else f"seat {view['turn']} to move"
    return f"Nasca, round {view['round']}, {points}, {turn}"


@cache
def _edges() -> str:
    """Letters below, numbers beside the board."""
    letters = [
        written(LETTERS[i], LEFT + (i + 0.5) * CELL, TOP + BOARD_HEIGHT + 16, 8.5, SOFT, weight=1.5)
        for i in range(COLUMNS)
    ]
    numbers = [
        written(ROWS - i, LEFT - 16, TOP + (i + 0.5) * CELL, 8.5, SOFT, weight=1.5, anchor=0.6) for i in range(ROWS)
    ]
    return group(*letters, *numbers)


@cache
def _weaves() -> tuple[str, ...]:
    """Draw a pattern for each seat, so that areas differ by more than their tint."""
    dots = [circle(x, y, 2) for x in (8, 32) for y in (8, 32)]
    blocks = [rect(x, y, 4, 4) for x in (6, 30) for y in (6, 30)]
    return tuple(
        group(
            rect(0, 0, CELL, CELL, fill_opacity=0.26), group(*signs, opacity=0.75), fill=WOOD[seat], id=f"nasca-{seat}"
        )
        for seat, signs in enumerate((dots, blocks))
    )


def _tints(view: Json) -> list[str]:
    return [use(f"nasca-{seat}", *corner(square(one))) for seat in range(2) for one in view["areas"][seat]]


def _last(laid: list[Lying]) -> str:
    """Draw a frame around the plank that was placed last."""
    if not laid or laid[-1].owner == "neutral":
        return ""
    x, y, width, height = box_of(laid[-1], 2)
    return rect(x, y, width, height + 2, 8, fill="none", stroke="#fff", stroke_width=2.4, stroke_dasharray="3 4")


def _counts(view: Json) -> list[str]:
    shapes = []
    for seat in range(2):
        for piece in _pieces([square(one) for one in view["areas"][seat]]):
            x, y = corner(_middle(piece))
            ground: dict[str, Value] = {"fill": "#fffaf0", "stroke": WOOD[seat], "stroke_width": 2.5}
            shape = rect(x + 7, y + 7, 26, 26, 3, **ground) if seat else circle(x + 20, y + 20, 13.5, **ground)
            shapes.append(shape + written(len(piece), x + 20, y + 20, 11, weight=2.3))
    return shapes


def _pieces(squares: list[Square]) -> Iterator[list[Square]]:
    """Yield the regions of the squares, connected by edges."""
    left = set(squares)
    for start in squares:
        if start not in left:
            continue
        left.remove(start)
        piece = [start]
        for column, row in piece:
            for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if beside in left:
                    left.remove(beside)
                    piece.append(beside)
        yield piece


def _middle(squares: list[Square]) -> Square:
    """Return the square nearest to the middle."""
    x, y = (sum(one[i] for one in squares) / len(squares) for i in (0, 1))
    return min(squares, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)


def _rounds(view: Json, rounds: int) -> list[list[int | None]]:
    """Return the points of each seat in each round; the current round counts as it stands, later ones are None."""
    known = [list(points) for points in view["points"]]
    if len(known) < view["round"]:
        known.append([len(area) for area in view["areas"]])
    return [[known[i][seat] if i < len(known) else None for i in range(rounds)] for seat in range(2)]


def _seat(view: Json, seat: int, names: Sequence[str], points: list[int | None]) -> str:
    x, y = 12 + (PANEL_WIDTH + 8) * seat, PANEL_TOP
    totals = [sum(one or 0 for one in view_points) for view_points in _rounds(view, len(points))]
    parts = [panel(x, y, PANEL_WIDTH, PANEL_HEIGHT, acting=view["turn"] == seat), label(seat, x + 10, y + 16)]
    parts.append(name(seat, names, x + 44, y + 16, 58))
    if view["turn"] is None and seat in winners_of(totals):
        parts.append(crown(x + 108, y + 15))
    for i, one in enumerate(points):
        runs = i == len(view["points"])
        parts.append(_round(x + PANEL_WIDTH - 48 - 28 * (len(points) - i), y + 5, one, runs=runs))
    parts.append(written(totals[seat], x + PANEL_WIDTH - 24, y + 16, 15, weight=2.6))
    parts.append(_stock(view["hands"][seat], seat, x + 10, y + 34))
    return group(*parts)


def _round(x: float, y: float, points: int | None, *, runs: bool) -> str:
    """Draw a round's points in a box: dashed while it is played, empty before."""
    edge = {"stroke": SOFT, "stroke_dasharray": "3 2"} if runs else {"stroke": LINE}
    inside = "" if points is None else written(points, x + 12, y + 11, 10, INK, weight=1.8)
    return rect(x, y, 24, 22, 4, fill="#fffaf0", **edge) + inside


def _stock(hand: dict[str, int], seat: int, x: float, y: float) -> str:
    """Draw the planks left, by length, each with its number."""
    parts, left = [], x
    for length, count in hand.items():
        width = 10.5 * int(length)
        kind = at(left, y, _small_plank(seat, int(length), width), written(count, width / 2, 29, 9.5, weight=2))
        parts.append(kind if count else group(kind, opacity=0.35))
        left += width + 20
    return group(*parts)


def _small_plank(seat: int, length: int, width: float) -> str:
    wood = WOOD[seat]
    spots = [width * (i + 0.5) / length for i in range(length)]
    signs = [circle(x, 10, 2) if seat == 0 else rect(x - 1.8, 8.2, 3.6, 3.6) for x in spots]
    edge = rect(0, 6, width, 12, 2.5, fill=mix(wood, DARK_WOOD, 0.42))
    return edge + rect(0, 4, width, 12, 2.5, fill=wood) + group(*signs, fill="#fff")
