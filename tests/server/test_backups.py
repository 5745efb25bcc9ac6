"""Scheduled backups: nothing is missing from them, nobody waits for them, and old ones are removed."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import apsw
import pytest
from tests.server.faults.test_event_loop import MOST, MeasuringLoop
from tests.server.store.houses import Entries, entries_in, files_in, make_house
from tests.server.store.limits import no_file_larger_than
from tests.server.web.guests import story

from ludotheque.server import backups as backups_module
from ludotheque.server.backups import Backups
from ludotheque.server.metrics import Metrics
from ludotheque.server.serving import open_backups
from ludotheque.server.settings import BadSettings, Settings, seconds
from ludotheque.server.store import backup
from ludotheque.server.store.base import Append, CannotOpen
from ludotheque.server.store.files import STAMP
from ludotheque.server.store.sqlite import SqliteStore

HOUR = 3600.0


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Backups]:
    """Backups of a small house, of which two are kept."""
    make_house(tmp_path / "house.db", "old")
    found = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=2)
    found.open()
    yield found
    found.close()


def names(backups: Backups) -> list[str]:
    return sorted(path.name for path in backups.folder.iterdir() if path.suffix != ".lock")


def name_at(at: float, stem: str = "house") -> str:
    return f"{stem}-{datetime.fromtimestamp(at, UTC).strftime(STAMP)}.db"


def metrics_of(backups: Backups) -> dict[str, float]:
    metrics = Metrics()
    backups.watch(metrics)
    found = re.findall(r"^ludotheque_backups_(\w+) (.+)$", metrics.text().decode(), re.MULTILINE)
    return {name: float(value) for name, value in found}


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.005)


# While people play


@asynccontextmanager
async def play(path: Path) -> AsyncIterator[Entries]:
    """Append to many tables without a pause; yields what is acknowledged."""
    store = SqliteStore(path)
    await store.open()
    acknowledged: Entries = set()

    async def append(table: str) -> None:
        number = 0
        while True:
            word = f"{table} {number} ".encode() * 10
            await store.write(Append(table, number, store.now(), word))
            acknowledged.add((table, number, word))
            number += 1

    load = [asyncio.create_task(append(f"t{number}")) for number in range(8)]
    try:
        yield acknowledged
    finally:
        for task in load:
            task.cancel()
        await asyncio.gather(*load, return_exceptions=True)
        await store.close()


async def back_up_under_play(folder: Path) -> float:
    """Return the longest step of the loop during a backup, in the best of three attempts."""
    backups = Backups(folder / "house.db", folder / "backups", every=HOUR, kept=9)
    backups.open()
    loop, longest = cast(MeasuringLoop, asyncio.get_running_loop()), []
    async with play(folder / "house.db") as acknowledged:
        await until(lambda: len(acknowledged) > 100)
        for number in range(3):
            before = set(acknowledged)
            await asyncio.sleep(0)  # what this test has done is another step
            loop.longest = 0.0
            assert await backups.make()
            longest.append(loop.longest)
            newest = folder / "backups" / names(backups)[-1]
            assert before <= entries_in(newest), "something acknowledged is missing"
            assert len(names(backups)) == number + 1
        during = set(acknowledged)
        await until(lambda: len(acknowledged) > len(during))
    assert acknowledged <= entries_in(folder / "house.db")
    backups.close()
    return min(longest)


def longest_step(folder: Path) -> float:
    make_house(folder / "house.db", "old", count=6000)
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=MeasuringLoop) as runner:
            return runner.run(back_up_under_play(folder))
    finally:
        gc.enable()


def test_backups_under_play_miss_nothing_and_hold_nobody_up(tmp_path: Path) -> None:
    """The next test shows that a mutant fails."""
    assert longest_step(tmp_path) <= MOST


def test_a_backup_in_the_loop_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def in_the_loop(function: Callable[..., Any], *arguments: Any) -> Any:
        return function(*arguments)

    monkeypatch.setattr("ludotheque.server.backups.asyncio.to_thread", in_the_loop)
    assert longest_step(tmp_path) > MOST


async def share_without_the_loop(backups: Backups, monkeypatch: pytest.MonkeyPatch, work: Callable[..., Any]) -> float:
    """The longest time in which the loop does not run while a backup is being checked, as a share of the check."""
    times: list[float] = []
    check: list[float] = []

    def timed(raw: Any, *, fully: bool) -> None:
        check.append(time.monotonic())
        work(raw)
        check.append(time.monotonic())

    monkeypatch.setattr(backup, "check", timed)
    making = asyncio.create_task(backups.make())
    while not making.done():
        times.append(time.monotonic())
        await asyncio.sleep(0)
    assert await making
    began, ended = check
    inside = [began, *(at for at in times if began < at < ended), ended]
    return max(later - at for at, later in pairwise(inside)) / (ended - began)


@story
async def test_sqlite_does_not_hold_the_interpreter(made: Backups, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one call that takes as long as with a large house. The mutant keeps the lock that Python's threads share."""
    library = ctypes.PyDLL(None)

    def count(raw: apsw.Connection) -> None:
        raw.execute(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 1000000) SELECT max(x) FROM n"
        )

    def hold(raw: apsw.Connection) -> None:
        library.usleep(200_000)

    assert min([await share_without_the_loop(made, monkeypatch, count) for _ in range(3)]) < 0.5
    assert min([await share_without_the_loop(made, monkeypatch, hold) for _ in range(3)]) > 0.5


# The schedule


def test_when_the_first_is_due(made: Backups) -> None:
    assert made.due_in() == 0
    for age, due in [(HOUR / 4, 3 * HOUR / 4), (2 * HOUR, 0), (-2 * HOUR, 0)]:
        for old in made.folder.glob("*.db"):
            old.unlink()
        (made.folder / name_at(time.time() - age)).touch()
        made.close()
        made.open()
        assert made.due_in() == pytest.approx(due, abs=30)


@story
async def test_the_first_backup_is_made_at_once_and_others_follow(tmp_path: Path) -> None:
    await asyncio.to_thread(make_house, tmp_path / "house.db", "old")
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=0.01, kept=3)
    backups.open()
    assert metrics_of(backups)["age_seconds"] == float("inf")
    running = asyncio.create_task(backups.run())
    await until(lambda: backups.made >= 5)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert len(names(backups)) == 3
    assert 0 <= metrics_of(backups)["age_seconds"] < 60
    backups.close()


@story
async def test_a_failure_is_logged_and_counted_and_the_next_attempt_succeeds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await asyncio.to_thread(make_house, tmp_path / "house.db", "old")
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=2)
    backups.open()
    monkeypatch.setattr(backups_module, "RETRY", 0.01)
    with no_file_larger_than(4 * 4096):
        running = asyncio.create_task(backups.run())
        await until(lambda: backups.failed >= 2)
    assert "a scheduled backup failed: the copy failed" in caplog.text
    await until(lambda: backups.made)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert metrics_of(backups)["failed"] == backups.failed >= 2
    assert metrics_of(backups)["made"] == 1
    assert len(names(backups)) == 1
    backups.close()


@story
async def test_any_error_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(backups_module, "back_up", fail)
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=2)
    assert not await backups.make()
    assert backups.failed == 1
    assert "Traceback" in caplog.text


@story
async def test_a_server_that_stops_does_not_wait_for_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does it leave a thread, or half a file."""
    await asyncio.to_thread(make_house, tmp_path / "house.db", "old", count=3000)
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=2)
    backups.open()
    monkeypatch.setattr(backup, "PAGES", 1)
    stepped = threading.Event()

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            """Stand still between two pages, until it is stopped."""
            stepped.set()
            return super().wait(60)

    monkeypatch.setattr(backups_module, "Event", Stop)
    running = asyncio.create_task(backups.run())
    await until(stepped.is_set)
    assert any(name.endswith(".part") for name in names(backups))
    with caplog.at_level(logging.INFO):
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert names(backups) == []
    assert (backups.made, backups.failed, caplog.text) == (0, 0, "")
    backups.close()


# The folder


@story
async def test_old_backups_are_removed_and_nothing_else(tmp_path: Path) -> None:
    await asyncio.to_thread(make_house, tmp_path / "house.db", "old")
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=3)
    backups.open()
    now = time.time()
    ours = [name_at(now - days * 24 * HOUR) for days in range(6, 0, -1)]
    others = [
        name_at(now, "house2"),
        name_at(now, "house-schema-0004"),
        name_at(now, "house-replaced"),
        "house-by-hand.db",
        "letter.txt",
        ours[0] + "-wal",
    ]
    for name in [*ours, *others]:
        (backups.folder / name).touch()
    assert await backups.make()
    (new,) = set(names(backups)) - {*ours, *others}
    assert names(backups) == sorted([*ours[-2:], *others, new])
    backups.close()


@story
async def test_the_new_backup_is_kept_even_if_the_clock_was_set_back(tmp_path: Path) -> None:
    await asyncio.to_thread(make_house, tmp_path / "house.db", "old")
    backups = Backups(tmp_path / "house.db", tmp_path / "backups", every=HOUR, kept=1)
    backups.open()
    (backups.folder / name_at(time.time() + 24 * HOUR)).touch()
    assert await backups.make()
    (new,) = names(backups)
    assert entries_in(backups.folder / new)
    backups.close()


def test_what_a_crash_has_left_is_removed(made: Backups) -> None:
    made.close()
    (made.folder / "house-20261118T083000Z.db.77.part").touch()
    made.open()
    assert names(made) == []


def test_two_servers_do_not_share_a_folder(made: Backups, tmp_path: Path) -> None:
    """They would remove each other's backups."""
    second = Backups(tmp_path / "elsewhere" / "house.db", made.folder, every=HOUR, kept=2)
    with pytest.raises(CannotOpen, match="--backup-to FOLDER"):
        second.open()


@story
async def test_the_folder_of_the_data_will_do(tmp_path: Path) -> None:
    backups = Backups(tmp_path / "house.db", tmp_path, every=HOUR, kept=1)
    backups.open()
    store = SqliteStore(tmp_path / "house.db")
    await store.open()
    assert await backups.make()
    assert await backups.make()
    await store.close()
    backups.close()
    assert len(list(tmp_path.glob("house-2*.db"))) == 1


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    with pytest.raises(CannotOpen, match=r"letter\.txt"):
        Backups(tmp_path / "house.db", tmp_path / "letter.txt", every=HOUR, kept=1).open()
    assert set(files_in(tmp_path)) == {"letter.txt"}


# Settings


def test_settings(tmp_path: Path) -> None:
    assert open_backups(Settings(data=tmp_path / "house.db")) is None
    for given, folder in [(None, tmp_path / "backups"), (tmp_path / "x" / "y", tmp_path / "x" / "y")]:
        found = open_backups(Settings(data=tmp_path / "house.db", backup_every=HOUR, backups_kept=3, backup_to=given))
        assert found
        assert (found.folder, found.every, found.kept) == (folder, HOUR, 3)
        found.close()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"backup_every": 5.0}, "at least every minute"),
        ({"backups_kept": 0}, "at least 1"),
        (
            {"backup_every": HOUR, "database": "postgresql://ada:hunter2@db/x"},
            "pg_dump regularly and before each update",
        ),
    ],
)
def test_wrong_settings(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSettings, match=said) as refused:
        Settings(**given)
    assert "hunter2" not in str(refused.value)


def test_durations() -> None:
    assert [seconds(text) for text in ("90s", "30m", "6h", "1.5d")] == [90, 1800, 6 * HOUR, 36 * HOUR]
    for wrong in ("6", "h", "-1h", "6 hours", "1e3s", "∞d"):
        with pytest.raises(BadSettings, match="6h"):
            seconds(wrong)
