"""Compiled observations agree with the seat's view to the last byte, and reveal nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.cases import CASES, Case, steps
from tests.research import reference

import ludotheque
from ludotheque import Batch, Match, observing
from ludotheque.games.spec import Mode
from ludotheque.research.declarations import declared

Write = Callable[[Any, int, Any, Any], None]
#: One case for each mode with hidden information or future chance.
SECRET = [Case("nox", 4), Case("domino3d", 3), Case("domino3d", 3, {"mode": "race"})]


def batch_of(case: Case, size: int = 6) -> Batch:
    return ludotheque.batch(case.name, size, case.seats, 5, case.options, threads=1)


def mode_of(case: Case) -> Mode:
    spec = case.game.spec
    return spec.mode(spec.complete(case.options))


def read(match: Match, seat: int) -> bytes:
    """Return the observation that follows from the seat's view."""
    layout = observing.layout(match.game, match.seats, match.options)
    return reference.observation(match.game, layout, match.view(seat), seat).tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_in_a_batch_agree_with_the_views(case: Case) -> None:
    matches, mode = batch_of(case), mode_of(case)
    for turn in range(40):
        matches.random_steps(1 + turn % 7)
        seats = [(turn + place) % case.seats for place in range(len(matches))]
        rows = matches.observe(seats)
        for place, seat in enumerate(seats):
            view = mode.view(matches.states[place], seat)
            expected = reference.observation(case.name, matches.layout, view, seat)
            assert rows[place].tobytes() == expected.tobytes()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_of_resumed_and_finished_matches_agree_with_the_views(case: Case) -> None:
    match = case.start("over")
    for number, _ in enumerate(steps(match, random.Random(1))):
        if number % 40 == 7:
            again = case.game.resume(match.state(), options=match.options)
            for seat in range(case.seats):
                assert observing.observation(again, seat).tobytes() == read(again, seat)
    for seat in range(case.seats):
        assert observing.observation(match, seat).tobytes() == read(match, seat)


def leaks(case: Case, write: Write) -> bool:
    """Whether an observation changes when what its seat cannot know is re-dealt."""
    layout, match = observing.layout(case.name, case.seats, case.options), case.start(2)

    def row(state: Any, seat: int) -> bytes:
        array = np.zeros(layout.size, np.float32)
        write(state, seat, array, layout.offsets[0])
        return array.tobytes()

    for number, _ in enumerate(steps(match, random.Random(2), 90)):
        if number % 5 == 0:
            for seat in range(case.seats):
                other = match.redeal(seat, number)
                assert other.view(seat) == match.view(seat)
                if row(other.states[0], seat) != row(match.states[0], seat):
                    return True
    return False


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_hidden_stays_hidden(case: Case) -> None:
    research = declared(mode_of(case))
    assert research is not None
    assert not leaks(case, research.observation.write)


@pytest.mark.parametrize("case", SECRET, ids=str)
def test_a_deliberate_leak_of_future_chance_is_detected(case: Case) -> None:
    def leaking(state: Any, seat: int, row: Any, at: Any) -> None:
        row[0] = state.chance[0] & 1

    assert leaks(case, leaking)


def test_a_deliberate_leak_of_a_hand_is_detected() -> None:
    def leaking(state: Any, seat: int, row: Any, at: Any) -> None:
        row[at.hand] = state.hands[(seat + 1) % state.seats] & 3

    assert leaks(Case("nox", 4), leaking)


def test_parts_missing_in_the_layout_cannot_be_written() -> None:
    layout = observing.layout("keks")
    assert layout.offsets[0].pips == layout.slices["pips"].start
    with pytest.raises(AttributeError):
        _ = layout.offsets[0].hand
