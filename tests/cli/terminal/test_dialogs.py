"""Dialogs of the terminal program: hints, help, rules, the log, and leaving."""

from __future__ import annotations

import threading

import pytest
from tests.cli.terminal.driver import Screen, keks, play_to_the_end, playing
from textual.widgets import OptionList

from ludotheque import Match
from ludotheque.bots import Hint
from ludotheque.cli import session as sessions
from ludotheque.cli.terminal.dialogs import HintDialog, LeaveDialog, TextDialog


def test_a_hint_is_shown_on_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_hints(match: Match, seat: int, seconds: float) -> list[Hint]:
        assert match.legal_moves(seat)
        return [Hint("g8", 0.61, ["opens f8", "keeps g1"]), Hint("b1", 0.4, [])]

    async def script(screen: Screen) -> None:
        await screen.press("f2")
        await screen.until(lambda: isinstance(screen.app.screen, HintDialog))
        lines = [str(option.prompt) for option in screen.app.screen.query_one(OptionList).options]
        assert lines[0].split() == ["g8", "61%", "opens", "f8;", "keeps", "g1"]
        await screen.press("enter")
        assert screen.choices == ["g8"]
        assert screen.match.history == []
        await screen.press("enter")
        assert screen.moves == ["g8"]

    monkeypatch.setattr(sessions, "find_hints", find_hints)
    playing(script, keks())


def test_a_hint_that_arrives_after_your_move_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()

    def find_hints(match: Match, seat: int, seconds: float) -> list[Hint]:
        go_on.wait(20)
        return [Hint("g8", 0.61, [])]

    async def script(screen: Screen) -> None:
        await screen.press("f2")
        assert screen.message == "Thinking about a hint …"
        await screen.type("g8")
        go_on.set()
        await screen.until(lambda: "Thinking" not in screen.message)
        assert not isinstance(screen.app.screen, HintDialog)

    monkeypatch.setattr(sessions, "find_hints", find_hints)
    playing(script, keks())


def test_a_question_mark_lists_the_keys() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("?")
        await screen.until(lambda: isinstance(screen.app.screen, TextDialog))

    playing(script, keks())


def test_help_rules_log_and_text_open_by_key_and_by_word() -> None:
    async def script(screen: Screen) -> None:
        for key, word, heading in (
            ("f1", "help", "Help"),
            ("f4", "rules", "Keks"),
            ("f5", "log", "Log"),
            ("f6", "text", "As text"),
        ):
            await screen.press(key)
            assert isinstance(screen.app.screen, TextDialog)
            assert screen.app.screen.heading == heading
            await screen.press("escape")
            await screen.type(word)
            await screen.until(lambda: isinstance(screen.app.screen, TextDialog))
            assert isinstance(screen.app.screen, TextDialog)
            assert screen.app.screen.heading == heading
            await screen.press("q")
            assert not isinstance(screen.app.screen, TextDialog)
        assert screen.match.history == []

    playing(script, keks())


def test_leaving_a_running_match_asks_first() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("ctrl+q")
        await screen.until(lambda: isinstance(screen.app.screen, LeaveDialog))
        await screen.press("escape")
        assert not isinstance(screen.app.screen, LeaveDialog)
        await screen.type("quit")
        await screen.until(lambda: isinstance(screen.app.screen, LeaveDialog))
        await screen.press("enter")

    assert playing(script, keks()).return_value == "leave"


def test_asking_twice_leaves() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("ctrl+c")
        await screen.until(lambda: isinstance(screen.app.screen, LeaveDialog))
        await screen.press("ctrl+c")

    assert playing(script, keks()).return_value == "leave"


def test_leaving_a_finished_match_does_not_ask() -> None:
    async def script(screen: Screen) -> None:
        assert "The match is over" in screen.message
        assert screen.choices == ["again", "leave"]
        await screen.press("ctrl+q")

    assert playing(script, play_to_the_end(keks())).return_value == "leave"


def test_another_match_can_be_started() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("enter")

    assert playing(script, play_to_the_end(keks())).return_value == "again"
