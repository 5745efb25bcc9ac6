"""The results file: its contents survive interruptions, and results of different arenas do not mix."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

import ludotheque
from ludotheque import record
from ludotheque.arena.plan import Plan, prepare
from ludotheque.arena.playing import ArenaResult, Failure, PlayedMatch, failed
from ludotheque.arena.results import BadResults, ResultsFile, stored_seed


@pytest.fixture(scope="module")
def plan() -> Plan:
    return prepare("keks", ["uct:1", "random"], seed="x")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.jsonl"


def played(deal: int) -> PlayedMatch:
    return PlayedMatch(ArenaResult(deal, ("random", "uct:1"), (3, 4), (1,), 60, (0.1, 0.2), (0.01, 0.02)))


def write(path: Path, plan: Plan, count: int) -> bytes:
    with ResultsFile(path, plan) as file:
        for deal in range(count):
            file.add(played(deal))
    return path.read_bytes()


def test_a_line_for_the_plan_and_one_for_each_match(path: Path, plan: Plan) -> None:
    header, *lines = map(json.loads, write(path, plan, 3).decode().splitlines())
    assert header["plan"]["game"] == "keks"
    assert header["plan"]["bots"] == ["random", "uct:1"]
    assert header["plan"]["pairing"] == "mixed"
    assert [(line["deal"], line["seating"], line["winners"]) for line in lines] == [
        (deal, ["random", "uct:1"], [1]) for deal in range(3)
    ]


def test_it_is_continued_where_it_stopped_without_changing_earlier_lines(path: Path, plan: Plan) -> None:
    before = write(path, plan, 2)
    with ResultsFile(path, plan) as file:
        assert file.results == [played(0).result, played(1).result]
        file.add(played(2))
    assert path.read_bytes().startswith(before)
    assert len(path.read_bytes().splitlines()) == 4


def test_a_truncated_file_loses_at_most_the_last_match(path: Path, plan: Plan) -> None:
    whole = write(path, plan, 3)
    header = whole.index(b"\n") + 1
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with ResultsFile(path, plan) as file:
            assert len(file.results) == max(0, whole[:length].count(b"\n") - 1)
            file.add(played(9))
        *lines, end = path.read_bytes().split(b"\n")
        assert end == b""
        assert all(json.loads(line) for line in lines)
        assert path.read_bytes().startswith(whole[:header])


def test_each_match_is_on_disk_before_it_counts(path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(path.read_bytes()))
    with ResultsFile(path, plan) as file:
        for deal in range(3):
            file.add(played(deal))
            assert synced[-1].count(b"\n") == deal + 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "nasca"}, "game keks, not nasca"),
        ({"options": {"variant": "eleven"}}, "eleven"),
        ({"bots": ("greedy", "random")}, "bots random uct:1, not greedy random"),
        ({"seats": 3}, "seats 2, not 3"),
        ({"seed": "y"}, "seed x, not y"),
        ({"rules_version": 99}, "rules version"),
        ({"pairing": "one-among"}, "pairing mixed, not one-among"),
    ],
)
def test_results_of_another_arena_are_refused(path: Path, plan: Plan, change: dict[str, object], said: str) -> None:
    before = write(path, plan, 2)
    with pytest.raises(BadResults, match="another arena") as caught:
        ResultsFile(path, msgspec.structs.replace(plan, **change))
    assert said in str(caught.value)
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"my diary", b"my diary\n", b"\n", b"{}\n", b'{"format": "other"}\n', b"\xff\n\n"])
def test_other_files_are_not_changed(path: Path, plan: Plan, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadResults, match="not a results file"):
        ResultsFile(path, plan)
    assert path.read_bytes() == content


def test_a_broken_line_in_the_middle_is_named(path: Path, plan: Plan) -> None:
    lines = write(path, plan, 3).split(b"\n")
    lines[2] = lines[2][:20]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(BadResults, match="line 3"):
        ResultsFile(path, plan)


def test_a_file_in_the_first_format_is_resumed_and_keeps_its_first_line(path: Path) -> None:
    """In which the pairing was called `mode`."""
    stored = Path(__file__).with_name("first-format.jsonl").read_bytes()
    path.write_bytes(stored)
    assert stored_seed(path) == "old"
    with ResultsFile(path, prepare("keks", ["1", "random"], seed="old")) as file:
        assert [result.winners for result in file.results] == [(1,), (1,), (0,), (0,)]
        file.add(played(2))
    assert path.read_bytes().startswith(stored)
    with pytest.raises(BadResults, match="pairing mixed, not one-among"):
        ResultsFile(path, msgspec.structs.replace(prepare("keks", ["1", "random"], seed="old"), pairing="one-among"))


def test_a_failure_in_the_first_format_keeps_its_reason(path: Path) -> None:
    """Which was called `why`."""
    header, result, *_ = Path(__file__).with_name("first-format.jsonl").read_bytes().splitlines(keepends=True)
    failure = b'{"seat":1,"why":"it raised an error","trace":"","record":""}'
    path.write_bytes(header + result.replace(b'"failure":null', b'"failure":' + failure))
    with ResultsFile(path, prepare("keks", ["1", "random"], seed="old")) as file:
        assert file.results[0].failure == Failure(1, "it raised an error")


def test_a_file_in_a_newer_format_is_left_as_it_is(path: Path, plan: Plan) -> None:
    newer = write(path, plan, 1).replace(b"arena-2", b"arena-3")
    path.write_bytes(newer)
    with pytest.raises(BadResults, match="this version reads 'ludotheque-arena-1' and 'ludotheque-arena-2'"):
        ResultsFile(path, plan)
    assert path.read_bytes() == newer


def test_two_arenas_never_write_to_one_file(path: Path, plan: Plan) -> None:
    with ResultsFile(path, plan), pytest.raises(BadResults, match="another arena is writing"):
        ResultsFile(path, plan)
    with ResultsFile(path, plan):
        pass


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, plan: Plan) -> None:
    with pytest.raises(BadResults, match="cannot be read or written"):
        ResultsFile(tmp_path, plan)


def test_a_failure_leaves_its_record_beside_the_results(path: Path, plan: Plan) -> None:
    job = next(plan.jobs(1))
    match = job.start()
    match.play(match.legal_moves()[0])
    with ResultsFile(path, plan) as file:
        kept = file.add(failed(match, job, Failure(1, "lost my glasses"))).failure
    assert kept is not None
    where = Path(kept.record)
    assert where.parent.parent == path.parent
    assert ludotheque.replay(record.load(where)).history == match.history
    with ResultsFile(path, plan) as file:
        assert file.results[0].failure == kept


def test_changed_code_is_detected(path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    write(path, plan, 1)
    with ResultsFile(path, plan) as file:
        assert not file.other_code
    monkeypatch.setattr("ludotheque.arena.results.code_version", lambda: "later")
    with ResultsFile(path, plan) as file:
        assert file.other_code


def test_the_seed_of_a_file(path: Path, plan: Plan) -> None:
    assert stored_seed(path) is None
    write(path, plan, 1)
    assert stored_seed(path) == "x"


def test_an_interruption_right_after_a_line_is_written(path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match is on disk, so it counts: a resumed arena does not play it again."""

    def interrupt(file: int) -> None:
        raise KeyboardInterrupt

    with ResultsFile(path, plan) as file:
        file.add(played(0))
        monkeypatch.setattr(os, "fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            file.add(played(1))
        assert len(file.results) == 1
        file.reread()
        assert file.results == [played(0).result, played(1).result]
