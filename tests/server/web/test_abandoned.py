"""What visitors get of tables that were ended because nobody came back to them."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import update
from tests.server.web.guests import KEKS, Open, open_house, refused, story

from ludotheque.server.store.schema import tables
from ludotheque.server.tables import table_rows
from ludotheque.server.tables.expiry import DAY, Expiry, Patience

LISTED = {**KEKS, "listed": True}


async def expire(house: Open) -> None:
    house.store.time += 8 * DAY
    await Expiry(house.house, Patience(listed=7, unlisted=7)).expire()


async def lists() -> None:
    """No list shows what never began; a match that had begun is in its players' lists, as abandoned."""
    async with open_house(rates="listed=2/2") as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        begun = await house.table_of_two(ada, ada_is, bob_is, listed=True)
        await ada.makes(LISTED)
        refused(await ada.post("/api/tables", json=LISTED), 429, "too_many_listed")
        await expire(house)
        for status in ("open", "running", "over"):
            assert (await ada.get(f"/api/tables?status={status}")).json()["tables"] == []
        mine = (await ada.get("/api/me/tables")).json()["tables"]
        assert [(row["key"], row["status"], row["abandoned"]) for row in mine] == [(begun, "over", True)]
        new = await ada.makes(LISTED)
        mine = (await ada.get("/api/me/tables?status=open")).json()["tables"]
        assert [(row["key"], row["abandoned"]) for row in mine] == [(new, False)]


def test_lists_tell_what_was_abandoned() -> None:
    asyncio.run(lists())


def test_abandoned_tables_that_stay_listed_are_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_rows, "_unlisting", lambda table: [])
    with pytest.raises(AssertionError):
        asyncio.run(lists())


@story
async def test_a_match_that_never_began_has_no_record() -> None:
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        key = await ada.makes(KEKS)
        refused(await ada.get(f"/api/tables/{key}/replay"), 409, "table_is_open")
        await expire(house)
        for what in ("record", "replay", "replay.svg"):
            refused(await ada.get(f"/api/tables/{key}/{what}"), 409, "never_began")
        refused(await ada.post(f"/api/tables/{key}/review"), 409, "never_began")
        point = {"move": 0, "seat": 0, "level": 1}
        refused(await ada.post(f"/api/tables/{key}/resume", json=point), 409, "never_began")


@story
async def test_an_abandoned_match_can_be_replayed_and_tells_why_it_ended() -> None:
    async with open_house() as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        key = await house.table_of_two(ada, ada_is, bob_is)
        await house.plays(ada_is, key, 3)
        await expire(house)
        record = (await ada.get(f"/api/tables/{key}/record")).json()
        assert (record["end"], len(record["history"])) == ({"reason": "abandoned", "winners": []}, 3)


@story
async def test_rows_from_before_are_listed_as_they_are() -> None:
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        await ada.makes(KEKS)
        await house.store.write(update(tables).values(summary='{"seats": [], "clock": {}, "started": 0}'))
        assert [row["abandoned"] for row in (await ada.get("/api/me/tables")).json()["tables"]] == [False]
