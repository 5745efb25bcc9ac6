"""Whole reviews: luck and play add up, a deliberate blunder is found, moments are spread, grades follow the loss."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest
from tests.review.test_judging import endgame_of, wins

import ludotheque
from ludotheque import Match
from ludotheque.bots import Budget
from ludotheque.bots.alpha_beta_bot import AlphaBetaBot
from ludotheque.bots.levels import greedy
from ludotheque.games import load_knowledge
from ludotheque.games.domino3d.rules.race.sets import has_error
from ludotheque.review import Judgement, Review, Schedule, Task, review, summarize
from ludotheque.review.model import Account, Decision, Evaluation
from ludotheque.review.schedule import MAX_SECONDS, SECOND_PASS, Positions
from ludotheque.review.summary import grade_of, loss_of, moments

RECORDS = Path(__file__).parent.parent / "records"


def begun(name: str, seats: int, moves: int, options: dict[str, object] | None = None) -> Match:
    """Return a match after some random moves."""
    match, chance = ludotheque.game(name).start(seats, 7, options), random.Random(7)
    for _ in range(moves):
        seat = chance.choice(match.to_act)
        match.play(chance.choice(match.legal_moves(seat)), seat)
    return match


def adds_up(found: Review) -> None:
    for account in found.accounts:
        assert account.start + account.residual + account.play + account.others == pytest.approx(account.result)
        assert account.play <= 0.0
    if found.unit == "chance":
        assert all(sum(values) == pytest.approx(1.0) for values in found.curve)


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("keks", 2, {}),
        ("nasca", 2, {}),
        ("nasenspiel", 3, {}),
        ("nox", 3, {}),
        ("domino3d", 2, {}),
        ("domino3d", 1, {"mode": "solo"}),
        ("domino3d", 3, {"mode": "race"}),
    ],
)
def test_luck_and_play_add_up(name: str, seats: int, options: dict[str, object]) -> None:
    match = begun(name, seats, 5, options)
    progress: list[float] = []
    found = review(match, Budget(simulations=400), progress.append)
    adds_up(found)
    assert found.unit == ("points" if seats == 1 else "chance")
    if options.get("mode") == "race":
        assert found.residual == "speed"
    else:
        assert found.residual == ("luck" if match.uncertain else "nothing")
    assert len(found.curve) == 6
    assert progress == sorted(progress)
    assert progress[-1] == 1.0
    assert sum(sum(account.grades) for account in found.accounts) == len(found.decisions)


def test_a_finished_match_ends_with_its_result() -> None:
    stored = json.loads((RECORDS / "nox" / "01-3-seats.json").read_text("utf-8"))
    found = review(stored, Budget(simulations=1500))
    adds_up(found)
    assert found.curve[-1] == [float(seat in stored["result"]["winners"]) for seat in range(3)]
    assert [account.result for account in found.accounts] == found.curve[-1]
    assert found == review(stored, Budget(simulations=1500))


def test_resigning_is_neither_luck_nor_play() -> None:
    match = begun("keks", 2, 3)
    stored = {**match.record(), "end": {"reason": "resigned", "winners": [1]}}
    found = review(stored, Budget(simulations=100))
    adds_up(found)
    assert [account.result for account in found.accounts] == found.decisions[-1].judgement.hindsight.played


def test_in_the_race_a_review_shows_an_error_that_was_overlooked() -> None:
    """Seat 0 follows its plan except for its last domino, which it lays down with an error before `done`."""
    match = ludotheque.game("domino3d").start(2, 1, {"mode": "race", "goal": "rounds"})
    builder = greedy("domino3d")
    while not match.over:
        seat = min(match.to_act, key=lambda seat: len(match.state()["sets"][seat]))
        move = builder.move(match, seat)
        if match.state()["round"] == 2 and seat == 0:
            last = len(match.state()["hands"][0]) == 1
            move = _flawed(match) if last else "done" if "done" in match.legal_moves(0) else move
        match.play(move, seat)
    found = review(match, Budget(simulations=10))
    adds_up(found)
    assert len(found.decisions) == len(match.history)
    wrong, done = sorted(found.moments)
    assert found.decisions[wrong].judgement.played_factors[0].key == "mismatch"
    assert found.decisions[done].judgement.move == "done"
    assert found.decisions[done].judgement.played_factors[0].key == "done_flawed"
    assert found == review(match, Budget(seconds=1))


def _flawed(match: Match) -> str:
    """Return a move that lays down the last domino of seat 0 upright and with an error, so that the set seems done."""
    for move in match.legal_moves(0):
        after = match.copy()
        after.play(move, 0)
        if "done" in after.legal_moves(0) and has_error(after.states[0], 0):
            return move
    raise AssertionError("no placement makes an error")


def test_a_deliberate_blunder_is_the_first_moment() -> None:
    load_knowledge("keks")
    bot, planted = AlphaBetaBot("test", Budget(simulations=5000), 1), None
    for match in filter(lambda match: not match.over, map(endgame_of, range(20))):
        match = ludotheque.game("keks").resume(match.state())
        seat = match.to_act[0]
        for move in match.legal_moves():
            match.play(move)
            if not wins(match, seat) and wins(Positions(match).before(1), seat) and not match.over:
                planted = move
                break
            match.undo()
        if planted:
            break
    assert planted
    while not match.over:
        match.play(bot.move(match, match.to_act[0]))
    found = review(match, Budget(simulations=60_000))
    first = found.decisions[found.moments[0]]
    assert (first.judgement.number, first.judgement.move, first.grade) == (1, planted, "blunder")
    assert first.loss == 1.0
    assert first.judgement.best_factors or first.judgement.played_factors


def judgement(number: int, seat: int, lost: float, better: str = "", best: float = 0.6) -> Judgement:
    values = [[best, 1 - best], [best - lost, 1 - best + lost]]
    if seat:
        values = [list(reversed(each)) for each in values]
    known = Evaluation(better or f"m{number}", *values)
    return Judgement(number, seat, "played" if lost else known.best_move, known, known, [], [])


@pytest.mark.parametrize(
    ("lost", "grade", "loss"),
    [
        (0.0, "best", 0.0),
        (0.019, "good", 0.0),
        (0.021, "good", 0.021),
        (0.051, "inaccuracy", 0.051),
        (0.11, "mistake", 0.11),
        (0.21, "blunder", 0.21),
    ],
)
def test_grades_follow_the_loss(lost: float, grade: str, loss: float) -> None:
    one = judgement(1, 1, lost)
    assert grade_of(one) == grade
    assert loss_of(one) == pytest.approx(loss)
    assert loss_of(one, scale=2.0) == pytest.approx(loss if loss >= 0.04 else 0.0)


def test_the_keys_of_reviews_on_the_wire_and_in_the_store() -> None:
    one = judgement(1, 0, 0.3)
    plain = msgspec.to_builtins(Decision(one, loss_of(one), grade_of(one)))
    assert plain["grade"] == "blunder"
    judged = ["number", "seat", "move", "known", "hindsight", "best_factors", "played_factors"]
    assert list(plain["judgement"]) == judged
    assert list(plain["judgement"]["known"]) == ["best_move", "best", "played"]
    assert msgspec.convert(plain, Decision) == Decision(one, loss_of(one), "blunder")
    account = msgspec.to_builtins(Account(0.5, 0.0, -0.3, 0.0, 0.2, 0.3, [0, 0, 0, 0, 1]))
    assert list(account) == ["start", "residual", "play", "others", "result", "loss", "grades"]
    assert msgspec.to_builtins(Review("keks", "chance", "luck", [], [], [], []))["residual"] == "luck"


def test_moments_are_spread() -> None:
    history = [(seat, "m") for seat in (0, 0, 1, 0, 1, 0, 1)]
    made = [
        judgement(1, 0, 0.5),
        judgement(2, 0, 0.4),  # the same turn
        judgement(3, 1, 0.04),  # too little
        judgement(4, 0, 0.3, better="m1"),  # the seat had missed the same move before
        judgement(5, 1, 0.2),
        judgement(6, 0, 0.02, best=0.03),  # lost in any case
        judgement(7, 1, 0.1),
    ]
    decisions = [Decision(one, loss_of(one), grade_of(one)) for one in made]
    assert moments(decisions, history, 1.0, solo=False) == [0, 4, 6]


def test_the_costliest_decisions_are_searched_again() -> None:
    schedule, asked = Schedule(list(range(1, 31)), Budget(seconds=60.0)), list[Task]()
    while (task := schedule.next()) is not None:
        asked.append(task)
        schedule.add(judgement(task.number, 0, task.number / 100))
    assert [task.number for task in asked[:30]] == list(range(1, 31))
    assert [task.number for task in asked[30:]] == list(range(30, 30 - SECOND_PASS, -1))
    assert all((task.budget.seconds or 0.0) <= MAX_SECONDS for task in asked)
    assert schedule.progress == 1.0
    assert len(schedule.judgements) == 30


def test_only_a_limited_number_of_decisions_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.review.schedule.MAX_DECISIONS", 5)
    numbers = Positions(begun("keks", 2, 12)).decisions()
    assert len(numbers) == 5
    assert numbers == sorted(set(numbers))


def test_a_review_without_judgements_is_valid() -> None:
    assert summarize(ludotheque.game("keks").start(seed=1), [], 1.0, "nothing").curve == [[0.5, 0.5]]
