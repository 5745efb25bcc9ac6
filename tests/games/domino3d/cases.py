"""Setups of Domino 3D for tests that run over all games (see `tests/cases.py`)."""

from __future__ import annotations

from typing import Any

SETUPS: list[tuple[int, dict[str, Any]]] = [
    *((seats, {}) for seats in range(2, 7)),
    (2, {"several": True}),
    (3, {"falls": "refuse"}),
    (2, {"contact": "differ", "sand": 0}),
    (4, {"contact": "differ", "several": True, "falls": "refuse"}),
    (1, {"mode": "solo"}),
    (1, {"mode": "solo", "several": False, "turns": 5, "falls": "refuse"}),
    *((seats, {"mode": "race"}) for seats in range(2, 7)),
    (3, {"mode": "race", "referee": "neighbour", "goal": "rounds"}),
    (2, {"mode": "race", "referee": "neighbour"}),
]
# The reference is slow: it tries every pose of every cell.
COMPARED_MOVES = 60
PERFT = [(0, 1), (12, 1)]
UNCOMPILED_MOVES = 5
