"""Moves of classic and solo as text: a placement like `2,0,1 E U`, `timeout`, `draw`, `stop`."""

from __future__ import annotations

from ludotheque.games.domino3d.rules.classic.state import DRAW, STOP, TIMEOUT
from ludotheque.games.domino3d.rules.common.notation import EXAMPLE, parse_move, parse_placement, placement_text

WORDS = {TIMEOUT: "timeout", DRAW: "draw", STOP: "stop"}
_ACTIONS = {word: action for action, word in WORDS.items()}

MOVES = f"a move is a placement like {EXAMPLE}, or timeout, draw, stop"


def text(action: int) -> str:
    return WORDS[action] if action in WORDS else placement_text(action)


def parse(move: str) -> int:
    return parse_move(move, _parse_exactly, MOVES)


def _parse_exactly(move: str) -> int | None:
    return _ACTIONS[move] if move in _ACTIONS else parse_placement(move)
