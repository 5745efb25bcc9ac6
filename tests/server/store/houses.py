"""Houses in files, for tests of backups: whole, crashed, damaged, and of other versions."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import apsw
from sqlalchemy import insert, select

from ludotheque.server.store import migrations
from ludotheque.server.store.backup import back_up
from ludotheque.server.store.base import Append
from ludotheque.server.store.schema import people
from ludotheque.server.store.sqlite import SqliteStore, connect

Entries = set[tuple[str, int, bytes]]


def entries_in(path: Path) -> Entries:
    raw = apsw.Connection(str(path))
    found = set(raw.execute("SELECT table_key, number, entry FROM entries").fetchall())
    raw.close()
    return found  # type: ignore[return-value]  # these are the columns' types


def house_of(word: str, count: int = 300) -> Entries:
    """What `make_house` writes."""
    return {(f"{word}{number % 3}", number // 3, f"{word} {number} ".encode() * 20) for number in range(count)}


def make_house(path: Path, word: str, *, crashed: bool = False, count: int = 300) -> Entries:
    """Make a house whose entries contain the word; a crashed one has some of them only in its write-ahead log."""
    made = path.with_name(path.name + ".making") if crashed else path

    async def write() -> None:
        store = SqliteStore(made)
        await store.open()
        await store.write(insert(people).values(id=word, name=word, language="en", made=1))
        rows, together = sorted(house_of(word, count)), max(1, count // 300)
        for start in range(0, count, together):
            some = (
                Append(table, number, store.now(), entry) for table, number, entry in rows[start : start + together]
            )
            await asyncio.gather(*map(store.write, some))
        if crashed:
            for suffix in ("", "-wal"):
                shutil.copy(f"{made}{suffix}", f"{path}{suffix}")
        await store.close()

    asyncio.run(write())
    if crashed:
        for left in (made, made.with_name(made.name + ".lock")):
            left.unlink()
    return house_of(word, count)


def make_backup(path: Path, word: str = "new") -> Entries:
    """Make a backup of such a house."""
    made = make_house(path.with_name("other.db"), word)
    back_up(str(path.with_name("other.db")), path)
    for left in path.parent.glob("other.db*"):
        left.unlink()
    return made


def served(path: Path) -> Entries:
    """What a server finds, and that it can write."""

    async def look() -> list[str]:
        store = SqliteStore(path)
        await store.open()
        await store.write(Append("probe", 0, 1, b""))
        names = [str(name) for (name,) in await store.read(select(people.c.name))]
        await store.close()
        return names

    names = asyncio.run(look())
    found = entries_in(path) - {("probe", 0, b"")}
    raw = apsw.Connection(str(path))
    assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    raw.close()
    assert {entry.split()[0].decode() for _, _, entry in found} == set(names), "a mixture"
    return found


def make_old_house(path: Path, version: str = "0002") -> None:
    """Make an empty house as an earlier version has left it."""
    opened = connect(path)
    opened.exec_driver_sql("BEGIN")
    migrations.upgrade(opened, version)
    opened.commit()
    opened.close()
    opened.engine.dispose()


def set_version(path: Path, version: str) -> None:
    raw = apsw.Connection(str(path))
    raw.execute("UPDATE alembic_version SET version_num = ?", (version,))
    raw.close()


def a_letter(path: Path) -> None:
    path.write_text("Dear house,\n" * 900)


def truncate(path: Path, size: int) -> None:
    with path.open("r+b") as file:
        file.truncate(size)


def garble(path: Path, start: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(b"\xa5" * length)


def files_in(folder: Path) -> dict[str, bytes]:
    """Everything in a folder but locks, and SQLite's index of a write-ahead log, which it makes anew at will."""
    kept = (path for path in folder.rglob("*") if path.is_file() and not path.name.endswith((".lock", "-shm")))
    return {str(path.relative_to(folder)): path.read_bytes() for path in kept}
