"""No request holds the event loop for long, not even at tables with long matches: everybody else would wait."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import random
import time
from typing import Any, cast

import pytest
from tests.server.in_memory import Guest, open_house

from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.tables import journal, live_table, messages
from ludotheque.server.tables import table as table_module
from ludotheque.server.tables.handlers import Moment, Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import SeatPlan, Setup
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

#: Seconds of processor time in one step of the loop.
MOST = 0.005
#: Game, seats, options, and how many moves are played before anything is asked.
LONG_MATCHES: dict[str, tuple[str, int, Json, int]] = {
    "nasenspiel": ("nasenspiel", 5, {}, 60),
    "nox": ("nox", 6, {"target": 1000}, 600),
    "classic": ("domino3d", 6, {"sand": 0}, 25),
    "race": ("domino3d", 6, {"mode": "race"}, 800),
}


class MeasuringLoop(asyncio.SelectorEventLoop):
    """`longest`: the longest step so far, in seconds of this thread's processor time, however busy the machine is."""

    longest = 0.0

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> asyncio.Handle:  # type: ignore[override]
        def measured(*given: Any) -> None:
            began = time.thread_time()
            try:
                callback(*given)
            finally:
                self.longest = max(self.longest, time.thread_time() - began)

        return super().call_soon(measured, *args, context=context)


async def long_table(house: House, name: str) -> live_table.LiveTable:
    """Return a table in the middle of a match of random moves, in the race all of one seat."""
    game, seats, options, moves = LONG_MATCHES[name]
    key = await house.create_table(Requester("a", "A"), Setup(game, options, [SeatPlan("open")] * seats))
    live = house.live_table(key)
    for person in "abcdef"[:seats]:
        await Guest(live, person).ask(messages.Sit, client_seed=f"seed of {person}")
    await Guest(live, "a").ask(messages.Start)
    chosen = random.Random(5)

    def next_move(table: Table, moment: Moment) -> journal.Entries:
        seat = table.to_act()[0]
        legal = [move for move in table.playing.legal_moves(seat) if move not in ("done", "give up")]
        return [journal.Moved(seat, chosen.choice(legal), "person")]

    for _ in range(moves):
        await live.append(next_move)
    return live


async def all_requests(live: live_table.LiveTable) -> None:
    """Everything that a visitor can ask for at a table, also what is refused; each in steps of its own."""
    live.table = None  # as after a restart
    guest, stranger = Guest(live, "a", legal=True), Guest(live, None)
    frames: list[bytes] = []
    for each in (guest, stranger):
        each.subscriber.send = frames.append  # nothing is decoded
        await each.join()
        await asyncio.sleep(0)
    for command in (messages.AskTakeback, messages.AskTakeback, messages.AskEnd):
        with contextlib.suppress(Refused):
            await guest.ask(command)
        await asyncio.sleep(0)
    with contextlib.suppress(Refused):
        await guest.move("nonsense")
    await asyncio.sleep(0)
    await guest.ask(messages.Say, text="hello")


async def steps_of(name: str) -> float:
    """The longest step that all requests need, in the best of three attempts."""
    async with open_house() as house:
        live = await long_table(house, name)
        read = house.store.entries

        async def read_elsewhere(table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
            """As a real store does, the fake one reads in another thread."""
            return await asyncio.to_thread(asyncio.run, read(table, since))

        house.store.entries = read_elsewhere  # type: ignore[method-assign]
        await all_requests(live)  # whatever is loaded only once
        found = []
        loop = cast(MeasuringLoop, asyncio.get_running_loop())
        for _ in range(3):
            loop.longest = 0.0
            await all_requests(live)
            found.append(loop.longest)
        return min(found)


def longest_step(name: str) -> float:
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=MeasuringLoop) as runner:
            return runner.run(steps_of(name))
    finally:
        gc.enable()


@pytest.mark.parametrize("name", LONG_MATCHES)
def test_no_request_holds_the_loop(name: str) -> None:
    assert longest_step(name) <= MOST


def test_the_test_finds_a_table_that_is_built_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "YIELD_EVERY", 10**9)
    assert longest_step("nox") > MOST


def test_the_test_finds_slow_answers_about_takebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when 16 re-deals for each viewer answered whether something had come out."""

    def slowly(match: Match, before: Any, moved: journal.Moved) -> bool:
        return any(match.redeal(viewer, world).view(viewer) is None for viewer in range(6) for world in range(16))

    monkeypatch.setattr(table_module, "reveals", slowly)
    assert longest_step("classic") > MOST
