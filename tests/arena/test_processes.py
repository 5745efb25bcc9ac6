"""Matches in other processes: the same results, also when bots crash."""

from __future__ import annotations

import multiprocessing
from contextlib import closing
from dataclasses import replace

import pytest
from tests.arena.players import HERE, ROOT, InThisProcess

import ludotheque
from ludotheque.arena.plan import prepare
from ludotheque.arena.playing import ArenaResult, PlayedMatch
from ludotheque.arena.processes import Processes
from ludotheque.errors import BadSetup


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the processes import the tests' bots."""
    monkeypatch.syspath_prepend(ROOT)


def timeless(played: PlayedMatch) -> ArenaResult:
    return replace(played.result, seconds=(), slowest=())


def test_results_agree_with_those_of_one_process() -> None:
    jobs = list(prepare("keks", [f"{HERE}.first", "random"], seed=1).jobs(8))
    there = sorted((timeless(played) for played in Processes(2).play(jobs)), key=lambda r: (r.deal, r.seating))
    assert there == [timeless(played) for played in InThisProcess().play(jobs)]
    assert multiprocessing.active_children() == []


def test_a_bot_that_kills_its_process_loses_and_the_rest_is_played() -> None:
    jobs = list(prepare("keks", [f"{HERE}.dying", "random"], seed=1).jobs(6))
    matches = list(Processes(2).play(jobs))
    assert len(matches) == 6
    for played in matches:
        dying = played.result.seating.index(f"{HERE}.dying")
        assert played.result.failure is not None
        assert played.result.failure.seat == dying
        assert "SIGKILL" in played.result.failure.reason
        assert played.result.winners == (1 - dying,)
        assert played.record is not None
        match = ludotheque.replay(played.record)
        assert len(match.history) >= 4
        assert match.to_act == (dying,)


def test_a_bot_that_kills_its_process_at_once_is_blamed() -> None:
    jobs = list(prepare("keks", [f"{HERE}.stillborn", "random"], seed=1).jobs(2))
    for played in Processes(1).play(jobs):
        failure = played.result.failure
        assert failure is not None
        assert failure.seat is not None
        assert played.result.seating[failure.seat] == f"{HERE}.stillborn"


def test_closing_stops_running_matches() -> None:
    jobs = list(prepare("keks", [f"{HERE}.slow", "random"], seed=1).jobs(50))
    with closing(Processes(2).play(jobs)) as matches:
        next(matches)
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("count", [0, -1, True, 1.5])
def test_processes_are_a_positive_integer(count: int) -> None:
    with pytest.raises(BadSetup, match="must be a positive integer"):
        Processes(count)
