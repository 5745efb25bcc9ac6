"""Records are replayed as they were played, and what does not fit is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, Match, record, replay


def played(match: Match, moves: int) -> Match:
    for _ in range(moves):
        seat = match.to_act[-1]
        match.play(match.legal_moves(seat)[0], seat)
    return match


def changed(**fields: Any) -> dict[str, Any]:
    return {**played(ludotheque.game("keks").start(2, seed=1), 3).record(), **fields}


def refused(found: Any) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replay(found)
    return caught.value


def test_seats_options_seed_and_number_are_those_of_the_match() -> None:
    match = played(ludotheque.game("nox").start(4, seed=3, options={"target": 55}, number=7), 6)
    again = replay(match.record())
    assert (again.seats, again.options, again.state()) == (4, match.options, match.state())


def test_where_all_move_at_once_the_seat_of_each_move_counts() -> None:
    match = played(ludotheque.game("domino3d").start(3, seed=2, options={"mode": "race"}), 5)
    assert {seat for seat, _ in match.history} == {match.to_act[-1]} != {0}
    assert replay(match.record()).state() == match.state()


def test_a_match_from_a_position_is_replayed_from_there() -> None:
    nox = ludotheque.game("nox")
    options = {"target": 55}
    position = played(nox.start(3, seed=4, options=options), 4).state()
    match = played(nox.resume(position, options, seed=9), 8)
    found = match.record()
    assert found["position"] == position
    again = replay(found)
    assert (again.state(), again.options) == (match.state(), match.options)
    said = str(refused({**found, "seats": 4}))
    assert said == "it has 4 seats, but its position has 3"


def test_a_match_is_replayed_by_its_own_rules() -> None:
    said = str(refused(changed(rules_version=99)))
    assert said.startswith("its match cannot start: ")
    assert "99" in said


def test_the_first_move_that_does_not_fit_is_named() -> None:
    history = changed()["history"]
    error = refused(changed(history=[*history[:2], [history[2][0], "z9"]]))
    assert error.position == 2
    assert str(error).startswith(f"move 3 (seat {history[2][0]}: 'z9') does not fit: ")
    assert refused(changed(history=[[1 - history[0][0], history[0][1]], *history[1:]])).position == 0


def test_a_result_must_be_that_of_the_moves() -> None:
    match = ludotheque.game("keks").start(2, seed=1)
    while not match.over:
        played(match, 1)
    found = match.record()
    stated = {"scores": [0, 0], "winners": [0, 1]}
    assert str(refused({**found, "result": stated})) == (
        f"its result has scores [0, 0] and winners [0, 1], but its moves lead to {match.scores} and {match.winners}"
    )
    assert str(refused({**found, "result": None})) == "its result is missing"
    assert str(refused(changed(result=stated))) == "it has a result, but its match is not over"


def test_a_record_is_written_with_a_line_for_each_move() -> None:
    found = changed()
    text = record.dump(found)
    assert json.loads(text) == found
    assert text.count('"history"') == 1
    assert [line for line in text.splitlines() if line.startswith("  [")] == [
        f"  {json.dumps(move)}{',' if number < 2 else ''}" for number, move in enumerate(found["history"])
    ]
    assert '"history": []' in record.dump({**found, "history": []})


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"^the file cannot be read \(No such file or directory\)$"):
        record.load(tmp_path / "none.json")
    assert str(refused("{")).startswith("it is not valid JSON: ")
    assert str(refused("[]")) == str(refused([])) == "a record is a JSON object"
