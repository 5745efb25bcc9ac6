"""A thread beside the writer: it listens for appends of other processes, writes heartbeats, and asks the time.

A notification is only a wake-up; what has happened is in `feed`, which is polled once per second in any case.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from threading import Event, Thread

import psycopg

from ludotheque.server.store.base import MISSED
from ludotheque.server.store.heartbeat import RESTART, STANDSTILL, Liveness
from ludotheque.server.store.postgres_connection import RETRY, DatabaseLink, Unreachable

log = logging.getLogger(__name__)

KEPT = 600_000
"""Milliseconds for which rows of `feed` are kept."""
PAUSE = 0.005
"""The least seconds between two reads of `feed`, however many notifications arrive."""

BEAT = """
WITH moment AS (
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now, (SELECT max(beat) FROM processes) AS newest
), gap AS (
    INSERT INTO outages (began, ended) SELECT newest, now FROM moment WHERE now - newest > %(longest)s
    ON CONFLICT DO NOTHING
), mine AS (
    INSERT INTO processes (name, started, beat) SELECT %(process)s, now, now FROM moment
    ON CONFLICT (name) DO UPDATE SET beat = greatest(processes.beat, excluded.beat)
)
SELECT now FROM moment"""
BEATS = "SELECT name, beat FROM processes WHERE beat > %s"
OUTAGES = "SELECT began, ended FROM outages WHERE ended > %s"
NEWS = """
SELECT horizon, batch, xact, table_keys
FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS horizon) AS present
LEFT JOIN feed ON xact >= %s AND process <> %s"""
SINCE = "SELECT DISTINCT table_key FROM entries WHERE at > %s"
TIDY = (
    "DELETE FROM feed WHERE at < %s",
    "DELETE FROM processes WHERE beat < %s - 86400000 AND beat < (SELECT max(beat) FROM processes)",
)


class ListenerThread:
    """`on_append` is called, in this thread, with the tables to which others have appended."""

    def __init__(
        self, link: DatabaseLink, liveness: Liveness, on_append: Callable[[set[str]], None], interval: float
    ) -> None:
        self._link = link
        self._liveness = liveness
        self._on_append = on_append
        self._interval = interval
        self._closing = Event()
        self._in_trouble = False
        self._due = 0.0
        self._rounds = 0
        self._horizon: int | None = None
        self._read_at = 0
        self._known_batches: set[str] = set()
        self.ticked = time.monotonic()
        """When the event loop last reported that it is alive: while it stands still, no beats are written."""
        self.full = False
        """Whether the last beat was refused because the disk of the database is full."""
        self._thread = Thread(target=self._run, name="store-listener", daemon=True)

    def begin(self) -> None:
        """In the caller's thread: connect, and write the first beat. Raises Unreachable or psycopg.Error."""
        self._link.connect()
        self._liveness.add_outages(self._link.raw.execute(OUTAGES, (0,)).fetchall())
        self._due = time.monotonic() + self._interval
        self._beat(RESTART)
        self._read_feed()

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Write a last beat and end the thread; takes a moment."""
        self._closing.set()
        if self._thread.ident:
            self._thread.join()
        with contextlib.suppress(Unreachable, psycopg.Error):
            self._link.connect()
            self._beat(STANDSTILL)
        self._link.drop()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._link.connect()
                self._wait()
                with self._link.busy():
                    self._read_feed()
                    self._beat_if_due()
                self._log_trouble(None)
            except (Unreachable, psycopg.Error) as error:
                self.full = isinstance(error, psycopg.errors.DiskFull)
                self._log_trouble(error)
                self._closing.wait(RETRY)
            except Exception:
                log.exception("an error in the store's listener thread")
                self._closing.wait(RETRY)

    def _log_trouble(self, trouble: Exception | None) -> None:
        """Log when the database becomes unreachable, and when it is back."""
        if trouble and not self._in_trouble:
            log.warning("the database is not reachable: %s", trouble.__cause__ or trouble)
        elif self._in_trouble and not trouble:
            log.warning("the database is back")
        self._in_trouble = trouble is not None

    def _wait(self) -> None:
        """Wait for a notification, at most a second."""
        while not self._closing.is_set():
            left = self._due - time.monotonic()
            if left <= 0:
                return
            news = [notify.payload for notify in self._link.raw.notifies(timeout=min(left, 0.1), stop_after=1)]
            if any(process != self._liveness.process for process in news):
                self._closing.wait(PAUSE)
                return

    def _beat_if_due(self) -> None:
        if time.monotonic() < self._due:
            return
        self._due = time.monotonic() + self._interval
        if time.monotonic() - self.ticked < 2 * self._interval:
            self._beat(STANDSTILL)
        self._rounds += 1
        if self._rounds % 60 == 0:
            for statement in TIDY:
                self._link.raw.execute(statement.encode(), (self._liveness.clock.now() - KEPT,))

    def _beat(self, longest: int) -> None:
        row = self._link.raw.execute(BEAT, {"process": self._liveness.process, "longest": longest}).fetchone()
        assert row
        self.full = False
        self._liveness.clock.follow(row[0])
        recent = row[0] - 60_000
        # Outages first: a new beat ends the present one.
        self._liveness.add_outages(self._link.raw.execute(OUTAGES, (recent,)).fetchall())
        self._liveness.heard(self._link.raw.execute(BEATS, (recent,)).fetchall())

    def _read_feed(self) -> None:
        """Find what other processes have appended.

        Transactions become visible in another order than they began; but all that began before the horizon are over,
        so whatever appears later has a number from the horizon on. Nothing is missed, and nothing told twice.
        """
        now = self._liveness.clock.now()
        rows = self._link.raw.execute(NEWS, (self._horizon or 0, self._liveness.process), prepare=True).fetchall()
        first, horizon = self._horizon is None, int(rows[0][0])
        found = [(batch, xact, tables) for _, batch, xact, tables in rows if batch is not None]
        news = {table for batch, _, tables in found if batch not in self._known_batches for table in tables}
        if not first and now - self._read_at > KEPT - 60_000:
            news |= {*self._all_since(self._read_at - 60_000), MISSED}
        self._known_batches = {batch for batch, xact, _ in found if xact >= horizon}
        self._horizon, self._read_at = horizon, now
        if news and not first:
            self._on_append(news)

    def _all_since(self, at: int) -> set[str]:
        """For a process that was frozen or disconnected for so long that `feed` has been cleaned up meanwhile."""
        rows: Iterable[tuple[str]] = self._link.raw.execute(SINCE, (at,)).fetchall()
        return {table for (table,) in rows}
