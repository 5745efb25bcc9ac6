"""What a seat has: the dominoes in its hand and its pawns on the table, as they are shown to people."""

from __future__ import annotations

from ludotheque.games.nasenspiel.rules.board import DOMINOES, HALF, NOSES, square_of
from ludotheque.games.nasenspiel.rules.groups import PAWNS
from ludotheque.games.nasenspiel.rules.notation import domino_text
from ludotheque.games.spec import State

#: Each domino as text, with its word and bit in a hand.
IN_HAND = [(domino_text(a, b), a // HALF, 1 << a % HALF * NOSES + b) for a, b in DOMINOES]


def hand_of(state: State, seat: int) -> list[str]:
    """Return the dominoes in a hand, the smaller nose first, ascending."""
    words = state.hands[seat].tolist()
    return [text for text, word, bit in IN_HAND if words[word] & bit]


def pawns_of(state: State, seat: int) -> list[list[int]]:
    """Return the squares on which a seat's pawns stand."""
    return [list(square_of(cell)) for cell in state.pawns[seat, : PAWNS - state.reserve[seat]].tolist()]
