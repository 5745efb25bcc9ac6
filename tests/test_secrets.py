"""Hidden information never reaches a seat: all that it gets stays the same when the hidden parts are re-dealt."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import ludotheque
from ludotheque import Match, leakcheck
from tests.cases import CASES, Case, hidden_order, steps

uncertain_cases = [case for case in CASES if case.game.spec.mode(case.game.spec.complete(case.options)).uncertain]


def told(match: Match, seat: int | None) -> dict[str, Any]:
    """Return everything that a seat (None: a spectator) can get from a match, except hints, which take long."""
    return leakcheck.known_to(match, seat, without=["hints"])


def check_no_leak(case: Case, seed: int, longest: int, *, hints: bool = False) -> int:
    """Compare worlds that look the same to a seat; return how often the hidden state of the other one differed."""
    findings = leakcheck.check(case.game, 1, case.seats, seed, case.options, hints=hints, longest=longest)
    assert [str(leak) for leak in findings.leaks.values()] == []
    return findings.changed


@pytest.mark.parametrize("case", [case for case in CASES if hidden_order(case.name)], ids=str)
def test_what_another_seat_draws_is_not_seen(case: Case) -> None:
    match, random_ = case.start(1), random.Random(1)
    for number, _ in enumerate(steps(match, random_, 60)):
        for seat in (None, *range(match.seats)) if number % 6 == 0 else ():
            check_hidden_draw(match.copy(), match.redeal(seat, f"again {number}"), seat)


def check_hidden_draw(match: Match, other: Match, seat: int | None) -> None:
    """Another seat plays the same card in both matches but draws different ones: the seat must not see which."""
    mover = match.to_act[0]
    common = sorted(set(match.legal_moves(mover)) & set(other.legal_moves(mover)))
    if mover == seat or not common:
        return
    finished = len(match.view(None)["history"])
    for world in (match, other):
        world.play(common[0], mover)
    if len(match.view(None)["history"]) == finished:  # otherwise everybody has a new hand
        assert told(match, seat) == told(other, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_redealt_match_looks_the_same_to_the_seat(case: Case) -> None:
    changed = check_no_leak(case, 1, 120) + check_no_leak(case, 2, 30, hints=True)
    assert (changed > 0) == (case in uncertain_cases)


@pytest.mark.parametrize("case", uncertain_cases, ids=str)
def test_a_redealt_match_can_be_played_and_recorded(case: Case) -> None:
    match = case.start("a secret seed")
    list(steps(match, random.Random(3), 10))
    other = match.redeal(0, "other")
    list(steps(other, random.Random(4), 10))
    assert other.history[: len(match.history)] == match.history
    assert ludotheque.replay(other.record()).state() == other.state()
    assert "a secret seed" not in json.dumps(other.record())


def test_the_next_draw_differs_between_redeals() -> None:
    match = ludotheque.game("domino3d").start(2, seed=1)
    drawn = set()
    for seed in range(20):
        other = match.redeal(0, seed)
        other.play("timeout")
        drawn.add(other.state()["drawn"])
    assert len(drawn) > 5


@pytest.mark.parametrize("name", ludotheque.games())
def test_no_view_contains_the_seed(name: str) -> None:
    case = next(case for case in CASES if case.name == name)
    match = case.start("a secret seed")
    list(steps(match, random.Random(5), 10))
    for seat in (None, *range(match.seats)):
        assert "a secret seed" not in json.dumps(told(match, seat))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_reseeding_keeps_position_and_history(case: Case) -> None:
    match, random_ = case.start(6), random.Random(6)
    for _ in steps(match, random_, 25):
        pass
    ways = []
    for seed in range(6):
        other = match.reseed(seed)
        for seat in (None, *range(match.seats)):
            assert told(other, seat) == told(match, seat)
        before, after = match.state(), other.state()
        hidden = hidden_order(case.name)  # its order is future chance
        assert {k: v for k, v in before.items() if k != hidden} == {k: v for k, v in after.items() if k != hidden}
        if not match.over:
            seat = match.to_act[0]
            other.play(match.legal_moves(seat)[0], seat)
            ways.append(json.dumps(other.state()))
            assert ludotheque.replay(other.record()).state() == other.state()
    if ways and match.mode.draws and not case.options.get("several") and case.options.get("mode") != "solo":
        assert len(set(ways)) > 1
    elif not match.uncertain:
        assert len(set(ways)) <= 1
