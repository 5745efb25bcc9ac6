"""`ludotheque backup`, run as a user would, while a server writes."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest
from tests.server.store.houses import Entries, entries_in

from ludotheque.server.store.backup import CannotBackUp, back_up
from ludotheque.server.store.base import Append
from ludotheque.server.store.sqlite import SqliteStore


@contextmanager
def server(path: Path, acknowledged: Entries) -> Iterator[None]:
    """Run a process that writes, and collect what it has acknowledged in the set."""
    command = [sys.executable, "-m", "tests.server.store.appender"]
    root = Path(__file__).parents[3]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{path}\n".encode())
        process.stdin.close()
        child = int(process.stdout.readline().split()[1])
        for _ in range(2000):
            table, number, word = process.stdout.readline().decode().split()
            acknowledged.add((table, int(number), word.encode()))
        yield
        os.kill(child, signal.SIGKILL)
        process.stdout.read()


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "backup", *arguments]
    settings = {**os.environ, "COLUMNS": "300", **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=settings)


def test_a_backup_under_load_contains_everything_acknowledged(tmp_path: Path) -> None:
    """The next test shows that a mutant fails."""
    acknowledged: Entries = set()
    with server(tmp_path / "house.db", acknowledged):
        done = run("--data", str(tmp_path / "house.db"), str(tmp_path / "copy.db"))
    assert done.returncode == 0, done.stderr
    copied = entries_in(tmp_path / "copy.db")
    assert acknowledged <= copied
    assert f"12 tables, {len(copied)} entries; checked" in done.stdout
    assert sorted(path.name for path in tmp_path.glob("copy.db*")) == ["copy.db"]
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0


def test_a_plain_copy_of_the_file_misses_the_write_ahead_log(tmp_path: Path) -> None:
    async def copy_while_open() -> None:
        store = SqliteStore(tmp_path / "house.db")
        await store.open()
        await store.write(Append("t", 0, 1, b"word"))  # too little for a checkpoint
        shutil.copy(tmp_path / "house.db", tmp_path / "plain.db")
        assert back_up(str(tmp_path / "house.db"), tmp_path / "copy.db").entries == 1
        await store.close()

    asyncio.run(copy_while_open())
    assert entries_in(tmp_path / "copy.db") == {("t", 0, b"word")}
    try:
        plain = entries_in(tmp_path / "plain.db")
    except apsw.Error:  # not even the tables exist
        plain = set()
    assert plain == set()


def test_a_server_starts_from_the_copy(tmp_path: Path) -> None:
    async def play(path: Path, number: int) -> list[int]:
        store = SqliteStore(path)
        await store.open()
        await store.write(Append("t", number, 1, b""))
        found = [found for found, _, _ in await store.entries("t")]
        await store.close()
        return found

    assert asyncio.run(play(tmp_path / "house.db", 0)) == [0]
    assert back_up(str(tmp_path / "house.db"), tmp_path / "copy.db").entries == 1
    assert asyncio.run(play(tmp_path / "copy.db", 1)) == [0, 1]
    assert asyncio.run(play(tmp_path / "house.db", 1)) == [0, 1]


def test_errors_are_reported_and_leave_no_file(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear house,\n" * 100)
    apsw.Connection(str(tmp_path / "other.db")).execute("CREATE TABLE x(y)")
    before = sorted(tmp_path.iterdir())
    for data, target, expected in [
        ("letter.txt", "copy.db", "not a file of Ludothèque"),
        ("other.db", "copy.db", "not a file of Ludothèque"),
        ("nowhere.db", "copy.db", "no such file"),
        ("other.db", "letter.txt", "exists already"),
        ("other.db", "nowhere/copy.db", "No such file or directory"),
    ]:
        with pytest.raises(CannotBackUp, match=expected):
            back_up(str(tmp_path / data), tmp_path / target)
        assert sorted(tmp_path.iterdir()) == before
    with pytest.raises(CannotBackUp, match="pg_dump"):
        back_up("postgresql://somewhere/x", tmp_path / "copy.db")


def test_the_default_file(tmp_path: Path) -> None:
    done = run(str(tmp_path / "copy.db"), XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 2
    assert str(tmp_path) + "/ludotheque/house.db: there is no such file" in done.stderr


def test_mistakes_get_a_message(tmp_path: Path) -> None:
    done = run("--data", str(tmp_path / "nowhere.db"), str(tmp_path / "copy.db"))
    assert done.returncode == 2
    assert "there is no such file" in done.stderr
    assert "Traceback" not in done.stderr
