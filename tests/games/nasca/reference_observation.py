"""A view of Nasca as an array: the board from above, and all planks in the order in which they were laid."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat

from ludotheque.games.nasca.rules.board import COLUMNS, LENGTHS, NEUTRAL, PLANKS
from ludotheque.games.nasca.rules.notation import PLANK_OF, SQUARE_OF
from ludotheque.games.spec import Json

OWNERS = ("own", "the other's", "neutral")


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    for number, plank in enumerate(view["planks"]):
        squares = PLANKS[PLANK_OF[plank["at"]]]
        owner = NEUTRAL if plank["owner"] == "neutral" else plank["owner"] ^ seat
        upwards = len(squares) > 1 and squares[1] - squares[0] == COLUMNS
        row, column = divmod(squares[0], COLUMNS)
        out["planks"][number] = owner + 1, column, row, len(squares), upwards, plank["level"]
        for square in squares:
            at = divmod(square, COLUMNS)
            if plank["level"] >= out["height"][at]:
                out["height"][at] = plank["level"]
                out["top"][(slice(None), *at)] = 0
                out["top"][(owner, *at)] = 1
    for other in range(2):
        mine = other ^ seat
        out["hands"][mine] = [view["hands"][other][str(length)] for length in LENGTHS]
        for square in view["areas"][other]:
            out["areas"][(mine, *divmod(SQUARE_OF[square], COLUMNS))] = 1
        for number, points in enumerate(view["points"]):
            out["points"][number, mine] = points[other]
    out["round"][0] = view["round"]
    mark_seat(out["turn"], view["turn"], seat)
