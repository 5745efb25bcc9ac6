"""Messages as English sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games.words import Words

MESSAGES = {
    "refusals": {"held": "it is held on {sides}"},
    "events": {
        "moved": "{seat} moves {at}.",
        "dealt": {"by": "aside", "zero": "All are dealt.", "one": "{aside} is left.", "other": "{aside} are left."},
        "lost": {"by": "squares", "one": "{seat} loses {n} square.", "other": "{seat} loses {n} squares: {squares}."},
    },
}


@pytest.fixture
def words(tmp_path: Path) -> Words:
    (tmp_path / "en.json").write_text(json.dumps(MESSAGES))
    return Words(tmp_path, {"sides": "{} sides".format})


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"event": "moved", "seat": 1, "at": [2, -3]}, "Seat 1 moves 2, -3."),
        ({"event": "moved", "seat": 1}, "Seat 1 moves ?."),
        ({"event": "dealt", "aside": 0}, "All are dealt."),
        ({"event": "dealt", "aside": 1}, "1 is left."),
        ({"event": "dealt", "aside": 2}, "2 are left."),
        ({"event": "lost", "seat": 0, "squares": ["a1"]}, "Seat 0 loses 1 square."),
        ({"event": "lost", "seat": 0, "squares": ["a1", "b1"]}, "Seat 0 loses 2 squares: a1, b1."),
        ({"event": "unknown"}, ""),
    ],
)
def test_events_are_sentences(words: Words, event: dict[str, Any], sentence: str) -> None:
    assert words.event(event) == sentence


def test_refusals_are_clauses_with_all_placeholders_filled(words: Words) -> None:
    assert words.sentence("refusals", "held", {"sides": 3}) == "it is held on 3 sides"
    with pytest.raises(KeyError):
        words.sentence("refusals", "held", {})
