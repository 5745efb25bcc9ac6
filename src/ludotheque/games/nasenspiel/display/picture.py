"""A position of Das Prestel Nasenspiel as a picture: the table with groups and pawns, and everybody's tray."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.nasenspiel.display.picture_parts import (
    CELL,
    INK,
    IVORY,
    Square,
    corner,
    definitions,
    groups,
    outline,
    pawn,
    rim,
)
from ludotheque.games.spec import Json, Options, winners_of
from ludotheque.svg.elements import at, document, group, line, rect, use
from ludotheque.svg.numerals import written
from ludotheque.svg.seats import COLOURS, crown, label, name, panel

SIDE = 10
LEFT, TOP = 32, 14
WIDTH = 464
TRAYS = TOP + SIDE * CELL + 16
IN_A_ROW = 14
DOMINOES = 55


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    seats = len(view["hands"])
    # As many rows as the first hands need, so that the picture keeps its size.
    tall = 31 + 17 * -(-(DOMINOES // seats) // IN_A_ROW)
    trays = [_tray(view, seat, names, TRAYS + (tall + 6) * seat, tall) for seat in range(seats)]
    return document(_title(view), WIDTH, TRAYS + (tall + 6) * seats + 6, definitions(), _table(view), *trays)


def _title(view: Json) -> str:
    turn = "over" if view["turn"] is None else f"seat {view['turn']} to move"
    return f"Das Prestel Nasenspiel, {', '.join(map(str, view['scores']))} noses, {turn}"


def _table(view: Json) -> str:
    """Draw the frame of 10 by 10, in the middle of where it may still lie, and what lies in it."""
    all_groups = groups(view["squares"])
    (left, across), (bottom, up) = (_frame([square[i] for square in view["squares"]], i) for i in (0, 1))
    side = SIDE * CELL
    frame = rect(LEFT, TOP, side, side, 4, fill="#3f6f61")
    frame += _rim(f"M{LEFT} {TOP}h{side}M{LEFT} {TOP + side}h{side}", fixed=up)
    frame += _rim(f"M{LEFT} {TOP}v{side}M{LEFT + side} {TOP}v{side}", fixed=across)
    x, y = corner((left, bottom + SIDE - 1))
    owners = {tuple(one["at"]): one["seat"] for one in view["pawns"]}
    lying = [
        *(_domino(move) for move in view["placed"]),
        *(_group(members, owners) for members in all_groups),
        _last(view["placed"]),
        _asked(view["asking"], all_groups),
        *(_standing(one, all_groups) for one in view["pawns"]),
    ]
    return frame + at(LEFT - x, TOP - y, *lying)


def _frame(taken: Sequence[int], axis: int) -> tuple[int, bool]:
    """Return where it begins along an axis, and whether it can no longer move there."""
    low, high = (min(taken), max(taken)) if taken else (0, 1 - axis)
    return -((SIDE - 1 - low - high) // 2), high - low + 1 >= SIDE


def _rim(d: str, *, fixed: bool) -> str:
    return line(d, "#22201c", 4 if fixed else 2.2, stroke_dasharray=None if fixed else "9 7")


def _squares(move: str) -> list[Square]:
    """Return the two squares of a placement like "3-7 E 2,-1"."""
    _, direction, at = move.split()
    x, y = map(int, at.split(","))
    return [(x, y), (x + 1, y) if direction == "E" else (x, y + 1)]


def _domino(move: str) -> str:
    first, second = _squares(move)
    across = first[1] == second[1]
    blank = use("nasenspiel-across" if across else "nasenspiel-up", *corner(first if across else second))
    return blank + use(f"nasenspiel-{move[0]}", *corner(first)) + use(f"nasenspiel-{move[2]}", *corner(second))


def _group(members: list[Square], owners: dict[Square, int]) -> str:
    d = outline(members, 2.5)
    seat = next((owners[square] for square in members if square in owners), None)
    if seat is None:
        return rim(d, ("#fffdf6", 3.4, None), (INK, 1.6, "4 3"))
    return rim(d, ("#fffdf6", 6.5, None), (COLOURS[seat], 4, None))


def _last(placed: Sequence[str]) -> str:
    return rim(outline(_squares(placed[-1]), 4), ("#14100a", 3, None), ("#fffdf6", 1.7, "3 4")) if placed else ""


def _asked(asking: Sequence[int] | None, all_groups: list[list[Square]]) -> str:
    """Return the group for which a pawn is offered."""
    members = next((members for members in all_groups if asking is not None and tuple(asking) in members), None)
    return rim(outline(members, 1.5), ("#14100a", 6.5, None), ("#fffdf6", 4, "9 7")) if members else ""


def _standing(one: Json, all_groups: list[list[Square]]) -> str:
    square = tuple(one["at"])
    x, y = corner((square[0], square[1]))
    noses = next((len(members) for members in all_groups if square in members), 0)
    return pawn(one["seat"], x + CELL / 2 - 3, y + CELL / 2 - 4, noses)


def _tray(view: Json, seat: int, names: Sequence[str], y: float, tall: float) -> str:
    scores = view["scores"]
    parts = [panel(12, y, WIDTH - 24, tall, acting=view["turn"] == seat), label(seat, 20, y + 14)]
    parts.append(name(seat, names, 54, y + 14, 120))
    parts += [
        at(200 + 24 * i, y + 12, use(f"nasenspiel-pawn-{seat}"), scale=0.62) for i in range(view["reserve"][seat])
    ]
    parts.append(written(scores[seat], WIDTH - 24, y + 15, 14, anchor=1, weight=2.6))
    if view["turn"] is None and seat in winners_of(scores):
        parts.append(crown(WIDTH - 66, y + 14))
    for i, domino in enumerate(view["hands"][seat]):
        row, column = divmod(i, IN_A_ROW)
        parts.append(_small_domino(domino, 18 + 31 * column, y + 28 + 17 * row))
    return group(*parts)


def _small_domino(domino: str, x: float, y: float) -> str:
    ground = rect(x - 0.5, y - 0.5, 27, 14, 3, fill=IVORY, stroke="#8d7c5c", stroke_width=0.8)
    return ground + use(f"nasenspiel-small-{domino[0]}", x, y) + use(f"nasenspiel-small-{domino[2]}", x + 13, y)
