"""Ratings, compared with results found by hand and with the likelihood itself."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from ludotheque.arena.standings import MEAN, Numbers, fit


def elo(times: float) -> float:
    return 400 * math.log10(times)


def test_two_ratings_differ_by_their_odds() -> None:
    """With the drawn match that is always added, 75.5 to 25.5."""
    ratings = fit(np.array([100.0]), np.array([[75.0, 25.0]]), np.array([[1.0, 1.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(elo(75.5 / 25.5))
    assert ratings.mean() == pytest.approx(MEAN)


def test_the_rating_of_a_bot_alone_against_two_others() -> None:
    """Half of the wins against two equal bots are odds of one to one against both, two to one against each."""
    ratings = fit(np.array([1e6]), np.array([[5e5, 5e5]]), np.array([[1.0, 2.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(elo(2), abs=0.01)


def test_fair_shares_give_equal_ratings() -> None:
    ratings = fit(np.array([30.0]), np.array([[10.0, 20.0]]), np.array([[1.0, 2.0]]))
    assert ratings == pytest.approx([MEAN, MEAN])


def test_winning_everything_gives_a_finite_rating() -> None:
    ratings = fit(np.array([100.0]), np.array([[100.0, 0.0]]), np.array([[1.0, 1.0]]))
    assert 800 < ratings[0] - ratings[1] < 1000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_strengths_are_recovered_from_their_shares(seats: int) -> None:
    strengths = np.array([8.0, 3.0, 2.0, 1.0, 0.3])
    chairs = np.array([[float(i in table) for i in range(5)] for table in _tables(5, seats)])
    won = chairs * strengths / (chairs @ strengths)[:, np.newaxis]
    found = fit(np.full(len(chairs), 1e6), 1e6 * won, chairs)
    expected = 400 * np.log10(strengths)
    assert found - found.mean() == pytest.approx(expected - expected.mean(), abs=0.05)


def test_the_ratings_maximize_the_likelihood() -> None:
    random = np.random.default_rng(5)
    chairs = np.array([[1.0, 1, 1, 0], [1, 0, 1, 1], [0, 2, 0, 1], [1, 1, 0, 1]])
    plays = np.array([30.0, 20, 25, 10])
    wins = np.array([random.multinomial(n, row / row.sum()) for n, row in zip(plays, chairs, strict=True)], float)
    ratings = fit(plays, wins, chairs)
    best = _likelihood(ratings, plays, wins, chairs)
    for _ in range(200):
        assert _likelihood(ratings + random.normal(0, 5, 4), plays, wins, chairs) < best


def test_many_samples_at_once_equal_single_ones() -> None:
    random = np.random.default_rng(5)
    chairs = np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1]])
    first = random.integers(0, 20, (7, 3)).astype(float)
    wins = np.zeros((7, 3, 3))
    for table, (one, other) in enumerate(_tables(3, 2)):
        wins[:, table, one], wins[:, table, other] = first[:, table], 20 - first[:, table]
    plays = np.full((7, 3), 20.0)
    together = fit(plays, wins, chairs)
    for i in range(7):
        assert together[i] == pytest.approx(fit(plays[i], wins[i], chairs), abs=0.01)


def _tables(bots: int, seats: int) -> list[tuple[int, ...]]:
    return list(combinations(range(bots), seats))


def _likelihood(ratings: Numbers, plays: Numbers, wins: Numbers, chairs: Numbers) -> float:
    """Return the likelihood of the results and of the drawn match that is added for each bot."""
    strengths = 10 ** ((ratings - MEAN) / 400)
    prior = 1 / (chairs > 0).sum(axis=0).max()
    counted = wins + prior * chairs / chairs.sum(axis=1, keepdims=True)
    chance = chairs * strengths / (chairs @ strengths)[:, np.newaxis]
    return float((counted * np.log(np.where(chairs > 0, chance, 1))).sum())
