"""Set up a NOX position from its JSON, or say why no match can reach it.

Hands are never skipped (see `apply`), so the number of cards played tells whose turn it is and how many cards each hand
and the pile must have. Round, starter, turn and totals follow from the rest; the caller checks them.
"""

from __future__ import annotations

from collections import Counter

import msgspec

from ludotheque.errors import BadState
from ludotheque.games.nox.rules import state as rules
from ludotheque.games.nox.rules.board import CARDS, COLOUR_LETTERS, COPIES, DECK, HAND, KIND_OF, NUMBERS, STACKS_TO_END
from ludotheque.games.nox.rules.stacks import Display, worths
from ludotheque.games.spec import Json, Options, State, decoded


class Position(msgspec.Struct, forbid_unknown_fields=True):
    round: int
    starter: int
    turn: int | None
    hands: list[list[str]]
    displays: list[Display]
    pile: list[str]
    totals: list[int]
    history: list[list[int]]
    seats: int


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a record. The caller checks that it gives the same JSON again."""
    position = decoded(given, Position)
    _check_lengths(position, seats)
    _check_cards(position)
    _check_displays(position)
    _write_history(state, position)
    _write_turn(state, position, seats)
    _check_numbers(state, position)
    _write_cards(state, position)


def _check_lengths(position: Position, seats: int) -> None:
    for name in ("hands", "displays", "totals"):
        if len(getattr(position, name)) != seats:
            raise BadState(f"{name!r} has {len(getattr(position, name))} entries, but there are {seats} seats")
    for number, noted in enumerate(position.history):
        if len(noted) != seats:
            raise BadState(f"'history' has {len(noted)} entries for round {number + 1}, but there are {seats} seats")


def _lying(position: Position) -> list[str]:
    """Return the cards in all displays."""
    return [card for display in position.displays for stack in display for card in stack]


def _check_cards(position: Position) -> None:
    held = [card for cards in position.hands for card in cards]
    count = Counter(held + position.pile + _lying(position))
    for card in count:
        if card not in KIND_OF:
            raise BadState(f"there is no card {card!r}; the cards are {', '.join(CARDS)}")
    for card in CARDS:
        if count[card] != COPIES:
            raise BadState(
                f"{card} is there {count[card]} times; hands, displays and pile hold each card {COPIES} times"
            )


def _check_displays(position: Position) -> None:
    for number, display in enumerate(position.displays):
        for stack in display:
            if len({card[0] for card in stack}) != 1:
                raise BadState(f"display {number}: a stack has cards of one colour, not {stack}")
        tops = [stack[-1] for stack in display]
        if len(set(tops)) < len(tops):
            raise BadState(f"display {number} shows {', '.join(tops)}: equal numbers share a stack")
    full = [number for number, display in enumerate(position.displays) if len(display) >= STACKS_TO_END]
    if any(len(position.displays[number]) > STACKS_TO_END for number in full) or len(full) > 1:
        raise BadState("a round ends with the sixth stack of one display")
    ended = bool(full) or len(_lying(position)) == DECK
    if ended != (position.turn is None):
        raise BadState(
            "'turn' is null exactly when the match is over, with six stacks in a display or all cards played"
        )


def _possible_worths() -> frozenset[int]:
    """Return all values that a display of up to six stacks can have: its sums with all three colours."""
    sums = {(0, 0, 0)}  # colours as bits, stacks, sum
    for colour, letter in enumerate(COLOUR_LETTERS):
        for number in NUMBERS[letter]:
            sums |= {(seen | 1 << colour, stacks + 1, total + number) for seen, stacks, total in sums}
    return frozenset(total for seen, stacks, total in sums if seen == 7 and stacks <= STACKS_TO_END)


POSSIBLE = _possible_worths() | {0}


def _write_history(state: State, position: Position) -> None:
    state.totals[:] = 0
    state.notes[:] = 0
    state.noted = 0
    for number, noted in enumerate(position.history):
        if state.totals.max() >= state.target:
            raise BadState(f"the match was over after round {number}: a total had reached {state.target}")
        _check_noted(state, number + 1, noted)
        _note(state, noted)
    over = bool(state.totals.max() >= state.target)
    if over != (position.turn is None):
        raise BadState(f"'turn' is null exactly when a total has reached {state.target}")
    if over and position.history[-1] != (counted := _noted(state, worths(position.displays))):
        raise BadState(f"the last round's displays give {counted} to note, not {position.history[-1]}")


def _check_noted(state: State, number: int, noted: list[int]) -> None:
    for points in noted:
        if points not in POSSIBLE:
            raise BadState(f"'history': no display can be worth {points}, as in round {number}")
    if state.hard and len(set(noted) - {0}) > 1:
        raise BadState(f"'history': in hard only the best display is noted, but round {number} has {noted}")


def _noted(state: State, worth: list[int]) -> list[int]:
    """Rule 11."""
    return [points if points == max(worth) or not state.hard else 0 for points in worth]


def _note(state: State, noted: list[int]) -> None:
    """Add a round to the notes, as `end_round` does."""
    if not any(noted):
        last = int(state.noted) - 1
        if last >= 0 and -rules.LONGEST_STRETCH < state.notes[last] < 0:
            state.notes[last] -= 1
        else:
            _append(state, -1)
    flag = rules.NEW_ROUND
    for seat, points in enumerate(noted):
        if points:
            _append(state, flag | seat << rules.SEAT_SHIFT | points)
            flag = 0
        state.totals[seat] += points


def _append(state: State, entry: int) -> None:
    if state.noted == rules.NOTES:
        raise BadState("'history' is too long")
    state.notes[state.noted] = entry
    state.noted += 1


def _write_turn(state: State, position: Position, seats: int) -> None:
    over = position.turn is None
    state.played = len(_lying(position))
    state.round_number = len(position.history) + (not over)
    state.starter = (int(state.round_number) - 1) % seats
    state.turn = rules.NONE if over else (int(state.starter) + int(state.played)) % seats


def _check_numbers(state: State, position: Position) -> None:
    """Every play draws a card while there are any, but the play that ends the match draws none."""
    seats, played = int(state.seats), int(state.played)
    drawn = min(played - (state.turn == rules.NONE), DECK - HAND * seats)
    if len(position.pile) != DECK - HAND * seats - drawn:
        raise BadState(
            f"after {played} cards played the pile has {DECK - HAND * seats - drawn} cards, not {len(position.pile)}"
        )
    for seat, hand in enumerate(position.hands):
        later = (seat - int(state.starter)) % seats
        # How many of the first n plays are this seat's: those with numbers later, later + seats, ... below n.
        cards = HAND + len(range(later, drawn, seats)) - len(range(later, played, seats))
        if len(hand) != cards:
            raise BadState(f"after {played} cards played seat {seat} holds {cards} cards, not {len(hand)}")


def _write_cards(state: State, position: Position) -> None:
    state.shown[:] = 0
    state.plays[:] = 0
    state.hands[:] = 0
    plays = []
    for number, display in enumerate(position.displays):
        for stack in display:
            colour, place = divmod(KIND_OF[stack[-1]], 5)
            state.shown[colour] |= 1 << 8 * number + place
            for height, card in enumerate(stack):
                spot = rules.LAID_ON_LAST if height else rules.LAID_BESIDE
                plays.append(KIND_OF[card] << rules.KIND_SHIFT | number << rules.DISPLAY_SHIFT | spot)
    state.plays[: len(plays)] = plays
    for seat, hand in enumerate(position.hands):
        state.hands[seat] = sum(1 << 2 * KIND_OF[card] for card in hand)
    state.pile[: len(position.pile)] = [KIND_OF[card] for card in position.pile]
    state.left = len(position.pile)
    state.ordered = 1
