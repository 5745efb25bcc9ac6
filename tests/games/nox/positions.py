"""Positions of NOX: tests give only what matters, the other cards are filled in."""

from __future__ import annotations

from typing import Any

import ludotheque
from ludotheque import Match
from ludotheque.games.nox.rules.board import CARDS, COPIES

NOX = ludotheque.game("nox")
Display = list[list[str]]


def stacks(text: str) -> Display:
    """Read a display; `g5,g14 b4` is a stack of g14 on g5, and a stack of b4."""
    return [stack.split(",") for stack in text.split()]


def position(
    *displays: str,
    hands: dict[int, str] | None = None,
    turn: int = 0,
    history: list[list[int]] | None = None,
    top: str = "",
) -> dict[str, Any]:
    """Return the JSON of a position in which it is that seat's turn; `top` is the end of the pile, the next card last.

    Rounds without points are inserted first, so that the starter fits the turn.
    """
    seats = len(displays)
    lying = [stacks(display) for display in displays]
    played = sum(len(stack) for display in lying for stack in display)
    noted = history or []
    while (len(noted) + played) % seats != turn:
        noted = [[0] * seats, *noted]
    starter = len(noted) % seats
    given = {seat: cards.split() for seat, cards in (hands or {}).items()}
    left = [card for card in CARDS for _ in range(COPIES)]
    for cards in [*(stack for display in lying for stack in display), *given.values(), top.split()]:
        for card in cards:
            left.remove(card)
    drawn = min(played, 90 - 3 * seats)
    for seat in range(seats):
        later = (seat - starter) % seats
        size = 3 + len(range(later, drawn, seats)) - len(range(later, played, seats))
        if seat not in given:
            # Spread over the kinds, so that no hand consists of one kind.
            given[seat] = [left.pop(index * (len(left) // 4)) for index in range(size)]
    return {
        "round": len(noted) + 1,
        "starter": starter,
        "turn": turn,
        "hands": [sorted(given[seat], key=CARDS.index) for seat in range(seats)],
        "displays": lying,
        "pile": left + top.split(),
        "totals": [sum(points[seat] for points in noted) for seat in range(seats)],
        "history": noted,
        "seats": seats,
    }


def resumed(*displays: str, options: dict[str, Any] | None = None, **rest: Any) -> Match:
    """Return a match resumed from such a position."""
    return NOX.resume(position(*displays, **rest), options=options, seed=1)
