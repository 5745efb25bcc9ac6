"""What a server says to a file that is no whole house, and what it does before a migration."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from tests.server.store.houses import (
    a_letter,
    entries_in,
    files_in,
    garble,
    make_house,
    make_old_house,
    set_version,
    truncate,
)
from tests.server.store.limits import no_file_larger_than

from ludotheque.server.store import data_file, files, inspection, migrations
from ludotheque.server.store.backup import back_up
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.schema import HEAD
from ludotheque.server.store.sqlite import SqliteStore


def open_and_close(path: Path, backups: Path | None = None) -> None:
    async def run() -> None:
        store = SqliteStore(path, backups=backups)
        await store.open()
        await store.close()

    asyncio.run(run())


def house(path: Path) -> None:
    make_house(path, "old")


def crashed(path: Path) -> None:
    make_house(path, "old", crashed=True)


def foreign(path: Path) -> None:
    raw = apsw.Connection(str(path))
    raw.execute("PRAGMA journal_mode=WAL").fetchall()
    raw.execute("CREATE TABLE entries(x)")
    raw.close()


def foreign_with_migrations(path: Path) -> None:
    house(path)
    set_version(path, "ae1027a6acf")


def without_its_file(path: Path) -> None:
    crashed(path)
    path.unlink()


def damaged(make: Callable[[Path], None], change: Callable[[Path], None]) -> Callable[[Path], None]:
    def made(path: Path) -> None:
        make(path)
        change(path)

    return made


def last_pages(path: Path) -> None:
    truncate(path, path.stat().st_size - 4096)


#: How each file is made, and what is said.
REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "zero bytes": (lambda path: path.touch(), "is an empty file: restore a backup with `ludotheque restore BACKUP`"),
    "a letter": (a_letter, "is not a file of Ludothèque"),
    "a few bytes": (damaged(house, lambda path: truncate(path, 50)), "ludotheque restore BACKUP"),
    "half a page": (damaged(house, lambda path: truncate(path, 2000)), "ludotheque restore BACKUP"),
    "one page": (damaged(house, lambda path: truncate(path, 4096)), "is damaged .*ludotheque restore BACKUP"),
    "without its last page": (damaged(house, last_pages), "is damaged .*ludotheque restore BACKUP"),
    "a page garbled": (damaged(house, lambda path: garble(path, 9 * 4096, 4096)), "is damaged .*restore BACKUP"),
    "a page garbled, after a crash": (damaged(crashed, lambda path: garble(path, 4096, 4096)), "is damaged"),
    "its beginning garbled": (damaged(house, lambda path: garble(path, 0, 512)), "its beginning is destroyed"),
    "foreign": (foreign, "is not a file of Ludothèque: restore a backup .*--data FILE"),
    "foreign, with migrations": (foreign_with_migrations, "is not a file of Ludothèque"),
    "newer": (damaged(house, lambda path: set_version(path, "9999")), "newer version of Ludothèque .*9999.*install"),
    "without its file": (without_its_file, "is missing, but its write-ahead log house.db-wal is there"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_whole_house_is_refused_and_not_changed(tmp_path: Path, name: str) -> None:
    path = tmp_path / "house.db"
    make, said = REFUSED[name]
    make(path)
    before = files_in(tmp_path)
    for _ in range(2):
        with pytest.raises(CannotOpen, match=said) as refused:
            open_and_close(path)
        assert str(refused.value).startswith(str(path))
        assert "\n" not in str(refused.value)
    assert files_in(tmp_path) == before


def test_without_the_check_a_damaged_house_would_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: what is garbled in the middle shows only when it is read."""
    REFUSED["a page garbled"][0](tmp_path / "house.db")
    monkeypatch.setattr(data_file, "check", lambda raw, fully: None)
    open_and_close(tmp_path / "house.db")


@pytest.mark.parametrize(("make", "checks"), [(house, 0), (crashed, 1)], ids=["closed", "crashed"])
def test_a_large_file_is_checked_after_a_crash_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None], checks: int
) -> None:
    path = tmp_path / "house.db"
    make(path)
    done: list[bool] = []
    monkeypatch.setattr(data_file, "CHECKED_ALWAYS", 4096)
    monkeypatch.setattr(data_file, "check", lambda raw, fully: done.append(fully))
    open_and_close(path)
    assert len(done) == checks
    last_pages(path)
    with pytest.raises(CannotOpen, match="is damaged"):  # that a part is missing is seen without it
        open_and_close(path)


def test_a_backup_of_a_stopped_house_is_no_crash(tmp_path: Path) -> None:
    """Whoever only reads leaves an empty log."""
    path = tmp_path / "house.db"
    house(path)
    assert not files.has_log(path)
    back_up(str(path), tmp_path / "copy.db")
    assert not files.has_log(path)
    path.unlink()
    open_and_close(path)
    assert entries_in(path) == set()


def test_a_new_house_is_never_an_empty_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed before the first migration leaves what the next start can use."""
    path = tmp_path / "house.db"
    data_file.prepare(path, tmp_path / "backups")
    assert path.stat().st_size
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["house.db"]
    open_and_close(path)
    assert entries_in(path) == set()


def test_revisions_are_ordered_by_their_numbers() -> None:
    """A newer schema is known by its larger number."""
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.set_main_option("path_separator", "os")
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert known == [f"{number:04}" for number in range(len(known), 0, -1)]
    assert known[0] == HEAD


# Before a migration


def versions_in(folder: Path) -> list[str]:
    found = []
    for path in sorted(folder.glob("*.db")):
        with inspection.reading(path) as raw:
            found.append(inspection.contents_of(raw).schema)
    return found


def test_before_a_migration_the_house_is_copied(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "house.db"
    make_old_house(path)
    with caplog.at_level(logging.INFO):
        open_and_close(path)
    assert "a backup was made before the migration" in caplog.text
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("house-schema-0002-")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert versions_in(tmp_path) == [HEAD]
    assert versions_in(tmp_path / "backups") == ["0002"]
    open_and_close(path)  # nothing to migrate
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_a_new_house_and_a_current_one_are_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        open_and_close(tmp_path / "house.db")
    assert not (tmp_path / "backups").exists()


def test_a_migration_that_fails_again_and_again_makes_one_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "house.db"
    make_old_house(path)

    def fail(connection: object) -> None:
        raise apsw.FullError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(migrations, "upgrade", fail)
        for _ in range(3):
            with pytest.raises(CannotOpen, match="no space left"):
                open_and_close(path)
    (copy,) = (tmp_path / "backups").iterdir()
    # A house that was played in by the version before is another one.
    raw = apsw.Connection(str(path))
    raw.execute("INSERT INTO entries VALUES ('t', 1, 1, x'00')")
    raw.close()
    open_and_close(path)
    assert len(list((tmp_path / "backups").iterdir())) == 2
    assert entries_in(copy) == set()


def full(folder: Path) -> None:
    folder.mkdir()


def a_file(folder: Path) -> None:
    folder.write_text("in the way")


@pytest.mark.parametrize("obstacle", [full, a_file])
def test_without_a_backup_nothing_is_migrated(tmp_path: Path, obstacle: Callable[[Path], None]) -> None:
    path = tmp_path / "house.db"
    make_old_house(path)
    obstacle(tmp_path / "elsewhere")
    before = files_in(tmp_path)
    with (
        no_file_larger_than(3 * 4096),
        pytest.raises(CannotOpen, match=r"was not migrated from schema 0002 .*--backup-to FOLDER"),
    ):
        open_and_close(path, tmp_path / "elsewhere")
    assert files_in(tmp_path) == before
    shutil.rmtree(tmp_path / "elsewhere", ignore_errors=True)
    open_and_close(path, tmp_path / "another")
    assert versions_in(tmp_path / "another") == ["0002"]
    assert versions_in(tmp_path) == [HEAD]
