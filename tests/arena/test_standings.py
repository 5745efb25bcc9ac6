"""Shares and intervals, compared with results found by hand and with simulated arenas of known strengths."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from ludotheque.arena import standings as module
from ludotheque.arena.playing import ArenaResult, Failure
from ludotheque.arena.standings import Standing, meetings, standings


def result(deal: int, seating: str, winners: tuple[int, ...], scores: tuple[int, ...] = ()) -> ArenaResult:
    """Return the result of a match between bots with one-letter names."""
    none = (0.0,) * len(seating)
    return ArenaResult(deal, tuple(seating), scores or (0,) * len(seating), winners, 1, none, none)


def by_name(results: list[ArenaResult]) -> dict[str, Standing]:
    return {row.name: row for row in standings(results)}


def test_a_shared_win_is_divided() -> None:
    rows = by_name([result(0, "ab", (0,)), result(0, "ba", (0, 1)), result(1, "ab", (0,)), result(1, "ba", (0,))])
    assert (rows["a"].share, rows["b"].share) == (0.625, 0.375)
    assert rows["a"].matches == 4


def test_three_seats_with_the_same_bot_twice() -> None:
    found = [result(0, "abb", (0,)), result(0, "bab", (1,)), result(0, "bba", (1,))]
    rows = by_name(found)
    assert rows["a"].share == pytest.approx(2 / 3)
    assert rows["b"].share == pytest.approx(1 / 6)
    assert rows["b"].matches == 3
    assert [(row.bots, row.name, row.matches) for row in meetings(found)] == [
        (("a", "b", "b"), "a", 3),
        (("a", "b", "b"), "b", 3),
    ]


def test_the_best_comes_first_and_ratings_follow_the_wins() -> None:
    found = [result(deal, seating, (int(seating[0] > seating[1]),)) for deal in range(9) for seating in ("ab", "ba")]
    found += [result(deal, seating, (int(seating[0] > seating[1]),)) for deal in range(9) for seating in ("cb", "bc")]
    rows = standings(found)
    assert [row.name for row in rows] == ["a", "b", "c"]
    assert rows[0].rating > rows[1].rating > rows[2].rating


def test_in_solo_bots_are_compared_on_the_same_deal() -> None:
    found = [result(0, "a", (0,), (9,)), result(0, "b", (0,), (4,)), result(0, "c", (0,), (9,))]
    found += [result(1, "a", (0,), (2,)), result(1, "b", (0,), (5,))]
    rows = by_name(found)
    assert rows["a"].share == pytest.approx((1 + 0.5 + 0) / 3)
    assert rows["b"].share == pytest.approx((0 + 0 + 1) / 3)
    assert rows["c"].share == pytest.approx((0.5 + 1) / 2)
    assert (rows["a"].matches, rows["a"].points) == (2, 5.5)


def test_in_solo_a_failing_bot_is_last() -> None:
    failed = ArenaResult(0, ("a",), (50,), (), 1, (0.0,), (0.0,), Failure(0, "lost my glasses"))
    rows = by_name([failed, result(0, "b", (0,), (-3,))])
    assert (rows["a"].share, rows["a"].failures, rows["b"].share) == (0.0, 1, 1.0)


def test_a_duplicate_result_counts_once() -> None:
    once = [result(0, "ab", (0,)), result(0, "ba", (0,))]
    assert by_name([*once, once[0]])["a"].share == by_name(once)["a"].share == 0.5


def test_the_same_results_give_the_same_intervals() -> None:
    found = [result(deal, "ab", (deal % 2,)) for deal in range(20)]
    assert standings(found) == standings(list(reversed(found)))


def test_without_results_there_are_no_standings() -> None:
    assert standings([]) == []
    assert meetings([]) == []


def test_an_arena_that_stopped_in_its_first_deals_has_standings() -> None:
    rows = by_name([result(0, "ab", (0,)), result(0, "ba", (0,)), result(1, "ac", (0,))])
    assert set(rows) == {"a", "b", "c"}
    assert all(row.interval[0] <= row.rating <= row.interval[1] for row in rows.values())


def test_the_interval_of_a_perfect_result_allows_losses() -> None:
    """Fifty deals without a loss: by the rule of three, up to about 6% losses are possible."""
    rows = by_name([result(deal, seating, (seating.index("a"),)) for deal in range(50) for seating in ("ab", "ba")])
    assert rows["a"].share == 1
    assert 0.90 < rows["a"].share_interval[0] < 0.97
    assert rows["a"].share_interval[1] == 1
    assert rows["b"].share_interval[0] == 0
    assert rows["a"].interval[1] - rows["a"].interval[0] > 50


def test_decisive_deals_widen_the_interval() -> None:
    """When both matches on a deal go to the same bot, there are half as many independent results."""
    random = np.random.default_rng(2)
    wins = random.random(400) < 0.5
    whole = [result(d, s, (s.index("a" if wins[d] else "b"),)) for d in range(200) for s in ("ab", "ba")]
    single = [result(d, "ab", (int(wins[d]),)) for d in range(400)]
    together, apart = (by_name(found)["a"].share_interval for found in (whole, single))
    assert 1.2 < (together[1] - together[0]) / (apart[1] - apart[0]) < 1.6


@pytest.mark.parametrize("strengths", [{"a": 1.0, "b": 1.0}, {"a": 4.0, "b": 1.0}, {"a": 3.0, "b": 1.0, "c": 0.5}])
def test_nineteen_of_twenty_intervals_contain_the_true_value(
    strengths: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SAMPLES", 400)
    random = np.random.default_rng(3)
    names = "".join(strengths)
    total = sum(strengths.values())
    ratings = 400 * np.log10(list(strengths.values()))
    truth = dict(zip(names, 1500 + ratings - ratings.mean(), strict=True))
    inside = []
    for _ in range(100):
        for row in standings(_arena(names, strengths, random)):
            low, high = row.share_interval
            inside.append(low <= strengths[row.name] / total <= high)
            inside.append(row.interval[0] <= truth[row.name] <= row.interval[1])
    assert 0.91 < np.mean(inside) < 0.99


def _arena(names: str, strengths: dict[str, float], random: np.random.Generator) -> list[ArenaResult]:
    found = []
    for deal in range(25):
        for order in permutations(names):
            chances = np.array([strengths[name] for name in order])
            found.append(result(deal, "".join(order), (int(random.choice(len(order), p=chances / chances.sum())),)))
    return found
