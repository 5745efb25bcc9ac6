"""Why a card cannot be played there now. (`notation.parse` refuses another colour: no position allows it.)"""

from __future__ import annotations

from ludotheque.errors import Refusal
from ludotheque.games.nox.rules.board import CARDS
from ludotheque.games.nox.rules.notation import parts
from ludotheque.games.nox.rules.stacks import displays, hand
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    kind, display, onto = parts(action)
    card = CARDS[kind]
    if display >= state.seats:
        return Refusal(3, "no_display", {"display": display, "last": int(state.seats) - 1})
    if card not in hand(int(state.hands[seat])):
        return Refusal(3, "not_in_hand", {"card": card})
    if onto is None:
        return Refusal(6, "joins", {"display": display, "number": card[1:], "move": f"{card}>{display}:{card}"})
    shows = [stack[-1] for stack in displays(state)[display]]
    if not shows:
        return Refusal(5, "empty_display", {"display": display, "onto": CARDS[onto]})
    return Refusal(5, "not_shown", {"display": display, "onto": CARDS[onto], "shows": shows})
