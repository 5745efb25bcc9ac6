"""A view of the Nasenspiel as an array: the table as far as the frame allows, and the open hands."""

from __future__ import annotations

from ludotheque.engine.layout import Array, Part, mark_seat, per_seat
from ludotheque.games.nasenspiel.rules.board import CELLS, DOMINOES, LEAST_X, LEAST_Y, MOST_X, MOST_Y, NOSES
from ludotheque.games.nasenspiel.rules.groups import PAWNS
from ludotheque.games.nasenspiel.rules.notation import domino_text
from ludotheque.games.nasenspiel.rules.state import PAWN_FROM
from ludotheque.games.spec import Json

TABLE = (MOST_Y - LEAST_Y + 1, MOST_X - LEAST_X + 1)
PLACE_OF = {domino_text(*domino): place for place, domino in enumerate(DOMINOES)}

HIDES = False
MOST_MOVES = 1000  # 54 dominoes, each with a few answers for groups


def actions() -> int:
    """A placement; 120000: skip; 120001: pawn; then a pawn from a cell."""
    return PAWN_FROM + CELLS


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("noses", (NOSES, *TABLE), "squares with nose 0 to 9 by line (y from -9) and column (x from -8)"),
        Part("order", TABLE, "the number of the domino that lies there, in the order placed from 1", len(DOMINOES)),
        Part("pawns", (seats, *TABLE), "the pawns of each seat, the own first"),
        Part("asking", TABLE, "the square whose group is being decided"),
        Part("hands", (seats, len(DOMINOES)), "dominoes (0-0, 0-1, ... 8-9) in each hand, the own first"),
        Part("aside", (1,), "dominoes that nobody was dealt", len(DOMINOES)),
        per_seat("reserve", seats, "pawns not on the table", PAWNS),
        per_seat("scores", seats, "points as they stand", 999),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


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
    return y - LEAST_Y, x - LEAST_X
