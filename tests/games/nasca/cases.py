"""Setups of Nasca for tests that run over all games (see `tests/cases.py`)."""

from __future__ import annotations

from typing import Any

from ludotheque.games.nasca.rules.landscapes import LANDSCAPES

SETUPS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"support": "end", "rounds": 1}),
    (2, {"landscape": ["c3-c5", "e5-f5", "h2"], "rounds": 2}),
]
FURTHER_SETUPS: list[tuple[int, dict[str, Any]]] = [(2, {"landscape": name}) for name in LANDSCAPES]
COMPARED_MOVES = 60
PERFT = [(20, 2)]
UNCOMPILED_MOVES = 26
