"""A store in memory and bots without processes, for tests of the layers above."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Executable, create_engine, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from ludotheque.games.spec import Json
from ludotheque.server.bots import NOBODY, QUOTAS, Asker, BotRequest, HintRequest, QueryRequest, ReviewRequest
from ludotheque.server.bots.lanes import LaneName, Lanes
from ludotheque.server.bots.worker import do
from ludotheque.server.store import schema
from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change, Conflict, Notify, Row


class Disk:
    """What survives the end of a process; several fake stores may share it, as processes share a database."""

    def __init__(self) -> None:
        self.engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        schema.metadata.create_all(self.engine)
        self.stores: list[FakeStore] = []


class FakeStore:
    """`base.Store` in memory. The clock stands still unless a test changes `time`.

    `full`: writing fails. `away`: reading fails, too. `writes` counts groups of changes.
    """

    def __init__(self, disk: Disk | None = None, process: str = "here") -> None:
        self.disk = disk or Disk()
        self.time = 1_700_000_000_000
        self.full = False
        self.away = False
        self.writes = 0
        self.batches = 0
        self.waiting = 0
        self.outages: list[tuple[int, int]] = []
        self._process = process
        self._called: Callable[[str], None] | None = None

    async def open(self) -> None:
        self.disk.stores.append(self)

    async def close(self) -> None:
        if self in self.disk.stores:
            self.disk.stores.remove(self)
        if not self.disk.stores:
            self.disk.engine.dispose()

    async def write(self, *changes: Change) -> None:
        await asyncio.sleep(0)
        if self.full or self.away:
            raise CannotWrite("the disk is full")
        self.writes += 1
        try:
            with self.disk.engine.begin() as connection:
                for change in changes:
                    if not isinstance(change, Notify):
                        connection.execute(_statement(change))
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from None
        self._notify_others({change.table for change in changes if isinstance(change, Append)})
        self._notify_others({change.topic for change in changes if isinstance(change, Notify)})

    def _notify_others(self, tables: set[str]) -> None:
        for store in self.disk.stores:
            if store is not self and store._called is not None:
                for table in tables:
                    asyncio.get_running_loop().call_soon(store._called, table)

    async def read(self, query: Executable) -> list[Row]:
        await asyncio.sleep(0)
        if self.away:
            raise CannotRead("the database is away")
        with self.disk.engine.connect() as connection:
            return list(connection.execute(query))

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
        columns = schema.entries.c
        query = select(columns.number, columns.at, columns.entry).order_by(columns.number)
        rows = await self.read(query.where(columns.table_key == table, columns.number >= since))
        return [(row[0], row[1], row[2]) for row in rows]

    def listen(self, called: Callable[[str], None]) -> None:
        self._called = called

    def now(self) -> int:
        return self.time

    @property
    def process(self) -> str:
        return self._process

    def is_alive(self, process: str) -> bool:
        return any(store.process == process for store in self.disk.stores)

    def exclude_from_clocks(self, since: int, until: int) -> None:
        self.outages.append((since, until))

    def down_time(self, since: int, until: int) -> int:
        return sum(max(0, min(ended, until) - max(began, since)) for began, ended in self.outages)


def _statement(change: Change) -> Any:
    if isinstance(change, Append):
        row = {"table_key": change.table, "number": change.number, "at": change.at, "entry": change.entry}
        return insert(schema.entries).values(row)
    return change


class FakeBots:
    """`bots.WorkerPool` that answers at once with a random legal move."""

    waiting = 0
    thinking = 0
    replaced = 0
    renewed = 0
    failed = 0

    def __init__(self) -> None:
        self.lanes = Lanes(QUOTAS)
        self.memory: dict[str, int] = {}

    async def start(self) -> None:
        pass

    async def stop(self, grace: float = 3.0) -> None:
        pass

    def check(self, lane: LaneName, asker: Asker) -> None:
        pass

    async def move(self, request: BotRequest, asker: Asker = NOBODY) -> str:
        await asyncio.sleep(0)
        return request.fallback

    async def hints(self, request: HintRequest, asker: Asker = NOBODY) -> list[Json]:
        await asyncio.sleep(0)
        return []

    async def review(self, request: ReviewRequest, asker: Asker = NOBODY) -> Any:
        """Answer as a worker does, but at once."""
        await asyncio.sleep(0)
        return do(msgspec.structs.replace(request, seconds=0.001), lambda said: None)

    async def query(self, request: QueryRequest, asker: Asker = NOBODY) -> Any:
        """Answer as a worker does; all of it is pickled on the way."""
        await asyncio.sleep(0)
        return pickle.loads(pickle.dumps(do(pickle.loads(pickle.dumps(request)), lambda said: None)))
