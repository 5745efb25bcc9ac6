"""A view of classic or solo as an array: the dominoes in the order placed, and the space that they fill."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat
from tests.research.reference.domino3d_rows import lying

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, LOW, SIZE, TOP, VECTORS
from ludotheque.games.spec import Json

SPACE = (SIZE, SIZE, TOP)


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
