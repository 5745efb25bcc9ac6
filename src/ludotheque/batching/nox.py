"""NOX in batches: its actions, and its observations straight from the state record.

Of the hands an observer reads the own one, and of the others how many cards they have; of the pile how many it has.
"""

# mypy: disable-error-code="no-untyped-def, arg-type, assignment"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import from_own, observes
from ludotheque.games.nox.rules.board import KINDS, STACKS_TO_END
from ludotheque.games.nox.rules.displays import HIGHEST, LOWEST, find_stacks, kind_of
from ludotheque.games.nox.rules.state import KIND_SHIFT, LOWER, NEW_ROUND, NONE, SEAT_SHIFT, STATE

ACTIONS = KINDS << KIND_SHIFT

#: The parts of the layout in the game's `observation.py`.
HAND, HELD, TOPS, CARDS, PILE, TOTALS, NOTED, ROUND, STARTER, TURN = range(10)
MOST = 32767  # no number of a round is told beyond it


@compiled
def observe(state, seat, row, at):
    seats = np.int64(state.seats)
    for kind in range(KINDS):
        row[at[HAND] + kind] = state.hands[seat] >> 2 * kind & 3
    for other in range(seats):
        own = from_own(seat, other, seats)
        held = np.int64(state.hands[other])
        row[at[HELD] + own] = popcount(held & LOWER) + 2 * popcount(held >> 1 & LOWER)
        row[at[TOTALS] + own] = state.totals[other]
    _observe_displays(state, seat, row, at)
    row[at[PILE]] = state.left
    _observe_notes(state, seat, row, at)
    row[at[ROUND]] = min(state.round_number, MOST)
    row[at[STARTER] + from_own(seat, state.starter, seats)] = 1.0
    if state.turn != NONE:
        row[at[TURN] + from_own(seat, np.int64(state.turn), seats)] = 1.0


@inlined
def _observe_displays(state, seat, row, at):
    stacks, sizes, after = find_stacks(state)
    place = at[CARDS]
    for own in range(state.seats):
        display = (seat + own) % state.seats
        for number in range(sizes[display]):
            top = kind_of(state, stacks[display, number, HIGHEST])
            row[at[TOPS] + (own * STACKS_TO_END + number) * KINDS + top] = 1.0
            card = stacks[display, number, LOWEST]
            while card != NONE:
                row[place] = own + 1
                row[place + 1] = number + 1
                row[place + 2] = kind_of(state, card) + 1
                place += 3
                card = after[card]


@inlined
def _observe_notes(state, seat, row, at):
    """The last rounds, the last first; the layout says how many."""
    seats = np.int64(state.seats)
    rounds = (at[ROUND] - at[NOTED]) // seats
    number, entry = 0, state.noted - 1
    while entry >= 0 and number < rounds:
        note = np.int64(state.notes[entry])
        entry -= 1
        if note < 0:  # rounds without notes
            number -= note
            continue
        noting, points = (note & NEW_ROUND - 1) >> SEAT_SHIFT, note & (1 << SEAT_SHIFT) - 1
        row[at[NOTED] + number * seats + from_own(seat, noting, seats)] = points
        if note & NEW_ROUND:
            number += 1


observes(STATE, observe)
