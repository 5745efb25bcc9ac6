"""A view of Nasca as an array: the board from above, and all planks in the order in which they were laid."""

from __future__ import annotations

from ludotheque.engine.layout import Array, Part, mark_seat, per_seat
from ludotheque.games.nasca.rules.board import ACTIONS, COLUMNS, LENGTHS, NEUTRAL, PLANKS, ROWS
from ludotheque.games.nasca.rules.notation import PLANK_OF, SQUARE_OF
from ludotheque.games.nasca.rules.state import HEIGHTS, MOST_PLANKS
from ludotheque.games.spec import Json

OWNERS = ("own", "the other's", "neutral")

HIDES = False
MOST_MOVES = 64  # two rounds of 24 planks


def actions() -> int:
    """A plank: by length (2 first), along the rows, then along the columns, by line and place."""
    return ACTIONS


def parts(seats: int) -> tuple[Part, ...]:
    board = (ROWS, COLUMNS)
    row = "owner (1 own, 2 the other's, 3 neutral), column and row of its first square, length, 1 if upwards, level"
    return (
        Part("top", (3, *board), f"squares whose highest plank is {', '.join(OWNERS)}"),
        Part("height", board, "the level of the highest plank, 0: the ground", HEIGHTS),
        Part("areas", (2, *board), "squares that the own seat, the other is paid for if the round ends now"),
        Part("hands", (2, len(LENGTHS)), "planks of length 2 to 5 left to the own seat, to the other", 9),
        Part("planks", (MOST_PLANKS, 6), f"in the order laid: {row}", HEIGHTS),
        Part("points", (2, 2), "points of each finished round; the own seat's first", 110),
        Part("round", (1,), "the number of this round", 2),
        per_seat("turn", 2, "whose turn it is; nobody's when the match is over"),
    )


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
