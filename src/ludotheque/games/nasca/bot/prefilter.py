"""A cheap score for hundreds of placements, to select the few dozen that are evaluated in full.

A set of squares is two words, row by row, as in `areas.py`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled
from ludotheque.games.nasca.bot.prospects import dilated, enclosed
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import ACTIONS, COLUMNS, LENGTH_OF, MASK, PLANKS, ROWS, bit_of

#: The parameters of `score_cheaply`, fitted to the gains of all placements in 300 positions. Length counts less than
#: fitted, and chance (`MIXED`) more, so that planks of all lengths are selected.
LENGTH, OWN_PAID, ON_OTHER, BREAKS, TO_BORDER, IN_GAP, MIXED = range(7)
PREFILTER_TUNING = (
    0.7,  # each square of length
    -0.74,  # each square that scores for the seat
    0.65,  # each square over a plank of the opponent
    2.5,  # covering a wall of an area that scores for the opponent
    0.39,  # joining a plank of the seat to a border
    0.11,  # each square in a gap of own walls, if it joins them to each other or to a border
    0.7,  # maximum random bonus: of many equal planks, some from all over the board are selected
)
#: Gaps are what walls close when they are dilated by this reach.
GAP = 1


def _beyond(square: int, towards: int) -> tuple[list[int], bool]:
    """Return the squares that touch an end of a plank but none of its other squares; and whether a border does."""
    row, column = divmod(square, COLUMNS)
    step_row, step_column = row - towards // COLUMNS, column - towards % COLUMNS
    squares = []
    for ahead, aside in ((0, -1), (0, 1), (1, -1), (1, 0), (1, 1)):
        r = row + ahead * step_row + aside * abs(step_column)
        c = column + ahead * step_column + aside * abs(step_row)
        if 0 <= r < ROWS and 0 <= c < COLUMNS:
            squares.append(r * COLUMNS + c)
    return squares, not (0 <= row + step_row < ROWS and 0 <= column + step_column < COLUMNS)


#: For each action: two words for what touches its first end and two for its last one.
BEYOND: NDArray[np.int64] = np.zeros((ACTIONS, 4), np.int64)
#: Whether its first and its last end meet a border head on.
AT_BORDER: NDArray[np.int64] = np.zeros((ACTIONS, 2), np.int64)
for _action, _plank in enumerate(PLANKS[:ACTIONS]):
    for _end, (_square, _towards) in enumerate(((_plank[0], _plank[1]), (_plank[-1], _plank[-2]))):
        _squares, AT_BORDER[_action, _end] = _beyond(_square, _towards)
        for _square in _squares:
            _word, _bit = bit_of(_square, False)
            BEYOND[_action, 2 * _end + _word] |= 1 << _bit


#: A scattered number from 0 to 1 for each plank: 389 and the number of planks have no common divisor.
SHUFFLED: NDArray[np.float64] = np.arange(ACTIONS) * 389 % ACTIONS / ACTIONS


@compiled
def score_cheaply(state, seat, moves, count, weights, tuning):
    """Score each move, roughly in points, by counting squares; no area is filled again."""
    other = 1 - seat
    own_low, own_high = state.colour[seat, 0], state.colour[seat, 1]
    other_low, other_high = state.colour[other, 0], state.colour[other, 1]
    paid = paid_squares(state)
    paid_low, paid_high = paid[2 * seat], paid[2 * seat + 1]
    wall_low, wall_high = dilated(paid[2 * other], paid[2 * other + 1])
    wall_low, wall_high = wall_low & other_low, wall_high & other_high
    gap_low, gap_high = enclosed(own_low, own_high, other_low, other_high, GAP)
    gap_low, gap_high = gap_low & ~paid_low, gap_high & ~paid_high
    for k in range(count):
        move = moves[k]
        low, high = MASK[move, 0], MASK[move, 1]
        merit = tuning[LENGTH] * LENGTH_OF[move] + tuning[MIXED] * SHUFFLED[move]
        merit += tuning[OWN_PAID] * (popcount(low & paid_low) + popcount(high & paid_high))
        merit += tuning[ON_OTHER] * (popcount(low & other_low) + popcount(high & other_high))
        if (low & wall_low) | (high & wall_high):
            merit += tuning[BREAKS]
        first = (BEYOND[move, 0] & own_low) | (BEYOND[move, 1] & own_high)
        last = (BEYOND[move, 2] & own_low) | (BEYOND[move, 3] & own_high)
        to_border = (first and AT_BORDER[move, 1]) or (last and AT_BORDER[move, 0])
        if to_border:
            merit += tuning[TO_BORDER]
        if to_border or (first and last):
            merit += tuning[IN_GAP] * (popcount(low & gap_low) + popcount(high & gap_high))
        weights[k] = merit


@compiled
def threshold_of_best(weights, count, wanted):
    """Return a threshold that at most `wanted` weights reach, not many fewer; all if there are no more.

    Of equal weights either all reach it or none, so there may be fewer.
    """
    low, high = weights[0], weights[0]
    for k in range(1, count):
        low = min(low, weights[k])
        high = max(high, weights[k])
    if count <= wanted:
        return low
    for _ in range(12):
        middle = 0.5 * (low + high)
        reached = 0
        for k in range(count):
            if weights[k] >= middle:
                reached += 1
        if reached > wanted:
            low = middle
        else:
            high = middle
            if reached >= 0.8 * wanted:
                break
    return high
