"""A PostgreSQL database that several processes share."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import psycopg
from sqlalchemy import Executable, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ludotheque.server.store import migrations
from ludotheque.server.store.base import CannotOpen, CannotRead, Row
from ludotheque.server.store.postgres_connection import DatabaseLink, Unreachable, cause_of, engine_of
from ludotheque.server.store.postgres_listener import ListenerThread
from ludotheque.server.store.postgres_writer import CHANNEL, PostgresWriter
from ludotheque.server.store.threaded_store import StoreSettings, ThreadedStore

T = TypeVar("T")

MIGRATING = 0x6C75646F
"""An advisory lock: of several processes that start together, one migrates."""
ENTRIES = b"SELECT number, at, entry FROM entries WHERE table_key = %s AND number >= %s ORDER BY number"


def _call_in(loop: asyncio.AbstractEventLoop, called: Callable[[set[str]], None], tables: set[str]) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(called, tables)


class PostgresStore(ThreadedStore):
    """See `base.Store`. The time is the database's."""

    def __init__(self, url: str, settings: StoreSettings | None = None) -> None:
        super().__init__(settings or StoreSettings())
        self._engine = engine_of(url)
        self.links = [
            DatabaseLink(self._engine),
            DatabaseLink(self._engine),
            DatabaseLink(self._engine, f"LISTEN {CHANNEL}"),
        ]
        self._called: Callable[[str], None] | None = None
        self._thread: ListenerThread | None = None

    async def open(self) -> None:
        """Connect, bring the schema up to date, and start the heartbeat. Raises CannotOpen."""
        writer, _, listener = self.links
        loop = asyncio.get_running_loop()
        thread = ListenerThread(listener, self.liveness, partial(_call_in, loop, self._announce), self.settings.beat)
        try:
            await self._in_reader(lambda: self._open(thread))
        except BaseException:
            self._reader.shutdown(wait=False)
            for link in self.links:
                link.drop()
            raise
        self._thread = thread
        thread.start()
        self._start(PostgresWriter(writer, self.liveness))

    async def close(self) -> None:
        """Finish writing, write a last beat, then disconnect."""
        await self._stop()
        if self._thread:
            await asyncio.to_thread(self._thread.stop)
        self.links[1].drop()
        self._engine.dispose()

    def _open(self, thread: ListenerThread) -> None:
        try:
            with self._engine.connect() as connection:
                self._migrate(connection.execution_options(isolation_level="READ COMMITTED"))
            for link in self.links:
                link.connect()
            thread.begin()
        except Unreachable as error:
            raise CannotOpen(f"the database cannot be reached: {cause_of(error.__cause__ or error)}") from error
        except (SQLAlchemyError, psycopg.Error) as error:
            raise CannotOpen(f"the database cannot be used: {cause_of(error)}") from error

    def _migrate(self, connection: Any) -> None:
        if migrations.is_current(connection):
            return
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
        if not migrations.is_current(connection):
            migrations.upgrade(connection)
        connection.commit()

    async def beat(self) -> None:
        """Tell the listener thread, which writes the beats, that the event loop is alive; drop hanging connections."""
        if self._thread:
            self._thread.ticked = time.monotonic()
            self.full = self._thread.full
        for link in self.links:
            link.cut_if_hanging()

    def listen(self, called: Callable[[str], None]) -> None:
        """See `base.Store`."""
        self._called = called

    def _announce(self, tables: set[str]) -> None:
        for table in sorted(tables):
            if self._called:
                self._called(table)

    async def read(self, query: Executable) -> list[Row]:
        """See `base.Store`."""
        return await self._in_reader(lambda: self._query(lambda link: list(link.connection.execute(query))))

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
        """See `base.Store`."""
        return await self._in_reader(
            lambda: self._query(
                lambda link: link.raw.execute(ENTRIES, (table, since), prepare=True, binary=True).fetchall()
            )
        )

    def _query(self, query: Callable[[DatabaseLink], T], again: bool = True) -> T:
        """Run the query, and once again if the connection turns out to be lost."""
        link = self.links[1]
        try:
            with link.busy():
                link.connect()
                return query(link)
        except Unreachable as error:
            raise CannotRead("the database is not reachable") from error
        except (DBAPIError, psycopg.Error) as error:
            if not isinstance(cause_of(error), psycopg.OperationalError):
                raise
            if again and not link.is_up:
                return self._query(query, again=False)
            raise CannotRead(str(cause_of(error))) from error
        finally:
            link.roll_back()
