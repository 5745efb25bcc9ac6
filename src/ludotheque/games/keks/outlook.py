"""How a Keks position looks: a handful of features, and what they are worth together, learnt from self-play.

For each colour it counts who holds how much of it, how many of its tiles can be taken now and how many lie on the rim,
next to be opened; beside that the colours won, tiles of decided colours (they are turns to spare), and how much of the
biscuit is left. Every feature has a row of numbers. The rows of a position add up to one sum for each column; a sum
below 0 counts as 0 (but for the first column), and what the columns are worth depends on how much of the biscuit is
left: a small neural network. `learnt.json` is written by `scripts/learn_keks.py`.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.board import COLOURS, NOT_A, NOT_H
from ludotheque.games.keks.state import COLOURS_TO_WIN, PIPS_OF, POINTS_TO_WIN

#: Biscuits of up to so many tiles have their own worth of the columns; what is larger has the last one.
BANDS = (12, 18, 24, 32, 40, 50)
BAND_OF = np.searchsorted(np.array(BANDS), np.arange(61)).astype(np.int64)

#: What the seats hold of a colour: none, little, much or nearly all by points (eleven), or the number of tiles.
PARTS = 4
PART_OF = np.array([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3])
UNTOUCHED = PARTS * PARTS - 1  # only in classic, where nobody holds three parts
TAKEABLE = 4  # none, one, two, more; eleven: none, or enough to win the colour for no, one or both seats
RIM = 4  # none, one, two, more
SPARE = 6  # tiles of decided colours that can be taken: none to five and more
SIZES = 13  # by four tiles; 48 and more
OPEN = 16  # tiles that can be taken: none to fifteen and more

# Where the features of each kind begin.
COLOUR_AT = 0
TURN_COLOUR_AT = COLOUR_AT + PARTS * PARTS * TAKEABLE * RIM
SPARE_AT = TURN_COLOUR_AT + PARTS * PARTS * TAKEABLE * RIM
WON_AT = SPARE_AT + SPARE
STAGE_AT = WON_AT + COLOURS_TO_WIN * COLOURS_TO_WIN
SIZE_AT = STAGE_AT + 8
OPEN_AT = SIZE_AT + SIZES
FEATURES = OPEN_AT + OPEN
#: No position has more at once.
MOST = COLOURS + 5
NO_FEATURE = -1

# The numbers of a variant: the rows, what each column is worth in each band, and a number for each band.
COLUMNS = 16
WORTH_AT = FEATURES * COLUMNS
BASE_AT = WORTH_AT + (len(BANDS) + 1) * COLUMNS
NUMBERS_OF_VARIANT = BASE_AT + len(BANDS) + 1


def learnt() -> tuple[float, ...]:
    """The numbers of both variants, one after the other."""
    return tuple(json.loads((files(__package__) / "learnt.json").read_text("utf-8")))


@inlined
def class_of(state, seat, colour):
    """Who holds how much of an undecided colour, from the seat's side."""
    own, other = state.held[seat, colour], state.held[1 - seat, colour]
    if state.eleven:
        return PART_OF[own] * PARTS + PART_OF[other]
    return own * PARTS + other if state.gone >> colour & 1 else UNTOUCHED


@inlined
def takeable_of(state, colour):
    """How much of an undecided colour can be taken now."""
    left = state.takeable & state.colours[colour]
    if not state.eleven:
        return min(popcount(left), TAKEABLE - 1)
    if not left:
        return 0
    points = 0
    while left:
        points += PIPS_OF[state.tile[trailing_zeros(left)]]
        left &= left - 1
    return 1 + (state.held[0, colour] + points >= POINTS_TO_WIN) + (state.held[1, colour] + points >= POINTS_TO_WIN)


@inlined
def rim_of(tiles):
    """Tiles with a free edge."""
    return tiles & ~((tiles >> 8) & (tiles << 8) & ((tiles & NOT_A) >> 1) & ((tiles & NOT_H) << 1))


@inlined
def feature(state, rim, k):
    """The number of the position's feature number k, from the side of the seat to move; NO_FEATURE if there is none.

    Features 0 to 9 are those of the colours. `rim`: tiles on the rim that cannot be taken yet.
    """
    if k < COLOURS:
        if state.decided >> k & 1:
            return NO_FEATURE
        at = TURN_COLOUR_AT if k == state.colour else COLOUR_AT
        on_rim = min(popcount(rim & state.colours[k]), RIM - 1)
        return at + (class_of(state, state.turn, k) * TAKEABLE + takeable_of(state, k)) * RIM + on_rim
    tiles = popcount(state.tiles)
    if k == COLOURS:
        return SPARE_AT + min(spare_tiles(state), SPARE - 1)
    if k == COLOURS + 1:
        return WON_AT + state.colours_won[state.turn] * COLOURS_TO_WIN + state.colours_won[1 - state.turn]
    if k == COLOURS + 2:
        return STAGE_AT + (4 if state.decided else 0) + (2 if state.colour >= 0 else 0) + (tiles & 1)
    if k == COLOURS + 3:
        return SIZE_AT + min(tiles >> 2, SIZES - 1)
    return OPEN_AT + min(popcount(state.takeable), OPEN - 1)


@inlined
def spare_tiles(state):
    """Tiles of decided colours that can be taken: turns that give nothing away."""
    count = 0
    for colour in range(COLOURS):
        if state.decided >> colour & 1:
            count += popcount(state.takeable & state.colours[colour])
    return count


@compiled
def outlook(state, numbers):
    """The logarithm of the odds that the seat to move wins, as it looks."""
    start = state.eleven * NUMBERS_OF_VARIANT
    sums = np.zeros(COLUMNS)
    rim = rim_of(state.tiles) & ~state.takeable
    for k in range(MOST):
        found = feature(state, rim, k)
        if found != NO_FEATURE:
            row = start + found * COLUMNS
            for column in range(COLUMNS):
                sums[column] += numbers[row + column]
    band = BAND_OF[popcount(state.tiles)]
    worth = start + WORTH_AT + band * COLUMNS
    total = numbers[start + BASE_AT + band] + sums[0] * numbers[worth]
    for column in range(1, COLUMNS):
        total += max(0.0, sums[column]) * numbers[worth + column]
    return total


@compiled
def describe_all(states, out):
    """For learning: the features of each state, NO_FEATURE where it has fewer than MOST."""
    for i in range(len(states)):
        rim = rim_of(states[i].tiles) & ~states[i].takeable
        for k in range(MOST):
            out[i, k] = feature(states[i], rim, k)
