"""Tables that nobody comes back to end as `abandoned`; nobody who thinks for days loses a match to it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import select
from tests.server.fakes import Disk, FakeStore
from tests.server.in_memory import Guest, open_house, store_of, table_of

from ludotheque.server.store import schema
from ludotheque.server.tables import expiry
from ludotheque.server.tables.expiry import DAY, Expiry, Patience
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import ClockPlan, SeatPlan, Setup
from ludotheque.server.tables.live_table import LiveTable

pytestmark = pytest.mark.attack

PATIENCE = Patience(listed=7, unlisted=30)
ADA = Requester("a", "A")


async def open_table(house: House, *, listed: bool) -> LiveTable:
    key = await house.create_table(ADA, Setup("keks", {}, [SeatPlan("me"), SeatPlan("open")], listed=listed))
    return house.live_table(key)


async def status_after(house: House, live: LiveTable, days: float) -> tuple[str, str]:
    """Return the status of the table, and why its match ended, when nothing has happened for so many days."""
    store_of(house).time += int(days * DAY)
    await Expiry(house, PATIENCE).expire()
    ended = await live.read(lambda table: table.ended)
    return await live.read(lambda table: table.status), ended.reason if ended else ""


@pytest.fixture(autouse=True)
def _without_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.tables.expiry.PAUSE", 0)


@pytest.mark.parametrize(("listed", "days"), [(True, 7), (False, 30)])
@pytest.mark.parametrize("begun", [True, False])
def test_what_nobody_comes_back_to_is_ended(listed: bool, days: int, begun: bool) -> None:
    async def wait() -> None:
        async with open_house() as house:
            live = await table_of(house, "keks", listed=listed) if begun else await open_table(house, listed=listed)
            before = "running" if begun else "open"
            assert await status_after(house, live, days - 0.1) == (before, "")
            assert await status_after(house, live, 0.2) == ("over", "abandoned")
            row = (await house.store.read(select(schema.tables.c.status, schema.tables.c.listed)))[0]
            assert tuple(row) == ("over", False)
            people = {person for (person,) in await house.store.read(select(schema.seats.c.person))}
            assert people == ({"a", "b"} if begun else {None})
            for rows in (schema.listings, schema.results, schema.ratings):
                assert await house.store.read(select(rows)) == []

    asyncio.run(wait())


async def somebody_looks() -> None:
    """A table is kept while somebody follows it, and for as many days after they have gone."""
    async with open_house() as house:
        live = await table_of(house, "keks")
        guest = await Guest(live, "b").join()
        assert await status_after(house, live, 100) == ("running", "")
        live.subscribers.clear()
        await live.update_presence(guest.subscriber, here=False)
        assert await status_after(house, live, 29.9) == ("running", "")
        assert await status_after(house, live, 0.2) == ("over", "abandoned")


def test_a_table_that_somebody_looks_at_is_not_abandoned() -> None:
    asyncio.run(somebody_looks())


def test_every_move_begins_the_days_again() -> None:
    async def play() -> None:
        async with open_house() as house:
            live = await table_of(house, "keks")
            people = [Guest(live, "a"), Guest(live, "b")]
            for _ in range(3):
                assert await status_after(house, live, 29) == ("running", "")
                seat = (await live.read(lambda table: table.to_act()))[0]
                await people[seat].move()
            assert await status_after(house, live, 29) == ("running", "")

    asyncio.run(play())


async def a_clock_runs() -> None:
    async with open_house() as house:
        clock = ClockPlan("days", seconds=30 * DAY // 1000)
        live = await table_of(house, "keks", clock=clock, listed=True)
        assert await status_after(house, live, 29) == ("running", "")


def test_a_running_clock_decides_alone() -> None:
    asyncio.run(a_clock_runs())


async def the_house_was_closed() -> None:
    async with open_house() as house:
        live = await table_of(house, "keks")
        store = store_of(house)
        store.exclude_from_clocks(store.time, store.time + 20 * DAY)
        assert await status_after(house, live, 49) == ("running", "")
        assert await status_after(house, live, 2) == ("over", "abandoned")


def test_days_on_which_the_house_was_closed_do_not_count() -> None:
    asyncio.run(the_house_was_closed())


@pytest.mark.parametrize(
    ("of", "name", "mutant", "happens"),
    [
        (LiveTable, "deserted", lambda self, table: True, somebody_looks),
        (expiry, "_is_timed", lambda table, moment: False, a_clock_runs),
        (FakeStore, "down_time", lambda self, since, until: 0, the_house_was_closed),
    ],
)
def test_a_house_without_patience_is_detected(
    of: Any, name: str, mutant: Any, happens: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of, name, mutant)
    with pytest.raises(AssertionError):
        asyncio.run(happens())


def test_who_is_at_another_server_is_there() -> None:
    async def wait() -> None:
        disk = Disk()
        async with open_house(disk, "one", single_process=False) as one:
            async with open_house(disk, "two", single_process=False) as two:
                live = await table_of(one, "keks")
                await Guest(two.live_table(live.key), "b").join()
                assert await status_after(one, live, 31) == ("running", "")
            assert await status_after(one, live, 31) == ("over", "abandoned")

    asyncio.run(wait())


def test_zero_days_are_never() -> None:
    async def wait() -> None:
        async with open_house() as house:
            live = await open_table(house, listed=True)
            store_of(house).time += 10_000 * DAY
            await Expiry(house, Patience(0, 0)).expire()
            assert await live.read(lambda table: table.status) == "open"

    asyncio.run(wait())


def test_all_pages_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.tables.expiry.PAGE", 2)

    async def wait() -> None:
        async with open_house() as house:
            tables = [await open_table(house, listed=number % 2 == 0) for number in range(7)]
            store_of(house).time += 8 * DAY
            await Expiry(house, PATIENCE).expire()
            found = [await live.read(lambda table: table.status) for live in tables]
            assert found == ["over", "open"] * 3 + ["over"]

    asyncio.run(wait())


def test_who_comes_back_is_told_and_can_play_again() -> None:
    async def come_back() -> None:
        async with open_house() as house:
            live = await open_table(house, listed=True)
            assert await status_after(house, live, 8) == ("over", "abandoned")
            house.live_tables.clear()
            guest = await Guest(house.live_table(live.key), "a").join()
            snapshot: Any = guest.frames[0]
            assert snapshot["now"]["status"] == "over"
            assert snapshot["now"]["result"]["reason"] == "abandoned"
            assert snapshot["entries"][-1]["kind"] == "ended"
            assert not snapshot["now"].get("view")
            again = await house.play_again(ADA, guest.live)
            assert await house.live_table(again).read(lambda table: table.status) == "open"

    asyncio.run(come_back())
