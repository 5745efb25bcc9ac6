"""A batch: the same deals as single matches, one move in each at every step, on any number of threads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.cases import CASES, Case

from ludotheque.engine.batch import Batch
from ludotheque.engine.chance import key_of


def batch_of(case: Case, size: int, threads: int | None) -> Batch:
    spec = case.game.spec
    options: dict[str, Any] = spec.complete(case.options)
    mode = spec.mode(options)
    return Batch(mode.rules, size, case.seats, np.array(mode.encode(options), np.int64), key_of(5), threads)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_deals_do_not_depend_on_the_threads(case: Case) -> None:
    assert batch_of(case, 7, 1).states.tobytes() == batch_of(case, 7, 3).states.tobytes()


@pytest.mark.parametrize("threads", [1, 2, None])
def test_each_step_is_one_move_in_each_running_match(threads: int | None) -> None:
    matches = batch_of(Case("keks", 2), 50, threads)
    while running := int(np.count_nonzero(matches.acting)):
        before = matches.states.copy()
        assert matches.random_steps() == running
        changed = [one.tobytes() != other.tobytes() for one, other in zip(before, matches.states, strict=True)]
        assert sum(changed) == running
    assert set(matches.states["colours_won"].max(axis=1)) == {5}
    assert matches.random_steps() == 0


def test_more_threads_than_matches() -> None:
    matches = batch_of(Case("nasca", 2), 2, 8)
    assert matches.random_steps() == 2


def test_a_batch_deals_the_matches_of_its_key() -> None:
    """Match 3 of a batch of five is match 3 of a batch of four."""
    small, large = batch_of(Case("nox", 4), 4, 2), batch_of(Case("nox", 4), 5, 1)
    assert small.states.tobytes() == large.states[:4].tobytes()


def test_several_moves_at_once() -> None:
    """Ten calls of one move and one call of ten play as many moves, and never beyond a match's end."""
    ten, one = batch_of(Case("keks", 2), 300, 2), batch_of(Case("keks", 2), 300, 2)
    assert ten.random_steps(10) == sum(one.random_steps() for _ in range(10)) == 3000
    ten.random_steps(1000)
    assert not ten.acting.any()
