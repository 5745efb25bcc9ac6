"""No request holds the event loop for long, not even at tables with long matches: everybody else would wait."""

from __future__ import annotations

import asyncio
import gc
import itertools
import pickle
import random
import time
from collections.abc import Coroutine
from typing import Any, cast

import msgspec
import pytest
from tests.server.fakes import FakeStore
from tests.server.faults.sockets import Device
from tests.server.in_memory import Guest, open_house, settle, table_of

from ludotheque import record
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.queries import replays
from ludotheque.server.store.base import Append
from ludotheque.server.tables import journal, live_table, messages, remembered, snapshots
from ludotheque.server.tables import table as table_module
from ludotheque.server.tables.handlers import Moment, Requester
from ludotheque.server.tables.house import House, new_key
from ludotheque.server.tables.journal import SeatPlan, Setup
from ludotheque.server.tables.resuming import Point, resume
from ludotheque.server.tables.table import Logged, Table

#: Seconds of processor time in one step of the loop.
MOST = 0.005
#: Game, seats, options, and how many moves are played before anything is asked.
LONG_MATCHES: dict[str, tuple[str, int, Json, int]] = {
    "nasenspiel": ("nasenspiel", 5, {}, 60),
    "nox": ("nox", 6, {"target": 1000}, 600),
    "classic": ("domino3d", 6, {"sand": 0}, 25),
    "race": ("domino3d", 6, {"mode": "race"}, 790),
}


#: The requests that are carried out at each of these tables; takebacks only where nothing has come out.
EVERYWHERE = {"legal", "try", "board", "hint", "move", "say", "ask_end", "agree", "decline"}
EVERYWHERE |= {"hand_over", "take_back_seat", "resign", "play_again"}


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


async def copy_of(live: live_table.LiveTable) -> live_table.LiveTable:
    """Return the same table under another key, as it is after a restart: only in the store."""
    house = cast(House, live.house)
    copy = house.live_table(new_key())
    entries = [Append(copy.key, *row) for row in await house.store.entries(live.key)]
    await house.store.write(*entries)
    return copy


class Visitors:
    """Everybody at a table, with a connection each, and somebody who only watches."""

    def __init__(self, live: live_table.LiveTable, seats: int) -> None:
        self.live = live
        self.people = {name: Device(cast(House, live.house), name, live.key) for name in "abcdef"[:seats]}
        self.all = [*self.people.values(), Device(cast(House, live.house), None, live.key)]
        self._numbers = itertools.count()

    async def join(self) -> None:
        for device in self.all:
            device.say(type="join", legal=True)
            await settle(20)
        while not all(device.frames for device in self.all):  # the table is read in many steps
            await settle(20)

    async def leave(self) -> None:
        for device in self.all:
            await device.leave()

    async def ask(self, person: str, kind: str, **fields: Any) -> Json:
        """Ask, and return the answer."""
        name = f"{kind} {next(self._numbers)}"
        device = self.people[person]
        device.say(type=kind, id=name, **fields)
        sign = f'"id":"{name}"'
        while True:
            for frame in reversed(device.frames):
                if sign in frame and not frame.startswith('{"type":"news"'):
                    return cast(Json, await asyncio.to_thread(msgspec.json.decode, frame))
            await asyncio.sleep(0)

    async def mover(self) -> tuple[str, str, int]:
        """Return who is to move, with a legal move and the match version."""

        def look(table: Table) -> tuple[str, str, int]:
            seat = table.to_act()[0]
            return table.seats[seat].person or "", table.playing.legal_moves(seat)[0], table.match_version

        found: tuple[str, str, int] = await self.live.read(look)
        return found


async def all_requests(live: live_table.LiveTable) -> set[str]:
    """Everything that a visitor can ask for at a table, also what is refused; return what was carried out."""
    seats: int = await live.read(lambda table: len(table.seats))
    live.table = None  # as after a restart
    visitors, done = Visitors(live, seats), set[str]()

    async def ask(person: str, kind: str, **fields: Any) -> None:
        if (await visitors.ask(person, kind, **fields))["type"] == "done":
            done.add(kind)

    await visitors.join()
    mover, move, version = await visitors.mover()
    for kind in ("legal", "board", "hint"):
        await ask(mover, kind)
    await ask(mover, "try", move=move)
    await ask(mover, "try", move="nonsense")
    await ask(mover, "move", move="nonsense", match_version=version)
    for question in ("ask_takeback", "ask_end"):
        mover, move, version = await visitors.mover()
        await ask(mover, "move", move=move, match_version=version)
        others = [person for person in visitors.people if person != mover]
        await ask(mover, question)
        await ask(others[0], "agree")
        await ask(others[1], "decline")
    mover, move, version = await visitors.mover()
    await ask(mover, "move", move=move, match_version=version)
    await ask(mover, "ask_takeback")
    for person in visitors.people:
        await ask(person, "agree")
    await ask(mover, "say", text="hello")
    for kind in ("sit", "leave", "start", "go_on", "take_back_seat", "play_again"):
        await ask(mover, kind)
    await ask(mover, "give_seed", client_seed="another")
    await rest(live, mover)
    await end(visitors, ask)
    await visitors.leave()
    await live.append(lambda table, moment: [])  # nobody holds the lock
    return done


async def end(visitors: Visitors, ask: Any) -> None:
    """One person is replaced, and resigns; the others end the match. Then what is possible afterwards."""
    live, house = visitors.live, cast(House, visitors.live.house)
    first, *others, last = visitors.people
    await live.append(lambda table, moment: [journal.Gone(len(table.seats) - 1)])
    cast(FakeStore, house.store).time += 61_000
    await ask(first, "hand_over", seat=len(visitors.people) - 1)
    await ask(last, "take_back_seat")
    await ask(first, "ask_end")
    for person in others:
        await ask(person, "agree")
    await ask(last, "resign")  # whoever leaves need not agree
    await ask(first, "play_again")
    await rest(live, first)


async def rest(live: live_table.LiveTable, person: str) -> None:
    """What the routes of a table do in the serving process; replays and films are made by workers."""
    house = cast(House, live.house)
    shown = await house.live_table(live.key).snapshot(person)
    await asyncio.sleep(0)
    messages.encode(shown)
    await asyncio.sleep(0)
    source = await live.read(lambda table: replays.source_of(table, person, "most"))
    await asyncio.sleep(0)
    pickle.dumps(source)
    await asyncio.sleep(0)
    if await live.read(lambda table: table.status == "over"):
        await live.read(lambda table: record.dump(snapshots.record(table)))
        await asyncio.sleep(0)
        moves = await live.read(lambda table: len(table.playing.history))
        await resume(house, Requester(person, "A"), live, Point(moves - 1, 0))


async def steps_of(name: str) -> float:
    """The longest step that all requests need, in the best of five attempts."""
    async with open_house() as house:
        live = await long_table(house, name)
        read = house.store.entries

        async def read_elsewhere(table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
            """As a real store does, the fake one reads in another thread."""
            return await asyncio.to_thread(asyncio.run, read(table, since))

        house.store.entries = read_elsewhere  # type: ignore[method-assign]
        done = await all_requests(await copy_of(live))  # and whatever is loaded only once
        assert done >= EVERYWHERE, EVERYWHERE - done
        found = []
        loop = cast(MeasuringLoop, asyncio.get_running_loop())
        for _ in range(5):
            copy = await copy_of(live)
            await asyncio.sleep(0)
            loop.longest = 0.0
            await all_requests(copy)
            found.append(loop.longest)
        return min(found)


def measured(steps: Coroutine[Any, Any, float]) -> float:
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=MeasuringLoop) as runner:
            return runner.run(steps)
    finally:
        gc.enable()


def longest_step(name: str) -> float:
    return measured(steps_of(name))


@pytest.mark.parametrize("name", LONG_MATCHES)
def test_no_request_holds_the_loop(name: str) -> None:
    assert longest_step(name) <= MOST


def test_the_test_finds_a_table_that_is_built_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "YIELD_EVERY", 10**9)
    assert longest_step("nox") > MOST


def test_the_test_finds_a_match_that_is_resumed_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    async def at_once(self: live_table.LiveTable, table: Table, at: int, entry: journal.AnyEntry) -> Logged:
        return table.apply(at, entry)

    monkeypatch.setattr(live_table.LiveTable, "_apply_entry", at_once)
    assert longest_step("nox") > MOST


async def steps_of_joining() -> float:
    """The longest step of joining a table with a long history, in the best of five attempts."""
    async with open_house() as house:
        live = await table_of(house, "keks", "ab")
        await live.append(lambda table, moment: [journal.Said("a", "A", "hello")] * 4_000)
        found, frames = [], list[bytes]()
        loop = cast(MeasuringLoop, asyncio.get_running_loop())
        for _ in range(5):
            guest = Guest(live, None)
            guest.subscriber.send = frames.append  # nothing is decoded
            await asyncio.sleep(0)
            loop.longest = 0.0
            await guest.join()
            await asyncio.sleep(0)
            found.append(loop.longest)
        return min(found)


def test_joining_a_table_with_a_long_history_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(remembered.LIMITS, "lines", 10**9)
    usual = measured(steps_of_joining())
    assert usual <= MOST
    monkeypatch.setattr(snapshots, "YIELD_EVERY", 10**9)  # a mutant
    assert measured(steps_of_joining()) > usual


def test_the_test_finds_slow_answers_about_takebacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when 16 re-deals for each viewer answered whether something had come out."""

    def slowly(match: Match, before: Any, moved: journal.Moved) -> bool:
        return any(match.redeal(viewer, world).view(viewer) is None for viewer in range(6) for world in range(16))

    monkeypatch.setattr(table_module, "reveals", slowly)
    assert longest_step("classic") > MOST
