"""Only one process may use a file."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.server.store import open_store
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.sqlite import SqliteStore

pytestmark = pytest.mark.anyio

HOLDER = """
import asyncio, os, sys, time
from ludotheque.server.store import open_store

async def hold():
    store = open_store(sys.argv[1])
    await store.open()
    if os.fork() == 0:
        os.close(1)
        time.sleep(30)  # a child, as of a pool of bots, that outlives its parent
        os._exit(0)
    print("held", flush=True)
    await asyncio.sleep(30)

asyncio.run(hold())
"""


async def test_a_second_process_is_refused_until_the_first_has_died(tmp_path: Path) -> None:
    """With flock, the child would keep the lock, and the last line would fail."""
    path = tmp_path / "house.db"
    holder = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", HOLDER, str(path)], stdout=subprocess.PIPE, start_new_session=True
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(CannotOpen, match="in use by another server"):
            await SqliteStore(path).open()
        holder.kill()
        holder.wait()
        store = SqliteStore(path)
        await store.open()
        await store.close()
        os.killpg(holder.pid, signal.SIGKILL)


async def test_a_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    first = SqliteStore(path)
    await first.open()
    for _ in range(2):
        with pytest.raises(CannotOpen, match="in use"):
            await SqliteStore(path).open()
    await first.close()
    again = SqliteStore(path)
    await again.open()
    await again.close()


async def test_another_path_to_the_same_file_is_refused(tmp_path: Path) -> None:
    first = SqliteStore(tmp_path / "house.db")
    await first.open()
    (tmp_path / "alias.db").symlink_to(tmp_path / "house.db")
    with pytest.raises(CannotOpen, match="in use"):
        await SqliteStore(tmp_path / "alias.db").open()
    await first.close()


async def test_the_file_and_its_folder_are_created_and_private(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "new" / "folder" / "house.db")
    await store.open()
    assert store.path.stat().st_mode & 0o077 == 0
    assert store.path.with_name("house.db-wal").stat().st_mode & 0o077 == 0
    await store.close()


async def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear house,\n" * 100)
    with pytest.raises(CannotOpen, match="not a file of Ludothèque"):
        await SqliteStore(tmp_path / "letter.txt").open()
    assert (tmp_path / "letter.txt").read_text().startswith("Dear house"), "the file was changed"
    with pytest.raises(CannotOpen, match="directory"):
        await SqliteStore(tmp_path).open()
    with pytest.raises(CannotOpen):
        await SqliteStore(tmp_path / "letter.txt" / "house.db").open()


@pytest.mark.parametrize("address", ["mysql://somewhere/x", "postgresql:nonsense", "sqlite:///x"])
def test_addresses_of_other_kinds_are_refused(address: str) -> None:
    with pytest.raises(CannotOpen):
        open_store(address)


def test_an_unreachable_database_is_reported() -> None:
    with pytest.raises(CannotOpen, match="cannot be"):
        asyncio.run(open_store("postgresql://nobody@127.0.0.1:1/x").open())
