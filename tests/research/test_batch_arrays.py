"""The arrays of a batch: their contents, and that they stay the same objects."""

from __future__ import annotations

import numpy as np
import pytest
from tests.cases import Case
from tests.research.test_batch_matches import CASES

import ludotheque
from ludotheque import Batch, observing


def played(steps: int, size: int = 30) -> Batch:
    matches = ludotheque.batch("keks", size, seed=11)
    for _ in range(steps):
        matches.step(matches.random_actions())
    return matches


@pytest.mark.parametrize("case", CASES, ids=str)
def test_observations_are_those_of_the_match(case: Case) -> None:
    matches = ludotheque.batch(case.name, 2, case.seats, 5, case.options)
    singles = [matches.start(place) for place in range(2)]
    for _ in range(40):
        for seats in ([0, 0], [case.seats - 1] * 2, None):
            seen = matches.observe(seats)
            for place, single in enumerate(singles):
                seat = int(matches.to_act[place]) if seats is None else seats[place]
                assert (seen[place] == observing.observation(single, seat)).all()
        actions = matches.random_actions().copy()
        for place, single in enumerate(singles):
            single.play(matches.text(actions[place]), int(matches.to_act[place]))
        matches.step(actions)
        singles = [matches.start(k) if single.over else single for k, single in enumerate(singles)]


def test_looking_ahead_agrees_with_a_step() -> None:
    matches = played(25)
    for turn in range(20):
        ahead = matches.look_ahead()
        chosen = ahead.starts[:-1] + turn % np.diff(ahead.starts)
        matches.step(ahead.actions[chosen])
        assert (ahead.ended[chosen] == matches.done).all()
        going_on = ~matches.done
        assert ahead.states[chosen][going_on].tobytes() == matches.states[going_on].tobytes()


def test_looking_ahead_changes_nothing() -> None:
    matches = played(25)
    before = matches.states.tobytes()
    matches.look_ahead()
    assert matches.states.tobytes() == before


@pytest.mark.parametrize("name", ["nox", "domino3d"])
def test_looking_ahead_is_refused_where_it_would_reveal_hidden_information(name: str) -> None:
    with pytest.raises(ludotheque.BadSetup, match="hidden"):
        ludotheque.batch(name, 2, seed=1).look_ahead()


def test_the_arrays_are_the_same_from_step_to_step() -> None:
    matches = played(1)
    arrays = matches.rewards, matches.done, matches.to_act, matches.legal_mask(), matches.observe()
    matches.step(matches.random_actions())
    again = matches.rewards, matches.done, matches.to_act, matches.legal_mask(), matches.observe()
    assert all(one is other for one, other in zip(arrays, again, strict=True))


def test_texts_and_actions_are_inverses() -> None:
    matches = played(3)
    assert matches.action("stop") == 64
    assert all(matches.action(matches.text(action)) == action for action in matches.random_actions().tolist())
