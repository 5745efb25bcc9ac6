"""Listing the placements of a seat: rules 4 to 8, compiled."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasenspiel.rules.board import (
    ASCENDING,
    CELLS,
    COLUMNS,
    DOMINOES,
    FRAME,
    NOSES,
    STEP,
    WITH_ANCHOR,
    WITH_OTHER,
    WORD,
)

#: The action of a placement: (direction * CELLS + anchor) * PAIRS + anchor's nose * NOSES + other nose.
PAIRS = NOSES * NOSES

#: A hand at the start, with two seats.
MAX_HAND = len(DOMINOES) // 2
#: `write_pairs` writes at least this many entries.
AT_ONCE = 5
#: No position has more placements. A layout of m squares in one piece has at most 2m + 2 outer edges (each further
#: square adds at most 2). Each leads to an empty cell that is half of at most 3 places, and a place needs two edges
#: (rule 5): at most 3m + 3 places, m = 2n after n dominoes. A hand holds at most 27 dominoes and no more than are not
#: yet placed, each in two orders. The frame has room for 50 dominoes.
MAX_ACTIONS = AT_ONCE + max(
    (3 * 2 * n + 3) * 2 * min(MAX_HAND, len(DOMINOES) - n) for n in range(1, FRAME * FRAME // 2 + 1)
)

# Anchors are gathered from several lines into one word: leaving a loop costs more than moving bits. Places touch the
# layout, so anchors lie at most one column beside it; within the frame these are at most 11 columns (a layout 9 wide).
BAND_COLUMNS = FRAME + 1
BAND_LINES = 5
IN_BAND = np.array([k // BAND_COLUMNS * COLUMNS + k % BAND_COLUMNS for k in range(BAND_COLUMNS * BAND_LINES)])


@compiled
def list_placements(state, seat, out):
    """Write the seat's placements, ascending; return how many."""
    low, high = state.hands[seat, 0], state.hands[seat, 1]
    if state.placed == 0:
        low, high = low & ASCENDING[0], high & ASCENDING[1]
    corner = max(state.left - 1, state.right + 1 - FRAME)
    count = np.int64(0)  # a plain 0 would have Numba compile `write_pairs` twice
    for direction in range(2):
        columns = frame_columns(state, direction)
        line, last = first_line(state), last_line(state, direction)
        while line <= last:
            anchors = (state.places[direction, line] & columns) >> corner
            for k in range(1, min(BAND_LINES, last + 1 - line)):
                anchors |= (state.places[direction, line + k] & columns) >> corner << (k * BAND_COLUMNS)
            while anchors:
                cell = line * COLUMNS + corner + IN_BAND[trailing_zeros(anchors)]
                anchors &= anchors - 1
                # Rule 6: all pairs with an equal nose beside the anchor or beside the other cell.
                noses = np.int64(state.near[cell])
                pairs = np.int64(state.near[cell + STEP[direction]]) * WITH_OTHER
                base = (direction * CELLS + cell) * PAIRS
                count = write_pairs(out, count, base, low & (WITH_ANCHOR[noses & 31] | pairs))
                count = write_pairs(out, count, base + WORD, high & (WITH_ANCHOR[noses >> 5] | pairs))
            line += BAND_LINES
    return count


@inlined
def write_pairs(out, count, base, pairs):
    """Write the action of every pair; return how many actions there are now.

    The first five are written without checking how many there are; the excess is overwritten or not counted. That is
    cheaper than a mispredicted branch (random matches of two seats: 42,000 instead of 29,000 per second).
    """
    after = count + popcount(pairs)
    for k in range(AT_ONCE):
        out[count + k] = base + trailing_zeros(pairs)
        pairs &= pairs - 1
    count += AT_ONCE
    while pairs:
        out[count] = base + trailing_zeros(pairs)
        pairs &= pairs - 1
        count += 1
    return after


@inlined
def frame_columns(state, direction):
    """Rule 7: the columns, as bits, where an anchor keeps the layout at most 10 wide."""
    beyond = state.left + FRAME - (1 - direction)
    return (1 << beyond) - (1 << (state.right + 1 - FRAME))


@inlined
def first_line(state):
    """Rules 5 and 7: the lowest line on which an anchor touches the layout and keeps it at most 10 high."""
    return max(state.bottom - 1, state.top + 1 - FRAME)


@inlined
def last_line(state, direction):
    """Rules 5 and 7: the highest such line."""
    return min(state.top + 1, state.bottom + FRAME - 1) - direction


@compiled
def can_place(state, seat):
    """Return whether the seat has a placement: the tests of `list_placements`, until one is found."""
    low, high = state.hands[seat, 0], state.hands[seat, 1]
    if low | high == 0:
        return False
    for direction in range(2):
        columns = frame_columns(state, direction)
        for line in range(first_line(state), last_line(state, direction) + 1):
            anchors = state.places[direction, line] & columns
            while anchors:
                cell = line * COLUMNS + trailing_zeros(anchors)
                anchors &= anchors - 1
                noses = np.int64(state.near[cell])
                pairs = np.int64(state.near[cell + STEP[direction]]) * WITH_OTHER
                if low & (WITH_ANCHOR[noses & 31] | pairs) or high & (WITH_ANCHOR[noses >> 5] | pairs):
                    return True
    return False
