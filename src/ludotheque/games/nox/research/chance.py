"""What a move of NOX draws: a card from the pile, or a whole round."""

from __future__ import annotations

from collections import Counter

from ludotheque.games.nox.rules.state import KIND_SHIFT, NONE
from ludotheque.games.spec import State


def outcomes(before: State, seat: int, action: int, after: State) -> dict[int, float] | None:
    """Return the kinds of cards that the move may draw."""
    if after.turn == NONE:
        return None
    if after.round_number != before.round_number:
        return {}
    if before.ordered or not before.left:
        return None
    kinds = Counter(before.pile[: int(before.left)].tolist())
    return {kind: kinds[kind] / kinds.total() for kind in sorted(kinds)}


def drawn(before: State, seat: int, action: int, after: State) -> int:
    """Return the kind of the card that is in the hand now and was not before; a hand counts each kind in two bits."""
    without = int(before.hands[seat]) - (1 << 2 * (action >> KIND_SHIFT))
    return ((int(after.hands[seat]) - without).bit_length() - 1) // 2
