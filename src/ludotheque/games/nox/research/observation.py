"""Observations and actions of NOX: the observer's hand, what the displays show, and all cards that lie in them.

Of the other hands and the pile an observation has only the number of cards.
"""

# mypy: disable-error-code="arg-type, assignment"

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.layout import MAX_COUNT, Part, per_seat
from ludotheque.engine.observation import Observation, relative_seat
from ludotheque.games.nox.rules.board import CARDS, COPIES, DECK, HAND, KINDS, STACKS_TO_END
from ludotheque.games.nox.rules.stacks import HIGHEST, LOWEST, find_stacks, kind_of
from ludotheque.games.nox.rules.state import KIND_SHIFT, LOWER, NEW_ROUND, NONE, SEAT_SHIFT, STATE
from ludotheque.games.spec import ActionSpace, Research

#: Points noted longer ago are in the totals only: a match may have any number of rounds.
ROUNDS = 8


def parts(seats: int) -> tuple[Part, ...]:
    kinds = f"cards of each kind ({', '.join(CARDS)})"
    return (
        Part("hand", (KINDS,), f"the observer's hand: {kinds}", HAND),
        per_seat("cards_held", seats, "cards in each hand", HAND),
        Part("tops", (seats, STACKS_TO_END, KINDS), "the top card of each stack of each display, the observer's first"),
        Part(
            "cards",
            (DECK, 3),
            "all cards in displays, display by display (the observer's first), stack by stack, bottom first: display, "
            "stack and kind, each counted from 1; then zeros",
            DECK,
        ),
        Part("pile", (1,), "cards in the pile", COPIES * KINDS),
        per_seat("totals", seats, "points of the finished rounds", MAX_COUNT),
        Part("noted", (ROUNDS, seats), f"points noted in the last {ROUNDS} rounds, the last first", 99),
        Part("round", (1,), "the number of this round", MAX_COUNT),
        per_seat("starter", seats, "who began the round"),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


@compiled
def write(state, seat, row, at):
    seats = np.int64(state.seats)
    for kind in range(KINDS):
        row[at.hand + kind] = state.hands[seat] >> 2 * kind & 3
    for other in range(seats):
        relative = relative_seat(other, seat, seats)
        held = np.int64(state.hands[other])
        row[at.cards_held + relative] = popcount(held & LOWER) + 2 * popcount(held >> 1 & LOWER)
        row[at.totals + relative] = state.totals[other]
    _write_displays(state, seat, row, at)
    row[at.pile] = state.left
    _write_notes(state, seat, row, at)
    row[at.round] = min(state.round_number, MAX_COUNT)
    row[at.starter + relative_seat(np.int64(state.starter), seat, seats)] = 1.0
    if state.turn != NONE:
        row[at.turn + relative_seat(np.int64(state.turn), seat, seats)] = 1.0


@inlined
def _write_displays(state, seat, row, at):
    stacks, sizes, after, _ = find_stacks(state)
    place = at.cards
    for relative in range(state.seats):
        display = (seat + relative) % state.seats
        for number in range(sizes[display]):
            top = kind_of(state, stacks[display, number, HIGHEST])
            row[at.tops + (relative * STACKS_TO_END + number) * KINDS + top] = 1.0
            card = stacks[display, number, LOWEST]
            while card != NONE:
                row[place] = relative + 1
                row[place + 1] = number + 1
                row[place + 2] = kind_of(state, card) + 1
                place += 3
                card = after[card]


@inlined
def _write_notes(state, seat, row, at):
    """Write the points noted in the last rounds, the last round first."""
    seats = np.int64(state.seats)
    number, entry = 0, state.noted - 1
    while entry >= 0 and number < ROUNDS:
        note = np.int64(state.notes[entry])
        entry -= 1
        if note < 0:  # rounds without notes
            number -= note
            continue
        noting, points = (note & NEW_ROUND - 1) >> SEAT_SHIFT, note & (1 << SEAT_SHIFT) - 1
        row[at.noted + number * seats + relative_seat(noting, seat, seats)] = points
        if note & NEW_ROUND:
            number += 1


RESEARCH = Research(
    observation=Observation(STATE, parts, write),
    actions=ActionSpace(
        KINDS << KIND_SHIFT,
        "64 * card + 8 * display (the seat's number) + spot: 0 beside, 1 to 5 onto that number of the card's colour.",
    ),
    hides=True,
    max_moves=100_000,  # far beyond any match played, though rounds without points could go on for ever
)
