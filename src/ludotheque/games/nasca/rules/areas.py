"""Scoring: the areas of both seats, by flood fill on sets of squares that are two words of five rows each.

Only words 0 and 1 of a state's sets (row by row) are used here. The bit between two rows is never set, so shifts
never run from one row's end into the next.
"""

from __future__ import annotations

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled
from ludotheque.games.nasca.rules.board import BOARD, BOTTOM, LEFT, RIGHT, ROW_BITS, ROWS_OF_WORD, TOP

LOW, HIGH = BOARD
LEFT_LOW, LEFT_HIGH = LEFT
RIGHT_LOW, RIGHT_HIGH = RIGHT
#: From the last row of word 0 to the first of word 1.
ACROSS = ROW_BITS * (ROWS_OF_WORD - 1)


@compiled
def lowest(low, high):
    """Return the set's first square, as a set."""
    if low:
        return low & -low, 0
    return 0, high & -high


@compiled
def fill(low, high, open_low, open_high):
    """Flood fill: the open squares connected with the given ones by edges."""
    while True:
        before_low, before_high = low, high
        low |= (low << 1 | low >> 1 | low << ROW_BITS | low >> ROW_BITS | high << ACROSS) & open_low
        high |= (high << 1 | high >> 1 | high << ROW_BITS | high >> ROW_BITS | low >> ACROSS) & open_high
        if low == before_low and high == before_high:
            return low, high


@compiled
def closed(open_low, open_high):
    """Rule 11: the open squares in regions that touch no two opposite borders.

    Only regions at the left or lower border can touch two opposite ones, so only these are filled.
    """
    low, high = open_low, open_high
    seeds_low, seeds_high = low & (LEFT_LOW | BOTTOM), high & LEFT_HIGH
    while seeds_low | seeds_high:
        first_low, first_high = lowest(seeds_low, seeds_high)
        region_low, region_high = fill(first_low, first_high, open_low, open_high)
        seeds_low &= ~region_low
        seeds_high &= ~region_high
        left_to_right = region_low & LEFT_LOW | region_high & LEFT_HIGH
        if not region_low & RIGHT_LOW | region_high & RIGHT_HIGH:
            left_to_right = 0
        if left_to_right or (region_low & BOTTOM and region_high & TOP):
            low &= ~region_low
            high &= ~region_high
    return low, high


@compiled
def paid_squares(state):
    """Rules 10 to 13: the empty squares that seat 0 is paid for, and those of seat 1 (two words each)."""
    open_low_0, open_high_0 = LOW & ~state.colour[0, 0], HIGH & ~state.colour[0, 1]
    open_low_1, open_high_1 = LOW & ~state.colour[1, 0], HIGH & ~state.colour[1, 1]
    low_0, high_0 = closed(open_low_0, open_high_0)
    low_1, high_1 = closed(open_low_1, open_high_1)
    # Rule 12: only empty squares count.
    low_0, high_0 = low_0 & state.at_height[0, 0], high_0 & state.at_height[0, 1]
    low_1, high_1 = low_1 & state.at_height[0, 0], high_1 & state.at_height[0, 1]
    both_low, both_high = low_0 & low_1, high_0 & high_1
    while both_low | both_high:
        # Rule 13: squares in the same area of seat 0 and the same area of seat 1 are decided together.
        first_low, first_high = lowest(both_low, both_high)
        area_low_0, area_high_0 = fill(first_low, first_high, open_low_0, open_high_0)
        area_low_1, area_high_1 = fill(first_low, first_high, open_low_1, open_high_1)
        shared_low, shared_high = both_low & area_low_0 & area_low_1, both_high & area_high_0 & area_high_1
        both_low ^= shared_low
        both_high ^= shared_high
        size_0 = popcount(area_low_0) + popcount(area_high_0)
        size_1 = popcount(area_low_1) + popcount(area_high_1)
        if size_0 >= size_1:
            low_0 ^= shared_low
            high_0 ^= shared_high
        if size_1 >= size_0:
            low_1 ^= shared_low
            high_1 ^= shared_high
    return low_0, high_0, low_1, high_1
