"""SQLite on a disk that loses its power, or is full."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest
from sqlalchemy import insert, select
from tests.server.store.appender import AnswersFirst
from tests.server.store.disk import Disk

from ludotheque.server.store import sqlite
from ludotheque.server.store.base import Append, CannotWrite
from ludotheque.server.store.schema import people
from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.store.threaded_store import StoreSettings

pytestmark = pytest.mark.anyio

LOSSES = 25
Entries = dict[tuple[str, int], bytes]


def settings(synchronous: str) -> tuple[str, ...]:
    """Return the writer's settings, with frequent checkpoints, so that power is lost during those as well."""
    assert "PRAGMA synchronous=FULL" in sqlite.WRITER
    return (*sqlite.WRITER, f"PRAGMA synchronous={synchronous}", "PRAGMA wal_autocheckpoint=30")


def entries_in(path: Path) -> Entries:
    """Return what a restart finds."""
    raw = apsw.Connection(str(path))
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    rows: list[Any] = raw.execute("SELECT table_key, number, entry FROM entries").fetchall()
    raw.close()
    return {(table, number): entry for table, number, entry in rows}


async def append_forever(store: SqliteStore, table: str, acknowledged: Entries, random: Random) -> None:
    number = 0
    while True:
        entry = random.randbytes(random.randrange(400))
        await store.write(Append(table, number, store.now(), entry))
        acknowledged[table, number] = entry
        number += 1


async def lost_entries(path: Path, random: Random) -> int:
    """Lose power at many moments under load; return how many acknowledged entries are lost."""
    disk = Disk()
    store = SqliteStore(path / "house.db", vfs=disk.name)
    await store.open()
    acknowledged: Entries = {}
    load = [asyncio.create_task(append_forever(store, f"t{i}", acknowledged, random)) for i in range(8)]
    copies = []
    for loss in range(LOSSES):
        await asyncio.sleep(random.random() * 0.02)
        before = dict(acknowledged)
        copies.append((before, await asyncio.to_thread(disk.lose_power, random, path / f"loss{loss}")))
    for task in load:
        task.cancel()
    await asyncio.gather(*load, return_exceptions=True)
    await store.close()
    return sum(missing(before, after / "house.db") for before, after in copies)


def missing(before: Entries, path: Path) -> int:
    """Return how many entries are missing; a corrupt file or one with gaps counts as at least one."""
    try:
        found = entries_in(path)
    except (apsw.Error, AssertionError):
        return len(before) + 1
    gaps = sum(number > 0 and (table, number - 1) not in found for table, number in found)
    return gaps + sum(found.get(key) != entry for key, entry in before.items())


@pytest.mark.parametrize("seed", range(2))
async def test_a_loss_of_power_loses_nothing_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """The next test shows that mutants fail."""
    monkeypatch.setattr(sqlite, "WRITER", settings("FULL"))
    assert await lost_entries(tmp_path, Random(seed)) == 0


@pytest.mark.parametrize("mutant", ["NORMAL", "OFF"])
async def test_losses_without_syncs_are_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str) -> None:
    monkeypatch.setattr(sqlite, "WRITER", settings(mutant))
    assert await lost_entries(tmp_path, Random(1)) > 0


@contextlib.asynccontextmanager
async def opened(path: Path, disk: Disk) -> AsyncIterator[SqliteStore]:
    store = SqliteStore(path / "house.db", StoreSettings(beat=0.05), vfs=disk.name)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def test_on_a_full_disk_writes_are_refused_and_reads_work(tmp_path: Path) -> None:
    """Fails if an error ends the writer's thread, or if a transaction stays open."""
    disk = Disk()
    async with opened(tmp_path, disk) as store:
        await store.write(Append("t", 0, 1, b"before"))
        for _ in range(3):
            disk.full = True
            outcomes = await asyncio.gather(
                store.write(Append("t", 1, 1, b"x" * 9000)),
                store.write(insert(people).values(id="ada", name="", language="", made=1), Append("u", 0, 1, b"")),
                *(
                    store.write(Append("v", number, 1, b"x" * 100)) for number in range(300)
                ),  # more than one statement holds
                return_exceptions=True,
            )
            assert all(isinstance(outcome, CannotWrite) for outcome in outcomes), outcomes
            assert await store.entries("t") == [(0, 1, b"before")]
            assert await store.read(select(people)) == []
            with pytest.raises(CannotWrite):
                await store.write(Append("t", 1, 1, b"alone"))
            await asyncio.sleep(0.12)  # heartbeats fail, too, without consequences
            disk.full = False
        await store.write(Append("t", 1, 2, b"after"))
        assert await store.entries("t") == [(0, 1, b"before"), (1, 2, b"after")]
        assert await store.entries("v") == []
    assert ("t", 1) in entries_in(tmp_path / "house.db")


async def test_the_disk_fills_at_any_moment(tmp_path: Path) -> None:
    """Between two batches or within one: what was acknowledged is stored, what was refused is not.

    The next test shows that a mutant fails.
    """
    acknowledged = await play_while_the_disk_fills(tmp_path)
    assert len(acknowledged) == 300
    assert entries_in(tmp_path / "house.db") == acknowledged


async def test_an_answer_before_the_commit_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SqliteWriter", AnswersFirst)
    acknowledged = await play_while_the_disk_fills(tmp_path)
    assert entries_in(tmp_path / "house.db") != acknowledged


async def play_while_the_disk_fills(tmp_path: Path) -> Entries:
    disk, random = Disk(), Random(5)
    acknowledged: Entries = {}
    async with opened(tmp_path, disk) as store:

        async def play(table: str) -> None:
            number = 0
            while number < 60:
                entry = random.randbytes(50)
                try:
                    await store.write(Append(table, number, 1, entry))
                except CannotWrite:
                    await asyncio.sleep(0.001)
                    continue
                acknowledged[table, number] = entry
                number += 1

        async def fill() -> None:
            while True:
                disk.full = not disk.full
                await asyncio.sleep(random.random() * 0.01)

        filling = asyncio.create_task(fill())
        await asyncio.gather(*(play(f"t{i}") for i in range(5)))
        filling.cancel()
        disk.full = False
    return acknowledged


async def test_with_a_full_disk_a_store_can_still_be_opened_and_read(tmp_path: Path) -> None:
    disk = Disk()
    async with opened(tmp_path, disk) as store:
        await store.write(Append("t", 0, 1, b""))
        outside = apsw.Connection(str(tmp_path / "house.db"))  # so that the log is not checkpointed at the end
        outside.execute("BEGIN; SELECT * FROM entries").fetchall()
    disk.full = True
    async with opened(tmp_path, disk) as store:
        assert await store.entries("t") == [(0, 1, b"")]
        disk.full = False
        await store.write(Append("t", 1, 1, b""))
    outside.close()
