"""A batch plays the same matches as `game.start` and `play`, on any number of threads."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest
from tests.cases import Case

import ludotheque
from ludotheque import Batch, Match

CASES = [
    Case("keks", 2),
    Case("keks", 2, {"variant": "eleven"}),
    Case("nasca", 2),
    Case("nasenspiel", 3),
    Case("nox", 4),
    Case("domino3d", 2),
    Case("domino3d", 1, {"mode": "solo"}),
    Case("domino3d", 3, {"mode": "race"}),
]


def batch_of(case: Case, size: int, threads: int = 1, seed: int | str = 7) -> Batch:
    return ludotheque.batch(case.name, size, case.seats, seed, case.options, threads)


def started(matches: Batch) -> list[Match]:
    return [matches.start(place) for place in range(len(matches))]


def seats_for(matches: Batch, step: int) -> np.ndarray:
    """Return a seat to act in each match, taking turns among them: only a race has several."""
    rows = [[seat for seat in range(matches.seats) if bits >> seat & 1] for bits in matches.acting.tolist()]
    return np.array([seats[step % len(seats)] for seats in rows])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_moves_give_the_same_matches(case: Case) -> None:
    matches = batch_of(case, 3, threads=2)
    singles = started(matches)
    for step in range(150):
        seats = seats_for(matches, step)
        actions = matches.random_actions(seats).copy()
        for single, seat, action in zip(singles, seats.tolist(), actions.tolist(), strict=True):
            single.play(matches.text(action), seat)
        matches.step(actions, seats)
        for place, single in enumerate(singles):
            assert matches.done[place] == single.over
            if single.over:
                assert matches.scores[place].tolist() == single.scores
                singles[place] = matches.start(place)
            assert matches.states[place].tobytes() == singles[place].states[0].tobytes()
            assert matches.to_act[place] == singles[place].to_act[0]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_legal_lists_agree_with_the_matches(case: Case) -> None:
    matches = batch_of(case, 2)
    for _ in range(12):
        counts, actions = matches.legal_lists()
        for place, single in enumerate(started(matches) if not _ else []):
            listed = [matches.text(action) for action in actions[place, : counts[place]].tolist()]
            assert listed == single.legal_moves(single.to_act[0])
            assert (actions[place, counts[place] :] == -1).all()
        matches.step(matches.random_actions())


@pytest.mark.parametrize("name", ["keks", "nasca", "nox"])
def test_the_mask_agrees_with_the_list(name: str) -> None:
    matches = ludotheque.batch(name, 40, seed=3)
    for _ in range(60):
        counts, actions = matches.legal_lists()
        mask = matches.legal_mask()
        assert mask.shape == (40, matches.actions)
        assert (mask.sum(axis=1) == counts).all()
        assert all(mask[place, actions[place, : counts[place]]].all() for place in range(40))
        matches.step(matches.random_actions())


@pytest.mark.parametrize("name", ["domino3d", "nasenspiel"])
def test_games_with_many_actions_have_only_lists(name: str) -> None:
    matches = ludotheque.batch(name, 2, seed=3)
    assert matches.actions is None
    with pytest.raises(ludotheque.BadSetup, match="legal_lists"):
        matches.legal_mask()


def test_nothing_depends_on_the_number_of_threads() -> None:
    one, two, three = (batch_of(Case("keks", 2), 50, threads) for threads in (1, 2, 3))
    for _ in range(200):
        actions = one.random_actions()
        for other in (two, three):
            assert (other.random_actions() == actions).all()
            other.step(actions)
        one.step(actions)
        for other in (two, three):
            assert other.states.tobytes() == one.states.tobytes()
            assert (other.rewards == one.rewards).all()
            assert (other.done == one.done).all()
            assert (other.numbers == one.numbers).all()
    assert one.numbers.max() > 100


def test_a_batch_depends_on_its_seed_alone() -> None:
    first, same, other = (batch_of(Case("keks", 2), 5, seed=seed) for seed in ("a", "a", "b"))
    assert first.states.tobytes() == same.states.tobytes() != other.states.tobytes()
    assert ludotheque.batch("keks", 2).states.tobytes() != ludotheque.batch("keks", 2).states.tobytes()


def test_an_ended_match_is_replaced_at_once() -> None:
    matches = batch_of(Case("keks", 2), 20)
    ended = 0
    while ended < 40:
        matches.step(matches.random_actions())
        for place in np.flatnonzero(matches.done).tolist():
            ended += 1
            assert matches.states["tiles"][place] == matches.states["tiles"].max()  # the whole biscuit
            assert sorted(matches.rewards[place].tolist()) == [-1.0, 1.0]
            assert matches.scores[place, matches.rewards[place].argmax()] == 5
        assert not matches.rewards[~matches.done].any()
        assert not matches.scores[~matches.done].any()
    assert (matches.numbers % 20 == np.arange(20)).all()


def test_rewards_add_up_to_zero() -> None:
    matches = batch_of(Case("nox", 4), 60)
    ended = 0
    while ended < 60:
        matches.step(matches.random_actions())
        for place in np.flatnonzero(matches.done).tolist():
            ended += 1
            assert matches.rewards[place].sum() == pytest.approx(0, abs=1e-6)
            best = matches.scores[place] == matches.scores[place].max()
            assert (matches.rewards[place][best] > matches.rewards[place][~best].max(initial=-1)).all()


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("threads", [1, 2])
def test_many_random_steps_in_one_call_equal_single_ones(case: Case, threads: int) -> None:
    one, many = batch_of(case, 300), batch_of(case, 300, threads)
    for steps in (1, 2, 30, 7):
        for _ in range(steps):
            one.step(one.random_actions())
        many.random_steps(steps)
        assert many.states.tobytes() == one.states.tobytes()
        for name in ("to_act", "acting", "numbers", "done", "scores", "rewards"):
            assert (getattr(many, name) == getattr(one, name)).all()
    assert (many.random_actions() == one.random_actions()).all()


def test_more_threads_than_matches() -> None:
    matches = batch_of(Case("nasca", 2), 2, threads=8)
    matches.random_steps()
    assert len(matches) == 2


def test_the_size_of_a_batch_does_not_change_its_deals() -> None:
    small, large = batch_of(Case("nox", 4), 4, threads=2), batch_of(Case("nox", 4), 5)
    assert small.states.tobytes() == large.states[:4].tobytes()


@pytest.mark.parametrize("case", [case for case in CASES if case.options.get("mode") != "race"], ids=str)
def test_a_batch_and_a_simulation_of_a_seed_deal_the_same_matches(case: Case) -> None:
    """The first random match at each index is the match of that number in the simulation, move by move."""
    size, seed = 24, 11
    simulation = case.game.simulate(size, case.seats, seed, case.options)
    matches = batch_of(case, size, seed=seed)
    scores, lengths, steps = np.zeros((size, case.seats)), np.zeros(size), 0
    while (lengths == 0).any():
        matches.random_steps()
        steps += 1
        first = matches.done & (lengths == 0)
        scores[first], lengths[first] = matches.scores[first], steps
    assert (lengths.sum(), lengths.min(), lengths.max()) == (simulation.moves, simulation.shortest, simulation.longest)
    assert scores.mean(axis=0).tolist() == pytest.approx(simulation.scores)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_is_dealt_by_seed_and_number(case: Case) -> None:
    matches = batch_of(case, 3)
    for place in range(3):
        single = case.game.start(case.seats, matches.seed, case.options, int(matches.numbers[place]))
        assert single.states.tobytes() == matches.states[[place]].tobytes()
        assert ludotheque.replay(matches.start(place).record()).states.tobytes() == single.states.tobytes()


def test_the_threads_of_a_batch_end_with_it() -> None:
    before = set(threading.enumerate())
    matches = batch_of(Case("keks", 2), 30, threads=3)
    own = set(threading.enumerate()) - before
    assert len(own) == 2
    time.sleep(0.05)  # longer than a thread waits before it sleeps
    matches.random_steps()
    del matches
    for thread in own:
        thread.join(10)
        assert not thread.is_alive()
