"""The biscuit: an 8×8 square without its corners, as bits of an `int64` (a1 = bit 0, b1 = bit 1, ... h8 = bit 63).

The corners' bits are never set, so a board is never negative.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import inlined

SIZE = 8
CORNERS = (0, 7, 56, 63)
SQUARES = np.array([square for square in range(64) if square not in CORNERS])
COLOURS = 10
TILES_OF_A_COLOUR = 6

FULL = sum(1 << int(square) for square in SQUARES)
NOT_A = sum(1 << square for square in range(63) if square % SIZE != 0)
NOT_H = sum(1 << square for square in range(63) if square % SIZE != SIZE - 1)


@inlined
def takeable(tiles):
    """Rule 3: the tiles that can be taken, for a biscuit in one piece and without holes (which this rule keeps so).

    At least two free edges means at most two neighbours. With one neighbour nothing can break. With two, the
    biscuit stays whole exactly if they are joined by the tile diagonally between them: were they joined only by a
    longer way round, that way and the tile would enclose an empty square, but the biscuit has no holes. It never
    gets one either, because a tile with a free edge adds its square to the outside when it is taken.
    """
    north, south = tiles >> 8, (tiles << 8) & FULL
    east, west = (tiles & NOT_A) >> 1, (tiles & NOT_H) << 1
    north_south, east_west = north & south, east & west
    north_or_south, east_or_west = north | south, east | west
    at_most_one = ~(north_south | east_west | (north_or_south & east_or_west))
    # Two neighbours at a right angle, with the tile between them: e.g. north, east and north-east.
    beside_north, beside_south = (north & NOT_A) >> 1, (south & NOT_A) >> 1
    joined_east = east & ((north & beside_north) | (south & beside_south))
    beside_north, beside_south = (north & NOT_H) << 1, (south & NOT_H) << 1
    joined_west = west & ((north & beside_north) | (south & beside_south))
    corner = (joined_east | joined_west) & ~north_south & ~east_west
    return tiles & (at_most_one | corner)
