"""Backups and restores that are interrupted, by SIGKILL or a power cut: no half file is ever taken for a whole one."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from tests.server.store import killed
from tests.server.store.houses import entries_in, make_backup, make_house, served

from ludotheque.server.store.backup import back_up
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.restore import restore


@pytest.mark.parametrize("crashed", [False, True])
def test_a_restore_killed_at_any_step_leaves_one_house_or_the_other(tmp_path: Path, crashed: bool) -> None:
    """The next test shows that a mutant fails."""
    assert kill_restores(tmp_path, crashed) == {"old", "new"}


def test_an_exchange_that_is_not_finished_later_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mutant: a server that starts without looking for a staged file."""
    monkeypatch.setattr("ludotheque.server.store.data_file.finish", lambda data: None)
    with pytest.raises((CannotOpen, AssertionError)):
        kill_restores(tmp_path, True)


def kill_restores(tmp_path: Path, crashed: bool) -> set[str]:
    """Kill a restore at each of its steps, and then start a server; return the words of the houses found."""
    make_backup(tmp_path / "copy.db")
    make_house(tmp_path / "model.db", "old", crashed=crashed)
    found: set[str] = set()
    with killed.killer() as killer:
        for moment in count(1):
            house = tmp_path / str(moment) / "house.db"
            house.parent.mkdir()
            for suffix in ("", "-wal") if crashed else ("",):
                shutil.copy(tmp_path / f"model.db{suffix}", f"{house}{suffix}")
            was_killed = killer.run(moment, killed.restore_from, tmp_path / "copy.db", house)
            entries = served(house)
            assert len(entries) == 300
            found.update(entry.split()[0].decode() for _, _, entry in entries)
            assert list(house.parent.glob("*.part")) == list(house.parent.glob("*-restoring-*")) == []
            if not was_killed:
                return found
    raise AssertionError


@pytest.mark.parametrize("crashed", [False, True])
def test_a_backup_killed_at_any_step_leaves_the_house_and_no_half_backup(tmp_path: Path, crashed: bool) -> None:
    house = tmp_path / "house.db"
    old = make_house(house, "old", crashed=crashed)
    with killed.killer() as killer:
        for moment in count(1):
            target = tmp_path / f"copy{moment}.db"
            was_killed = killer.run(moment, killed.back_up, house, target)
            assert not target.exists() or entries_in(target) == old
            if not was_killed:
                break
    assert target.exists()
    assert moment > 3
    assert served(house) == old


def kill_while_pages_are_copied(folder: Path, function: Callable[[str, str], None]) -> None:
    house, target = folder / "house.db", folder / "copy.db"
    old = make_house(house, "old", count=3000)
    with killed.killer() as killer:
        assert killer.run(killed.NEVER, function, house, target)
    assert sum(path.stat().st_size for path in folder.glob("copy.db*")) > 0, "nothing was copied yet"
    assert not target.exists(), "half a backup"
    assert served(house) == old
    back_up(str(house), target)
    assert entries_in(target) >= old


def test_a_backup_killed_while_it_copies_pages(tmp_path: Path) -> None:
    """The next test shows that a mutant fails."""
    kill_while_pages_are_copied(tmp_path, killed.back_up_some_pages)


def test_half_a_backup_is_detected(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="half a backup"):
        kill_while_pages_are_copied(tmp_path, killed.back_up_some_pages_in_place)


# Power cuts


def noting(steps: list[str], name: str, function: Callable[..., None]) -> Callable[..., None]:
    """The function, which adds its name and those of its files to the steps."""

    def call(*files: int | Path) -> None:
        paths = [Path(os.readlink(f"/proc/self/fd/{file}") if isinstance(file, int) else file) for file in files]
        steps.append(re.sub(r"\d{8}T\d{6}Z", "DATE", " ".join([name, *(path.name for path in paths)])))
        function(*files)

    return call


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks into /proc")
def test_each_step_is_on_the_disk_before_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A power cut keeps what was synced: the content of the copy, its name, and that the old names are gone."""
    make_backup(tmp_path / "copy.db")
    make_house(tmp_path / "house.db", "old", crashed=True)
    steps: list[str] = []
    for name in ("rename", "replace", "fsync"):
        monkeypatch.setattr(os, name, noting(steps, name, getattr(os, name)))
    restore(tmp_path / "copy.db", str(tmp_path / "house.db"))
    assert steps == [
        "fsync house.db.restoring.part",
        "replace house.db.restoring.part house-restoring-DATE.db",
        f"fsync {tmp_path.name}",
        "rename house.db house-replaced-DATE.db",
        "rename house.db-wal house-replaced-DATE.db-wal",
        "rename house.db-shm house-replaced-DATE.db-shm",
        f"fsync {tmp_path.name}",
        "fsync house-restoring-DATE.db",
        "replace house-restoring-DATE.db house.db",
        f"fsync {tmp_path.name}",
    ]
