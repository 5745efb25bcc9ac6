"""A seat's set in the race: the dominoes it has laid down on its own table (rules 16 to 19 and 21).

Marks are not checked while building, so the placements are the same for every domino of a hand.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.rules.common.board import (
    ACROSS,
    DIRECTION,
    DOWN,
    LAYERS,
    MARK,
    POSES,
    SIZE,
    START,
    STEP,
    TOP,
    UP,
    WIDTH,
    cell_of_place,
    place_of_cell,
)
from ludotheque.games.domino3d.rules.common.tower import MAX_UPRIGHT, is_filled, raise_columns, tower_fields

MAX_SEATS = 6
HAND = 10

SET_FIELDS = (
    *tower_fields(MAX_SEATS),
    ("rows", np.int32, (MAX_SEATS, WIDTH + 1)),  # filled columns: for each x the ys, as bits
    ("laid", np.int64, (MAX_SEATS,)),  # how many dominoes the set has
    ("laid_action", np.int32, (MAX_SEATS, HAND)),  # their placements, in the order placed; unused entries are 0
    ("laid_domino", np.int8, (MAX_SEATS, HAND)),
)

ON_TABLE = ((1 << SIZE) - 1) << 1  # the bits of a row
START_PLACE = int(place_of_cell(START))
START_POSES = 20  # all but those with half 1 below half 0, which are the last

#: For each set of ways to lie in a column (bits: half 1 to the East, West, North, South; upright) the poses, as
#: actions from pose 0 in the lowest free cell of the column. Upright with half 1 below, half 0 is one cell higher.
FLAT = [list(range(4 * direction, 4 * direction + 4)) for direction in range(UP)]
UPRIGHT = [*range(4 * UP, 4 * UP + 4), *range(POSES + 4 * DOWN, POSES + 4 * DOWN + 4)]
WAYS = [[pose for way, poses in enumerate([*FLAT, UPRIGHT]) if ways >> way & 1 for pose in poses] for ways in range(32)]
WAYS_COUNT = np.array([len(poses) for poses in WAYS])
WAYS_POSES = np.array([poses + [0] * (POSES - len(poses)) for poses in WAYS])


@inlined
def half_0(state, seat, index):
    return cell_of_place(state.laid_action[seat, index] // POSES)


@inlined
def half_1(state, seat, index):
    return half_0(state, seat, index) + STEP[DIRECTION[state.laid_action[seat, index] % POSES]]


@inlined
def note_column(state, seat, column):
    bit = 1 << column % WIDTH
    if state.height[seat, column] > 0:
        state.rows[seat, column // WIDTH] |= bit
    else:
        state.rows[seat, column // WIDTH] &= ~bit


@compiled
def lay_down(state, seat, domino, action):
    index = state.laid[seat]
    state.laid_action[seat, index] = action
    state.laid_domino[seat, index] = domino
    state.laid[seat] += 1
    raise_columns(state, seat, half_0(state, seat, index), action % POSES, 1)
    note_column(state, seat, half_0(state, seat, index) >> 4)
    note_column(state, seat, half_1(state, seat, index) >> 4)


@compiled
def take_back(state, seat, domino):
    """Take a domino on which nothing rests out of the set; the order of the others is kept."""
    index = 0
    while state.laid_domino[seat, index] != domino:
        index += 1
    first, second = half_0(state, seat, index), half_1(state, seat, index)
    raise_columns(state, seat, first, state.laid_action[seat, index] % POSES, -1)
    note_column(state, seat, first >> 4)
    note_column(state, seat, second >> 4)
    state.laid[seat] -= 1
    last = state.laid[seat]
    for i in range(index, last):
        state.laid_action[seat, i] = state.laid_action[seat, i + 1]
        state.laid_domino[seat, i] = state.laid_domino[seat, i + 1]
    state.laid_action[seat, last] = 0
    state.laid_domino[seat, last] = 0


@compiled
def free_on_top(state, seat):
    """Rule 18: the dominoes on which nothing rests, as bits."""
    free = 0
    for i in range(state.laid[seat]):
        first, second = half_0(state, seat, i), half_1(state, seat, i)
        highest = max(first & 15, second & 15) + 1
        if state.height[seat, first >> 4] == highest and state.height[seat, second >> 4] == highest:
            free |= 1 << int(state.laid_domino[seat, i])
    return free


# Where a domino may be laid (rule 17).


@inlined
def near(state, seat, x):
    """Return the columns of a row that are filled, or beside a filled one."""
    row = state.rows[seat, x]
    return row | row << 1 | row >> 1 | state.rows[seat, x - 1] | state.rows[seat, x + 1]


@inlined
def ways_to_lie(state, seat, column, touching):
    """Return the ways in which a domino can lie with half 0 in a column (see WAYS).

    `touching`: the ways in which it touches another domino even if it lies on the table (all bits: half 0 does so).
    """
    height = int(state.height[seat, column])
    if height >= TOP or state.uprights[seat, column] == MAX_UPRIGHT:
        return 0
    ways = 1 << UP if height + 2 <= TOP else 0
    for direction in range(UP):
        other = column + STEP[direction] // LAYERS
        if state.height[seat, other] == height and state.uprights[seat, other] < MAX_UPRIGHT:
            ways |= 1 << direction
    return ways if height > 0 else ways & touching


@compiled
def list_supported(state, seat, out):
    """Write all placements, ascending, and return how many: rule 17."""
    count = 0
    if state.laid[seat] == 0:
        for pose in range(START_POSES):
            out[pose] = START_PLACE * POSES + pose
        return START_POSES
    here, east = 0, near(state, seat, 1)
    for x in range(1, SIZE + 1):
        west, here, east = here, east, near(state, seat, x + 1)
        columns = (here | here << 1 | here >> 1 | west | east) & ON_TABLE
        while columns:
            y = trailing_zeros(columns)
            columns &= columns - 1
            # Half 0 touches, or else half 1 does: East, West, North or South of here.
            touching = east >> y & 1 | (west >> y & 1) << 1 | (here >> y + 1 & 1) << 2 | (here >> y - 1 & 1) << 3
            if here >> y & 1:
                touching = 31
            column = x * WIDTH + y
            ways = ways_to_lie(state, seat, column, touching)
            lowest = place_of_cell(column * LAYERS + int(state.height[seat, column]))
            for i in range(WAYS_COUNT[ways]):
                out[count + i] = lowest * POSES + WAYS_POSES[ways, i]
            count += WAYS_COUNT[ways]
    return count


# What a finished set must be (rules 19 and 21).


@inlined
def joint(first, second):
    """Return the direction in which the second cell touches the first, or -1."""
    for direction in range(6):
        if second - first == STEP[direction]:
            return direction
    return -1


@inlined
def touch(state, seat, i, j):
    a, b = half_0(state, seat, i), half_1(state, seat, i)
    c, d = half_0(state, seat, j), half_1(state, seat, j)
    return joint(a, c) >= 0 or joint(a, d) >= 0 or joint(b, c) >= 0 or joint(b, d) >= 0


@compiled
def is_connected(state, seat):
    """Return whether the set, which is not empty, is in one piece."""
    reached = todo = 1
    while todo:
        i = trailing_zeros(todo)
        todo &= todo - 1
        for j in range(state.laid[seat]):
            if not reached >> j & 1 and touch(state, seat, i, j):
                reached |= 1 << j
                todo |= 1 << j
    return popcount(reached) == state.laid[seat]


@compiled
def has_upright(state, seat):
    uprights = 0
    for i in range(state.laid[seat]):
        uprights += DIRECTION[state.laid_action[seat, i] % POSES] >= UP
    return uprights > 0


@inlined
def mark_of(state, seat, index, half, direction):
    return MARK[state.laid_domino[seat, index], state.laid_action[seat, index] % POSES, half, direction]


@inlined
def is_wrong(state, seat, i, half_i, j, half_j):
    """Return whether two halves touch and show different marks side by side; what looks down is never visible."""
    first = half_1(state, seat, i) if half_i else half_0(state, seat, i)
    second = half_1(state, seat, j) if half_j else half_0(state, seat, j)
    direction = joint(first, second)
    if direction < 0:
        return False
    for k in range(4):
        along = ACROSS[direction, k]
        if along == DOWN or is_filled(state, seat, first + STEP[along]) or is_filled(state, seat, second + STEP[along]):
            continue
        if mark_of(state, seat, i, half_i, along) != mark_of(state, seat, j, half_j, along):
            return True
    return False


@compiled
def has_error(state, seat):
    """Rule 21: whether the visible marks of some joint do not match."""
    for i in range(state.laid[seat]):
        for j in range(i):
            for halves in range(4):
                if is_wrong(state, seat, i, halves & 1, j, halves >> 1):
                    return True
    return False
