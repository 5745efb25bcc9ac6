"""Setups of the Nasenspiel for tests that run over all games (see `tests/cases.py`)."""

from __future__ import annotations

from typing import Any

SETUPS: list[tuple[int, dict[str, Any]]] = [(seats, {}) for seats in range(2, 6)]
COMPARED_MOVES = 120
PERFT = [(0, 2), (14, 3)]
UNCOMPILED_MOVES = 30
