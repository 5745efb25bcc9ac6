"""Bots in the terminal program: they move, think without blocking the screen, and know only their seat."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
import time

import pytest
from tests.cli.terminal.driver import Screen, keks, playing
from textual.widgets import RichLog

import ludotheque
from ludotheque import Match
from ludotheque.bots import Budget, RandomBot
from ludotheque.cli.session import Session
from ludotheque.cli.terminal.dialogs import TextDialog
from ludotheque.cli.terminal.presenter import LEAVE


def test_the_others_move_and_the_log_says_so() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("b1")
        await screen.type("stop")
        await screen.until(lambda: screen.app.session.your_turn)
        log = "\n".join(strip.text for strip in screen.app.query_one("#log", RichLog).lines)
        assert re.search(r"Seat 0 takes a colour \w tile\s+\(b1\)", log)
        assert "Seat 1 takes" in log
        assert screen.text("#turn") == "your turn"

    playing(script, keks())


class SlowBot:
    """Thinks until it is released."""

    name = "slow"

    def __init__(self) -> None:
        self.go_on = threading.Event()

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        self.go_on.wait(300)
        return match.legal_moves(seat)[0]


def test_the_screen_responds_while_a_bot_thinks_and_undo_discards_its_move() -> None:
    slow = SlowBot()

    async def script(screen: Screen) -> None:
        await screen.type("b1")
        await screen.until(lambda: screen.text("#turn") == "seat 1 is thinking …")
        assert screen.choices == []
        await screen.press("f1")
        assert isinstance(screen.app.screen, TextDialog)
        await screen.press("escape", "f3")
        assert screen.match.history == []
        slow.go_on.set()
        await screen.pilot.pause(0.2)
        assert screen.match.history == []
        assert screen.text("#turn") == "your turn"
        await screen.type("b1")
        await screen.until(lambda: len(screen.match.history) > 1)

    match = keks()
    while match.copy().play("b1") and 0 in _after(match, "b1").to_act:
        match = keks(random.randrange(10**6))
    playing(script, match, bots={1: slow})


def _after(match: Match, move: str) -> Match:
    after = match.copy()
    after.play(move)
    return after


class FailingBot(RandomBot):
    """Raises an error the given number of times."""

    def __init__(self, error: Exception, times: int = 1) -> None:
        self.error = error
        self.times = times

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        if self.times:
            self.times -= 1
            raise self.error
        return super().move(match, seat, budget, seed)


def test_a_failing_bot_gives_a_message_and_undo_continues() -> None:
    async def script(screen: Screen) -> None:
        await screen.type("b1")  # which ends the turn
        await screen.until(lambda: "The bot of seat 1 failed" in screen.message)
        assert "ZeroDivisionError: by nothing" in screen.message
        assert "F3" in screen.message
        assert screen.text("#turn") == ""
        await screen.press("x", "backspace")  # keys do not clear the message
        assert "failed" in screen.message
        await screen.press("f3")
        assert "failed" not in screen.message
        assert screen.app.session.your_turn
        await screen.type("b1")
        await screen.until(lambda: any(seat == 1 for seat, _ in screen.match.history))

    playing(script, keks(), bots={1: FailingBot(ZeroDivisionError("by nothing"))})


def test_a_spectator_of_a_failing_bot_gets_a_message_and_can_leave() -> None:
    async def script(screen: Screen) -> None:
        await screen.until(lambda: "seat 0 failed (MemoryError)" in screen.message)
        assert "F3" not in screen.message
        await screen.press("ctrl+q", "ctrl+q")

    failing = FailingBot(MemoryError(), times=9)
    app = playing(script, keks(), you=None, bots={0: failing, 1: failing})
    assert app.return_value == LEAVE
    assert failing.times == 8  # it is not asked again forever


def test_a_failing_hint_is_only_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(session: Session, seat: int, match: Match) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Session, "hints", fail)

    async def script(screen: Screen) -> None:
        await screen.press("f2")
        await screen.until(lambda: "No hint could be found (RuntimeError: no idea)." in screen.message)
        await screen.type("b1")
        assert screen.moves == ["b1"]

    playing(script, keks())


def test_leaving_does_not_wait_for_a_thinking_bot() -> None:
    slow = SlowBot()

    async def script(screen: Screen) -> None:
        await screen.until(lambda: screen.text("#turn") == "seat 0 is thinking …")
        await screen.press("ctrl+q", "ctrl+q")

    began = time.monotonic()
    app = playing(script, keks(), you=None, bots={0: slow, 1: slow})
    assert app.return_value == LEAVE
    assert time.monotonic() - began < 200  # it would have thought for 300 s
    assert not slow.go_on.is_set()
    slow.go_on.set()


def test_the_program_ends_during_a_search() -> None:
    """Neither the bot's thread nor the threads of its search delay the end of the process."""
    program = """
import time
import ludotheque
from ludotheque.bots import Budget
from ludotheque.bots.background import in_background
from ludotheque.bots.alpha_beta_bot import AlphaBetaBot
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.workspace import SearchSettings
from ludotheque.games import load_knowledge
load_knowledge("keks")
match = ludotheque.game("keks").start(seed=1)
slow = Budget(seconds=600.0)
for bot in (MctsBot("slow", slow, SearchSettings(threads=2)), AlphaBetaBot("slow", slow)):
    bot.move(match, 0, Budget(simulations=10))
    in_background(bot.move, match, 0)
time.sleep(0.5)
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)


def test_in_a_race_the_others_build_while_you_choose() -> None:
    async def script(screen: Screen) -> None:
        await screen.press("tab", "tab", "enter")
        chosen = screen.app.presenter.chooser.steps
        assert chosen
        await screen.until(lambda: len(screen.match.history) >= 6)
        assert screen.moves == []
        assert screen.app.presenter.chooser.steps == chosen
        await screen.press("enter", "enter")
        assert len(screen.moves) == 1

    playing(script, ludotheque.game("domino3d").start(3, 1, {"mode": "race"}), simultaneous_pace=0.1)


def test_watching_needs_no_keys() -> None:
    async def script(screen: Screen) -> None:
        await screen.until(lambda: screen.match.over)
        assert "The match is over" in screen.message
        assert "watching" in screen.text("#match")

    playing(script, keks(), you=None)


def test_while_watching_nothing_can_be_played() -> None:
    slow = SlowBot()

    async def script(screen: Screen) -> None:
        await screen.type("b1")
        assert "you are watching" in screen.message
        await screen.press("f2")
        await screen.until(lambda: "Hints are for your own turn" in screen.message)
        slow.go_on.set()

    playing(script, keks(), you=None, bots={0: slow, 1: slow})


def test_bots_get_a_match_re_dealt_for_their_seat() -> None:
    seen: list[tuple[int, Match]] = []

    class RecordingBot(RandomBot):
        def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
            seen.append((seat, match))
            return super().move(match, seat, budget, seed)

    async def script(screen: Screen) -> None:
        await screen.press("enter", "enter")
        await screen.until(lambda: screen.app.session.your_turn)
        truth = screen.match.state()
        for seat, match in seen:
            assert match is not screen.match
            assert match.view(seat)["hands"][seat] == match.state()["hands"][seat]
        assert any(match.state()["pile"][: len(truth["pile"])] != truth["pile"] for _, match in seen)

    playing(script, ludotheque.game("nox").start(3, 1), bots={1: RecordingBot(), 2: RecordingBot()})
