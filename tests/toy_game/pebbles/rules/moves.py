"""Moves as text, `take 2`, and why one is refused."""

from __future__ import annotations

from ludotheque.games.pebbles.rules.state import MOST

from ludotheque.errors import BadMove, Refusal
from ludotheque.games.spec import State, quoted

TEXTS = tuple(f"take {number}" for number in range(1, MOST + 1))


def text(action: int) -> str:
    return TEXTS[action]


def parse(move: str) -> int:
    if move not in TEXTS:
        raise BadMove(f"{quoted(move)} is not a move of Pebbles: a move is one of {', '.join(TEXTS)}")
    return TEXTS.index(move)


def refuse(state: State, seat: int, action: int) -> Refusal:
    return Refusal(2, "too_few", {"left": int(state.pebbles)})
