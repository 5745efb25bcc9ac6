"""`/readyz` and the metrics know a full disk, and that there is space again; reading works all the time.

The disk of SQLite refuses to write; PostgreSQL reports "disk full" itself. Each test shows that it fails with a fault.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from tests.server.store.conftest import postgres, url
from tests.server.store.disk import Disk
from tests.server.web.guests import KEKS, Guest, open_house, refused, story

from ludotheque.server.store import postgres_writer, sqlite_writer
from ludotheque.server.store.base import CannotWrite
from ludotheque.server.store.postgres import PostgresStore
from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.store.threaded_store import StoreSettings
from ludotheque.server.web import gauges

__all__ = ["postgres", "url"]  # fixtures

OFTEN = StoreSettings(beat=0.05)
FULL = """
CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_entries BEFORE INSERT ON entries EXECUTE FUNCTION no_space();
CREATE TRIGGER full_processes BEFORE INSERT OR UPDATE ON processes EXECUTE FUNCTION no_space();
"""
EMPTY = "DROP FUNCTION no_space CASCADE"


class Full:
    """A store, and how its disk becomes full."""

    def __init__(self, store: Any, fill: Callable[[bool], object]) -> None:
        self.store, self.fill = store, fill


@pytest.fixture(params=["sqlite", "postgres"])
def full(request: pytest.FixtureRequest, tmp_path: Path) -> Full:
    if request.param == "sqlite":
        disk = Disk()
        return Full(SqliteStore(tmp_path / "house.db", OFTEN, vfs=disk.name), lambda full: setattr(disk, "full", full))
    address = request.getfixturevalue("url")

    def fill(full: bool) -> None:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute((FULL if full else EMPTY).encode())

    return Full(PostgresStore(address, OFTEN), fill)


async def why(guest: Guest) -> str:
    """Return the reason why the server is not ready; "" if it is."""
    answer = await guest.get("/readyz")
    return "" if answer.status_code == 200 else refused(answer, 503, "not_ready")["params"]["why"]


async def becomes(guest: Guest, expected: str) -> None:
    for _ in range(200):
        if await why(guest) == expected:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the reason is {await why(guest)!r}, not {expected!r}")


async def disk_fills(full: Full) -> None:
    async with open_house(full.store) as house:
        ada = house.guest()
        await ada.named("Ada")
        await becomes(ada, "")
        for _ in range(2):
            await asyncio.to_thread(full.fill, True)
            refused(await ada.post("/api/tables", json=KEKS), 503, "cannot_write")
            await becomes(ada, "disk")
            metrics = (await ada.get("/metrics")).text
            assert "ludotheque_disk_full 1.0" in metrics
            assert "ludotheque_ready 0.0" in metrics
            assert (await ada.get("/api/tables")).status_code == 200
            await asyncio.to_thread(full.fill, False)
            await becomes(ada, "")
            await ada.makes(KEKS)
            assert "ludotheque_disk_full 0.0" in (await ada.get("/metrics")).text


def test_a_full_disk(full: Full) -> None:
    asyncio.run(disk_fills(full))


def test_a_full_disk_that_looks_like_any_failure_is_detected(full: Full, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (sqlite_writer, postgres_writer):
        monkeypatch.setattr(module, "DiskFull", CannotWrite)
    monkeypatch.setattr(psycopg.errors, "DiskFull", type(None))
    with pytest.raises(AssertionError, match="the reason is ''"):
        asyncio.run(disk_fills(full))


@contextmanager
def free(monkeypatch: pytest.MonkeyPatch, left: int) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=left))
        yield


@pytest.mark.parametrize("mutant", [False, True])
def test_a_nearly_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: bool) -> None:
    @story
    async def look() -> None:
        store = SqliteStore(tmp_path / "house.db", OFTEN)
        async with open_house(store, data=tmp_path / "house.db") as house:
            guest = house.guest()
            for left, reason in ((10**9, ""), (gauges.LEAST_FREE - 1, "disk"), (gauges.LEAST_FREE, "")):
                with free(monkeypatch, left):
                    assert await why(guest) == reason

    if not mutant:
        look()
        return
    monkeypatch.setattr(gauges.Inventory, "disk_is_full", False)
    with pytest.raises(AssertionError):
        look()
