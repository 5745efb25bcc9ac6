"""Server time, heartbeats and outages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from ludotheque.server.store.base import Append
from ludotheque.server.store.heartbeat import ALIVE, Liveness, ServerClock
from ludotheque.server.store.schema import outages, processes
from ludotheque.server.store.sqlite import SqliteStore
from ludotheque.server.store.threaded_store import StoreSettings

START = 1_700_000_000.0


class Time:
    """The machine's clocks, controlled by the test. While a machine is suspended, the monotonic one stands still."""

    def __init__(self) -> None:
        self.wall = START
        self.monotonic = 50.0

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.monotonic += seconds

    def settings(self) -> StoreSettings:
        return StoreSettings(beat=1000, wall=lambda: self.wall, monotonic=lambda: self.monotonic)


def clock_of(time: Time) -> Callable[[], int]:
    clock = ServerClock(lambda: time.monotonic)

    def look() -> int:
        clock.follow(time.wall * 1000)
        return clock.now()

    return look


def test_the_clock_advances_between_readings() -> None:
    time = Time()
    clock = ServerClock(lambda: time.monotonic)
    clock.follow(time.wall * 1000)
    time.passes(1.5)
    assert clock.now() == START * 1000 + 1500


def test_the_clock_jumps_forwards_but_never_backwards() -> None:
    time = Time()
    look = clock_of(time)
    before = look()
    time.wall += 60
    assert look() == before + 60_000
    time.wall -= 3600
    times = []
    for _ in range(120):
        time.passes(1)
        times.append(look())
    assert times == sorted(times)
    assert before + 60_000 + 118_000 < times[-1] <= before + 60_000 + 120_000, "the clock must advance, a little slower"


def test_a_fast_clock_is_corrected_slowly() -> None:
    time = Time()
    look = clock_of(time)
    look()
    time.wall -= 0.3
    for _ in range(100):
        time.passes(1)
        now = look()
    assert now == int(time.wall * 1000)


def test_late_answers_do_not_set_the_clock_back() -> None:
    time = Time()
    clock = ServerClock(lambda: time.monotonic)
    for late in (0.2, 0.001, 0.3, 0.05):
        time.passes(1)
        clock.follow((time.wall - late) * 1000)
    assert abs(clock.now() - time.wall * 1000) <= 2


def life_at(now: int) -> tuple[Liveness, Time]:
    time = Time()
    time.wall, time.monotonic = now / 1000, now / 1000
    liveness = Liveness(ServerClock(lambda: time.monotonic))
    liveness.clock.follow(now)
    return liveness, time


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [(0, 100, 0), (0, 10_000, 700), (150, 10_000, 650), (0, 150, 50), (120, 130, 10), (300, 500, 0), (450, 1000, 500)],
)
def test_down_time_is_the_union_of_the_outages(since: int, until: int, expected: int) -> None:
    liveness, _ = life_at(10_000)
    liveness.add_outages([(600, 1000), (100, 200), (500, 700)])
    liveness.add_outages([(150, 300), (600, 650)])
    assert liveness.down_time(since, until) == expected


def test_the_time_since_the_last_heartbeat_counts_before_it_is_stored() -> None:
    liveness, time = life_at(10_000)
    liveness.heard([(liveness.process, 10_000)])
    time.passes(2.9)
    assert liveness.down_time(0, liveness.clock.now()) == 0
    time.passes(57.1)
    assert liveness.down_time(0, liveness.clock.now()) == 60_000
    assert liveness.down_time(40_000, 50_000) == 10_000


def test_a_process_frozen_while_others_ran_records_no_outage() -> None:
    liveness, time = life_at(10_000)
    liveness.heard([(liveness.process, 10_000), ("other", 9_500)])
    time.passes(60)
    assert liveness.down_time(0, liveness.clock.now()) == 0


def test_a_process_counts_as_alive_for_some_seconds_after_a_heartbeat() -> None:
    liveness, time = life_at(10_000)
    liveness.heard([("other", 10_000)])
    time.passes((ALIVE - 1) / 1000)
    assert liveness.is_alive("other")
    time.passes(0.002)
    assert not liveness.is_alive("other")
    assert liveness.is_alive(liveness.process)


@pytest.mark.anyio
class TestSqlite:
    """SQLite with clocks controlled by the test."""

    async def opened(self, path: Path, time: Time) -> SqliteStore:
        store = SqliteStore(path / "house.db", time.settings())
        await store.open()
        return store

    async def known(self, store: SqliteStore) -> list[tuple[Any, ...]]:
        return [(began - START * 1000, ended - START * 1000) for began, ended in await store.read(select(outages))]

    async def test_the_time_between_two_runs_is_an_outage(self, tmp_path: Path) -> None:
        time = Time()
        first = await self.opened(tmp_path, time)
        time.passes(10)
        await first.close()
        time.passes(1.9)
        second = await self.opened(tmp_path, time)  # too soon to be an outage
        await second.close()
        time.passes(100)
        third = await self.opened(tmp_path, time)
        expected = [(0, 10_000), (11_900, 111_900)]  # the first run had no heartbeats
        assert await self.known(third) == expected
        assert third.down_time(int(START * 1000), third.now()) == 110_000
        assert not third.is_alive(first.process)
        await third.close()

    async def test_a_process_that_was_frozen_notices(self, tmp_path: Path) -> None:
        time = Time()
        store = await self.opened(tmp_path, time)
        for _ in range(3):
            time.passes(1)
            await store.beat()
        time.passes(30)  # SIGSTOP: both clocks advance
        assert store.down_time(0, store.now()) == 30_000
        await store.beat()
        time.passes(1)
        await store.beat()
        time.wall += 500  # the machine is suspended: only this clock advances
        await store.beat()
        assert await self.known(store) == [(3_000, 33_000), (34_000, 534_000)]
        assert store.down_time(0, store.now()) == 530_000
        await store.close()

    async def test_a_clock_set_back_between_two_runs(self, tmp_path: Path) -> None:
        time = Time()
        first = await self.opened(tmp_path, time)
        await first.write(Append("t", 0, first.now(), b""))
        last = first.now()
        await first.close()
        time.wall -= 3600
        second = await self.opened(tmp_path, time)
        assert second.now() >= last
        time.passes(5)
        assert second.now() >= last + 5_000
        await second.close()

    async def test_only_living_processes_are_listed(self, tmp_path: Path) -> None:
        time = Time()
        for _ in range(3):
            store = await self.opened(tmp_path, time)
            assert [row[0] for row in await store.read(select(processes.c.name))] == [store.process]
            await store.close()
