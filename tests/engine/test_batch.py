"""A batch: the same deals as single matches, one move in each at every step, on any number of threads."""

from __future__ import annotations

import threading
import time
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
def test_each_step_is_one_move_in_each_match(threads: int | None) -> None:
    matches = batch_of(Case("keks", 2), 50, threads)
    ended = 0
    for _ in range(200):
        before, over, numbers = matches.states.copy(), matches.acting == 0, matches.numbers.copy()
        assert matches.random_steps() == 50
        assert all(one.tobytes() != other.tobytes() for one, other in zip(before, matches.states, strict=True))
        assert (matches.numbers == np.where(over, numbers + 50, numbers)).all()
        ended += int(over.sum())
    assert ended >= 100


def test_a_finished_match_makes_room_for_the_next_of_the_key() -> None:
    matches = batch_of(Case("keks", 2), 3, 2)
    while matches.acting.all():
        matches.random_steps()
    place = int(np.flatnonzero(matches.acting == 0)[0])
    assert matches.states["colours_won"][place].max() == 5
    matches.random_steps()
    assert matches.numbers[place] == place + 3
    longer = batch_of(Case("keks", 2), 6, 1)
    assert matches.states["chance"][place].tobytes() == longer.states["chance"][place + 3].tobytes()


def test_more_threads_than_matches() -> None:
    matches = batch_of(Case("nasca", 2), 2, 8)
    assert matches.random_steps() == 2


def test_a_batch_deals_the_matches_of_its_key() -> None:
    """Match 3 of a batch of five is match 3 of a batch of four."""
    small, large = batch_of(Case("nox", 4), 4, 2), batch_of(Case("nox", 4), 5, 1)
    assert small.states.tobytes() == large.states[:4].tobytes()


def test_several_moves_at_once() -> None:
    """One call of five plays as many moves as five calls of one; no round of NOX ends so early."""
    five, one = batch_of(Case("nox", 4), 300, 2), batch_of(Case("nox", 4), 300, 2)
    assert five.random_steps(5) == sum(one.random_steps() for _ in range(5)) == 1500
    assert (five.states["played"] == 5).all()
    assert (one.states["played"] == 5).all()


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(threading.enumerate())
    matches = batch_of(Case("keks", 2), 30, 3)
    own = set(threading.enumerate()) - before
    assert len(own) == 2
    time.sleep(0.05)  # longer than a thread waits before it sleeps
    matches.random_steps()
    del matches
    for thread in own:
        thread.join(10)
        assert not thread.is_alive()
