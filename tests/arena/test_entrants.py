"""Bots by name: what the names mean, and the errors for unknown names."""

from __future__ import annotations

import pytest

import ludotheque
from ludotheque.arena import entrants
from ludotheque.bots import BadBudget, Bot, Budget, UnknownBot
from ludotheque.match import Match


class RecordingBot:
    """A bot that records the budget it gets."""

    name = "noting"

    def __init__(self) -> None:
        self.budget: Budget | None = None

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        self.budget = budget
        return match.legal_moves(seat)[0]


@pytest.mark.parametrize("text", ["1", "2", "5", "random", "greedy", "uct:1s", "uct:500ms", "uct:5000", "3:2000"])
def test_an_entrant_keeps_the_name_it_was_entered_with(text: str) -> None:
    assert entrants.bot(text, "keks").name == text


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("5:0.2s", Budget(seconds=0.2)),
        ("5:200ms", Budget(seconds=0.2)),
        ("5:3s", Budget(seconds=3)),
        ("5:200", Budget(simulations=200)),
        ("5", None),
    ],
)
def test_a_level_uses_the_budget_in_its_name(text: str, budget: Budget | None, monkeypatch: pytest.MonkeyPatch) -> None:
    noting = RecordingBot()
    monkeypatch.setattr("ludotheque.bots.level", lambda game, number: noting)
    entrants.bot(text, "keks").move(ludotheque.game("keks").start(seed=1), 0)
    assert noting.budget == budget


def test_plain_search_uses_the_budget_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Budget] = []

    def uct(game: str, budget: Budget) -> Bot:
        given.append(budget)
        return RecordingBot()

    monkeypatch.setattr("ludotheque.bots.uct", uct)
    for text in ("uct:1s", "uct:500ms", "uct:5000"):
        entrants.bot(text, "keks")
    assert given == [Budget(seconds=1), Budget(seconds=0.5), Budget(simulations=5000)]


@pytest.mark.parametrize("text", ["random", "greedy", "1", "uct:20", "3:20"])
def test_an_entrant_returns_legal_moves(text: str) -> None:
    match = ludotheque.game("keks").start(seed=1)
    assert entrants.bot(text, "keks").move(match, 0, seed=7) in match.legal_moves()


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "6", "-1", "5.5", "level5", "Random", "5 ", "5:", ":1s", "5:1s:2", "random:1s", "greedy:5"),
        *("uct", "uct:", "uct:1h", "uct:1.5", "uct:-1s", "uct:1e3", "uct:nan", "uct:\u0663s"),
        *("python", "python:", "python:nodots"),
    ],
)
def test_unknown_names_are_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        entrants.bot(text, "keks")
    assert repr(text) in str(caught.value)
    for allowed in ("1 to 5", "random", "greedy", "uct:1s", "5:0.2s", "python:"):
        assert allowed in str(caught.value)


@pytest.mark.parametrize("text", ["uct:0", "uct:0s", "5:0.0ms"])
def test_empty_budgets_are_refused(text: str) -> None:
    with pytest.raises(BadBudget, match="more than 0"):
        entrants.bot(text, "keks")


def test_custom_bots_come_from_a_function() -> None:
    made = entrants.bot("python:tests.arena.players.first", "keks")
    match = ludotheque.game("keks").start(seed=1)
    assert made.move(match, 0) == match.legal_moves()[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("python:no_such_module.bot", "no_such_module"),
        ("python:tests.arena.players.nobody", "nobody"),
        ("python:tests.arena.players.absent", "missed the tram"),
    ],
)
def test_missing_custom_bots_are_named(text: str, said: str) -> None:
    with pytest.raises(UnknownBot, match=said):
        entrants.bot(text, "keks")
