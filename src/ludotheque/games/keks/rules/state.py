"""Keks: the state record and its rules (numbers as in README.md)."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import shuffle
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.rules import Rules, record, redeal_nothing
from ludotheque.games.keks.rules.board import COLOURS, FULL, SQUARES, TILES_OF_A_COLOUR, takeable

STOP = 64
NONE = -1
COLOURS_TO_WIN = 5  # rule 8
TILES_TO_WIN = 3  # rule 7
POINTS_TO_WIN = 11  # rule 10: in `eleven`

COLOUR_OF = np.arange(60) // TILES_OF_A_COLOUR
PIPS_OF = np.arange(60) % TILES_OF_A_COLOUR + 1

STATE = record(
    ("tiles", np.int64),  # squares with a tile, as bits
    ("takeable", np.int64),  # those that can be taken (rule 3)
    ("colours", np.int64, (COLOURS,)),  # squares with a tile of that colour
    ("tile", np.int8, (64,)),  # colour * 6 + pips - 1 of the tile on each square; stays when it is taken
    ("held", np.int64, (2, COLOURS)),  # tiles (eleven: points) in front of each seat, of undecided colours
    ("won", np.int64, (2,)),  # colours won, as bits
    ("colours_won", np.int64, (2,)),  # their number
    ("gone", np.int64),  # colours whose first tile has been thrown away, as bits
    ("decided", np.int64),  # colours won or eliminated, as bits
    ("eliminated", np.int64),  # colour or NONE
    ("colour", np.int64),  # of the turn under way, or NONE
    ("turn", np.int64),  # seat, or NONE when the match is over
    ("eleven", np.int64),  # 1 in the variant `eleven`
)


@compiled
def setup(state, seats, options):
    """Rule 1. `options[0]`: 1 for `eleven`."""
    for i in range(len(SQUARES)):
        state.tile[i] = i
    shuffle(state.chance, state.tile, len(SQUARES))
    # The shuffled tiles lie in the first 60 places; counting down, no move to a square overwrites one still needed.
    for i in range(len(SQUARES) - 1, -1, -1):
        tile = state.tile[i]
        state.tile[SQUARES[i]] = tile
        state.colours[COLOUR_OF[tile]] |= 1 << SQUARES[i]
    state.tiles = FULL
    state.takeable = takeable(state.tiles)
    state.eliminated = NONE
    state.colour = NONE
    state.eleven = options[0]


@inlined
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@inlined
def legal(state, seat, out):
    """Rule 2: one colour; rule 3: `takeable`; rule 4: `stop` after the first tile."""
    if seat != state.turn:
        return 0
    squares = state.takeable
    if state.colour != NONE:
        squares &= state.colours[state.colour]
    count = 0
    while squares:
        out[count] = trailing_zeros(squares)
        squares &= squares - 1
        count += 1
    if state.colour != NONE:
        out[count] = STOP
        count += 1
    return count


@inlined
def apply(state, seat, action):
    if action != STOP:
        take(state, seat, action)
        if state.turn == NONE or state.takeable & state.colours[state.colour]:
            return
    # Rule 4: the turn ends by `stop`, or by itself when no tile of its colour can be taken.
    state.colour = NONE
    state.turn = 1 - seat


@inlined
def take(state, seat, square):
    """Rules 5 to 8: what a taken tile does, at once."""
    colour = COLOUR_OF[state.tile[square]]
    pips = PIPS_OF[state.tile[square]]
    bit = 1 << colour
    state.tiles ^= 1 << square
    state.takeable = takeable(state.tiles)
    state.colours[colour] ^= 1 << square
    state.colour = colour
    if not state.eleven and not state.gone & bit:  # rule 5
        state.gone |= bit
    elif not state.decided & bit:  # rule 6
        state.held[seat, colour] += pips if state.eleven else 1
        if state.held[seat, colour] >= (POINTS_TO_WIN if state.eleven else TILES_TO_WIN):
            win_colour(state, seat, colour)


@compiled
def win_colour(state, seat, colour):
    """Rules 7 and 8: the first colour won is eliminated; a seat's fifth ends the match."""
    state.held[0, colour] = 0
    state.held[1, colour] = 0
    state.decided |= 1 << colour
    if state.eliminated == NONE:
        state.eliminated = colour
        return
    state.won[seat] |= 1 << colour
    state.colours_won[seat] += 1
    if state.colours_won[seat] == COLOURS_TO_WIN:
        state.turn = NONE
        state.colour = NONE


@compiled
def score(state, seat):
    """Rule 9."""
    return state.colours_won[seat]


RULES = Rules(
    dtype=STATE,
    max_actions=len(SQUARES) + 1,
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,
)
