"""Ratings: winners rise, ties are ties, and the order of the seats does not matter."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.record import End
from ludotheque.server.tables.ratings import Rating, bot_player, places, rate, rate_players

NEW = Rating()
some_ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, 9))


def test_everybody_starts_at_1500() -> None:
    assert NEW.shown == 1500
    assert not NEW.settled
    assert NEW.at_least < 1000


def test_400_points_are_ten_wins_to_one() -> None:
    """Settled ratings with that difference do not change if ten of eleven matches are won."""
    strong, weak = Rating(25 + 400 / 29.47, 1e-3), Rating(25, 1e-3)
    assert strong.shown - weak.shown == 400
    won, lost = rate([strong, weak], [1, 2])[0].mu - strong.mu, rate([strong, weak], [2, 1])[0].mu - strong.mu
    assert -lost / won == pytest.approx(10, rel=0.01)


def test_the_winner_rises_and_the_loser_falls() -> None:
    winner, loser = rate([NEW, NEW], [1, 2])
    assert winner.shown > 1500 > loser.shown
    assert winner.shown - 1500 == 1500 - loser.shown
    assert winner.sigma == loser.sigma < NEW.sigma


def test_an_unexpected_win_counts_more() -> None:
    strong = Rating(35, 3)
    expected, surprise = rate([strong, NEW], [1, 2]), rate([strong, NEW], [2, 1])
    assert strong.mu - surprise[0].mu > expected[0].mu - strong.mu


def test_a_draw_brings_ratings_closer() -> None:
    strong, weak = rate([Rating(30, 5), Rating(20, 5)], [1, 1])
    assert 20 < weak.mu < strong.mu < 30
    one, other = rate([NEW, NEW], [1, 1])
    assert one == other
    assert one.mu == NEW.mu


def test_winners_who_share_the_first_place_are_above_the_loser() -> None:
    """openskill's PlackettLuce model fails this."""
    one, other, loser = rate([NEW, NEW, NEW], [1, 1, 3])
    assert one == other
    assert one.mu > NEW.mu > loser.mu


@pytest.mark.parametrize("seats", range(2, 7))
def test_more_seats(seats: int) -> None:
    rated = rate([NEW] * seats, list(range(1, seats + 1)))
    assert [each.mu for each in rated] == sorted((each.mu for each in rated), reverse=True)
    assert sum(each.mu for each in rated) == pytest.approx(25 * seats)
    assert all(each.sigma < NEW.sigma for each in rated)


def test_only_the_order_of_places_matters() -> None:
    assert rate([NEW] * 3, [1, 1, 2]) == rate([NEW] * 3, [1, 1, 3])


@given(st.lists(st.tuples(some_ratings, st.integers(1, 4)), min_size=2, max_size=4))
def test_the_order_of_the_seats_does_not_matter(table: list[tuple[Rating, int]]) -> None:
    before = rate([rating for rating, _ in table], [place for _, place in table])
    for order in permutations(range(len(table))):
        after = rate([table[i][0] for i in order], [table[i][1] for i in order])
        for i, rating in zip(order, after, strict=True):
            assert rating.mu == pytest.approx(before[i].mu)
            assert rating.sigma == pytest.approx(before[i].sigma)


def test_solo_is_not_rated() -> None:
    assert rate([NEW], [1]) == [NEW]
    assert rate_players({}, ["ada"], [1]) == {}
    assert places([7], [0]) is None
    with pytest.raises(ValueError, match="2 ratings"):
        rate([NEW, NEW], [1])


def test_ratings_identify_the_stronger_player() -> None:
    """Winning two of three matches is worth about 120 points, and the rating settles."""
    known = {"ada": NEW, "bo": NEW}
    chance = random.Random(1)
    for _ in range(300):
        known |= rate_players(known, ["ada", "bo"], [1, 2] if chance.random() < 2 / 3 else [2, 1])
    assert 60 < known["ada"].shown - known["bo"].shown < 180
    assert known["ada"].settled


def test_levels_are_rated_like_people() -> None:
    assert bot_player(3) == "bot:3"
    rated = rate_players({}, ["ada", bot_player(3)], [2, 1])
    assert rated["bot:3"].shown > 1500 > rated["ada"].shown


def test_a_level_on_several_seats_has_one_rating() -> None:
    rated = rate_players({}, ["bot:3", "ada", "bot:3"], [1, 2, 3])
    assert rated.keys() == {"bot:3", "ada"}
    assert rated["bot:3"].mu == pytest.approx(25)
    assert rate_players({}, ["bot:3", "bot:3"], [1, 2]) == {}


@pytest.mark.parametrize(
    ("scores", "winners", "end", "resigned", "expected"),
    [
        ([5, 3], [0], None, (), [1, 2]),
        ([3, 5, 4], [1], None, (), [3, 1, 2]),
        ([5, 5, 1], [0, 1], None, (), [1, 1, 3]),
        ([-3, -3], [0, 1], None, (), [1, 1]),
        ([9, 3, 5], [0], None, (0,), [3, 2, 1]),
        ([9, 3, 5, 7], [0], None, (0, 3), [3, 2, 1, 3]),
        ([9, 3], [], End("resigned", 0), (), [2, 1]),
        ([9, 3, 5], [], End("resigned", 0, [2]), (1,), [2, 2, 1]),
        ([9, 3, 5], [], End("time", 1), (), [1, 3, 1]),
        ([9, 3, 5], [], End("agreed", 1), (), [1, 1, 1]),
        ([9, 3, 5], [], End("agreed", 1), (2,), [1, 1, 3]),
        ([9], [], None, (), None),
    ],
)
def test_places(
    scores: list[int], winners: list[int], end: End | None, resigned: tuple[int, ...], expected: list[int] | None
) -> None:
    assert places(scores, winners, end, resigned) == expected
