"""Several processes on one PostgreSQL, which may restart."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import psycopg
import pytest
from sqlalchemy import insert, select, update
from tests.server.store.appender import TABLES, appender
from tests.server.store.postgresql import control

from ludotheque.server.store import postgres_connection as postgres_link
from ludotheque.server.store import postgres_listener
from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Conflict
from ludotheque.server.store.heartbeat import Liveness
from ludotheque.server.store.postgres import PostgresStore
from ludotheque.server.store.postgres_writer import CHANNEL, PostgresWriter
from ludotheque.server.store.schema import outages, people, processes
from ludotheque.server.store.threaded_store import StoreSettings

pytestmark = pytest.mark.anyio

Entries = dict[tuple[str, int], bytes]


@contextlib.asynccontextmanager
async def opened(url: str, count: int = 2, **settings: Any) -> AsyncIterator[list[Any]]:
    """Open some stores on one database that know of each other."""
    stores = [PostgresStore(url, StoreSettings(**({"beat": 0.1} | settings))) for _ in range(count)]
    for store in stores:
        await store.open()
    for store in stores:
        await until(lambda store=store: all(store.is_alive(other.process) for other in stores))  # type: ignore[misc]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def until(condition: Callable[[], bool], seconds: float = 120) -> float:
    """Wait for a condition; return how long it took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "timed out"
        await asyncio.sleep(0.002)
    return time.monotonic() - began


async def test_one_of_several_processes_that_start_together_migrates(url: str) -> None:
    stores = [PostgresStore(url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(store.write(Append("t", number, 1, b"")) for number, store in enumerate(stores)))
    assert len(await stores[0].entries("t")) == 4
    await asyncio.gather(*(store.close() for store in stores))


async def test_others_are_notified_of_appended_entries(url: str) -> None:
    async with opened(url, 3, beat=5.0) as stores:
        notified: list[list[str]] = [[], [], []]
        for store, heard in zip(stores, notified, strict=True):
            store.listen(heard.append)
        await asyncio.gather(*(stores[0].write(Append(f"t{i}", 0, 1, b"")) for i in range(20)))
        await stores[0].write(Append("t0", 1, 1, b""), insert(people).values(id="a", name="", language="", made=1))
        expected = {f"t{i}" for i in range(20)}
        assert await until(lambda: set(notified[1]) == set(notified[2]) == expected) < 4.5, "must not wait for the poll"
        await stores[1].write(Append("u", 0, 1, b""))
        await until(lambda: notified[0] == ["u"])
        await asyncio.sleep(0.1)
        assert "u" not in notified[1], "a process is not notified of its own entries"


async def test_polling_replaces_a_lost_notification(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url, beat=0.3) as (one, other):
        notified: list[str] = []
        other.listen(notified.append)
        monkeypatch.setattr(Liveness, "has_company", lambda liveness: False)  # so that no notification is sent
        await one.write(Append("t", 0, 1, b""))
        await until(lambda: notified == ["t"])


async def commit_in_another_order(url: str, seconds: float) -> list[str]:
    """Let the first transaction commit last; return what a listener hears."""
    async with opened(url, 1) as (listener,):
        notified: list[str] = []
        listener.listen(notified.append)
        feed = b"INSERT INTO feed VALUES (%s, pg_current_xact_id()::text::bigint, 'x', 1, %s)"
        with psycopg.connect(url) as slow, psycopg.connect(url) as quick:
            slow.execute(feed, ("slow", ["slow"]))
            quick.execute(feed, ("quick", ["quick"]))
            quick.execute(f"NOTIFY {CHANNEL}".encode())
            quick.commit()
            await until(lambda: notified == ["quick"])
            await asyncio.sleep(0.3)
            slow.commit()
        with contextlib.suppress(AssertionError):
            await until(lambda: "slow" in notified, seconds)
        await asyncio.sleep(0.2)
        return notified


async def test_a_transaction_that_commits_late_is_not_missed(url: str) -> None:
    """The next test shows that a mutant fails."""
    assert await commit_in_another_order(url, 120) == ["quick", "slow"]


async def test_polling_only_newer_entries_would_miss_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    horizon = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
    assert horizon in postgres_listener.NEWS
    newest = "(SELECT coalesce(max(xact) + 1, 0) FROM feed)"
    monkeypatch.setattr(postgres_listener, "NEWS", postgres_listener.NEWS.replace(horizon, newest))
    assert await commit_in_another_order(url, 0.5) == ["quick"]


async def test_a_process_that_was_disconnected_for_long_hears_of_everything(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_listener, "KEPT", 60_000)  # so that any disconnection is too long
    async with opened(url, 1) as (one,):
        notified: list[str] = []
        one.listen(notified.append)
        with psycopg.connect(url) as tidied:
            tidied.execute("INSERT INTO entries VALUES ('t', 0, %s, '')", (one.now(),))
        await until(lambda: "t" in notified)


async def test_a_number_is_given_to_one_process_only(url: str) -> None:
    async with opened(url, 3) as stores:

        async def grab(store: Any, name: bytes) -> list[int]:
            mine = []
            for number in range(150):
                with contextlib.suppress(Conflict):
                    await store.write(Append("t", number, 1, name))
                    mine.append(number)
            return mine

        taken = await asyncio.gather(*(grab(store, bytes([i])) for i, store in enumerate(stores)))
        assert sorted(number for mine in taken for number in mine) == list(range(150))
        for number, _, entry in await stores[0].entries("t"):
            assert number in taken[entry[0]]


async def test_deadlocks_between_processes_are_resolved(url: str) -> None:
    def rename(name: str) -> Any:
        return update(people).where(people.c.id == name).values(made=people.c.made + 1)

    async with opened(url) as (one, other):
        await one.write(*(insert(people).values(id=name, name="", language="", made=0) for name in "ab"))
        for round_ in range(3):
            groups = [
                store.write(rename(first), Append(f"{index}{first}", round_, 1, b""), rename(second))
                for index, (store, first, second) in enumerate([(one, "a", "b"), (other, "b", "a")] * 5)
            ]
            await asyncio.gather(*groups)
        assert [tuple(row) for row in await one.read(select(people.c.made))] == [(30,), (30,)]


async def test_a_thawed_process_cannot_write_to_tables_that_others_continued(url: str) -> None:
    """It gets SIGSTOP under load, the others continue, then it is thawed."""
    with appender() as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{url}\n".encode())
        process.stdin.close()
        child = int(process.stdout.readline().split()[1])
        lines = [process.stdout.readline() for _ in range(200)]
        os.kill(child, signal.SIGSTOP)
        async with opened(url, 1) as (store,):
            await asyncio.sleep(0.1)
            mine: Entries = {}
            for table in (f"t{i}" for i in range(TABLES)):
                number = len(await store.entries(table))
                await store.write(Append(table, number, 1, b"mine"))
                mine[table, number] = b"mine"
            os.kill(child, signal.SIGCONT)
            lines += process.stdout.read().splitlines()  # it ends, with a Conflict
            words = [line.decode().split() for line in lines if line.startswith(b"t")]
            theirs = {(table, int(number)): word.encode() for table, number, word in words}
            assert not theirs.keys() & mine.keys()
            found: Entries = {}
            for table in (f"t{i}" for i in range(TABLES)):
                found |= {(table, number): entry for number, _, entry in await store.entries(table)}
            assert (theirs | mine).items() <= found.items()
            assert len(found) - len(theirs) - len(mine) <= TABLES, "more than one unanswered entry per table"


async def test_an_unreachable_database_is_reported_quickly(url: str, postgres: Any) -> None:
    async with opened(url, 1) as (store,):
        await store.write(Append("t", 0, 1, b""))
        control(postgres, "stop", "fast")
        for _ in range(3):
            began = time.monotonic()
            with pytest.raises(CannotWrite):
                await store.write(Append("t", 1, 1, b"") if _ else insert(people).values(id="a"))
            with pytest.raises(CannotRead):
                await store.entries("t")
            with pytest.raises(CannotRead):
                await store.read(select(people))
            assert time.monotonic() - began < 3
        control(postgres, "start", "fast")

        async def works() -> bool:
            with contextlib.suppress(CannotWrite):
                await store.write(Append("t", 1, 2, b""))
                return True
            return False

        while not await works():
            await asyncio.sleep(0.05)
        assert [number for number, _, _ in await store.entries("t")] == [0, 1]


@pytest.mark.parametrize("how", ["fast", "immediate"])
async def test_a_restart_under_load_loses_and_doubles_nothing(url: str, postgres: Any, how: str) -> None:
    """`immediate` is a crash of the database. Refused entries are not stored: their numbers are used again."""
    async with opened(url) as stores:
        acknowledged: Entries = {}
        refused, stop = [0], asyncio.Event()

        async def play(store: Any, table: str) -> None:
            number = 0
            while not stop.is_set():
                entry = os.urandom(30)
                change: list[Any] = [Append(table, number, 1, entry)]
                if number % 5 == 4:
                    change.append(insert(people).values(id=f"{table}-{number}", name="", language="", made=1))
                try:
                    await store.write(*change)
                except CannotWrite:
                    refused[0] += 1
                    await asyncio.sleep(0.02)
                    continue
                acknowledged[table, number] = entry
                number += 1

        load = [asyncio.create_task(play(store, f"{i}-{j}")) for i, store in enumerate(stores) for j in range(15)]
        for _ in range(2):
            await asyncio.sleep(0.3)
            await asyncio.to_thread(control, postgres, "restart", how)
            before = len(acknowledged)
            await until(lambda before=before: len(acknowledged) > before + 100)  # type: ignore[misc]
        stop.set()
        await asyncio.gather(*load)
        found: Entries = {}
        for table in {table for table, _ in acknowledged}:
            found |= {(table, number): entry for number, _, entry in await stores[0].entries(table)}
        assert refused[0] > 0, "the restart had no effect"
        assert found == acknowledged
        members = {row[0] for row in await stores[0].read(select(people.c.id))}
        assert members == {f"{table}-{number}" for table, number in acknowledged if number % 5 == 4}


class Cut(PostgresWriter):
    """Loses its connection around the next commit, once."""

    moment: str | None = None

    def _insert(self, statement: str, appends: list[Append], more: dict[str, Any]) -> Any:
        moment, Cut.moment = (Cut.moment, None) if more else (None, Cut.moment)
        if moment == "before":
            self._link.raw.close()
        outcomes = super()._insert(statement, appends, more)
        if moment == "after":
            self._link.raw.close()
            raise psycopg.OperationalError("the connection was lost")
        return outcomes


class Forgetful(Cut):
    """A mutant that does not check what was committed."""

    def _resolve(self, unsure: Any) -> Any:
        return [(group, CannotWrite("lost")) for group in unsure.groups]


async def cut(url: str, monkeypatch: pytest.MonkeyPatch, backend: type, moment: str) -> tuple[list[Any], list[Any]]:
    """Lose the answer to three entries, one of them a conflict; return the outcomes and what is stored."""
    monkeypatch.setattr("ludotheque.server.store.postgres.PostgresWriter", backend)
    async with opened(url, 1) as (store,):
        await store.write(Append("t1", 0, 1, b"another's"))
        Cut.moment = moment
        said = await asyncio.gather(
            *(store.write(Append(f"t{i}", 0, 1, b"mine")) for i in range(3)), return_exceptions=True
        )
        there = [[entry for _, _, entry in await store.entries(f"t{i}")] for i in range(3)]
    return [type(outcome) for outcome in said], there


async def test_a_lost_answer_is_recovered(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next test shows that a mutant fails."""
    said, there = await cut(url, monkeypatch, Cut, "after")
    assert (said, there) == ([type(None), Conflict, type(None)], [[b"mine"], [b"another's"], [b"mine"]])


async def test_what_was_never_sent_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, there = await cut(url, monkeypatch, Cut, "before")
    assert (said, there) == ([CannotWrite] * 3, [[], [b"another's"], []])


async def test_without_that_check_a_stored_entry_would_be_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said, there = await cut(url, monkeypatch, Forgetful, "after")
    assert CannotWrite in [said[i] for i in range(3) if there[i] == [b"mine"]]


async def test_an_abandoned_batch_cannot_be_committed_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database hangs, we reconnect and refuse the batch; then the database wakes up and receives it."""
    monkeypatch.setattr(postgres_link, "HANGING", 0.4)
    async with opened(url, 1) as (store,):
        await store.write(Append("t", 0, 1, b""))
        backend = store.links[0].raw.info.backend_pid
        os.kill(backend, signal.SIGSTOP)
        began = time.monotonic()
        with pytest.raises(CannotWrite):
            await store.write(Append("t", 1, 1, b"given up"))
        assert time.monotonic() - began < 3
        os.kill(backend, signal.SIGCONT)
        await asyncio.sleep(0.3)
        assert await store.entries("t", 1) == []
        await store.write(Append("t", 1, 1, b"again"))
        assert await store.entries("t", 1) == [(1, 1, b"again")]


async def test_a_new_process_records_the_outage_before_it(url: str) -> None:
    async with opened(url, 1) as (store,):
        first = store.process
    with psycopg.connect(url) as connection:
        connection.execute("UPDATE processes SET beat = beat - 3600000")
    async with opened(url, 2) as (one, other):
        ((began, ended),) = await one.read(select(outages))
        assert 3_600_000 <= ended - began < 3_720_000
        assert one.down_time(0, one.now()) == other.down_time(0, other.now()) == ended - began
        assert not one.is_alive(first)
        before, theirs, after = one.now(), other.now(), one.now()
        assert before - 50 <= theirs <= after + 50, "both must have the same time, however long the query takes"
    async with opened(url, 1) as (third,):
        assert len(await third.read(select(outages))) == 1, "too soon to be an outage"
        assert len(await third.read(select(processes))) == 4


async def test_a_blocked_event_loop_sends_no_heartbeat(url: str) -> None:
    async with opened(url, 1) as (store,):
        time.sleep(0.5)
        with psycopg.connect(url) as connection:
            first = connection.execute("SELECT beat FROM processes").fetchone()
            connection.commit()
            time.sleep(0.3)
            assert connection.execute("SELECT beat FROM processes").fetchone() == first
            connection.commit()
            while connection.execute("SELECT beat FROM processes").fetchone() == first:
                connection.commit()
                await asyncio.sleep(0.05)
        assert store.is_alive(store.process)


def test_the_session_commits_synchronously(url: str) -> None:
    """The database's default differs, so that this test can fail."""
    link = postgres_link.DatabaseLink(postgres_link.engine_of(f"{url}%20-csynchronous_commit%3Doff"))
    link.connect()
    assert link.raw.execute("SHOW synchronous_commit").fetchone() == ("on",)
    link.drop()
