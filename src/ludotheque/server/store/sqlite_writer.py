"""Writes batches to SQLite, with few calls: each one releases the interpreter lock and must get it back."""

from __future__ import annotations

import contextlib
from functools import cache
from itertools import groupby

import apsw
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, OperationalError

from ludotheque.server.store import apsw_dbapi
from ludotheque.server.store.base import Append, CannotWrite, Conflict, DiskFull, Notify
from ludotheque.server.store.threaded_store import Changes, Group, Settle, WriteResult, lone_append

MOST = 200
"""The most entries in one statement."""
INSERT_ONE = "INSERT INTO entries (table_key, number, at, entry) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
BAD_CHANGE = (apsw.ConstraintError, apsw.SQLError, apsw.BindingsError, apsw.RangeError, apsw.TooBigError)
"""Errors of a change itself; all others mean that the database cannot be written."""


@cache
def _insert(count: int) -> str:
    return "INSERT INTO entries (table_key, number, at, entry) VALUES " + ", ".join(["(?, ?, ?, ?)"] * count)


def is_storage(error: BaseException) -> bool:
    """Return whether the error means that the file cannot be written, whatever the change."""
    if isinstance(error, apsw.Error):
        return not isinstance(error, BAD_CHANGE)
    return isinstance(error, OperationalError)


class SqliteWriter:
    """See `threaded_store.Writer`."""

    def __init__(self, connection: Connection, raw: apsw.Connection) -> None:
        self._connection = connection
        self._raw = raw

    def commit(self, groups: list[Group], settle: Settle) -> None:
        """Write everything in one transaction, or nothing if the file cannot be written."""
        try:
            results = self._commit(groups)
        except Exception as error:
            results = [_as_cannot_write(error) if is_storage(error) else error] * len(groups)
            self._roll_back()
        settle(list(zip(groups, results, strict=True)))

    def idle(self, settle: Settle) -> None:
        """Nothing to do."""

    def finish(self, settle: Settle) -> None:
        """Nothing to do: the store closes the connection."""

    def _roll_back(self) -> None:
        """End the transaction, unless SQLite has done it by itself."""
        with contextlib.suppress(apsw.Error):
            if self._raw.in_transaction:
                self._raw.execute("ROLLBACK")

    def _commit(self, groups: list[Group]) -> list[WriteResult]:
        appends = [append for append in map(lone_append, groups) if append]
        if len(appends) == len(groups) <= MOST and self._insert(appends):
            return [None] * len(groups)  # a single statement is its own transaction
        self._roll_back()  # the last attempt may have failed
        self._raw.execute("BEGIN IMMEDIATE")
        results: list[WriteResult] = []
        for lone, groupings in groupby(groups, key=lambda group: lone_append(group) is not None):
            run = list(groupings)
            results += self._append_run(run) if lone else [self._write_group(group.changes) for group in run]
        self._raw.execute("COMMIT")
        return results

    def _append_run(self, groups: list[Group]) -> list[WriteResult]:
        results: list[WriteResult] = []
        for start in range(0, len(groups), MOST):
            appends = [append for append in map(lone_append, groups[start : start + MOST]) if append]
            if self._insert(appends):
                results += [None] * len(appends)
            else:
                results += [self._append(append) for append in appends]
        return results

    def _insert(self, appends: list[Append]) -> bool:
        """Insert all of them; if one exists already, none, and return False."""
        values: list[str | int | bytes] = []
        for append in appends:
            values += (append.table, append.number, append.at, append.entry)
        try:
            self._raw.execute(_insert(len(appends)), values)
        except BAD_CHANGE:
            return False
        return True

    def _append(self, append: Append) -> WriteResult:
        try:
            self._raw.execute(INSERT_ONE, (append.table, append.number, append.at, append.entry))
        except BAD_CHANGE as error:
            return error
        if self._raw.changes():
            return None
        return Conflict(f"entry {append.number} of table {append.table} exists already")

    def _write_group(self, changes: Changes) -> WriteResult:
        self._raw.execute("SAVEPOINT this_group")
        try:
            for change in changes:
                self._write_change(change)
        except Exception as error:
            if is_storage(error):
                raise
            self._raw.execute("ROLLBACK TO this_group")
            self._raw.execute("RELEASE this_group")
            return _as_conflict(error)
        self._raw.execute("RELEASE this_group")
        return None

    def _write_change(self, change: object) -> None:
        if isinstance(change, Append):
            result = self._append(change)
            if result:
                raise result
        elif not isinstance(change, Notify):  # there is nobody else to tell
            self._connection.execute(change)  # type: ignore[call-overload]  # an UpdateBase, as `Change` says


def _as_cannot_write(error: Exception) -> CannotWrite:
    # The adapter for SQLAlchemy wraps the error of SQLite, and SQLAlchemy wraps that.
    cause = error.orig.__cause__ if isinstance(error, OperationalError) and error.orig else error
    return DiskFull(str(error)) if isinstance(cause, apsw.FullError) else CannotWrite(str(error))


def _as_conflict(error: Exception) -> Exception:
    if isinstance(error, IntegrityError) and apsw_dbapi.is_duplicate(error.orig):
        return Conflict(str(error.orig))
    return error
