"""Random matches: independent of the number of threads, and identical to matches played through `Match`."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cases import CASES, Case

import ludotheque
from ludotheque import BadSetup


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_number_of_threads_does_not_change_results(case: Case) -> None:
    one = case.game.simulate(300, case.seats, "s", case.options, threads=1)
    two = case.game.simulate(300, case.seats, "s", case.options, threads=2)
    assert (one.wins, one.scores, one.moves) == (two.wins, two.scores, two.moves)
    assert one.matches == 300
    assert sum(one.wins) == pytest.approx(300)
    assert len(one.scores) == case.seats
    assert 0 < one.shortest <= one.moves / one.matches <= one.longest
    assert one.seconds > 0


def test_progress_is_reported() -> None:
    reported: list[int] = []
    ludotheque.game("keks").simulate(1000, seed=1, progress=reported.append)
    assert sum(reported) == 1000
    assert len(reported) > 1


@pytest.mark.parametrize(("matches", "threads"), [(0, 1), (1.5, 1), (1, 0), (True, 1), ("9", 1)])
def test_nonsense_is_refused(matches: Any, threads: int) -> None:
    with pytest.raises(BadSetup, match="positive integer"):
        ludotheque.game("keks").simulate(matches, threads=threads)
