"""The plan of an arena: which bots meet, in which seats, on which deals."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from ludotheque.arena.plan import Plan, prepare
from ludotheque.bots import UnknownBot
from ludotheque.errors import BadSetup, UnknownGame


def plan(bots: str, seats: int, pairing: str | None = None, seed: str = "x") -> Plan:
    return prepare("nox", [f"uct:{name}" for name in bots], seats, pairing=pairing, seed=seed)


def seatings(found: Plan, matches: int = 1) -> list[tuple[str, ...]]:
    """Return the seatings of the first deals, with short names."""
    return [tuple(name.removeprefix("uct:") for name in job.seating) for job in found.jobs(matches)]


def test_with_two_seats_every_pair_plays_both_ways() -> None:
    assert sorted(seatings(prepare("keks", ["uct:3", "uct:1", "uct:2"], seed=0))) == sorted(permutations("123", 2))


@pytest.mark.parametrize("seats", [3, 4])
def test_every_set_of_different_bots_in_all_seat_orders(seats: int) -> None:
    expected = [order for chosen in combinations("12345", seats) for order in permutations(chosen)]
    assert sorted(seatings(plan("12345", seats))) == sorted(expected)


def test_two_bots_with_more_seats_each_play_alone_against_the_other() -> None:
    assert sorted(seatings(plan("12", 3))) == [
        ("1", "1", "2"),
        ("1", "2", "1"),
        ("1", "2", "2"),
        ("2", "1", "1"),
        ("2", "1", "2"),
        ("2", "2", "1"),
    ]


def test_one_among_is_for_every_two_bots() -> None:
    found = plan("123", 3, "one-among")
    lone = Counter(tuple(sorted(Counter(seating).items(), key=lambda item: item[1])) for seating in seatings(found))
    assert lone == {((a, 1), (b, 2)): 3 for a, b in permutations("123", 2)}


def test_the_pairing_depends_on_the_number_of_bots() -> None:
    assert plan("123", 3).pairing == "mixed"
    assert plan("12", 3).pairing == "one-among"
    assert plan("123", 4).pairing == "one-among"
    assert prepare("keks", ["uct:1", "uct:2"], pairing="one-among").pairing == "mixed"  # the same with two seats


def test_six_seats_rotate_a_circle_that_changes_from_deal_to_deal() -> None:
    found = seatings(plan("123456", 6), 5 * 6)
    assert len(found) == 30
    circles = set()
    for deal in range(5):
        orders = found[6 * deal : 6 * deal + 6]
        assert all(sorted(place) == list("123456") for place in zip(*orders, strict=True)), (
            "not every bot in every seat"
        )
        circles.add(min(orders))
    assert len(circles) == 5


def test_in_solo_every_bot_plays_every_deal() -> None:
    found = prepare("domino3d", ["uct:1", "uct:2", "uct:3"], options={"mode": "solo"}, seed=1)
    assert [(job.deal, job.seating) for job in found.jobs(5)] == [
        (deal, (name,)) for deal in (0, 1) for name in ("uct:1", "uct:2", "uct:3")
    ]


def test_all_seatings_of_a_deal_have_the_same_seed() -> None:
    jobs = list(plan("1234", 3).jobs(2 * 24))
    dealt = {deal: {str(job.start().state()) for job in jobs if job.deal == deal} for deal in (0, 1)}
    assert [len(states) for states in dealt.values()] == [1, 1]
    assert dealt[0] != dealt[1]


def test_seeds_decide_the_deals_and_the_default_seed_is_new() -> None:
    jobs = [next(plan("123", 3, seed=seed).jobs(1)) for seed in ("x", "y", "x")]
    assert jobs[0].start().state() == jobs[2].start().state() != jobs[1].start().state()
    assert prepare("keks", ["uct:1", "uct:2"]).seed != prepare("keks", ["uct:1", "uct:2"]).seed


@pytest.mark.parametrize(("matches", "played"), [(1, 6), (6, 6), (7, 12), (400, 402)])
def test_deals_are_played_completely(matches: int, played: int) -> None:
    assert len(list(plan("123", 3).jobs(matches))) == played


def test_more_matches_begin_with_the_same_ones() -> None:
    few, many = (list(plan("12345", 5).jobs(matches)) for matches in (10, 40))
    assert many[: len(few)] == few


def test_the_order_of_the_bots_does_not_matter() -> None:
    assert plan("123", 3) == plan("312", 3)


def test_impossible_arenas_are_refused() -> None:
    with pytest.raises(BadSetup, match="two bots or more"):
        prepare("keks", ["random"])
    with pytest.raises(BadSetup, match="random is listed twice"):
        prepare("keks", ["random", "1", "random"])
    with pytest.raises(UnknownBot, match="allowed"):
        prepare("keks", ["random", "best"])
    with pytest.raises(UnknownGame):
        prepare("chess", ["random", "1"])
    with pytest.raises(BadSetup, match="2 seats"):
        prepare("keks", ["random", "uct:1"], seats=3)
    with pytest.raises(BadSetup, match="variant"):
        prepare("keks", ["random", "uct:1"], options={"size": 3})
    with pytest.raises(BadSetup, match="mixed, one-among"):
        prepare("nox", ["random", "uct:1"], 3, pairing="all")
    with pytest.raises(BadSetup, match="3 different bots"):
        prepare("nox", ["random", "uct:1"], 3, pairing="mixed")
