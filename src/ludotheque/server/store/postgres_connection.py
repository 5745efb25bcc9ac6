"""A connection to PostgreSQL that reconnects by itself."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, create_engine, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from ludotheque.server.store.base import CannotOpen

PATIENCE = 4.0
"""Seconds after which the database cancels a statement ..."""
HANGING = 6.0
"""... and after which we drop the connection, because the database does not answer."""
RETRY = 0.3
"""Seconds between attempts to connect."""

SESSION = (
    # A crash of the database must not lose what was acknowledged, whatever its default.
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    f"SET statement_timeout = {int(PATIENCE * 1000)}",
    # A process that is frozen within a transaction must not block the others.
    f"SET idle_in_transaction_session_timeout = {int(PATIENCE * 1000)}",
)


class Unreachable(Exception):
    """There is no connection, and reconnecting has just failed."""


def engine_of(url: str) -> Engine:
    """SQLAlchemy's engine for the URL of a PostgreSQL database. Raises CannotOpen if it is not such a URL."""
    try:
        address = make_url(url)
        if address.get_backend_name() not in ("postgresql", "postgres"):
            raise ValueError(address.drivername)
    except (SQLAlchemyError, ValueError) as error:
        raise CannotOpen("a database URL must look like postgresql://user:password@host/name") from error
    return create_engine(
        address.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,
        connect_args={
            "connect_timeout": 2,
            "tcp_user_timeout": int(PATIENCE * 1000),
            "keepalives_idle": 2,
            "keepalives_interval": 1,
            "keepalives_count": 3,
            "application_name": "ludotheque",
        },
    )


def cause_of(error: BaseException) -> BaseException:
    """Psycopg's error, if SQLAlchemy has wrapped one."""
    return error.orig if isinstance(error, DBAPIError) and error.orig else error


class DatabaseLink:
    """Belongs to one thread; only `cut_if_hanging` is called from elsewhere."""

    def __init__(self, engine: Engine, *session: str) -> None:
        self._engine = engine
        self._session = (*SESSION, *session)
        self._connection: Connection | None = None
        self._retry_at = 0.0
        self._busy_since: float | None = None
        self.raw: psycopg.Connection[Any]

    @property
    def is_up(self) -> bool:
        """Whether the connection worked when it was last used."""
        return self._connection is not None and not self.raw.broken and not self.raw.closed

    @property
    def connection(self) -> Connection:
        """SQLAlchemy's connection, in autocommit; execute BEGIN through `raw` for a transaction."""
        if self._connection is None:
            raise Unreachable
        return self._connection

    def connect(self) -> None:
        """Connect if necessary. Raises Unreachable, at once if an attempt has just failed."""
        if self.is_up:
            return
        self.drop()
        if time.monotonic() < self._retry_at:
            raise Unreachable
        try:
            self._connection = self._engine.connect()
            raw = self._connection.connection.driver_connection
            assert isinstance(raw, psycopg.Connection)
            self.raw = raw
            for statement in self._session:
                raw.execute(statement.encode())
        except (SQLAlchemyError, psycopg.Error) as error:
            self.drop()
            self._retry_at = time.monotonic() + RETRY
            raise Unreachable from error

    def drop(self) -> None:
        """Disconnect, without asking the database."""
        if self._connection is not None:
            with contextlib.suppress(SQLAlchemyError, psycopg.Error):
                self._connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, psycopg.Error):
                self._connection.close()
            self._connection = None

    def roll_back(self) -> None:
        """End the transaction that may be open, on both levels."""
        with contextlib.suppress(SQLAlchemyError, psycopg.Error):
            if self.is_up:
                self.raw.rollback()
                self.connection.rollback()

    @contextlib.contextmanager
    def busy(self) -> Iterator[None]:
        """Marks the time of a query."""
        self._busy_since = time.monotonic()
        try:
            yield
        finally:
            self._busy_since = None

    def cut_if_hanging(self) -> None:
        """Drop the connection if the database has not answered for too long, so that the thread wakes up."""
        since = self._busy_since
        if since is None or time.monotonic() - since < HANGING or not self.is_up:
            return
        with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.raw.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)
