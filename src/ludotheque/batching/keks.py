"""Keks in batches: its actions, and its observations straight from the state record."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

from ludotheque.batching.observers import observes
from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled
from ludotheque.games.keks.board import COLOURS
from ludotheque.games.keks.state import PIPS_OF, STATE, STOP

ACTIONS = STOP + 1

#: Where each part begins of the layout in the game's `observation.py`.
TILES, PIPS, HELD, WON, GONE, ELIMINATED, COLOUR, TURN = 0, 640, 704, 724, 744, 754, 764, 774


@compiled
def observe(state, seat, row):
    row[:] = 0.0
    for colour in range(COLOURS):
        squares = state.colours[colour]
        while squares:
            square = trailing_zeros(squares)
            squares &= squares - 1
            row[TILES + colour * 64 + square] = 1.0
            row[PIPS + square] = PIPS_OF[state.tile[square]]
    for part in range(2):
        whose = part if seat == 0 else 1 - part
        for colour in range(COLOURS):
            row[HELD + part * COLOURS + colour] = state.held[whose, colour]
            row[WON + part * COLOURS + colour] = state.won[whose] >> colour & 1
        row[TURN + part] = state.turn == whose
    for colour in range(COLOURS):
        row[GONE + colour] = state.gone >> colour & 1
        row[ELIMINATED + colour] = state.eliminated == colour
        row[COLOUR + colour] = state.colour == colour


observes(STATE, observe)
