"""Setups of Keks for tests that run over all games (see `tests/cases.py`)."""

from __future__ import annotations

from typing import Any

SETUPS: list[tuple[int, dict[str, Any]]] = [(2, {}), (2, {"variant": "eleven"})]
COMPARED_MOVES = 200
PERFT = [(0, 4), (40, 5)]
UNCOMPILED_MOVES = 70
