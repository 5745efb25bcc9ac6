"""What a move of classic or solo draws: a domino from the pile."""

from __future__ import annotations

from ludotheque.games.domino3d.rules.classic.state import NONE
from ludotheque.games.spec import State


def outcomes(before: State, seat: int, action: int, after: State) -> dict[int, float] | None:
    """Return the dominoes that the move may draw, all equally likely."""
    if after.turn == NONE or after.drawn == NONE:
        return None
    pile = int(after.pile) | 1 << int(after.drawn)
    dominoes = [domino for domino in range(pile.bit_length()) if pile >> domino & 1]
    return dict.fromkeys(dominoes, 1 / len(dominoes))


def drawn(before: State, seat: int, action: int, after: State) -> int:
    return int(after.drawn)
