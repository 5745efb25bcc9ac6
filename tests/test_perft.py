"""The engine counts what the slow reference counted (see `tests/perft.py`)."""

from __future__ import annotations

import json

import pytest

from tests.cases import CASES, Case
from tests.perft import FILE, count, places, position

COUNTS: dict[str, int] = json.loads(FILE.read_text())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_engine_finds_the_reference_counts(case: Case) -> None:
    for moves, depth in places(case):
        assert count(position(case, moves), depth) == COUNTS[f"{case} after {moves} moves, {depth} deep"]
