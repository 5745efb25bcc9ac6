"""Setups of NOX for tests that run over all games (see `tests/cases.py`)."""

from __future__ import annotations

from typing import Any

SETUPS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {}) for seats in range(2, 7)),
    (3, {"variant": "hard"}),
    (4, {"target": 20}),
    (6, {"variant": "hard", "target": 60}),
]
HIDDEN_ORDER = "pile"
COMPARED_MOVES = 250
PERFT = [(0, 2), (20, 3)]
UNCOMPILED_MOVES = 120
