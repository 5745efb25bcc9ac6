"""Run the terminal program in tests: send keys, read the screen."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.widgets import Static

import ludotheque
from ludotheque import Match
from ludotheque.cli.session import Session, opponents
from ludotheque.cli.terminal.app import TerminalPlay
from ludotheque.cli.terminal.widgets import ChoiceList, MoveInput

Script = Callable[["Screen"], Awaitable[None]]


USUAL, LARGE, TINY = (80, 24), (120, 40), (40, 12)


class Screen:
    """A running program and what its screen shows."""

    def __init__(self, app: TerminalPlay, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.match = app.session.match

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type text and Enter, without redrawing the screen after each letter."""
        self.app.query_one(MoveInput).post_message(events.Paste(text))
        await self.press("enter")

    async def until(self, happens: Callable[[], bool], seconds: float = 300) -> None:
        for _ in range(int(seconds / 0.02)):
            if happens():
                await self.pilot.pause()
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"timed out; message: {self.message!r}")

    def text(self, selector: str) -> str:
        return str(self.app.screen_stack[0].query_one(selector, Static).content)

    @property
    def message(self) -> str:
        return self.text("#message")

    @property
    def choices(self) -> list[str]:
        shown = self.app.screen_stack[0].query_one(ChoiceList)
        return [str(option.prompt) for option in shown.options]

    @property
    def moves(self) -> list[str]:
        return [move for seat, move in self.match.history if seat == self.app.session.you]


def playing(
    script: Script,
    match: Match,
    you: int | None = 0,
    bots: dict[int, Any] | None = None,
    simultaneous_pace: float = 0.5,
) -> TerminalPlay:
    """Run a script against the program with random bots; return the program when it has ended."""

    async def run() -> TerminalPlay:
        session = Session(match, you, bots or opponents(match, you, 0), "random moves", random.Random(1))
        app = TerminalPlay(session, pace=0.0, simultaneous_pace=simultaneous_pace)
        async with app.run_test(size=USUAL) as pilot:
            await pilot.pause()
            await script(Screen(app, pilot))
        return app

    return asyncio.run(run())


def keks(seed: int = 1) -> Match:
    return ludotheque.game("keks").start(seed=seed)


def play_to_the_end(match: Match) -> Match:
    while not match.over:
        match.play(match.legal_moves(match.to_act[0])[0], match.to_act[0])
    return match


def events_of(match: Match, move: str) -> list[str]:
    """Return the names of the events that a move would cause."""
    return [event["event"] for event in match.copy().play(move)]
