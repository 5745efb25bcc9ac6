"""`ludotheque restore`: the backup becomes the house, whole and unmixed, or nothing changes."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from tests.server.store.houses import (
    a_letter,
    entries_in,
    files_in,
    garble,
    make_backup,
    make_house,
    make_old_house,
    served,
    set_version,
    truncate,
)
from tests.server.store.limits import no_file_larger_than

from ludotheque.server.store import backup as backup_module
from ludotheque.server.store import open_store, replacing
from ludotheque.server.store.base import Append, CannotOpen
from ludotheque.server.store.restore import CannotRestore, examine, restore
from ludotheque.server.store.schema import HEAD
from ludotheque.server.store.sqlite import SqliteStore


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", "restore", *arguments]
    settings = {**os.environ, "COLUMNS": "300", **environment}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=settings)


@pytest.mark.parametrize("crashed", [False, True])
def test_a_restored_house_has_nothing_of_the_one_before(tmp_path: Path, crashed: bool) -> None:
    """The next test shows that a mutant fails."""
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    old, new = make_house(house, "old", crashed=crashed), make_backup(backup)
    kept = restore(backup, str(house)).kept
    assert kept
    assert sorted(path.name for path in tmp_path.glob("house.db*")) == ["house.db", "house.db.lock"]
    assert served(house) == new
    assert served(kept) == old
    assert stat.S_IMODE(house.stat().st_mode) == 0o600


def test_a_write_ahead_log_that_stays_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: what a plain copy over the old file does."""
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    make_house(house, "old", crashed=True)
    new = make_backup(backup)
    monkeypatch.setattr(replacing, "COMPANIONS", ())
    restore(backup, str(house))
    with pytest.raises((AssertionError, CannotOpen)):
        assert served(house) == new


def test_the_command_says_what_it_restored(tmp_path: Path) -> None:
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    make_house(house, "old")
    new = make_backup(backup)
    done = run(str(backup), "--data", str(house))
    assert done.returncode == 0, done.stderr
    assert f"{house}: 3 tables, 1 people, 300 entries, as of " in done.stdout
    assert "(a moment ago); restored from" in done.stdout
    (kept,) = tmp_path.glob("house-replaced-*.db")
    assert f"What was there is kept as {kept}" in done.stdout
    assert served(house) == new


def test_on_a_new_machine_there_is_no_house_yet(tmp_path: Path) -> None:
    new = make_backup(tmp_path / "copy.db")
    done = run(str(tmp_path / "copy.db"), XDG_DATA_HOME=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "kept" not in done.stdout
    assert served(tmp_path / "ludotheque" / "house.db") == new


def test_a_log_without_its_house_is_kept(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    make_house(house, "old", crashed=True)
    house.unlink()
    new = make_backup(tmp_path / "copy.db")
    restore(tmp_path / "copy.db", str(house))
    assert served(house) == new
    assert len(list(tmp_path.glob("house-replaced-*.db-wal"))) == 1


def test_a_damaged_house_is_replaced_and_kept_as_it_is(tmp_path: Path) -> None:
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    make_house(house, "old", crashed=True)
    garble(house, 0, 5000)
    before = files_in(tmp_path)
    new = make_backup(backup)
    kept = restore(backup, str(house)).kept
    assert kept
    assert kept.read_bytes() == before["house.db"]
    assert kept.with_name(kept.name + "-wal").read_bytes() == before["house.db-wal"]
    assert served(house) == new


def test_nothing_that_is_kept_is_ever_overwritten(tmp_path: Path) -> None:
    """Several restores within a second."""
    house = tmp_path / "house.db"
    for number in range(4):
        make_backup(tmp_path / f"copy{number}.db", f"word{number}")
        restore(tmp_path / f"copy{number}.db", str(house))
    kept = sorted(tmp_path.glob("house-replaced-*.db"))
    words = [{entry.split()[0] for _, _, entry in entries_in(path)} for path in kept]
    assert words == [{f"word{number}".encode()} for number in range(3)]


def test_a_backup_of_an_earlier_version_is_migrated_at_the_start(tmp_path: Path) -> None:
    make_old_house(tmp_path / "copy.db")
    done = run(str(tmp_path / "copy.db"), "--data", str(tmp_path / "house.db"))
    assert f"schema 0002, migrated to {HEAD} at the next start" in done.stdout
    assert served(tmp_path / "house.db") == set()


def test_a_backup_is_checked_without_a_restore(tmp_path: Path) -> None:
    make_backup(tmp_path / "copy.db")
    before = files_in(tmp_path)
    done = run("--check", str(tmp_path / "copy.db"), "--data", str(tmp_path / "house.db"))
    assert done.returncode == 0
    assert "copy.db: 3 tables, 1 people, 300 entries, as of" in done.stdout
    assert files_in(tmp_path) == before
    garble(tmp_path / "copy.db", 9 * 4096, 4096)
    with pytest.raises(CannotRestore, match="is damaged"):
        examine(tmp_path / "copy.db")


def test_the_file_of_a_machine_that_died_is_a_backup_too(tmp_path: Path) -> None:
    """With its write-ahead log beside it."""
    old = make_house(tmp_path / "disk.db", "old", crashed=True)
    before = files_in(tmp_path)
    restore(tmp_path / "disk.db", str(tmp_path / "house.db"))
    assert {name: found for name, found in files_in(tmp_path).items() if "house" not in name} == before
    assert served(tmp_path / "house.db") == old


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_the_server(tmp_path: Path) -> None:
    make_backup(tmp_path / "copy.db")
    folder = tmp_path / "state"
    folder.mkdir()
    os.chown(folder, 1234, 1235)
    restore(tmp_path / "copy.db", str(folder / "house.db"))
    assert {(path.stat().st_uid, path.stat().st_gid) for path in folder.iterdir()} == {(1234, 1235)}


# Refusals


def test_a_running_house_is_refused(tmp_path: Path) -> None:
    house = tmp_path / "house.db"
    make_backup(tmp_path / "copy.db")

    async def try_it() -> list[tuple[int, int, bytes]]:
        store = SqliteStore(house)
        await store.open()
        await store.write(Append("t", 0, 1, b"before"))
        done = await asyncio.to_thread(run, str(tmp_path / "copy.db"), "--data", str(house))
        assert done.returncode == 2
        assert "is in use by a running server: stop it first" in done.stderr
        assert "Traceback" not in done.stderr
        await store.write(Append("t", 1, 1, b"after"))
        found = await store.entries("t")
        await store.close()
        return found

    assert [entry for _, _, entry in asyncio.run(try_it())] == [b"before", b"after"]
    assert list(tmp_path.glob("house-*")) == []


def an_old_page(path: Path) -> None:
    garble(path, 9 * 4096, 4096)


def foreign(path: Path) -> None:
    path.unlink()
    raw = apsw.Connection(str(path))
    raw.execute("CREATE TABLE x(y)")
    raw.close()


def empty_database(path: Path) -> None:
    path.unlink()
    raw = apsw.Connection(str(path))
    raw.execute("VACUUM")
    raw.close()


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "missing": (lambda path: path.unlink(), "there is no such file"),
    "a folder": (a_folder, "there is no such file"),
    "zero bytes": (lambda path: truncate(path, 0), "is empty: it is no data file"),
    "an empty database": (empty_database, "is empty: it is no data file"),
    "a letter": (a_letter, "is not a file of Ludothèque"),
    "foreign": (foreign, "is not a file of Ludothèque"),
    "truncated": (lambda path: truncate(path, path.stat().st_size // 2), "is damaged"),
    "garbled": (an_old_page, "is damaged"),
    "newer": (lambda path: set_version(path, "9999"), "newer version of Ludothèque"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_backup_is_refused_and_nothing_changes(tmp_path: Path, name: str) -> None:
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    old = make_house(house, "old")
    make_backup(backup)
    spoil, said = BAD[name]
    spoil(backup)
    before = files_in(tmp_path)
    with pytest.raises(CannotRestore, match=said) as refused:
        restore(backup, str(house))
    assert "\n" not in str(refused.value)
    assert files_in(tmp_path) == before
    assert served(house) == old


def test_without_the_check_a_damaged_backup_would_be_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: what is garbled in the middle is copied like everything else."""
    make_backup(tmp_path / "copy.db")
    BAD["garbled"][0](tmp_path / "copy.db")
    monkeypatch.setattr(backup_module, "check", lambda raw, fully: None)
    restore(tmp_path / "copy.db", str(tmp_path / "house.db"))


def test_on_a_full_disk_nothing_changes(tmp_path: Path) -> None:
    house, backup = tmp_path / "house.db", tmp_path / "copy.db"
    make_house(house, "old")
    make_backup(backup)
    before = files_in(tmp_path)
    with no_file_larger_than(4 * 4096), pytest.raises(CannotRestore, match=r"cannot be copied: .*nothing was changed"):
        restore(backup, str(house))
    assert files_in(tmp_path) == before


def test_the_house_itself_is_no_backup(tmp_path: Path) -> None:
    make_house(tmp_path / "house.db", "old")
    (tmp_path / "alias.db").symlink_to(tmp_path / "house.db")
    with pytest.raises(CannotRestore, match="is the data file itself"):
        restore(tmp_path / "alias.db", str(tmp_path / "house.db"))


@pytest.mark.parametrize("how", ["option", "environment"])
def test_postgresql_has_its_own_tool(tmp_path: Path, how: str) -> None:
    make_backup(tmp_path / "copy.db")
    url = "postgresql://ada:hunter2@db/house"
    arguments, environment = (["--data", url], {}) if how == "option" else ([], {"LUDOTHEQUE_DATABASE": url})
    done = run(str(tmp_path / "copy.db"), *arguments, **environment)
    assert done.returncode == 2
    assert "pg_restore" in done.stderr
    assert "docs/hosting.md" in done.stderr
    assert "hunter2" not in done.stderr


async def entries_at(url: str, *appended: Append) -> list[tuple[int, int, bytes]]:
    store = open_store(url)
    await store.open()
    for each in appended:
        await store.write(each)
    found = await store.entries("t")
    await store.close()
    return found


def test_postgresql_comes_back_with_its_own_tools(postgres: Any, tmp_path: Path) -> None:
    """The commands of `docs/hosting.md`."""
    lost, found = (postgres.get_uri().replace("/postgres?", f"/{name}?") for name in ("lost", "found"))
    with psycopg.connect(postgres.get_uri(), autocommit=True) as connection:
        connection.execute("CREATE DATABASE lost")
        connection.execute("CREATE DATABASE found")
    written = asyncio.run(entries_at(lost, Append("t", 0, 1, b"first"), Append("t", 1, 2, b"second")))
    dump = str(tmp_path / "ludotheque.dump")
    for command in (
        ["pg_dump", "--format=custom", f"--file={dump}", lost],
        ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={found}", dump],
    ):
        subprocess.run([postgres.bin_path / command[0], *command[1:]], check=True, timeout=300)
    assert asyncio.run(entries_at(found)) == written
    assert len(asyncio.run(entries_at(found, Append("t", 2, 3, b"third")))) == 3
