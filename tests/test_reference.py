"""The engine agrees with the slow and obvious `tests/games/<game>/reference.py` in moves, states and results."""

from __future__ import annotations

import importlib
import random
from typing import Any

import pytest

from ludotheque import Match
from tests.cases import CASES, FURTHER_CASES, Case, declared, steps


def reference_class(case: Case) -> Any:
    return importlib.import_module(f"tests.games.{case.name}.reference").Reference


def reference(case: Case, match: Match) -> Any:
    return reference_class(case)(match.state(), case.seats, match.options)


def compare(match: Match, slow: Any) -> None:
    assert match.to_act == slow.to_act
    for seat in range(match.seats):
        moves = match.legal_moves(seat)
        assert len(moves) == len(set(moves))
        assert set(moves) == slow.legal_moves(seat)
    assert match.state() == slow.state()
    assert (match.over, match.scores, match.winners) == (slow.over, slow.scores, slow.winners)


def play_both(case: Case, seed: int, most: int) -> None:
    match = case.start(seed)
    reference_class(case).check_deal(match.state(), case.seats, match.options)
    slow = reference(case, match)
    compare(match, slow)
    random_ = random.Random(seed)
    last: tuple[int, str] | None = None
    for seat, move in steps(match, random_, most):
        if last is not None:
            slow.play(*last, match.state())
            compare(match, slow)
        last = (seat, move)
    if last is not None:
        slow.play(*last, match.state())
        compare(match, slow)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_engine_and_reference_agree_move_by_move(case: Case, seed: int) -> None:
    play_both(case, seed, declared(case.name).COMPARED_MOVES)


def test_engine_and_reference_agree_in_further_cases() -> None:
    for case in FURTHER_CASES:
        play_both(case, 1, 30)
