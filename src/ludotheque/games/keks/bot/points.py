"""What the points on the biscuit can still make of a colour, in the variant `eleven`.

The six tiles of a colour carry 1 to 6 points, so those of them that lie somewhere are six bits. What a seat still needs
matters only as far as tiles can make a difference: who needs 3 of a 5 and a 6 is no better off than who needs 5.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

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
#: More tiles than there are: these never make it.
NEVER = TILES_OF_A_COLOUR + 1


def pips_in(tiles: int) -> list[int]:
    return [pips for pips in range(1, TILES_OF_A_COLOUR + 1) if tiles >> (pips - 1) & 1]


def sums_of(tiles: int) -> set[int]:
    """The points of all choices among these tiles."""
    found = {0}
    for pips in pips_in(tiles):
        found |= {points + pips for points in found}
    return found


def _fewest(tiles: int, need: int) -> int:
    reached = accumulate(reversed(pips_in(tiles)))
    return next((count for count, points in enumerate(reached, 1) if points >= need), NEVER)


def _table(entry: Callable[[int, int], int]) -> NDArray[np.int64]:
    return np.array([[entry(tiles, need) for need in range(POINTS_TO_WIN + 1)] for tiles in range(SETS)], np.int64)


#: By tiles and need: how many of the tiles it takes at least to make so many points, or NEVER.
FEWEST = _table(_fewest)
#: By tiles and need: the fewest points that a choice among the tiles makes which are enough; 0 if none does.
ENOUGH = _table(lambda tiles, need: min((points for points in sums_of(tiles) if points >= need), default=0))


@inlined
def pips_on(state, squares):
    """Which tiles lie on these squares of one colour, as bits."""
    tiles = 0
    while squares:
        tiles |= 1 << (PIPS_OF[state.tile[trailing_zeros(squares)]] - 1)
        squares &= squares - 1
    return tiles
