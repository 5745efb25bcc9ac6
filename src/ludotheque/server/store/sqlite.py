"""Everything in one SQLite file, for one process."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import apsw
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Executable, create_engine, delete, func, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import StaticPool

from ludotheque.server.store import apsw_dbapi, migrations
from ludotheque.server.store.base import CannotOpen, CannotRead, CannotWrite, Change, InUse, Row
from ludotheque.server.store.data_file import backup_folder, prepare
from ludotheque.server.store.heartbeat import RESTART, STANDSTILL
from ludotheque.server.store.schema import outages, processes
from ludotheque.server.store.sqlite_writer import SqliteWriter
from ludotheque.server.store.threaded_store import StoreSettings, ThreadedStore

T = TypeVar("T")

WRITER = (
    "PRAGMA synchronous=FULL",  # NORMAL loses acknowledged entries at a power cut
    "PRAGMA fullfsync=ON",  # macOS: a plain fsync does not reach the disk
    "PRAGMA wal_autocheckpoint=250",  # pages: everybody waits during a checkpoint, so keep it short
    "PRAGMA secure_delete=ON",  # what was removed does not stay readable in free pages
    "PRAGMA foreign_keys=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA cache_size=-65536",
    "PRAGMA journal_size_limit=67108864",
)
READER = ("PRAGMA query_only=ON", "PRAGMA cache_size=-65536")
PATIENCE = 2_000
"""Milliseconds to wait for the lock of another program (a backup, a shell)."""
STATEMENTS = 400
"""The number of cached prepared statements of a connection."""
ENTRIES = "SELECT number, at, entry FROM entries WHERE table_key = ? AND number >= ? ORDER BY number"


def lock_file(path: Path) -> FileLock:
    """Hold `FILE.lock` until it is released, at the latest by the system when this process ends, however it ends.

    Raises InUse if another store holds it, in this process or another. The lock file stays: whoever deleted it
    could delete another's.
    """
    real = path.resolve()
    lock = FileLock(real.with_name(real.name + ".lock"), mode=0o600, thread_local=False, preserve_lock_file=True)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise InUse(
            f"{path} is in use by another server: stop that one first, give this one a file of its own (--data FILE), "
            "or share a PostgreSQL database (--database postgresql://...)"
        ) from None
    return lock


def connect(path: Path, vfs: str | None = None) -> Connection:
    """Open an SQLAlchemy connection to a file, over APSW."""
    raw = apsw.Connection(os.fspath(path), vfs=vfs, statementcachesize=STATEMENTS)
    raw.set_busy_timeout(PATIENCE)
    engine = create_engine(
        "sqlite+pysqlite://",
        module=apsw_dbapi,
        creator=lambda: apsw_dbapi.Connection(raw),
        poolclass=StaticPool,
        hide_parameters=True,
    )
    return engine.connect()


def raw_of(connection: Connection) -> apsw.Connection:
    """Return the APSW connection below SQLAlchemy's."""
    found = connection.connection.dbapi_connection
    assert isinstance(found, apsw_dbapi.Connection)
    return found.raw


class SqliteStore(ThreadedStore):
    """See `base.Store`."""

    def __init__(
        self, path: Path, settings: StoreSettings | None = None, *, backups: Path | None = None, vfs: str | None = None
    ) -> None:
        """`backups`: where the file is copied to before a migration; by default a folder beside it."""
        super().__init__(settings or StoreSettings())
        self.path = path
        self._backups = backups or backup_folder(path)
        self._vfs = vfs
        self._lock: FileLock | None = None
        self._connections: list[Connection] = []

    async def open(self) -> None:
        """Lock the file, check it, bring its schema up to date, and start the heartbeat.

        Raises CannotOpen if another process has the file, it is damaged or none of ours, or its version is newer.
        """
        try:
            writer = await self._in_reader(self._open)
            await self._remember()
        except BaseException:
            self._release()
            self._reader.shutdown(wait=False)
            raise
        self._start(writer)
        with contextlib.suppress(CannotWrite):  # a full disk can still be read
            await self._beat(RESTART, delete(processes).where(processes.c.name != self.process))

    async def close(self) -> None:
        """Finish writing, write a last beat, then release the file."""
        try:
            if self._writer_thread:
                with contextlib.suppress(CannotWrite):
                    await self.beat()
        finally:
            await self._stop()
            self._release()

    def _release(self) -> None:
        for connection in self._connections:
            connection.close()
            connection.engine.dispose()
        self._connections = []
        if self._lock:
            self._lock.release()
            self._lock = None

    def _connect(self) -> Connection:
        self._connections.append(connect(self.path, self._vfs))
        return self._connections[-1]

    def _open(self) -> SqliteWriter:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = lock_file(self.path)
            prepare(self.path.resolve(), self._backups)
            writer = self._connect()
            self._prepare(writer)
            reader = raw_of(self._connect())
            for pragma in READER:
                reader.execute(pragma)
        except OSError as error:
            raise CannotOpen(f"{self.path}: {error.strerror}") from error
        except (apsw.Error, OperationalError) as error:
            raise CannotOpen(f"{self.path}: {error}") from error
        return SqliteWriter(writer, raw_of(writer))

    def _prepare(self, writer: Connection) -> None:
        raw = raw_of(writer)
        if raw.execute("PRAGMA journal_mode=WAL").fetchall() != [("wal",)]:
            raise CannotOpen(f"{self.path}: this file system does not support a write-ahead log; use a local disk")
        for pragma in WRITER:
            raw.execute(pragma)
        if migrations.is_current(writer):
            return
        raw.execute("BEGIN IMMEDIATE")
        migrations.upgrade(writer)
        writer.commit()

    async def _remember(self) -> None:
        known = await self.read(select(outages))
        beats = await self.read(select(func.max(processes.c.beat)))
        liveness = self.liveness
        liveness.add_outages((began, ended) for began, ended in known)
        liveness.newest = max([beats[0][0] or 0, *(ended for _, ended in known)])
        liveness.clock.follow(self.settings.wall() * 1000)
        if self.now() < liveness.newest:
            # The clock was set back: continue less than a beat after the last one.
            liveness.clock.follow(liveness.newest + 1000 * self.settings.beat)

    async def beat(self) -> None:
        """See `ThreadedStore`."""
        self.liveness.clock.follow(self.settings.wall() * 1000)
        await self._beat(STANDSTILL)

    async def _beat(self, longest: int, *more: Change) -> None:
        now = self.now()
        new = insert(processes).values(name=self.process, started=now, beat=now)
        changes: list[Change] = [new.on_conflict_do_update(index_elements=["name"], set_={"beat": now}), *more]
        outage = self.liveness.outage(now, longest)
        if outage:
            changes.append(insert(outages).values(outage).on_conflict_do_nothing())
        await self.write(*changes)
        self.liveness.heard([(self.process, now)])
        self.liveness.add_outages([outage] if outage else [])

    async def read(self, query: Executable) -> list[Row]:
        """See `base.Store`."""
        return await self._in_reader(lambda: self._reading_of(lambda reader: list(reader.execute(query))))

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
        """See `base.Store`."""
        return await self._in_reader(lambda: self._reading_of(lambda reader: _entries(raw_of(reader), table, since)))

    def _reading_of(self, look: Callable[[Connection], T]) -> T:
        reader = self._connections[1]
        try:
            return look(reader)
        except (apsw.Error, OperationalError) as error:
            raise CannotRead(str(error)) from error
        finally:
            reader.rollback()

    def listen(self, called: Callable[[str], None]) -> None:
        """See `base.Store`. Nobody else can append to this file."""


def _entries(raw: apsw.Connection, table: str, since: int) -> list[Any]:
    return raw.execute(ENTRIES, (table, since)).fetchall()
