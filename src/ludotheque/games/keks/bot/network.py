"""A small neural network over sparse features of a Keks position, learnt from self-play.

The features of a colour are how much each seat holds of it, how many of its tiles can be taken now, and how many lie on
the rim, next to be opened; in `eleven`, how many tiles each seat still needs, and for whom the tiles that can be taken,
and those on the rim, are enough. Further features are the colours won, the tiles of decided colours (spare turns), and
how much of the biscuit is left. Each feature has a row of weights. The rows of a position add up to one hidden layer,
whose first unit is linear and whose others are ReLUs; its output weights depend on how many tiles are left. The weights
are in `weights.json`, written by `scripts/learn_keks.py`.
"""

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.bot.points import FEWEST, NEVER, pips_on
from ludotheque.games.keks.rules.board import COLOURS, NOT_A, NOT_H
from ludotheque.games.keks.rules.state import COLOURS_TO_WIN, POINTS_TO_WIN

#: Output weights are chosen by the number of tiles left: up to 12, up to 18, ..., more than 50.
BANDS = (12, 18, 24, 32, 40, 50)
BAND_OF = np.searchsorted(np.array(BANDS), np.arange(61)).astype(np.int64)

#: A seat holds 0 to 3 tiles of a colour; eleven: it needs 1 to 4 more tiles, less one.
PARTS = 4
UNTOUCHED = PARTS * PARTS - 1  # classic only, where nobody holds three tiles of an undecided colour
TAKEABLE = 5  # none, one, two, more; eleven: none, or enough for nobody, the seat to move, the other, or both
RIM = 4  # none, one, two, more; eleven: none, or with the takeable ones enough for nobody, one seat, or both
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
#: No position has more features at once.
MAX_FEATURES = COLOURS + 5
NO_FEATURE = -1

# The layout of a variant's weights: the rows, the output weights of each band, and a bias for each band.
UNITS = 16
OUTPUT_AT = FEATURES * UNITS
BIAS_AT = OUTPUT_AT + (len(BANDS) + 1) * UNITS
WEIGHTS_PER_VARIANT = BIAS_AT + len(BANDS) + 1


def load_weights() -> tuple[float, ...]:
    """Load the weights of both variants, one after the other."""
    return tuple(json.loads((files(__package__) / "weights.json").read_text("utf-8")))


@inlined
def tiles_class(state, rim, seat, colour):
    """Return the class of an undecided colour in classic, seen by the seat."""
    held = UNTOUCHED
    if state.gone >> colour & 1:
        held = state.held[seat, colour] * PARTS + state.held[1 - seat, colour]
    takeable = min(popcount(state.takeable & state.colours[colour]), 3)
    return (held * TAKEABLE + takeable) * RIM + min(popcount(rim & state.colours[colour]), RIM - 1)


@inlined
def points_class(state, rim, seat, colour):
    """Return the class of an undecided colour in eleven, seen by the seat."""
    own, other = POINTS_TO_WIN - state.held[seat, colour], POINTS_TO_WIN - state.held[1 - seat, colour]
    squares = state.colours[colour]
    left, now = pips_on(state, squares), pips_on(state, squares & state.takeable)
    soon = now | pips_on(state, squares & rim)
    needed = (min(FEWEST[left, own], PARTS) - 1) * PARTS + min(FEWEST[left, other], PARTS) - 1
    takeable, on_rim = 0, 0
    if now:
        takeable = 1 + (FEWEST[now, own] != NEVER) + 2 * (FEWEST[now, other] != NEVER)
    if soon != now:
        on_rim = 1 + (FEWEST[soon, own] != NEVER) + (FEWEST[soon, other] != NEVER)
    return (needed * TAKEABLE + takeable) * RIM + on_rim


@inlined
def rim_of(tiles):
    """Tiles with a free edge."""
    return tiles & ~((tiles >> 8) & (tiles << 8) & ((tiles & NOT_A) >> 1) & ((tiles & NOT_H) << 1))


@inlined
def feature(state, rim, k):
    """Return the k-th feature of the position, seen by the seat to move; NO_FEATURE if it has none.

    The first ten are those of the colours. `rim`: tiles on the rim that cannot be taken yet.
    """
    if k < COLOURS:
        if state.decided >> k & 1:
            return NO_FEATURE
        at = TURN_COLOUR_AT if k == state.colour else COLOUR_AT
        if state.eleven:
            return at + points_class(state, rim, state.turn, k)
        return at + tiles_class(state, rim, state.turn, k)
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
    """Tiles of decided colours that can be taken: a turn with one of them gives nothing away."""
    count = 0
    for colour in range(COLOURS):
        if state.decided >> colour & 1:
            count += popcount(state.takeable & state.colours[colour])
    return count


@compiled
def log_odds(state, numbers):
    """Return the log-odds that the seat to move wins."""
    start = state.eleven * WEIGHTS_PER_VARIANT
    sums = np.zeros(UNITS)
    rim = rim_of(state.tiles) & ~state.takeable
    for k in range(MAX_FEATURES):
        active = feature(state, rim, k)
        if active != NO_FEATURE:
            row = start + active * UNITS
            for column in range(UNITS):
                sums[column] += numbers[row + column]
    band = BAND_OF[popcount(state.tiles)]
    worth = start + OUTPUT_AT + band * UNITS
    total = numbers[start + BIAS_AT + band] + sums[0] * numbers[worth]
    for column in range(1, UNITS):
        total += max(0.0, sums[column]) * numbers[worth + column]
    return total
