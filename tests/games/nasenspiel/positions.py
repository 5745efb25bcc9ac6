"""Positions from drawings; `...` in a hand stands for the further dominoes that the seat must have."""

from __future__ import annotations

import re

import ludotheque
from ludotheque import Match

GAME = ludotheque.game("nasenspiel")
DOMINOES = [f"{a}-{b}" for a in range(10) for b in range(a, 10) if a + b < 18]
HAND = re.compile(r"hand (.*)$", re.MULTILINE)


def position(drawing: str) -> Match:
    return GAME.resume(completed(drawing))


def completed(drawing: str) -> str:
    """Return the drawing with its hands filled up, from 0-0 on, as if nobody had been skipped so far."""
    hands = [hand.split() for hand in HAND.findall(drawing)]
    placed = [move.split()[0] for move in drawing.split("placed: ")[1].strip().split("; ") if move != "-"]
    used = {"-".join(sorted(domino.split("-"))) for domino in placed} | {d for hand in hands for d in hand}
    free = [domino for domino in DOMINOES if domino not in used]
    for seat, hand in enumerate(hands):
        if hand[-1] == "...":
            hand.pop()
            wanted = len(DOMINOES) // len(hands) - len(placed[seat :: len(hands)])
            while len(hand) < wanted:
                hand.append(free.pop(0))
    filled = iter(hands)
    return HAND.sub(lambda found: f"hand {' '.join(sorted(next(filled))) or '-'}", drawing)


def moves_with(match: Match, domino: str) -> list[str]:
    """Return the legal moves that place that domino, in either order."""
    orders = (domino, domino[::-1])
    return [move for move in match.legal_moves() if move.startswith(orders)]
