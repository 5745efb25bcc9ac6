"""Bad input to a batch raises the documented error, which names the first wrong match, and changes no match."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadMove, BadSetup, Batch, IllegalAction, IllegalMove, NotYourTurn, UnknownGame


@pytest.fixture(params=[1, 2])
def matches(request: pytest.FixtureRequest) -> Batch:
    found = ludotheque.batch("keks", 10, seed=2, threads=request.param)
    for _ in range(30):
        found.step(found.random_actions())
    return found


def refused(matches: Batch, error: type[Exception], says: str, actions: Any, seats: Any = None) -> Exception:
    before = [array.tobytes() for array in _arrays(matches)]
    with pytest.raises(error, match=says) as found:
        matches.step(actions, seats)
    assert [array.tobytes() for array in _arrays(matches)] == before
    return found.value


def _arrays(matches: Batch) -> tuple[np.ndarray, ...]:
    return (
        matches.states,
        matches.to_act,
        matches.acting,
        matches.numbers,
        matches.done,
        matches.scores,
        matches.rewards,
    )


@pytest.mark.parametrize(
    "actions",
    [
        [1.0] * 10,
        [True] * 10,
        ["d1"] * 10,
        [None] * 10,
        [[1]] * 10,
        [1] * 9,
        [1] * 11,
        [],
        1,
        None,
        [[1], [1, 2]],
        np.zeros((10, 1), np.int64),
        np.zeros(10, np.float32),
    ],
    ids=str,
)
def test_actions_must_be_an_array_of_integers(matches: Batch, actions: Any) -> None:
    refused(matches, BadMove, "actions must be 10 integers", actions)


@pytest.mark.parametrize("wrong", [-1, 0, 7, 65, 1 << 40, -(1 << 62)])
def test_numbers_that_are_never_an_action(matches: Batch, wrong: int) -> None:
    """0 and 7 are corners, where there is never a tile."""
    actions = matches.random_actions().copy()
    actions[[6, 8]] = wrong
    refused(matches, BadMove, f"match 6: {wrong} is not an action of Keks", actions)


def test_an_unsigned_number_beyond_the_range_of_signed_ones(matches: Batch) -> None:
    refused(matches, BadMove, "match 0", np.full(10, (1 << 64) - 1, np.uint64))


def test_the_error_of_an_illegal_action_names_the_rule(matches: Batch) -> None:
    actions = matches.random_actions().copy()
    for place in (9, 4):
        actions[place] = np.flatnonzero(~matches.legal_mask()[place, 1:7])[0] + 1
    error = refused(matches, IllegalAction, "match 4, action ", actions)
    assert isinstance(error, IllegalAction)
    assert isinstance(error, IllegalMove)
    assert (error.index, error.action) == (4, actions[4])
    assert error.move == matches.text(int(actions[4]))
    assert error.sentence in str(error)


def test_a_seat_that_may_not_move(matches: Batch) -> None:
    seats = matches.to_act.copy()
    seats[3] = 1 - seats[3]
    refused(matches, NotYourTurn, "match 3: seat", matches.random_actions(), seats)


@pytest.mark.parametrize("seat", [-1, 2, 63, 1 << 40])
def test_a_seat_that_does_not_exist(matches: Batch, seat: int) -> None:
    seats = matches.to_act.copy()
    seats[5] = seat
    refused(matches, BadSetup, f"match 5: there is no seat {seat}", matches.random_actions().copy(), seats)


def test_a_batch_works_after_a_refusal(matches: Batch) -> None:
    actions = matches.random_actions().copy()
    refused(matches, BadMove, "match 0", np.full(10, -1))
    before = matches.states.tobytes()
    matches.step(actions)
    assert matches.states.tobytes() != before


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"name": "chess"}, UnknownGame),
        ({"size": 0}, BadSetup),
        ({"size": -3}, BadSetup),
        ({"size": 2.0}, BadSetup),
        ({"size": True}, BadSetup),
        ({"size": 10**13}, BadSetup),
        ({"threads": 0}, BadSetup),
        ({"threads": "2"}, BadSetup),
        ({"seats": 3}, BadSetup),
        ({"options": {"variant": "twelve"}}, BadSetup),
        ({"options": {"colour": 1}}, BadSetup),
        ({"options": "variant"}, BadSetup),
        ({"options": {1: 2, "a": 3}}, BadSetup),
        ({"seed": 1.5}, BadSetup),
        ({"name": ["keks"]}, UnknownGame),
    ],
    ids=str,
)
def test_invalid_batches_are_refused(wrong: dict[str, Any], error: type[Exception]) -> None:
    given: dict[str, Any] = {"name": "keks", "size": 2} | wrong
    with pytest.raises(error):
        ludotheque.batch(**given)


def test_numpy_integers_are_accepted() -> None:
    matches = ludotheque.batch("keks", np.int32(3), seed=1, threads=np.int64(2))  # type: ignore[arg-type]
    matches.random_steps(np.int64(2))  # type: ignore[arg-type]
    assert len(matches) == 3


@pytest.mark.parametrize("move", ["zz", "", None, 3])
def test_malformed_moves_have_no_action(matches: Batch, move: Any) -> None:
    with pytest.raises(BadMove):
        matches.action(move)


@pytest.mark.parametrize("action", [-1, 65, 0, 1.5, 2.0, True, "d1", None])
def test_invalid_actions_have_no_text(action: Any) -> None:
    with pytest.raises(BadMove):
        ludotheque.batch("keks", 1, seed=1).text(action)


@pytest.mark.parametrize("steps", [0, -1, 1.0, True, "3", None, 1 << 63, 10**30])
def test_invalid_numbers_of_random_steps_are_refused(matches: Batch, steps: Any) -> None:
    before = matches.states.tobytes()
    with pytest.raises(BadSetup, match="steps"):
        matches.random_steps(steps)
    assert matches.states.tobytes() == before


@pytest.mark.parametrize("place", [-1, 10, 1.0, True, "3", None, [1]])
def test_invalid_places_cannot_be_started(matches: Batch, place: Any) -> None:
    with pytest.raises(BadSetup, match="a place must be an integer from 0 to 9"):
        matches.start(place)
