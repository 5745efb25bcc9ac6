"""An arena from its plan to its last match."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing

from ludotheque.arena.plan import Plan, check_matches
from ludotheque.arena.playing import Result, Runner
from ludotheque.arena.results import ResultsFile

#: Called with each new result.
Progress = Callable[[Result], None]


def missing(plan: Plan, matches: int, played: list[Result]) -> int:
    """How many of the plan's first `matches` (in whole deals) are still to play."""
    deals = math.ceil(check_matches(matches) / plan.matches_per_deal())
    return deals * plan.matches_per_deal() - sum(deal < deals for deal, _ in _keys(played))


def run(plan: Plan, matches: int, runner: Runner, file: ResultsFile, progress: Progress | None = None) -> list[Result]:
    """Play what is missing; return all results that the file holds then.

    It may be interrupted at any time: what `progress` was called with is on disk.
    """
    done = _keys(file.results)
    jobs = (job for job in plan.jobs(check_matches(matches)) if (job.deal, job.seating) not in done)
    with closing(runner.play(jobs)) as outcomes:
        for outcome in outcomes:
            result = file.add(outcome)
            if progress is not None:
                progress(result)
    return file.results


def _keys(results: list[Result]) -> set[tuple[int, tuple[str, ...]]]:
    return {(result.deal, result.seating) for result in results}
