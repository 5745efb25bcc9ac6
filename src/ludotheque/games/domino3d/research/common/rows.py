"""How a domino lies, as numbers: the rows of observations in all modes."""

from __future__ import annotations

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, LOW
from ludotheque.games.spec import Json

ROW = (
    "domino (from 1), x + 12, y + 12, z of half 0, direction of half 1 and of the own U face (E, W, N, S, U, D from 1)"
)


def lying(laid: Json) -> tuple[int, ...]:
    """The numbers of `ROW` for an entry of `placed` or `sets`."""
    x, y, z = laid["at"]
    return laid["domino"] + 1, x - LOW, y - LOW, z, DIRECTIONS.index(laid["to"]) + 1, DIRECTIONS.index(laid["up"]) + 1
