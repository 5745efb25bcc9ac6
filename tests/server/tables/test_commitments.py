"""The chain of commitments of a house: no gap, no fork, whatever goes wrong while tables are made."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import insert
from tests.server.fakes import Disk
from tests.server.in_memory import open_house, store_of
from tests.server.web.guests import story

from ludotheque import fairness
from ludotheque.commitment_chain import Chain
from ludotheque.server.store import schema
from ludotheque.server.store.base import CannotWrite
from ludotheque.server.tables import commitments
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import SeatPlan, Setup
from ludotheque.server.tables.refusals import Refused

ADA = Requester("a", "A")
SETUP = Setup("keks", {}, [SeatPlan("me"), SeatPlan("open")])


async def whole(house: House) -> Chain:
    """Everything that a house shows of its chain, page by page."""
    pages = [await house.commitments.page(0)]
    while pages[-1].first + len(pages[-1].commitments) < pages[-1].count:
        pages.append(await house.commitments.page(pages[-1].first + len(pages[-1].commitments)))
    return Chain.of(*pages)


async def check_all(house: House, keys: list[str]) -> None:
    """Every table is in the chain, at a place of its own that it shows, and nothing else is."""
    chain, numbers = await whole(house), set()
    for key in keys:
        made = await house.live_table(key).read(lambda table: table.made)
        assert made.chain is not None
        numbers.add(made.chain.number)
        at = made.chain.number
        assert (chain.commitments[at], chain.hashes[at]) == (made.commitment, made.chain.previous)
        assert made.commitment == fairness.commitment(made.server_seed, key)
        shown = await house.live_table(key).snapshot(None)
        assert (shown.table.commitment, shown.table.chain) == (made.commitment, made.chain)
    assert numbers == set(range(chain.count))


@story
async def test_tables_that_are_made_at_the_same_time_stand_one_after_the_other() -> None:
    async with open_house() as house:
        assert (await whole(house)).count == 0
        keys = await asyncio.gather(*(house.create_table(ADA, SETUP) for _ in range(20)))
        await check_all(house, list(keys))


@story
async def test_several_servers_write_one_chain() -> None:
    disk = Disk()
    async with (
        open_house(disk, "here", single_process=False) as here,
        open_house(disk, "there", single_process=False) as there,
    ):
        keys = await asyncio.gather(*(house.create_table(ADA, SETUP) for _ in range(10) for house in (here, there)))
        await check_all(here, list(keys))
        await check_all(there, list(keys))


@story
async def test_a_table_that_could_not_be_written_leaves_no_gap() -> None:
    async with open_house() as house:
        keys = [await house.create_table(ADA, SETUP)]
        store_of(house).full = True
        with pytest.raises(CannotWrite):
            await house.create_table(ADA, SETUP)
        store_of(house).full = False
        keys.append(await house.create_table(ADA, SETUP))
        await check_all(house, keys)


@story
async def test_the_chain_goes_on_after_a_restart() -> None:
    disk, keys = Disk(), []
    async with open_house(disk, "before", single_process=False) as kept:  # holds the disk
        for process in ("one", "two"):
            async with open_house(disk, process) as house:
                keys.append(await house.create_table(ADA, SETUP))
        await check_all(kept, keys)


def test_the_chain_is_shown_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commitments, "PAGE", 3)

    @story
    async def check() -> None:
        async with open_house() as house:
            keys = [await house.create_table(ADA, SETUP) for _ in range(7)]
            await check_all(house, keys)
            assert len((await house.commitments.page(2)).commitments) == 3
            assert (await house.commitments.page(7)).commitments == []
            with pytest.raises(Refused) as refused:
                await house.commitments.page(8)
            assert refused.value.allowed == {"from": 0, "to": 7}

    check()


@story
async def test_a_house_that_inserts_an_entry_shows_a_broken_chain() -> None:
    async with open_house() as house:
        await house.create_table(ADA, SETUP)
        row = {"number": 1, "commitment": "f" * 64, "hash": "f" * 64}
        await house.store.write(insert(schema.commitments).values(row))
        with pytest.raises(fairness.NotFair, match="do not lead to its head"):
            await whole(house)
