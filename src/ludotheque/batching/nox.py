"""NOX in batches: its actions, and its observations straight from the state record.

Of the hands an observer reads the own one, and of the others how many cards they have; of the pile how many it has.
"""

# mypy: disable-error-code="no-untyped-def, arg-type, assignment"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.batching.observers import from_own, observes
from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nox.rules.board import DECK, KINDS, MAX_SEATS, PER_COLOUR, STACKS_TO_END
from ludotheque.games.nox.rules.state import (
    BESIDE,
    DISPLAY_BITS,
    DISPLAY_SHIFT,
    KIND_SHIFT,
    LAID_BESIDE,
    LAID_ON_LAST,
    LOWER,
    NEW_ROUND,
    NONE,
    SEAT_SHIFT,
    STATE,
    TARGET_BITS,
)

ACTIONS = KINDS << KIND_SHIFT

#: The parts of the layout in the game's `observation.py`.
HAND, HELD, TOPS, CARDS, PILE, TOTALS, NOTED, ROUND, STARTER, TURN = range(10)
MOST = 32767  # no number of a round is told beyond it

# Stacks are lists of cards, each a number in the order played: `after[card]` is the card on it. A display has a row for
# each of its stacks, with the lowest and the highest card.
LOWEST, HIGHEST = range(2)


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
    after = np.full(DECK, NONE, np.int64)
    stacks = np.empty((MAX_SEATS, STACKS_TO_END, 2), np.int64)
    sizes = np.zeros(MAX_SEATS, np.int64)
    for card in range(state.played):
        display = state.plays[card] >> DISPLAY_SHIFT & DISPLAY_BITS
        sizes[display] = _lay(state, card, stacks[display], sizes[display], after)
    place = at[CARDS]
    for own in range(state.seats):
        display = (seat + own) % state.seats
        for number in range(sizes[display]):
            top = _kind(state, stacks[display, number, HIGHEST])
            row[at[TOPS] + (own * STACKS_TO_END + number) * KINDS + top] = 1.0
            card = stacks[display, number, LOWEST]
            while card != NONE:
                row[place] = own + 1
                row[place + 1] = number + 1
                row[place + 2] = _kind(state, card) + 1
                place += 3
                card = after[card]


@inlined
def _kind(state, card):
    return np.int64(state.plays[card]) >> KIND_SHIFT


@compiled
def _lay(state, card, stacks, size, after):
    """Rules 4 to 6: play a card to a display; how many stacks that has then."""
    kind, target = _kind(state, card), np.int64(state.plays[card]) & TARGET_BITS
    if target in (BESIDE, LAID_BESIDE):
        stacks[size, LOWEST] = stacks[size, HIGHEST] = card
        return size + 1
    top, under = size - 1, NONE
    if target != LAID_ON_LAST:
        top = _showing(state, stacks, size, kind // PER_COLOUR * PER_COLOUR + target - 1)
        under = _showing(state, stacks, size, kind)
    after[stacks[top, HIGHEST]] = card
    stacks[top, HIGHEST] = card
    if under in (NONE, top):
        return size
    after[stacks[under, HIGHEST]] = stacks[top, LOWEST]
    stacks[under, HIGHEST] = card
    first, last = min(top, under), max(top, under)
    stacks[first, LOWEST], stacks[first, HIGHEST] = stacks[under, LOWEST], stacks[under, HIGHEST]
    for number in range(last, size - 1):
        stacks[number, LOWEST], stacks[number, HIGHEST] = stacks[number + 1, LOWEST], stacks[number + 1, HIGHEST]
    return size - 1


@compiled
def _showing(state, stacks, size, kind):
    """The stack with that kind on top, or NONE."""
    for number in range(size):
        if _kind(state, stacks[number, HIGHEST]) == kind:
            return number
    return NONE


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
