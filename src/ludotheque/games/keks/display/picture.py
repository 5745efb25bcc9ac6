"""A position of Keks as a picture: the biscuit on its plate, and what lies in front of both seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludotheque.games.keks.display.picture_parts import DARK, GLAZES, definitions
from ludotheque.games.spec import Json, Options, winners_of
from ludotheque.svg.elements import ACCENT, LINE, SOFT, at, circle, document, group, line, mix, path, rect, use
from ludotheque.svg.numerals import written
from ludotheque.svg.seats import crown, label, name, panel

CELL, SIZE = 40, 8
LEFT, TOP = 26, 12
WIDTH, HEIGHT = 360, 520
PANEL = 76
TO_WIN = 5
RIBBON = "#b5472f"


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    eleven = options["variant"] == "eleven"
    panels = [_seat(view, seat, names, eleven) for seat in range(2)]
    return document(_title(view), WIDTH, HEIGHT, definitions(), _plate(), _biscuit(view, eleven), *panels)


def _title(view: Json) -> str:
    won = " to ".join(str(len(colours)) for colours in view["won"])
    return f"Keks, {won} colours won, " + ("over" if view["turn"] is None else f"seat {view['turn']} to move")


@cache
def _plate() -> str:
    side = CELL * SIZE
    names = [written("abcdefgh"[i], LEFT + 20 + CELL * i, TOP + side + 12, 8, SOFT, weight=1.5) for i in range(SIZE)]
    rows = [written(SIZE - i, LEFT - 14, TOP + 20 + CELL * i, 8, SOFT, weight=1.5) for i in range(SIZE)]
    plate = rect(LEFT - 4, TOP - 4, side + 8, side + 8, 42, fill=mix("#ffffff", LINE, 0.3), stroke=LINE)
    return plate + circle(LEFT + side / 2, TOP + side / 2, 128, fill="#fff", fill_opacity=0.5) + "".join(names + rows)


def _biscuit(view: Json, eleven: bool) -> str:
    tiles = []
    for row, letters in enumerate(view["board"]):
        for column, letter in enumerate(letters):
            if letter != ".":
                x, y = LEFT + CELL * column, TOP + CELL * row
                tiles.append(use(f"keks-{letter}", x, y))
                tiles += [_pips(view["pips"][row][column], x + 31, y + 31)] if eleven else []
    return group(*tiles)


def _pips(pips: str, x: float, y: float) -> str:
    return circle(x, y, 7.2, fill="#fffaf0", stroke=DARK) + written(pips, x, y, 8, DARK)


def _seat(view: Json, seat: int, names: Sequence[str], eleven: bool) -> str:
    y = 356 + (PANEL + 6) * seat
    won = [len(colours) for colours in view["won"]]
    parts = [panel(12, y, WIDTH - 24, PANEL, acting=view["turn"] == seat), label(seat, 22, y + 14)]
    parts.append(name(seat, names, 56, y + 14, 112))
    if view["turn"] == seat and view["colour"]:
        parts.append(at(176, y + 2, use(f"keks-{view['colour']}"), scale=0.6))
    if view["turn"] is None and seat in winners_of(won):
        parts.append(crown(WIDTH - 128, y + 13))
    parts += [_rosette(WIDTH - 112 + 19 * i, y + 5, got=i < won[seat]) for i in range(TO_WIN)]
    parts += [_stack(view, seat, letter, 18 + 32.6 * i, y + 25, eleven) for i, letter in enumerate(GLAZES)]
    return group(*parts)


def _rosette(x: float, y: float, *, got: bool) -> str:
    if not got:
        return at(x, y, circle(8, 7.5, 6, fill="none", stroke=SOFT, stroke_width=1.2, stroke_dasharray="2 1.6"))
    tick = line("M5.2 7l2 2.2 3.6-4", "#fff", 1.8)
    return at(x, y, path("M5 10L3 18l5-3 5 3-2-8z", fill="#8f3522"), circle(8, 7, 6, fill=RIBBON), tick)


def _stack(view: Json, seat: int, letter: str, x: float, y: float, eleven: bool) -> str:
    """Draw a colour in front of a seat: tiles held, a ribbon if it is won, pale if the seat cannot win it."""
    held = view["held"][seat].get(letter, 0)
    tile = use(f"keks-{letter}")
    if letter in view["won"][seat]:
        ribbon = path("M2 37h36l-4 6 4 6H2l4-6z", fill=RIBBON, stroke="#fff4da", stroke_width=1.5)
        return at(x, y, tile, ribbon, line("M15 42.5l3.5 3.5 6.5-7", "#fff", 2.6), scale=0.8)
    if letter == view["eliminated"]:
        strokes = "M6 6l28 28M34 6L6 34"
        return at(x, y, group(tile, opacity=0.35), line(strokes, "#fff", 8), line(strokes, "#22201c", 4.5), scale=0.8)
    if letter in view["won"][1 - seat]:
        return at(x, y, group(tile, opacity=0.22), scale=0.8)
    below = _points(held, x + 16, y + 41) if eleven else _slots(held, x + 16, y + 41, fresh=letter not in view["gone"])
    return at(x, y, tile if held else group(tile, opacity=0.8), scale=0.8) + below


def _slots(held: int, x: float, y: float, *, fresh: bool) -> str:
    """Three slots, dashed while the next tile of that colour would be thrown away."""
    places = [
        rect(
            x - 13 + 9.5 * i,
            y - 3.5,
            7,
            7,
            2,
            fill=ACCENT if i < held else "none",
            stroke_dasharray="2 1.5" if fresh else None,
        )
        for i in range(3)
    ]
    return group(*places, stroke=SOFT if fresh else ACCENT, stroke_width=1.2)


def _points(points: int, x: float, y: float) -> str:
    return written(points, x, y, 8.5, weight=1.8 if points else 1.2)
