"""Writes batches to PostgreSQL.

Each batch inserts a row into `feed` under a random name. If the connection is lost before the answer, that row shows
afterwards whether the batch was committed; if not, inserting it ourselves makes sure that it never will be.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from random import random
from time import sleep
from typing import Any

import psycopg
from psycopg import errors
from sqlalchemy.exc import SQLAlchemyError

from ludotheque.server.store.base import Append, CannotWrite, Conflict, DiskFull, Notify
from ludotheque.server.store.heartbeat import Liveness
from ludotheque.server.store.postgres_connection import DatabaseLink, Unreachable, cause_of
from ludotheque.server.store.threaded_store import Changes, Group, Settle, WriteResult, lone_append

CHANNEL = "ludotheque"
ATTEMPTS = 6
"""Attempts after a deadlock with another process."""
PAUSE = 0.05
"""The longest random pause between attempts, so that the two do not collide again."""

_NEW = """
WITH new AS (
    INSERT INTO entries (table_key, number, at, entry)
    SELECT * FROM unnest(%(tables)s::text[], %(numbers)s::int[], %(ats)s::bigint[], %(entries)s::bytea[])
    ON CONFLICT DO NOTHING RETURNING table_key, number
)"""
_OUTCOME = """count(*), CASE WHEN count(*) < %(count)s THEN array_agg(table_key) END,
    CASE WHEN count(*) < %(count)s THEN array_agg(number) END"""
APPEND = f"{_NEW} SELECT {_OUTCOME} FROM new"
APPEND_AND_FEED = f"""{_NEW}, fed AS (
    INSERT INTO feed (batch, xact, process, at, table_keys)
    SELECT %(batch)s, pg_current_xact_id()::text::bigint, %(process)s, %(at)s,
        coalesce(array_agg(DISTINCT table_key), '{{}}') FROM new
)
SELECT {_OUTCOME}, CASE WHEN %(notify)s THEN pg_notify('{CHANNEL}', %(process)s) END FROM new"""
FEED = f"""
INSERT INTO feed (batch, xact, process, at, table_keys)
VALUES (%(batch)s, pg_current_xact_id()::text::bigint, %(process)s, %(at)s, %(tables)s::text[])
RETURNING CASE WHEN %(notify)s THEN pg_notify('{CHANNEL}', %(process)s) END"""
FENCE = """
INSERT INTO feed (batch, xact, process, at, table_keys)
VALUES (%(batch)s, pg_current_xact_id()::text::bigint, %(process)s, %(at)s, '{}')
ON CONFLICT DO NOTHING RETURNING batch"""
READ_ENTRY = "SELECT entry FROM entries WHERE table_key = %s AND number = %s"

BAD_CHANGE = (psycopg.IntegrityError, psycopg.DataError, psycopg.ProgrammingError)
"""Errors of a change itself; all others mean that the database cannot be written."""
WriteResults = list[WriteResult]


@dataclass
class Unconfirmed:
    """A batch without an answer. `results`: if they were known except for the commit."""

    batch: str
    groups: list[Group]
    results: WriteResults | None


class PostgresWriter:
    """See `threaded_store.Writer`."""

    def __init__(self, link: DatabaseLink, liveness: Liveness) -> None:
        self._link = link
        self._liveness = liveness
        self._unconfirmed: list[Unconfirmed] = []
        self._sent: Unconfirmed | None = None

    def commit(self, groups: list[Group], settle: Settle) -> None:
        """One transaction; if its result is unknown, it is settled as soon as the database is reachable."""
        self._try(groups, settle, ATTEMPTS)

    def _try(self, groups: list[Group], settle: Settle, attempts: int) -> None:
        self._sent = None
        try:
            self._connect(settle)
            with self._link.busy():
                results = self._commit(groups)
        except Exception as error:
            self._failed(groups, error, settle, attempts)
        else:
            settle(list(zip(groups, results, strict=True)))

    def _failed(self, groups: list[Group], error: Exception, settle: Settle, attempts: int) -> None:
        if self._sent and not self._link.is_up:
            self._unconfirmed.append(self._sent)
            self.idle(settle)
            return
        self._link.roll_back()
        if isinstance(cause_of(error), errors.DeadlockDetected) and attempts > 1:
            # One by one, so that each holds only its own locks, and only for a moment.
            for group in groups:
                sleep(PAUSE * random())
                self._try([group], settle, attempts - 1)
            return
        failure = self._as_cannot_write(error)
        settle([(group, failure) for group in groups])

    def idle(self, settle: Settle) -> None:
        """Reconnect, if necessary."""
        with contextlib.suppress(Unreachable, SQLAlchemyError, psycopg.Error):
            self._connect(settle)

    def finish(self, settle: Settle) -> None:
        """Cancel whoever waits for a result that is still unknown."""
        self.idle(settle)
        for unconfirmed in self._unconfirmed:
            settle([(group, asyncio.CancelledError()) for group in unconfirmed.groups])
        self._link.drop()

    def _as_cannot_write(self, error: Exception) -> Exception:
        if isinstance(error, Unreachable):
            return CannotWrite("the database is not reachable")
        cause = cause_of(error)
        if isinstance(cause, errors.DiskFull):
            return DiskFull(str(cause))
        return CannotWrite(str(cause)) if isinstance(cause, psycopg.Error) else error

    def _connect(self, settle: Settle) -> None:
        with self._link.busy():
            self._link.connect()
            while self._unconfirmed:
                settle(self._resolve(self._unconfirmed[0]))
                del self._unconfirmed[0]

    def _commit(self, groups: list[Group]) -> WriteResults:
        return self._in_one_statement(groups) or self._in_transaction(groups)

    def _in_one_statement(self, groups: list[Group]) -> WriteResults | None:
        """Write appends only in a single statement, which is its own transaction. None: not possible."""
        appends = [append for append in map(lone_append, groups) if append]
        if len(appends) < len(groups):
            return None
        self._sent = Unconfirmed(secrets.token_hex(12), groups, None)
        with contextlib.suppress(*BAD_CHANGE):
            return self._insert(APPEND_AND_FEED, appends, self._feed())
        return None

    def _feed(self) -> dict[str, Any]:
        assert self._sent
        liveness = self._liveness
        return {
            "batch": self._sent.batch,
            "process": liveness.process,
            "at": liveness.clock.now(),
            "notify": liveness.has_company(),
        }

    def _insert(self, statement: str, appends: list[Append], more: dict[str, Any]) -> WriteResults:
        # Sorted, so that two processes never deadlock.
        order = sorted(appends, key=lambda append: (append.table, append.number))
        values = {
            "tables": [append.table for append in order],
            "numbers": [append.number for append in order],
            "ats": [append.at for append in order],
            "entries": [append.entry for append in order],
            "count": len(order),
        }
        row = self._link.raw.execute(statement.encode(), values | more, prepare=True).fetchone()
        assert row
        if row[0] == len(appends):
            return [None] * len(appends)
        new = set(zip(row[1] or (), row[2] or (), strict=True))
        return [self._taken(append, new) for append in appends]

    def _taken(self, append: Append, new: set[tuple[str, int]]) -> WriteResult:
        """Of equal numbers, the first was written."""
        key = (append.table, append.number)
        if key in new:
            new.discard(key)
            return None
        return Conflict(f"entry {append.number} of table {append.table} exists already")

    def _in_transaction(self, groups: list[Group]) -> WriteResults:
        self._sent = None
        raw = self._link.raw
        raw.execute("BEGIN")
        results: WriteResults = []
        for lone, groupings in groupby(groups, key=lambda group: lone_append(group) is not None):
            run = list(groupings)
            results += self._append_run(run) if lone else [self._write_group(group.changes) for group in run]
        self._sent = Unconfirmed(secrets.token_hex(12), groups, results)
        made = [group for group, result in zip(groups, results, strict=True) if result is None]
        tables = {topic for group in made for topic in _topics(group.changes)}
        feed = self._feed()
        feed["notify"] = feed["notify"] and bool(tables)
        raw.execute(FEED.encode(), feed | {"tables": sorted(tables)}, prepare=True)
        raw.execute("COMMIT")
        return results

    def _append_run(self, groups: list[Group]) -> WriteResults:
        """Write lone appends in one statement, or each on its own if one of them is not acceptable."""
        appends = [append for append in map(lone_append, groups) if append]
        results: WriteResults = []
        failed = self._within_savepoint(lambda: results.extend(self._insert(APPEND, appends, {})))
        return [self._write_group(group.changes) for group in groups] if failed else results

    def _write_group(self, changes: Changes) -> WriteResult:
        return self._within_savepoint(lambda: self._write_changes(changes))

    def _write_changes(self, changes: Changes) -> None:
        for change in changes:
            if isinstance(change, Append):
                result = self._insert(APPEND, [change], {})[0]
                if result:
                    raise result
            elif not isinstance(change, Notify):
                self._link.connection.execute(change)

    def _within_savepoint(self, make: Callable[[], None]) -> WriteResult:
        raw = self._link.raw
        raw.execute("SAVEPOINT this_group")
        try:
            make()
        except Exception as error:
            cause = cause_of(error)
            if isinstance(cause, psycopg.Error) and not isinstance(cause, BAD_CHANGE):
                raise
            raw.execute("ROLLBACK TO this_group")
            raw.execute("RELEASE this_group")
            # Only the name of the constraint: the rest of the message contains values.
            return Conflict(cause.diag.constraint_name) if isinstance(cause, errors.UniqueViolation) else error
        raw.execute("RELEASE this_group")
        return None

    def _resolve(self, unconfirmed: Unconfirmed) -> list[tuple[Group, WriteResult]]:
        """Waits while the batch is being committed; afterwards it is there, or can never be."""
        fence = {"batch": unconfirmed.batch, "process": self._liveness.process, "at": self._liveness.clock.now()}
        if self._link.raw.execute(FENCE, fence).fetchone():
            lost = CannotWrite("the connection to the database was lost")
            return [(group, lost) for group in unconfirmed.groups]
        results = unconfirmed.results or [self._result_of(group) for group in unconfirmed.groups]
        return list(zip(unconfirmed.groups, results, strict=True))

    def _result_of(self, group: Group) -> WriteResult:
        append = lone_append(group)
        assert append
        row = self._link.raw.execute(READ_ENTRY, (append.table, append.number)).fetchone()
        if row and bytes(row[0]) == append.entry:
            return None
        return Conflict(f"entry {append.number} of table {append.table} exists already")


def _topics(changes: Changes) -> list[str]:
    """Return what the other processes are told: the tables that were appended to, and announcements."""
    told = [change for change in changes if isinstance(change, Append | Notify)]
    return [change.table if isinstance(change, Append) else change.topic for change in told]
