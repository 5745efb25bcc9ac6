"""Tables for the variant `eleven`: which points the tiles left of a colour can still make.

The six tiles of a colour carry 1 to 6 points, so a set of them is six bits. Needs are equal if the same tiles satisfy
them: with a 5 and a 6 left, a seat that needs 3 points is no better off than one that needs 5.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import inlined
from ludotheque.games.keks.rules.board import TILES_OF_A_COLOUR
from ludotheque.games.keks.rules.state import PIPS_OF, POINTS_TO_WIN

SETS = 1 << TILES_OF_A_COLOUR
#: In place of a number of tiles: all of them are not enough.
NEVER = TILES_OF_A_COLOUR + 1


def pips_in(tiles: int) -> list[int]:
    return [pips for pips in range(1, TILES_OF_A_COLOUR + 1) if tiles >> (pips - 1) & 1]


def sums_of(tiles: int) -> set[int]:
    """Return the sums of all subsets of these tiles."""
    sums = {0}
    for pips in pips_in(tiles):
        sums |= {points + pips for points in sums}
    return sums


def _fewest(tiles: int, need: int) -> int:
    reached = accumulate(reversed(pips_in(tiles)))
    return next((count for count, points in enumerate(reached, 1) if points >= need), NEVER)


def _table(entry: Callable[[int, int], int]) -> NDArray[np.int64]:
    return np.array([[entry(tiles, need) for need in range(POINTS_TO_WIN + 1)] for tiles in range(SETS)], np.int64)


#: [tiles, need]: the fewest of the tiles that make the points needed, or NEVER.
FEWEST = _table(_fewest)
#: [tiles, need]: the smallest sum of a subset that is enough; 0 if none is.
ENOUGH = _table(lambda tiles, need: min((points for points in sums_of(tiles) if points >= need), default=0))


@inlined
def pips_on(state, squares):
    """Return the tiles of one colour on these squares, as bits."""
    tiles = 0
    while squares:
        tiles |= 1 << (PIPS_OF[state.tile[trailing_zeros(squares)]] - 1)
        squares &= squares - 1
    return tiles
