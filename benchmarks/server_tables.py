"""Make a database with many running tables, through the server's domain layer and without a network."""

import asyncio
from pathlib import Path
from typing import Any, cast

from tests.server.fakes import FakeBots

from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.tables import messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import NO_PACE, House
from ludotheque.server.tables.journal import ClockPlan, SeatPlan, Setup

MOVES = 10
ADA = Requester("ada", "Ada")


def make_running_tables(file: Path, count: int) -> None:
    asyncio.run(_make(file, count))


async def _make(file: Path, count: int) -> None:
    house = House(SqliteStore(file), cast(Any, FakeBots()), pace=NO_PACE)
    await house.open()
    try:
        for first in range(0, count, 200):
            await asyncio.gather(*(_table(house, number) for number in range(first, min(count, first + 200))))
    finally:
        await house.close()


async def _table(house: House, number: int) -> None:
    """Play a table; every other one has a clock, which a starting server has to check."""
    clock = ClockPlan("bank", 3600, 5) if number % 2 else ClockPlan()
    setup = Setup("keks", {}, [SeatPlan("me"), SeatPlan("me")], clock)
    live = house.live_table(await house.create_table(ADA, setup))
    await live.perform(ADA, messages.Start("s", "a client seed"))
    for turn in range(MOVES):
        version, seat, move = await live.read(
            lambda table: (table.match_version, table.to_act()[0], table.playing.legal_moves()[0])
        )
        await live.perform(ADA, messages.Move(f"m{turn}", version, move, seat))
