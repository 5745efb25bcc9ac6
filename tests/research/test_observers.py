"""Observations written by compiled code are those that are read from the seat's view, to the last byte."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cases import CASES, Case, steps

import ludotheque
from ludotheque import Batch, Match, observing
from ludotheque.engine.observation import is_observed


def batch_of(case: Case, size: int = 6) -> Batch:
    return ludotheque.batch(case.name, size, case.seats, 5, case.options, threads=1)


def read(matches: Batch, place: int, seat: int) -> NDArray[np.float32]:
    """The observation as the view tells it."""
    row = np.zeros(matches.layout.size, np.float32)
    view = matches._mode.view(matches.states[place], seat)
    observing.fill(matches._mode, view, seat, matches.layout.split(row))
    return row


def observed(matches: Batch, match: Match, seat: int) -> NDArray[np.float32]:
    """What compiled code tells a seat of that match."""
    matches.states[0] = match.states[0]
    found: NDArray[np.float32] = matches.observe([seat] * len(matches))[0]
    return found


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_seat_is_told_what_its_view_tells(case: Case) -> None:
    matches = batch_of(case)
    assert is_observed(matches.states.dtype)
    for turn in range(40):
        matches.random_steps(1 + turn % 7)
        seats = [(turn + place) % case.seats for place in range(len(matches))]
        seen = matches.observe(seats)
        for place, seat in enumerate(seats):
            assert seen[place].tobytes() == read(matches, place, seat).tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_positions_set_up_and_matches_that_are_over_are_told_as_well(case: Case) -> None:
    matches, match = batch_of(case, 1), case.start("over")
    for number, _ in enumerate(steps(match, random.Random(1))):
        if number % 40 == 7:
            again = case.game.resume(match.state(), options=match.options)
            for seat in range(case.seats):
                assert observed(matches, again, seat).tobytes() == observing.observation(again, seat).tobytes()
    for seat in range(case.seats):
        assert observed(matches, match, seat).tobytes() == observing.observation(match, seat).tobytes()


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_what_nox_hides_stays_hidden(seats: int) -> None:
    case = Case("nox", seats)
    matches, match = batch_of(case, 1), case.start(2)
    for number, _ in enumerate(steps(match, random.Random(2), 90)):
        if number % 5 == 0:
            for seat in range(seats):
                seen = observed(matches, match, seat).tobytes()
                assert observed(matches, match.redeal(seat, number), seat).tobytes() == seen


def test_a_game_without_an_observer_is_read_from_its_views(monkeypatch: pytest.MonkeyPatch) -> None:
    matches = batch_of(Case("nox", 4))
    matches.random_steps(50)
    fast: Any = matches.observe().copy()
    matches._seen[:] = 7
    monkeypatch.setattr(matches, "_observes", False)
    assert matches.observe().tobytes() == fast.tobytes()
