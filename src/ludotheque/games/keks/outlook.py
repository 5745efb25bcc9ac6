"""How a Keks position looks, as a handful of features; what each is worth was learnt from solved and played matches.

For each colour it counts who holds how much of it and how many of its tiles can be taken now; beside that the colours
won, tiles of decided colours (they are turns to spare), and whether a turn is under way. What these are worth depends
on how much of the biscuit is left. `learnt.json` is written by `scripts/learn_keks.py`.
"""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import json
from importlib.resources import files

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.board import COLOURS
from ludotheque.games.keks.state import COLOURS_TO_WIN

#: Biscuits of up to so many tiles have their own table; what is larger has the last one.
BANDS = (12, 18, 24, 32, 44)
BAND_OF = np.searchsorted(np.array(BANDS), np.arange(61)).astype(np.int64)

#: What the seats hold of a colour: none, little, much or nearly all by points (eleven), or the number of tiles.
PARTS = 4
PART_OF = np.array([0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3])
UNTOUCHED = PARTS * PARTS - 1  # only in classic, where nobody holds three parts
TAKEABLE = 4  # none, one, two, more
SPARE = 6  # tiles of decided colours that can be taken: none to five and more

# Where the features of each kind begin.
COLOUR_AT = 0
TURN_COLOUR_AT = COLOUR_AT + PARTS * PARTS * TAKEABLE
SPARE_AT = TURN_COLOUR_AT + PARTS * PARTS * TAKEABLE
WON_AT = SPARE_AT + SPARE
UNDER_WAY_AT = WON_AT + COLOURS_TO_WIN * COLOURS_TO_WIN
ODD_AT = UNDER_WAY_AT + 2
FEATURES = ODD_AT + 2
#: No position has more at once.
MOST = COLOURS + 4
NO_FEATURE = -1

#: One table for each variant and band, one after the other.
TABLE_OF_VARIANT = (len(BANDS) + 1) * FEATURES


def learnt() -> tuple[float, ...]:
    """What the features are worth."""
    return tuple(json.loads((files(__package__) / "learnt.json").read_text("utf-8")))


@inlined
def class_of(state, seat, colour):
    """Who holds how much of an undecided colour, from the seat's side."""
    own, other = state.held[seat, colour], state.held[1 - seat, colour]
    if state.eleven:
        return PART_OF[own] * PARTS + PART_OF[other]
    return own * PARTS + other if state.gone >> colour & 1 else UNTOUCHED


@inlined
def feature(state, k):
    """The number of the position's feature number k, from the side of the seat to move; NO_FEATURE if there is none.

    Features 0 to 9 are those of the colours.
    """
    if k < COLOURS:
        if state.decided >> k & 1:
            return NO_FEATURE
        takeable = min(popcount(state.takeable & state.colours[k]), TAKEABLE - 1)
        at = TURN_COLOUR_AT if k == state.colour else COLOUR_AT
        return at + class_of(state, state.turn, k) * TAKEABLE + takeable
    if k == COLOURS:
        return SPARE_AT + min(spare_tiles(state), SPARE - 1)
    if k == COLOURS + 1:
        return WON_AT + state.colours_won[state.turn] * COLOURS_TO_WIN + state.colours_won[1 - state.turn]
    if k == COLOURS + 2:
        return UNDER_WAY_AT + (1 if state.colour >= 0 else 0)
    return ODD_AT + (popcount(state.tiles) & 1)


@inlined
def spare_tiles(state):
    """Tiles of decided colours that can be taken: turns that give nothing away."""
    count = 0
    for colour in range(COLOURS):
        if state.decided >> colour & 1:
            count += popcount(state.takeable & state.colours[colour])
    return count


@compiled
def outlook(state, tables):
    """The logarithm of the odds that the seat to move wins, as it looks."""
    start = table_of(state)
    total = 0.0
    for k in range(MOST):
        found = feature(state, k)
        if found != NO_FEATURE:
            total += tables[start + found]
    return total


@inlined
def table_of(state):
    """Where the table begins that judges the state."""
    return state.eleven * TABLE_OF_VARIANT + BAND_OF[popcount(state.tiles)] * FEATURES


@compiled
def describe_all(states, out):
    """For learning: where in the tables the numbers lie that make up each state's outlook, or NO_FEATURE."""
    for i in range(len(states)):
        for k in range(MOST):
            found = feature(states[i], k)
            out[i, k] = NO_FEATURE if found == NO_FEATURE else table_of(states[i]) + found
