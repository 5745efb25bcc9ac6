"""An arena that is interrupted and resumed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.arena.players import HERE, InThisProcess

from ludotheque.arena.plan import MatchJob, prepare
from ludotheque.arena.playing import ArenaResult, PlayedMatches
from ludotheque.arena.results import ResultsFile, missing, run
from ludotheque.errors import BadSetup

BOTS = [f"{HERE}.first", "random"]


class InterruptedRunner(InThisProcess):
    """Counts matches, and is interrupted after `most` of them."""

    def __init__(self, most: int = 1000) -> None:
        self.played: list[MatchJob] = []
        self.most = most

    def play(self, jobs: Iterable[MatchJob]) -> PlayedMatches:
        for job in jobs:
            if len(self.played) == self.most:
                raise KeyboardInterrupt
            self.played.append(job)
            yield from super().play([job])


def test_an_interrupted_arena_plays_only_what_is_missing(tmp_path: Path) -> None:
    plan, path = prepare("keks", BOTS, seed=1), tmp_path / "r.jsonl"
    first, second = InterruptedRunner(3), InterruptedRunner()
    with ResultsFile(path, plan) as file, pytest.raises(KeyboardInterrupt):
        run(plan, 8, first, file)
    with ResultsFile(path, plan) as file:
        assert missing(plan, 8, file.results) == 5
        results = run(plan, 8, second, file)
    assert first.played + second.played == list(plan.jobs(8))
    assert [(result.deal, result.seating) for result in results] == [(job.deal, job.seating) for job in plan.jobs(8)]


def test_more_matches_are_added_to_existing_ones(tmp_path: Path) -> None:
    plan, path, more = prepare("keks", BOTS, seed=1), tmp_path / "r.jsonl", InterruptedRunner()
    with ResultsFile(path, plan) as file:
        run(plan, 4, InThisProcess(), file)
    with ResultsFile(path, plan) as file:
        assert len(run(plan, 10, more, file)) == 10
        assert len(more.played) == 6
        assert len(run(plan, 2, more, file)) == 10
        assert len(more.played) == 6


def test_progress_is_reported_after_each_match_is_stored(tmp_path: Path) -> None:
    plan, path = prepare("keks", BOTS, seed=1), tmp_path / "r.jsonl"
    lines: list[int] = []

    def on_result(result: ArenaResult) -> None:
        lines.append(len(path.read_bytes().splitlines()))

    with ResultsFile(path, plan) as file:
        run(plan, 4, InThisProcess(), file, on_result)
    assert lines == [2, 3, 4, 5]


@pytest.mark.parametrize("matches", [0, -3, True, 2.5])
def test_matches_are_a_positive_integer(tmp_path: Path, matches: int) -> None:
    plan = prepare("keks", BOTS, seed=1)
    with ResultsFile(tmp_path / "r.jsonl", plan) as file, pytest.raises(BadSetup, match="must be a positive integer"):
        run(plan, matches, InThisProcess(), file)
