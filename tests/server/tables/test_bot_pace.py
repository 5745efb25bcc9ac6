"""How fast bots move where all seats move at once: people can follow, and nobody waits for bots alone."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.in_memory import Guest, open_house, settle, store_of, table_of

from ludotheque.server.tables.house import House, Pace
from ludotheque.server.tables.live_table import LiveTable

#: Bots that would take an hour for each move, and none once they are alone.
ENDLESS = Pace(at_once=(3600.0,) * 5, hurry=0)


async def begun(house: House, who: str) -> LiveTable:
    """Return a race whose countdown is over."""
    live = await table_of(house, "domino3d", who, options={"mode": "race"}, round_breaks=True)
    store_of(house).time += 60_000
    await live.automation.check_clocks()
    return live


async def view_of(live: LiveTable) -> dict[str, Any]:
    view: dict[str, Any] = await live.read(lambda table: table.playing.view(None))
    return view


async def _bots_hurry() -> None:
    async with open_house() as house:
        house.pace = ENDLESS
        live = await begun(house, "a12")
        await settle()
        assert (await view_of(live))["sets"] == [[], [], []], "bots do not hurry while a person builds"
        await Guest(live, "a").move("give up")
        while not await live.read(lambda table: table.round_break):
            await asyncio.sleep(0.01)
        assert (await view_of(live))["round"] == 2


def test_bots_hurry_once_nobody_else_builds() -> None:
    asyncio.run(asyncio.wait_for(_bots_hurry(), 100))


async def _bots_wait_for_people() -> None:
    async with open_house() as house:
        house.pace = ENDLESS
        live = await begun(house, "ab1")
        await Guest(live, "a").move("give up")
        await settle()
        assert (await view_of(live))["sets"] == [[], [], []]


def test_bots_do_not_hurry_while_another_person_builds() -> None:
    asyncio.run(asyncio.wait_for(_bots_wait_for_people(), 100))


def test_a_slower_pace_slows_down_the_hurry_too() -> None:
    assert Pace().times(2) == Pace(tuple(2 * each for each in Pace().at_once), 2 * Pace().in_turn, Pace().hurry)
