"""An observation contains what the seat's view contains, and nothing else; actions are a fixed range of integers."""

from __future__ import annotations

import copy
import json
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scripts.layout_tables import tables
from tests.cases import CASES, Case, steps

import ludotheque
from ludotheque import BadSetup, UnknownGame, observing
from ludotheque.games.nox.research.observation import ROUNDS

MOST = 150


def comparable(case: Case, view: dict[str, Any]) -> str:
    """Return a view without the one part of unlimited length, the points of earlier rounds of NOX."""
    if case.name == "nox":
        view = {**view, "history": view["history"][-ROUNDS:]}
    return json.dumps(view)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_different_views_give_different_arrays_within_the_bounds(case: Case) -> None:
    layout = observing.layout(case.name, case.seats, case.options)
    views: dict[tuple[int, bytes], str] = {}
    for seed in range(2):
        match, random_ = case.start(seed), random.Random(seed)
        for _ in steps(match, random_, MOST):
            for seat in range(match.seats):
                array = observing.observation(match, seat)
                assert array.shape == (layout.size,)
                assert array.dtype == np.float32
                assert (array >= layout.low).all()
                assert (array <= layout.high).all()
                view = comparable(case, match.view(seat))
                assert views.setdefault((seat, array.tobytes()), view) == view


@pytest.mark.parametrize("case", CASES, ids=str)
def test_redealing_does_not_change_observations(case: Case) -> None:
    match, random_ = case.start(3), random.Random(3)
    for number, _ in enumerate(steps(match, random_, 60)):
        if number % 7 == 0:
            for seat in range(match.seats):
                other = match.redeal(seat, f"again {number}")
                assert (observing.observation(other, seat) == observing.observation(match, seat)).all()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_actions_correspond_to_moves(case: Case) -> None:
    match, random_ = case.start(4), random.Random(4)
    count = observing.action_count(case.name, case.options)
    for _ in steps(match, random_, 60):
        for seat in range(match.seats):
            legal = observing.legal_actions(match, seat)
            assert (np.diff(legal) > 0).all()
            assert not len(legal) or 0 <= legal[0] <= legal[-1] < count
            mask = observing.action_mask(match, seat)
            assert (np.flatnonzero(mask) == legal).all()
            some = legal[:: max(1, len(legal) // 20)].tolist()
            moves = set(match.legal_moves(seat))
            texts = [observing.move(match, seat, action) for action in some]
            assert len(set(texts)) == len(texts)
            assert moves.issuperset(texts)


def test_ones_own_seat_comes_first() -> None:
    match = ludotheque.game("nox").start(3, seed=1)
    layout = observing.layout("nox", 3)
    seen = [layout.split(observing.observation(match, seat))["turn"].tolist() for seat in range(3)]
    turn = match.to_act[0]
    assert seen == [[float((seat + k) % 3 == turn) for k in range(3)] for seat in range(3)]


def test_every_round_of_the_race_has_the_same_first_actions() -> None:
    """A domino is numbered by its place among the seat's own, so the first placements are the same in every deal."""
    game = ludotheque.game("domino3d")
    first, second = (game.start(2, seed, {"mode": "race"}) for seed in (1, 2))
    assert (observing.legal_actions(first, 0) == observing.legal_actions(second, 0)).all()


@pytest.mark.parametrize("action", [-1, 64, 10_000, 1.0, True, "d1", None])
def test_invalid_actions_are_refused(action: Any) -> None:
    match = ludotheque.game("keks").start(seed=1)
    with pytest.raises(observing.MaskedAction):
        observing.move(match, 0, action)


def test_unknown_games_seats_and_options_are_refused() -> None:
    with pytest.raises(UnknownGame, match="keks"):
        observing.layout("chess")
    with pytest.raises(BadSetup, match="2 seats"):
        observing.layout("keks", 3)
    with pytest.raises(BadSetup, match="variant"):
        observing.layout("keks", 2, {"colour": 1})
    with pytest.raises(BadSetup, match="no seat 2"):
        observing.observation(ludotheque.game("keks").start(seed=1), 2)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_match_survives_pickling_and_deep_copies(case: Case) -> None:
    match = case.start(5)
    list(steps(match, random.Random(5), 10))
    for other in (
        pickle.loads(pickle.dumps(match)),
        copy.deepcopy(match),
        pickle.loads(pickle.dumps(match.redeal(0, 1))),
    ):
        assert other.history == match.history
        assert other.view(0) == match.view(0)
        list(steps(other, random.Random(6), 10))
        assert len(other.history) >= len(match.history)


def test_the_page_shows_the_layouts() -> None:
    """`scripts/layout_tables.py` prints the tables."""
    page = (Path(__file__).parents[2] / "docs" / "research" / "observations.md").read_text("utf-8")
    assert "\n".join(tables()) in page
