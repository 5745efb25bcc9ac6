"""Keks in batches: its actions, and its observations straight from the state record."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled
from ludotheque.engine.observation import mark_bits, observes
from ludotheque.games.keks.rules.board import COLOURS
from ludotheque.games.keks.rules.state import NONE, PIPS_OF, STATE, STOP

ACTIONS = STOP + 1
SQUARES = 64

#: The parts of the layout in the game's `observation.py`.
TILES, PIPS, HELD, WON, GONE, ELIMINATED, COLOUR, TURN = range(8)


@compiled
def observe(state, seat, row, at):
    for colour in range(COLOURS):
        squares = state.colours[colour]
        while squares:
            square = trailing_zeros(squares)
            squares &= squares - 1
            row[at[TILES] + colour * SQUARES + square] = 1.0
            row[at[PIPS] + square] = PIPS_OF[state.tile[square]]
    for part in range(2):
        whose = part ^ seat
        for colour in range(COLOURS):
            row[at[HELD] + part * COLOURS + colour] = state.held[whose, colour]
        mark_bits(row, at[WON] + part * COLOURS, state.won[whose])
    mark_bits(row, at[GONE], state.gone)
    if state.eliminated != NONE:
        row[at[ELIMINATED] + state.eliminated] = 1.0
    if state.colour != NONE:
        row[at[COLOUR] + state.colour] = 1.0
    if state.turn != NONE:
        row[at[TURN] + (state.turn ^ seat)] = 1.0


observes(STATE, observe)
