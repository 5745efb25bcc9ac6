"""Bots: legal moves, no hidden knowledge, budgets are kept, the same seed gives the same move."""

from __future__ import annotations

import time

import pytest
from tests.cases import CASES, Case

import ludotheque
from ludotheque import BadSetup, MatchOver, NotYourTurn, UnknownGame, bots
from ludotheque.bots import BadBudget, Budget, RandomBot, UnknownBot
from ludotheque.bots.hints import in_order
from ludotheque.bots.search_tree import Candidate

FIRST = {name: next(case for case in CASES if case.name == name) for name in ludotheque.games()}
MODES = [*FIRST.values(), *(Case("domino3d", seats, {"mode": mode}) for seats, mode in ((1, "solo"), (2, "race")))]
FEW = Budget(simulations=60)


@pytest.mark.parametrize("case", MODES, ids=str)
@pytest.mark.parametrize("number", range(1, 6))
def test_every_level_plays_every_game_and_mode(case: Case, number: int) -> None:
    bot = bots.level(case.name, number)
    match = case.start(1)
    for _ in range(6):
        if match.over:
            break
        seat = match.to_act[0]
        before = match.state()
        move = bot.move(match, seat, FEW, seed=3)
        assert match.state() == before
        assert move == bot.move(match, seat, FEW, seed=3)
        match.play(move, seat)


@pytest.mark.parametrize("name", ["keks", "nox"])
def test_plain_uct_and_random_play_a_whole_match(name: str) -> None:
    match = FIRST[name].start(2)
    plain, chance = bots.uct(name, FEW), RandomBot()
    while not match.over:
        seat = match.to_act[0]
        match.play((plain if seat == 0 else chance).move(match, seat), seat)
    assert match.winners


def test_a_bot_knows_no_more_than_its_seat() -> None:
    """The move stays the same when the other hands and the pile are re-dealt."""
    match = FIRST["nox"].start(5)
    for number in (2, 4, 5):
        bot = bots.level("nox", number)
        other = match.redeal(0, "another world")
        assert other.state() != match.state()
        assert bot.move(match, 0, FEW, seed=1) == bot.move(other, 0, FEW, seed=1)


def test_a_deadline_is_kept() -> None:
    match = FIRST["keks"].start(1)
    bot = bots.level("keks", 5)
    bot.move(match, 0, FEW)  # compile first
    began = time.process_time()  # CPU time of all threads, so that a busy machine does not matter
    bot.move(match, 0, Budget(seconds=0.3))
    assert time.process_time() - began < 0.3 + 1.0


def test_levels_take_an_immediate_win() -> None:
    """One tile wins the match; levels 2 to 5 take it."""
    last = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  A1 B1 .  .  .  .
4   .  .  .  C1 .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: J
gone: A B C D E F G H I J
seat 0: won B D F, holds A2 C2
seat 1: won E G H I, holds A2 C2
"""
    match = ludotheque.game("keks").resume(last)
    for number in (2, 3, 4, 5):
        move = bots.level("keks", number).move(match, 1, Budget(simulations=300))
        assert move in ("c5", "d4")  # either wins the fifth colour


def test_hints_have_chances_and_reasons() -> None:
    match = FIRST["keks"].start(1)
    hints = bots.find_hints(match, 0, 0.2)
    assert [hint.move for hint in hints] != []
    assert all(0.0 <= hint.chance <= 1.0 for hint in hints)
    assert all(hint.words for hint in hints)
    assert {hint.move for hint in hints} <= set(match.legal_moves())


def test_solo_hints_have_expected_points() -> None:
    match = ludotheque.game("domino3d").start(1, "points", {"mode": "solo", "turns": 1})
    while "stop" not in match.legal_moves():
        match.play(max(match.legal_moves(), key=lambda move: move != "timeout"))
    found = {hint.move: hint for hint in bots.find_hints(match, 0, 0.3)}
    match.play("stop")
    assert match.over
    assert found["stop"].points == pytest.approx(match.scores[0])
    assert found["stop"].worth == f"{match.scores[0]} points"
    assert found["draw"].points is not None
    keks = FIRST["keks"].start(1)
    assert [hint.points for hint in bots.find_hints(keks, 0, 0.1)] == [None] * 5


def test_hints_are_sorted_by_chance() -> None:
    for case in MODES:
        match = case.start(1)
        hints = bots.find_hints(match, match.to_act[0], 0.1)
        chances = [round(100 * hint.chance) if hint.points is None else round(hint.points) for hint in hints]
        assert chances
        assert chances == sorted(chances, reverse=True)


def test_a_move_with_few_visits_is_not_hinted_first() -> None:
    """A move with 1000 visits stays above one that won its only simulation, but not above a better one with many."""
    tried = [("b1", 1000, 0.6), ("c1", 400, 0.65), ("d1", 60, 0.7), ("e1", 3, 0.2), ("f1", 1, 1.0)]
    found = in_order([Candidate(*one) for one in tried])
    assert [one.move for one in found] == ["c1", "b1", "e1"]
    hair = [Candidate("fall", 500, 0.53819), Candidate("pass", 900, 0.53807), Candidate("b1", 700, 0.51)]
    assert [one.move for one in in_order(hair)] == ["pass", "fall", "b1"]
    assert [one.move for one in in_order(hair, 10_000)] == ["fall", "pass", "b1"]
    alike = [Candidate(move, 0, 0.5) for move in ("b1", "a2")]
    assert in_order(alike) == alike  # equal values keep the order of their weights


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), True, "1"])
def test_empty_budgets_are_refused(seconds: float) -> None:
    with pytest.raises(BadBudget):
        Budget(seconds=seconds)
    with pytest.raises(BadBudget, match="either a number of seconds or"):
        Budget()
    with pytest.raises(BadBudget):
        Budget(simulations=0)


def test_unknown_levels_and_games_are_refused() -> None:
    for number in (0, 6, -1, True, "3"):
        with pytest.raises(UnknownBot, match=r"1 .* to 5"):
            bots.level("keks", number)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(UnknownGame):
        bots.level("chess", 1)


def test_bots_are_asked_only_for_seats_that_may_move() -> None:
    match = FIRST["keks"].start(1)
    for bot in (bots.level("keks", 1), bots.level("keks", 3), RandomBot()):
        with pytest.raises(NotYourTurn):
            bot.move(match, 1, FEW)
        with pytest.raises(BadSetup):
            bot.move(match, 2, FEW)
    while not match.over:
        match.play(match.legal_moves()[0])
    with pytest.raises(MatchOver):
        bots.level("keks", 3).move(match, 0, FEW)
