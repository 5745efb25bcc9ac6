"""An arena from its plan to its last match."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing

from ludotheque.arena.plan import Plan
from ludotheque.arena.playing import Result
from ludotheque.arena.results import ResultsFile
from ludotheque.arena.ways import Way
from ludotheque.errors import BadSetup

#: Called with each new result.
Progress = Callable[[Result], None]


def missing(plan: Plan, matches: int, played: list[Result]) -> int:
    """How many of the plan's first `matches` (in whole deals) are still to play."""
    a_deal = plan.a_deal()
    deals = math.ceil(check_matches(matches) / a_deal)
    return deals * a_deal - sum(deal < deals for deal, _ in _keys(played))


def run(plan: Plan, matches: int, way: Way, file: ResultsFile, progress: Progress | None = None) -> list[Result]:
    """Play what is missing, and return all results that the file holds then.

    Interrupt it whenever you like: what `progress` has been told is on disk.
    """
    done = _keys(file.results)
    jobs = (job for job in plan.jobs(check_matches(matches)) if (job.deal, job.seating) not in done)
    with closing(way.play(jobs)) as outcomes:
        for outcome in outcomes:
            result = file.add(outcome)
            if progress is not None:
                progress(result)
    return file.results


def check_matches(matches: int) -> int:
    if not isinstance(matches, int) or isinstance(matches, bool) or matches < 1:
        raise BadSetup(f"matches is a whole number from 1, not {matches!r}")
    return matches


def _keys(results: list[Result]) -> set[tuple[int, tuple[str, ...]]]:
    return {(result.deal, result.seating) for result in results}
