"""Hidden information never reaches a seat: all that it gets stays the same when the hidden parts are re-dealt."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

import pytest

import ludotheque
from ludotheque import Match
from ludotheque.games.spec import Mode
from tests.cases import CASES, Case, hidden_order, steps

secret_cases = [case for case in CASES if case.game.spec.mode(case.game.spec.complete(case.options)).secret]


def known_to(match: Match, seat: int | None) -> str:
    """Return everything that a seat (None: a spectator) can get from a match."""
    moves = match.legal_moves(seat) if seat is not None else []
    known = [
        match.view(seat),
        moves,
        match.events(0, seat),
        match.text(seat),
        match.scores,
        match.history,
        match.to_act,
    ]
    return json.dumps(known)


def check_no_leak(case: Case, seed: int, most: int = 120) -> int:
    """Re-deal at random points of a random match for every seat; return how often the hidden state changed."""
    match, random_ = case.start(seed), random.Random(seed)
    changed = 0
    for number, _ in enumerate(steps(match, random_, most)):
        if number == 0 or random_.random() < 0.15:
            for seat in (None, *range(match.seats)):
                other = match.redeal(seat, f"again {seed} {number} {seat}")
                assert known_to(other, seat) == known_to(match, seat)
                assert other.to_act == match.to_act
                changed += other.states.tobytes() != match.states.tobytes()
                if hidden_order(case.name):
                    check_hidden_draw(match.copy(), other, seat)
    return changed


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
        assert known_to(match, seat) == known_to(other, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_redealt_match_looks_the_same_to_the_seat(case: Case) -> None:
    changed = check_no_leak(case, 1) + check_no_leak(case, 2)
    assert (changed > 0) == (case in secret_cases)


@pytest.mark.parametrize("case", secret_cases, ids=str)
def test_a_redealt_match_can_be_played_and_recorded(case: Case) -> None:
    match = case.start("a secret seed")
    list(steps(match, random.Random(3), 10))
    other = match.redeal(0, "other")
    list(steps(other, random.Random(4), 10))
    assert other.history[: len(match.history)] == match.history
    assert ludotheque.replay(other.record()).state() == other.state()
    assert "a secret seed" not in json.dumps(other.record())


def leaky(mode: Mode, leak: str) -> Mode:
    """Return the mode with a deliberate leak: the whole state in a view, or unfiltered events."""
    changes: dict[str, Any] = {
        "view": {"view": lambda state, seat: mode.state(state)},
        "events": {"shown": lambda event, seat: dict(event)},
        "chance": {"view": lambda state, seat: {**mode.view(state, seat), "next": int(state.chance[0])}},
    }[leak]
    return dataclasses.replace(mode, **changes)


@pytest.mark.parametrize("leak", ["view", "events", "chance"])
def test_a_deliberate_leak_is_detected(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case("nox", 3)
    start = Case.start

    def leaky_start(self: Case, seed: int | str) -> Match:
        plan = self.game.plan(self.seats, seed, self.options)
        return Match(dataclasses.replace(plan, mode=leaky(plan.mode, leak)), start(self, seed).states)

    monkeypatch.setattr(Case, "start", leaky_start)
    with pytest.raises(AssertionError):
        check_no_leak(case, 1)


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
        assert "a secret seed" not in known_to(match, seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_reseeding_keeps_position_and_history(case: Case) -> None:
    match, random_ = case.start(6), random.Random(6)
    for _ in steps(match, random_, 25):
        pass
    ways = []
    for seed in range(6):
        other = match.reseed(seed)
        for seat in (None, *range(match.seats)):
            assert known_to(other, seat) == known_to(match, seat)
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
    elif not match.secret:
        assert len(set(ways)) <= 1
