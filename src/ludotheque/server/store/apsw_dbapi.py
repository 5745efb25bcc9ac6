"""A DB-API module for APSW, as far as SQLAlchemy and Alembic need it.

Python's own `sqlite3` uses the system's SQLite, which may be one whose write-ahead log can be corrupted. APSW brings a
current SQLite, but it is no DB-API module, and SQLAlchemy has no driver for it. Unlike in `sqlite3`, no transaction
begins by itself: the caller executes BEGIN.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import apsw

apilevel = "2.0"
threadsafety = 1
paramstyle = "qmark"
sqlite_version = apsw.sqlite_lib_version()
sqlite_version_info = tuple(int(part) for part in sqlite_version.split("."))
Binary = bytes


class Error(Exception):
    """The parent of this module's errors; the cause is APSW's."""


class DatabaseError(Error):
    """The parent of the following."""


class IntegrityError(DatabaseError):
    """A constraint does not hold."""


class ProgrammingError(DatabaseError):
    """The statement or its parameters are wrong."""


class OperationalError(DatabaseError):
    """The file cannot be read or written."""


_PROGRAMMING = (apsw.SQLError, apsw.BindingsError, apsw.MisuseError, apsw.RangeError, apsw.TooBigError, TypeError)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise IntegrityError(str(error)) from error
    except _PROGRAMMING as error:
        raise ProgrammingError(str(error)) from error
    except apsw.Error as error:
        raise OperationalError(str(error)) from error


def is_duplicate(error: BaseException | None) -> bool:
    """Return whether a row with this primary or unique key exists already."""
    cause = error.__cause__ if isinstance(error, IntegrityError) else error
    return getattr(cause, "extendedresult", 0) in (
        apsw.SQLITE_CONSTRAINT_PRIMARYKEY,
        apsw.SQLITE_CONSTRAINT_UNIQUE,
        apsw.SQLITE_CONSTRAINT_ROWID,
    )


class Cursor:
    """Rows are fetched at once, so that no statement stays open."""

    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._cursor = connection.cursor()
        # APSW knows the columns of an empty result only before its first step.
        self._cursor.exec_trace = self._look
        self._rows: list[Any] = []
        self._next = 0
        self.description: Sequence[Any] | None = None
        self.rowcount = -1

    @property
    def lastrowid(self) -> int:
        """The row that was inserted last."""
        return self._connection.last_insert_rowid()

    def _look(self, cursor: apsw.Cursor, statement: str, bindings: Any) -> bool:
        self.description = cursor.description or None
        return True

    def _done(self) -> Cursor:
        self._rows, self._next = self._cursor.fetchall(), 0
        self.rowcount = -1 if self.description else self._connection.changes()
        return self

    def execute(self, statement: str, parameters: Sequence[Any] = ()) -> Cursor:
        """Run one statement."""
        with _translated():
            self._cursor.execute(statement, parameters)
            return self._done()

    def executemany(self, statement: str, parameters: Iterable[Sequence[Any]]) -> Cursor:
        """Run one statement for each of the parameters."""
        with _translated():
            before = self._connection.total_changes()
            self._cursor.executemany(statement, parameters)
            self._done()
            self.rowcount = self._connection.total_changes() - before
            return self

    def fetchone(self) -> Any:
        """Return the next row, or None."""
        if self._next == len(self._rows):
            return None
        self._next += 1
        return self._rows[self._next - 1]

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Return the next rows."""
        rows = self._rows[self._next : self._next + size]
        self._next += len(rows)
        return rows

    def fetchall(self) -> list[Any]:
        """Return the remaining rows."""
        return self.fetchmany(len(self._rows))

    def close(self) -> None:
        """Forget the rows."""
        self._cursor.close()
        self._rows = []


class Connection:
    """Wraps the APSW connection `raw`."""

    def __init__(self, raw: apsw.Connection) -> None:
        self.raw = raw
        self.isolation_level: str | None = ""

    def cursor(self) -> Cursor:
        """Return a new cursor."""
        return Cursor(self.raw)

    def create_function(
        self, name: str, count: int, function: Callable[..., Any], *, deterministic: bool = False
    ) -> None:
        """Register a Python function for SQL."""
        self.raw.create_scalar_function(name, function, count, deterministic=deterministic)

    def commit(self) -> None:
        """Commit, if a transaction was begun."""
        self._end("COMMIT")

    def rollback(self) -> None:
        """Roll back, if a transaction was begun and SQLite has not rolled it back by itself."""
        self._end("ROLLBACK")

    def _end(self, statement: str) -> None:
        with _translated():
            if self.raw.in_transaction:
                self.raw.execute(statement)

    def close(self) -> None:
        """Close the file."""
        with _translated():
            self.raw.close()
