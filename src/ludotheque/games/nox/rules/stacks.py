"""The stacks in the displays of NOX, rebuilt from the round's list of plays (rules 4 to 6).

The state record holds only what each display shows, which is all that playing needs (`state.tops_after`). Views,
events, refusals and observations need every card, and events which stacks merged: both come from `lay`.

A card is a number in the order played. `stacks` has a row for each stack of a display, with its lowest and its highest
card; `after[card]` is the card that lies on it, so that two stacks merge without moving any card.
"""

# mypy: disable-error-code="arg-type, assignment"

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nox.rules.board import CARDS, DECK, KINDS, MAX_SEATS, PER_COLOUR, STACKS_TO_END
from ludotheque.games.nox.rules.state import (
    BESIDE,
    DISPLAY_BITS,
    DISPLAY_SHIFT,
    KIND_SHIFT,
    LAID_BESIDE,
    LAID_ON_LAST,
    NONE,
    SPOT_BITS,
)
from ludotheque.games.spec import State

#: A display: its stacks in order, each from the bottom card to the top card.
Display = list[list[str]]

LOWEST, HIGHEST = range(2)


class Merger(NamedTuple):
    """The places that two stacks had before they merged (rule 6): `top` was played onto and now lies on `under`."""

    top: int
    under: int


@inlined
def find_stacks(state):
    """Return all stacks, how many each display has, the card on each card, and the last merger.

    The last merger: the places of two stacks that the last card played merged, or NONE twice, as from `lay`.
    """
    after = np.full(DECK, NONE, np.int64)
    stacks = np.empty((MAX_SEATS, STACKS_TO_END, 2), np.int64)
    sizes = np.zeros(MAX_SEATS, np.int64)
    top = under = NONE
    for card in range(state.played):
        display = state.plays[card] >> DISPLAY_SHIFT & DISPLAY_BITS
        sizes[display], top, under = lay(state, card, stacks[display], sizes[display], after)
    return stacks, sizes, after, (top, under)


@inlined
def kind_of(state, card):
    return np.int64(state.plays[card]) >> KIND_SHIFT


@compiled
def lay(state, card, stacks, size, after):
    """Rules 4 to 6: lay a card beside the `size` stacks of a display or onto one of them; merge equal numbers.

    Return how many stacks the display has then, and the places that two merged stacks had before: of the one played
    onto, which goes on top, and of the one that goes under it; NONE twice if nothing merged.
    """
    kind, spot = kind_of(state, card), np.int64(state.plays[card]) & SPOT_BITS
    if spot in (BESIDE, LAID_BESIDE):
        stacks[size, LOWEST] = stacks[size, HIGHEST] = card
        return size + 1, NONE, NONE
    top, under = size - 1, NONE
    if spot != LAID_ON_LAST:
        top = stack_showing(state, stacks, size, kind // PER_COLOUR * PER_COLOUR + spot - 1)
        under = stack_showing(state, stacks, size, kind)
    after[stacks[top, HIGHEST]] = card
    stacks[top, HIGHEST] = card
    if under in (NONE, top):
        return size, NONE, NONE
    after[stacks[under, HIGHEST]] = stacks[top, LOWEST]
    stacks[under, HIGHEST] = card
    first, last = min(top, under), max(top, under)
    stacks[first, LOWEST], stacks[first, HIGHEST] = stacks[under, LOWEST], stacks[under, HIGHEST]
    for number in range(last, size - 1):
        stacks[number, LOWEST], stacks[number, HIGHEST] = stacks[number + 1, LOWEST], stacks[number + 1, HIGHEST]
    return size - 1, top, under


@compiled
def stack_showing(state, stacks, size, kind):
    """Return the stack with that kind on top, or NONE."""
    for number in range(size):
        if kind_of(state, stacks[number, HIGHEST]) == kind:
            return number
    return NONE


def displays(state: State) -> list[Display]:
    """Return the displays that this round's plays have made."""
    return _rebuilt(state)[0]


def displays_after(state: State, action: int) -> tuple[list[Display], Merger | None]:
    """Return the displays after this action, before a round that it ends is cleared, and the merger it makes."""
    played = state.copy()
    played.plays[played.played] = action
    played.played += 1
    return _rebuilt(played)


def _rebuilt(state: State) -> tuple[list[Display], Merger | None]:
    """Return the displays, and the merger that the last play made."""
    *arrays, (top, under) = find_stacks(state)
    stacks, sizes, after = (array.tolist() for array in arrays)
    plays = state.plays.tolist()
    shown: list[Display] = []
    for display in range(int(state.seats)):
        shown.append([_cards(plays, stack[LOWEST], after) for stack in stacks[display][: sizes[display]]])
    return shown, None if under == NONE else Merger(top, under)


def _cards(plays: list[int], card: int, after: list[int]) -> list[str]:
    """Return the cards of a stack from the given one upwards."""
    cards = []
    while card != NONE:
        cards.append(CARDS[plays[card] >> KIND_SHIFT])
        card = after[card]
    return cards


def hand(held: int) -> list[str]:
    """Return the cards of a hand, which counts each kind in two bits."""
    return [CARDS[kind] for kind in range(KINDS) for _ in range(held >> 2 * kind & 3)]


def worths(displays: Sequence[Display]) -> list[int]:
    """Rule 10 for each display."""
    tops = [[stack[-1] for stack in display] for display in displays]
    return [sum(int(card[1:]) for card in cards) if len({c[0] for c in cards}) == 3 else 0 for cards in tops]
