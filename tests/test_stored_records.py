"""Stored records must always replay to the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludotheque
from ludotheque import record
from ludotheque.start import RECORD_FORMAT
from tests.cases import CASES, FURTHER_CASES

FOLDER = Path(__file__).parent / "records"
FILES = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_stored_record_replays(path: Path) -> None:
    stored = record.load(path)
    match = ludotheque.replay(stored)
    assert match.over
    assert match.record() == {**stored, "format": RECORD_FORMAT}


def newest(game: str) -> int:
    return ludotheque.game(game).spec.rules_version


def test_there_are_ten_records_per_game_with_all_options() -> None:
    stored = [each for each in map(record.load, FILES) if each["rules_version"] == newest(each["game"])]
    for name in ludotheque.games():
        assert sum(each["game"] == name for each in stored) >= 10
    for case in [*CASES, *FURTHER_CASES]:
        full = case.game.spec.complete(case.options)
        assert any((each["game"], each["seats"], each["options"]) == (case.name, case.seats, full) for each in stored)
