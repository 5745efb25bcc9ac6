"""Each lesson can be followed to its end in every language, and distinguishes right from wrong moves."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque.errors import LudothequeError
from ludotheque.teaching.aims import Aim
from ludotheque.teaching.languages import LANGUAGES
from ludotheque.teaching.lesson import lesson, lesson_text
from tests.teaching.test_rulebooks import numbers

GAMES = ludotheque.games()
STEPS = [(name, number) for name in GAMES for number in range(len(lesson(name).steps))]


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_has_ten_to_fifteen_steps(name: str) -> None:
    assert 10 <= len(lesson(name).steps) <= 15
    places = [step.at for step in lesson(name).steps]
    assert places == sorted(set(places)), "the steps must follow the record"


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_the_record_reaches_every_aim(name: str, number: int) -> None:
    found = lesson(name)
    step, before = found.steps[number], found.position(number)
    seat, move = found.moves[step.at]
    assert seat == found.seat, "it must be the learner's move"
    after = before.copy()
    after.play(move, seat)
    assert step.aim.reached(before, after)


@pytest.mark.parametrize(("name", "number"), STEPS)
def test_rules_of_a_step_exist(name: str, number: int) -> None:
    rules = lesson(name).steps[number].rules
    assert rules, "a wrong move must be explained by a rule"
    assert set(rules) <= set(numbers(name))


@pytest.mark.parametrize(("name", "number"), STEPS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_legal_move_that_misses_the_aim_is_explained(name: str, number: int, language: str) -> None:
    found = lesson(name)
    step, before = found.steps[number], found.position(number)
    misses = 0
    for move in before.legal_moves(found.seat):
        after = before.copy()
        after.play(move, found.seat)
        misses += not step.aim.reached(before, after)
    assert bool(misses) == bool(lesson_text(name, language).steps[number].wrong)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_exists_in_every_language(name: str, language: str) -> None:
    text = lesson_text(name, language)
    assert len(text.steps) == len(lesson(name).steps)
    assert all(step.ask and step.right for step in text.steps)


def test_an_aim_counts_points_won_and_taken() -> None:
    """Nasca: Red closes the corner a1-d2, eight squares, and Blue's bridge opens it."""
    before = ludotheque.game("nasca").start(seed=1)
    for move in ("a3-d3", "b5-f5"):
        before.play(move)
    closed = before.copy()
    closed.play("e1-e3")
    opened = closed.copy()
    opened.play("b3-b5")
    assert Aim(gains=8).reached(before, closed)
    assert not Aim(gains=9).reached(before, closed)
    assert not Aim(costs=1).reached(before, closed)
    assert Aim(costs=8).reached(closed, opened)
    assert not Aim(costs=9).reached(closed, opened)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("step", [-1, 99])
def test_a_missing_step_is_named_in_the_error(name: str, step: int) -> None:
    with pytest.raises(LudothequeError, match="steps are 0 to"):
        lesson(name).position(step)
