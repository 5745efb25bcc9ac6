"""A view of the Nasenspiel as an array: the table as far as the frame allows, and the open hands."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat

from ludotheque.games.nasenspiel.rules.board import DOMINOES, MAX_X, MAX_Y, MIN_X, MIN_Y
from ludotheque.games.nasenspiel.rules.notation import domino_text
from ludotheque.games.spec import Json

TABLE = (MAX_Y - MIN_Y + 1, MAX_X - MIN_X + 1)
PLACE_OF = {domino_text(*domino): place for place, domino in enumerate(DOMINOES)}


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = len(view["hands"])
    for x, y, nose in view["squares"]:
        out["noses"][(nose, *_at(x, y))] = 1
    for number, move in enumerate(view["placed"], 1):
        _, direction, anchor = move.split()
        x, y = map(int, anchor.split(","))
        for square in ((x, y), (x + 1, y) if direction == "E" else (x, y + 1)):
            out["order"][_at(*square)] = number
    for pawn in view["pawns"]:
        out["pawns"][((pawn["seat"] - seat) % seats, *_at(*pawn["at"]))] = 1
    if view["asking"]:
        out["asking"][_at(*view["asking"])] = 1
    for place in range(seats):
        other = (seat + place) % seats
        out["hands"][place, [PLACE_OF[domino] for domino in view["hands"][other]]] = 1
        out["reserve"][place] = view["reserve"][other]
        out["scores"][place] = view["scores"][other]
    out["aside"][0] = view["aside"]
    mark_seat(out["turn"], view["turn"], seat)


def _at(x: int, y: int) -> tuple[int, int]:
    return y - MIN_Y, x - MIN_X
