"""A view of classic or solo as an array: the dominoes in the order placed, and the space that they fill."""

from __future__ import annotations

from ludotheque.engine.layout import MOST, Array, Part, mark_seat, per_seat
from ludotheque.games.domino3d.research.common.rows import ROW, lying
from ludotheque.games.domino3d.rules.classic.state import STOP
from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, DOMINOES, LOW, SIZE, TOP, VECTORS
from ludotheque.games.spec import Json

SPACE = (SIZE, SIZE, TOP)

HIDES = False
#: 40 dominoes, at most 18 idle turns between two of them; solo: 100 turns.
MOST_MOVES = 10_000


def actions() -> int:
    """A placement, timeout, draw, stop."""
    return STOP + 1


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("space", SPACE, "the domino (from 1) in each cell by x (from -12), y (from -12) and z", DOMINOES),
        Part("placed", (DOMINOES, 7), f"in the order placed: {ROW}, seat (1 own; 0 the start)", DOMINOES),
        Part("drawn", (DOMINOES,), "the domino drawn"),
        Part("pile", (DOMINOES,), "dominoes in the pile"),
        per_seat("scores", seats, "points", MOST, -MOST),
        Part("turns_left", (1,), "solo: turns left, the turn under way included", 100),
        Part("idle", (1,), "turns in a row without a placement", 99),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = len(view["scores"])
    for number, laid in enumerate(view["placed"]):
        owner = 0 if laid["seat"] is None else (laid["seat"] - seat) % seats + 1
        out["placed"][number] = *lying(laid), owner
        _fill_cells(out["space"], laid)
    if view["drawn"] is not None:
        out["drawn"][view["drawn"]] = 1
    out["pile"][view["pile"]] = 1
    out["scores"][:] = [view["scores"][(seat + k) % seats] for k in range(seats)]
    out["turns_left"][0] = view["turns_left"] or 0
    out["idle"][0] = view["idle"]
    mark_seat(out["turn"], view["turn"], seat)


def _fill_cells(space: Array, laid: Json) -> None:
    x, y, z = laid["at"]
    dx, dy, dz = VECTORS[DIRECTIONS.index(laid["to"])]
    space[x - LOW, y - LOW, z] = laid["domino"] + 1
    space[x + dx - LOW, y + dy - LOW, z + dz] = laid["domino"] + 1
