"""The table: cells, dominoes, and the places where a domino can lie. No turns, no pawns.

A cell is `line * COLUMNS + column`. The frame keeps a layout within x -8 to 9 and y -9 to 9, since the first domino
lies on 0,0 and 1,0; three more cells on each side let a window around a domino be cut out without a check.
A place is an anchor cell and a direction: East of it or North of it lies the domino's other cell.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import inlined

NOSES = 10
FRAME = 10
MIN_X, MAX_X = 2 - FRAME, FRAME - 1
MIN_Y, MAX_Y = 1 - FRAME, FRAME - 1
MARGIN = 3
COLUMNS = MAX_X - MIN_X + 1 + 2 * MARGIN
LINES = MAX_Y - MIN_Y + 1 + 2 * MARGIN
CELLS = COLUMNS * LINES

EAST, NORTH = 0, 1
STEP = (1, COLUMNS)


def cell_at(x: int, y: int) -> int:
    return (y - MIN_Y + MARGIN) * COLUMNS + x - MIN_X + MARGIN


def square_of(cell: int) -> tuple[int, int]:
    """Return the x and y of a cell."""
    return int(cell) % COLUMNS + MIN_X - MARGIN, int(cell) // COLUMNS + MIN_Y - MARGIN


ORIGIN = cell_at(0, 0)

#: Rule 1: all pairs of noses but 9-9, the smaller nose first.
DOMINOES = tuple((a, b) for a in range(NOSES) for b in range(a, NOSES) if (a, b) != (9, 9))
SMALLER = np.array([a for a, _ in DOMINOES])
LARGER = np.array([b for _, b in DOMINOES])

# A set of dominoes, each in both its orders, is a table of 10 x 10 bits (the anchor's nose, the other nose) in two
# words of 50: the anchor's noses 0 to 4, and 5 to 9.
HALF = 5
WORD = HALF * NOSES
#: Five noses of the anchor, as bits -> all pairs with one of them.
WITH_ANCHOR = np.array([sum(1023 << NOSES * a for a in range(HALF) if noses >> a & 1) for noses in range(1 << HALF)])
#: Multiplied by a set of ten noses of the other square: all pairs with one of them.
WITH_OTHER = sum(1 << NOSES * a for a in range(HALF))
#: The pairs with the smaller nose first, doubles included.
ASCENDING = np.array([sum(1 << NOSES * a + b for a in range(HALF) for b in range(w + a, NOSES)) for w in (0, HALF)])

# Rules 5 and 8 judge a place by its two cells and the ring of ten cells around them. So a new domino changes only the
# places that have it in their cells or their ring: for one to the East, counted from its anchor, places to the East
# on columns -2 to 2 and lines -1 to 1, and places to the North on columns -1 to 2 and lines -2 to 1. To judge these
# takes columns -3 to 4 and lines -3 to 3: 56 cells, a window that fits in a word. For one to the North likewise.
WINDOW = (1 << 56) - 1
WIDTH = (8, 7)
#: [direction of the domino, direction of the place]: first column and line within the window, how many of each.
CHANGED = np.array([[[1, 2, 5, 3], [2, 1, 4, 4]], [[1, 2, 4, 4], [2, 1, 3, 5]]])


@inlined
def open_places(full, step, side):
    """Anchors in a window of the places that are free, touch two squares (rule 5) and leave no hole (rule 8).

    `full`: the squares there are; `step`: from an anchor to the other cell; `side`: to the cell beside it.

    Around the two cells runs a ring of ten cells, each edge to edge with the next. Rule 8 can be told from the ring
    alone. Before, the layout is in one piece (rule 5) and the empty cells are in one piece (rule 8), so afterwards
    every piece of the empty cells still touches the domino's place edge to edge, in a run of empty cells of the
    ring. One such run: one piece, no hole. Two such runs are divided by squares on both sides; a way through the
    layout from the one side to the other closes, across the domino, to a loop with one run inside and the other
    outside: a hole. A run ends where an empty cell beside the domino is not followed, going round, by an empty
    cell beside it (across an empty corner, where there is a corner in between); so at most one such end is allowed.
    """
    back, far = (full << step) & WINDOW, full >> step >> step
    other = full >> step
    up, up_other = full >> side, other >> side
    down, down_other = (full << side) & WINDOW, (other << side) & WINDOW
    touch = back | far
    touch_two = back & far
    touch_two |= touch & up
    touch |= up
    touch_two |= touch & up_other
    touch |= up_other
    touch_two |= touch & down
    touch |= down
    touch_two |= touch & down_other

    back_up, far_up = back >> side, far >> side
    back_down, far_down = (back << side) & WINDOW, (far << side) & WINDOW
    ends = ~back & (back_up | up)
    end = ~up & up_other
    two_ends = ends & end
    ends |= end
    end = ~up_other & (far_up | far)
    two_ends |= ends & end
    ends |= end
    end = ~far & (far_down | down_other)
    two_ends |= ends & end
    ends |= end
    end = ~down_other & down
    two_ends |= ends & end
    ends |= end
    end = ~down & (back_down | back)
    two_ends |= ends & end
    return ~full & ~other & touch_two & ~two_ends


@inlined
def refresh_places(lines, places, direction, line, column):
    """Update the places that a new domino has changed.

    `lines`: the layout, one word per line; `places[d]`: anchors of the open places in direction `d`, likewise.
    """
    width = WIDTH[direction]
    first_line, first_column = line - MARGIN, column - MARGIN
    window = lines[first_line] >> first_column & ((1 << width) - 1)
    for k in range(1, 7 + direction):
        window |= (lines[first_line + k] >> first_column & ((1 << width) - 1)) << (k * width)
    for kind in range(2):
        places_there = open_places(window, 1 + kind * (width - 1), width - kind * (width - 1))
        left, low = CHANGED[direction, kind, 0], CHANGED[direction, kind, 1]
        span = (1 << CHANGED[direction, kind, 2]) - 1
        shift = first_column + left
        for k in range(low, low + CHANGED[direction, kind, 3]):
            word = (places_there >> (k * width + left) & span) << shift
            places[kind, first_line + k] = places[kind, first_line + k] & ~(span << shift) | word
