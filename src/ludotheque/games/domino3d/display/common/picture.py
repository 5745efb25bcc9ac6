"""A position of Domino 3D as a picture: the tower with the domino that was drawn, or everybody's set in the race."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.domino3d.display.common.picture_parts import definitions, drawing_of
from ludotheque.games.spec import Json, Options, winners_of
from ludotheque.svg.elements import INK, LINE, SHEET, at, circle, document, group, line, path, rect
from ludotheque.svg.numerals import written
from ludotheque.svg.seats import crown, label, name, panel

WIDTH, HEIGHT = 484, 508
FELT = "#2f5d50"
TABLE_WIDTH, TABLE_HEIGHT = 460, 340
#: How the drawn domino is held, so that each of its faces is seen once.
HELD = (("E", "U"), ("W", "U"), ("E", "D"))
RACE_COLUMN, RACE_ROW = 234, 272
HOURGLASS = "M0 0H14M0 20H14M2 0C2 6 6 8 6 10S2 14 2 20M12 0C12 6 8 8 8 10S12 14 12 20"


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    return _race(view, names) if view["mode"] == "race" else _tower(view, names)


# Classic and solo


def _tower(view: Json, names: Sequence[str]) -> str:
    placed, scores = view["placed"], view["scores"]
    turn = "over" if view["turn"] is None else f"seat {view['turn']} to move"
    title = f"Domino 3D, {len(placed)} dominoes placed, {', '.join(map(str, scores))} points, {turn}"
    tower = _table(12, 12, TABLE_WIDTH, TABLE_HEIGHT, placed)
    seats = [_seat(view, seat, names) for seat in range(len(scores))]
    return document(title, WIDTH, HEIGHT, definitions(), tower, _drawn(view), *seats)


def _table(x: float, y: float, width: float, height: float, built: Sequence[Json]) -> str:
    """Draw the felt, and on it what was built; the last domino has a strong edge."""
    felt = rect(x, y, width, height, 10, fill=FELT)
    felt += rect(x + 5, y + 5, width - 10, height - 10, 7, fill="none", stroke="#47806f", stroke_width=1.5)
    if not built:
        return felt
    shown = drawing_of(built, marked=built[-1]["domino"]).with_room()
    return felt + shown.within(x + 10, y + 10, width - 20, height - 20, most=1)


def _drawn(view: Json) -> str:
    """Draw the drawn domino from three sides; how many are left in the pile, and in solo how many turns."""
    parts = [rect(12, 360, 300, 80, 8, fill=SHEET, stroke=LINE)]
    if view["drawn"] is not None:
        for i, (to, up) in enumerate(HELD):
            held = drawing_of([{"domino": view["drawn"], "at": [0, 0, 0], "to": to, "up": up}], shadows=False)
            parts.append(held.within(22 + 98 * i, 366, 84, 68))
    parts.append(_pile(340, 400, len(view["pile"])))
    if view["turns_left"] is not None:
        parts.append(at(412, 390, line(HOURGLASS, INK, 1.8), path("M3 18Q7 13 11 18Z", fill="#e3a72f")))
        parts.append(written(view["turns_left"], 434, 400, 14, anchor=0, weight=2.4))
    return group(*parts)


def _pile(x: float, y: float, left: int) -> str:
    blocks = [rect(x - 14 + 3 * i, y + 2 - 5 * i, 28, 12, 3, fill="#f3ead6", stroke=INK) for i in range(3)]
    return group(*blocks) + written(left, x + 28, y, 14, anchor=0, weight=2.4)


def _seat(view: Json, seat: int, names: Sequence[str]) -> str:
    scores = view["scores"]
    step = (TABLE_WIDTH + 6) / len(scores)
    x, y, width = 12 + step * seat, 448, min(step - 6, 226)
    parts = [panel(x, y, width, 50, acting=view["turn"] == seat), label(seat, x + 9, y + 15)]
    parts.append(name(seat, names, x + 40, y + 15, width - 44))
    parts.append(written(scores[seat], x + width - 10, y + 36, 14, anchor=1, weight=2.6))
    if len(scores) > 1 and view["turn"] is None and seat in winners_of(scores):
        parts.append(crown(x + 17, y + 36))
    return group(*parts)


# The race


def _race(view: Json, names: Sequence[str]) -> str:
    seats = len(view["totals"])
    turn = "over" if view["phase"] == "over" else f"phase {view['phase']}"
    title = f"Domino 3D, race, round {view['round']}, {', '.join(map(str, view['totals']))} points, {turn}"
    height = 12 + RACE_ROW * -(-seats // 2)
    return document(title, WIDTH, height, definitions(), *(_builder(view, seat, names) for seat in range(seats)))


def _builder(view: Json, seat: int, names: Sequence[str]) -> str:
    """Draw a seat's table: set, hand and progress. With an odd number of seats the last one is wide."""
    x, y = 12 + RACE_COLUMN * (seat % 2), 12 + RACE_ROW * (seat // 2)
    totals = view["totals"]
    wide = seat % 2 == 0 and seat == len(totals) - 1
    width, height = RACE_COLUMN * (2 if wide else 1) - 8, RACE_ROW - 8
    parts = [panel(x, y, width, height, acting=seat in view["to_act"]), label(seat, x + 10, y + 15)]
    parts.append(name(seat, names, x + 42, y + 15, width - 144))
    parts.append(written(totals[seat], x + width - 10, y + 16, 14, anchor=1, weight=2.6))
    if view["phase"] == "over" and seat in winners_of(totals):
        parts.append(crown(x + width - 50, y + 15))
    if wide:  # no seat beside it: the hand lies there, two by two
        table, places = (
            (width - 106, height - 36),
            [(width - 94.0 + 44 * (i % 2), 32 + 46 * (i // 2)) for i in range(10)],
        )
    else:
        table, places = (width - 12, 160), [(7 + 42.8 * (i % 5), 195 + 33 * (i // 5)) for i in range(10)]
    parts.append(_table(x + 6, y + 30, *table, view["sets"][seat]))
    parts.append(_standing(view, seat, x + table[0] - 12, y + 48))
    for domino, (right, down) in zip(view["hands"][seat], places, strict=False):
        held = drawing_of([{"domino": domino, "at": [0, 0, 0], "to": "E", "up": "U"}], shadows=False)
        parts.append(held.within(x + right, y + down, 40, 31))
    return group(*parts)


def _standing(view: Json, seat: int, x: float, y: float) -> str:
    """Draw the place in which the seat finished, or that it gave up; and its neighbour's verdict."""
    if seat in view["given_up"]:
        return _badge(x, y, line("M-4 -4L4 4M4 -4L-4 4", "#a33a22", 2.6))
    if seat not in view["finished"]:
        return ""
    badges = _badge(x, y, written(view["finished"].index(seat) + 1, 0, 0, 10))
    verdict = view["verdicts"][seat]
    if verdict == "accept":
        badges += _badge(x - 28, y, line("M-5 0L-1.5 4L5 -4", FELT, 2.6))
    elif verdict == "object":
        badges += _badge(x - 28, y, line("M0 -5V1M0 5V5.2", "#a33a22", 3))
    return badges


def _badge(x: float, y: float, inside: str) -> str:
    return at(x, y, circle(0, 0, 11, fill="#fffaf0", stroke=INK, stroke_width=1.4), inside)
