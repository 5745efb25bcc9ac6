"""The engine finds the same perft numbers as the slow references (see `tests/perft.py`)."""

from __future__ import annotations

import json

import pytest

from tests.cases import CASES, Case
from tests.perft import FILE, perft, position, positions

COUNTS: dict[str, int] = json.loads(FILE.read_text())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_engine_agrees_with_the_reference(case: Case) -> None:
    for moves, depth in positions(case):
        assert perft(position(case, moves), depth) == COUNTS[f"{case} after {moves} moves, {depth} deep"]
