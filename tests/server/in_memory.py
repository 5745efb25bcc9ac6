"""A server on a store in memory, with people who send requests and listen without a network."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
from tests.server.fakes import Disk, FakeBots, FakeStore

from ludotheque.server.tables import messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import NO_PACE, House
from ludotheque.server.tables.journal import SeatPlan, Setup
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.snapshots import Subscriber


@asynccontextmanager
async def open_house(
    disk: Disk | None = None, process: str = "here", *, single_process: bool = True
) -> AsyncIterator[House]:
    house = House(FakeStore(disk, process), cast(Any, FakeBots()), single_process=single_process, pace=NO_PACE)
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def store_of(house: House) -> FakeStore:
    return cast(FakeStore, house.store)


class Guest:
    """A person at a table, and all frames sent to them."""

    def __init__(self, live: LiveTable, person: str | None, *, legal: bool = False) -> None:
        self.live = live
        self.person = person
        self.frames: list[dict[str, Any]] = []
        self.subscriber = Subscriber(person, lambda frame: self.frames.append(msgspec.json.decode(frame)), legal)
        self.asked = 0

    async def join(self, since: int = -1) -> Guest:
        await self.live.join(self.subscriber, since)
        return self

    async def ask(self, command: Any, **fields: Any) -> messages.Done:
        assert self.person is not None
        self.asked += 1
        message = command(id=fields.pop("id", f"{self.person} {self.asked}"), **fields)
        return await self.live.perform(Requester(self.person, self.person.upper()), message)

    async def move(self, move: str | None = None, **fields: Any) -> messages.Done:
        """Play a move, by default the first legal one."""
        seat, version = await self.live.read(lambda table: (table.seats_of(self.person)[0], table.match_version))
        text = move or await self.live.read(lambda table: table.playing.legal_moves(seat)[0])
        return await self.ask(messages.Move, match_version=fields.pop("match_version", version), move=text, **fields)

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of all entries that were sent, in order."""
        return [entry["number"] for frame in self.frames for entry in frame.get("entries", [])]


async def table_of(house: House, game: str = "nasca", who: str = "ab", **setup: Any) -> LiveTable:
    """Start a table. In `who`, a letter is a person, and a digit a bot of that level."""
    plans = [SeatPlan("bot", int(one)) if one.isdigit() else SeatPlan("open") for one in who]
    options = setup.pop("options", {})
    key = await house.create_table(Requester("a", "A"), Setup(game, options, plans, **setup))
    live = house.live_table(key)
    for one in who:
        if not one.isdigit():
            await Guest(live, one).ask(messages.Sit, client_seed=f"seed of {one}")
    await Guest(live, "a").ask(messages.Start)
    return live


async def settle(times: int = 200) -> None:
    """Let background tasks run."""
    for _ in range(times):
        await asyncio.sleep(0)
