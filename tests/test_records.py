"""What a table adds to a record: names, times, the shuffle, and an end that does not follow from the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, record, replay
from ludotheque.start import RECORD_FORMAT


def some_record(moves: int = 3) -> dict[str, Any]:
    match = ludotheque.game("keks").start(2, seed=1)
    for _ in range(moves):
        match.play(match.legal_moves()[0])
    return match.record()


def over_record() -> dict[str, Any]:
    match = ludotheque.game("keks").start(2, seed=1)
    while not match.over:
        match.play(match.legal_moves()[0])
    return match.record()


FULL = {
    "times": [0, 1500, 1400],
    "names": ["Ada", None],
    "end": {"reason": "resigned", "seat": 1, "winners": [0]},
}


def test_a_record_without_them_is_read_as_before() -> None:
    assert replay(some_record()).record() == some_record()
    assert replay(over_record()).over


def test_names_times_and_end_are_read() -> None:
    stored = {**some_record(), **FULL}
    assert len(replay(stored).history) == 3
    assert not replay(record.dump(stored)).over
    assert json.loads(record.dump(stored)) == stored
    checked = record.check_shape(stored)
    assert checked.times == FULL["times"]
    assert checked.end == record.End("resigned", 1, [0])


def test_a_match_that_ended_by_its_rules_has_names_and_times_too() -> None:
    stored = over_record()
    assert replay({**stored, "times": [0] * len(stored["history"]), "names": ["Ada", "Bo"]}).over


def test_null_means_absent() -> None:
    assert replay({**some_record(), "fair": None, "times": None, "names": None, "end": None})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"times": [0, 1]}, "times has 2 items"),
        ({"times": [0, 1, 2, 3]}, "3 moves"),
        ({"times": [0, 1, -2]}, "times"),
        ({"times": [0, 1, 2.5]}, "times"),
        ({"times": 3}, "times"),
        ({"names": ["Ada"]}, "2 seats"),
        ({"names": ["Ada", 2]}, "names"),
        ({"end": {}}, "reason"),
        ({"end": "resigned"}, "end"),
        ({"end": {"reason": ""}}, "reason"),
        ({"end": {"reason": "A sentence."}}, "reason"),
        ({"end": {"reason": "resigned", "seat": 2}}, "0 to 1"),
        ({"end": {"reason": "resigned", "winners": [0, -1]}}, "0 to 1"),
        ({"end": {"reason": "resigned", "scores": [1]}}, "2 seats"),
        ({"end": {"reason": "resigned", "scores": [10, 0]}}, "its end has scores"),
        ({"end": {"reason": "resigned", "more": 1}}, "more"),
        ({"end": {"reason": "resigned"}, "result": {"scores": [0, 0], "winners": []}}, "not over"),
        ({"fair": {}}, "fair"),
    ],
    ids=repr,
)
def test_wrong_shapes_are_refused(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        replay({**some_record(), **changes})


def test_scores_at_an_early_end() -> None:
    stored = some_record()
    scores = replay(stored).scores
    assert replay({**stored, "end": {"reason": "agreed", "scores": scores}})


def test_a_match_that_is_over_by_its_rules_has_no_other_end() -> None:
    with pytest.raises(BadRecord, match="finish the match"):
        replay({**over_record(), "end": {"reason": "agreed"}})
    unfinished = {key: value for key, value in over_record().items() if key != "result"}
    with pytest.raises(BadRecord, match="finish the match"):
        replay({**unfinished, "end": {"reason": "agreed"}})


def test_a_resumed_match_in_the_first_format_is_read() -> None:
    """In which `resumes` was called `goes_on`."""
    stored = record.load(Path(__file__).parent / "records" / "first-format.json")
    assert record.check_shape(stored).resumes == record.ResumedMatch(stored["goes_on"]["table"], 2)
    assert replay(stored).history == [(0, "b1"), (1, "c1")]
    assert "goes_on" in stored, "it is left as it is"
    with pytest.raises(BadRecord, match="goes_on"):
        replay({**stored, "format": RECORD_FORMAT})
