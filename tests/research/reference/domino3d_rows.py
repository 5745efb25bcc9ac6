"""How a domino lies, as numbers: the rows of observations in all modes."""

from __future__ import annotations

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, LOW
from ludotheque.games.spec import Json


def lying(laid: Json) -> tuple[int, ...]:
    """The numbers of a placement for an entry of `placed` or `sets`."""
    x, y, z = laid["at"]
    return laid["domino"] + 1, x - LOW, y - LOW, z, DIRECTIONS.index(laid["to"]) + 1, DIRECTIONS.index(laid["up"]) + 1
