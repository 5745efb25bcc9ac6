"""What both stores share: one thread that writes, one that reads, and the heartbeat.

Group commit: the writer thread writes everything that waits in one transaction. While a commit waits for the disk, more
groups queue up, so under load more of them share a commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, TypeVar

from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change, DiskFull
from ludotheque.server.store.heartbeat import BEAT, Liveness, Seconds, ServerClock

log = logging.getLogger(__name__)

T = TypeVar("T")
Changes = tuple[Change, ...]
WriteResult = BaseException | None
"""None: it is on the disk."""

QUEUE = 20_000
IDLE = 0.5
"""Seconds without anything to write after which the writer is told."""


@dataclass(frozen=True)
class StoreSettings:
    """Parameters that tests change."""

    queue: int = QUEUE
    """The most groups, and reads, that may wait."""
    beat: float = BEAT
    wall: Seconds = time.time
    monotonic: Seconds = time.monotonic


class Group:
    """Changes that are made together or not at all, and the future of their result."""

    __slots__ = ("changes", "done")

    def __init__(self, changes: Changes, done: asyncio.Future[None]) -> None:
        self.changes = changes
        self.done = done


def lone_append(group: Group) -> Append | None:
    """Return the only change of the group, if it is an append."""
    first = group.changes[0]
    return first if isinstance(first, Append) and len(group.changes) == 1 else None


Settle = Callable[[list[tuple[Group, WriteResult]]], None]


class Writer(Protocol):
    """Writes to a database. All methods are called in the writer thread."""

    def commit(self, groups: list[Group], settle: Settle) -> None:
        """Write all groups in one transaction, and settle each of them, later if the result is unknown."""

    def idle(self, settle: Settle) -> None:
        """Nothing waits."""

    def finish(self, settle: Settle) -> None:
        """Disconnect, since no more groups will come, and settle the rest."""


class ThreadedStore:
    """The part of a store that does not depend on the database."""

    def __init__(self, settings: StoreSettings) -> None:
        self.settings = settings
        self.liveness = Liveness(ServerClock(settings.monotonic))
        self.batches = 0
        self._queue: SimpleQueue[Group | None] = SimpleQueue()
        self.waiting = 0
        self.full = False
        self._writer_thread: Thread | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._reading = 0
        self._pulse: asyncio.Task[None] | None = None

    def _start(self, writer: Writer) -> None:
        self._loop = asyncio.get_running_loop()
        self._writer_thread = Thread(target=self._write_all, args=(writer,), name="store-writer", daemon=True)
        self._writer_thread.start()
        self._pulse = asyncio.create_task(self._keep_beating(), name="store-pulse")

    async def _stop(self) -> None:
        """Write the waiting groups, then end the threads."""
        if self._pulse:
            self._pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pulse
        if self._writer_thread:
            writing, self._writer_thread = self._writer_thread, None
            self._queue.put(None)
            await asyncio.to_thread(writing.join)
        await asyncio.to_thread(self._reader.shutdown)

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self.settings.beat)
            with contextlib.suppress(CannotWrite):
                await self.beat()

    async def beat(self) -> None:
        """Write a heartbeat, and the outage that has just ended, if any. Raises CannotWrite."""
        raise NotImplementedError

    # Writing

    async def write(self, *changes: Change) -> None:
        """See `base.Store`. If cancelled, the changes may still be made."""
        if not changes:
            return
        if self._writer_thread is None:
            raise CannotWrite("the store is closed")
        if self.waiting >= self.settings.queue:
            raise CannotWrite(f"{self.waiting} changes are waiting already")
        self.waiting += 1
        group = Group(changes, self._loop.create_future())
        self._queue.put(group)
        await group.done

    def _write_all(self, writer: Writer) -> None:
        """Run the writer thread. It survives any error, since without it nothing would be written again."""
        last = False
        while not last:
            groups, last = self._waiting_groups()
            try:
                if groups:
                    self.batches += 1
                    writer.commit(groups, self._settle)
                elif not last:
                    writer.idle(self._settle)
            except Exception as error:
                log.exception("an error in the store's writer")
                self._settle([(group, error) for group in groups])
        try:
            writer.finish(self._settle)
        except Exception:
            log.exception("an error in the store's writer")

    def _waiting_groups(self) -> tuple[list[Group], bool]:
        """Take all waiting groups; return them, and whether they are the last."""
        groups: list[Group] = []
        try:
            group = self._queue.get(timeout=IDLE)
            while group is not None:
                groups.append(group)
                group = self._queue.get_nowait()
        except Empty:
            return groups, False
        return groups, True

    def _settle(self, results: list[tuple[Group, WriteResult]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set_results, results)

    def _set_results(self, results: list[tuple[Group, WriteResult]]) -> None:
        self.waiting -= len(results)
        for group, result in results:
            if result is None or isinstance(result, DiskFull):
                self.full = result is not None
            if group.done.done():
                continue  # the waiting task was cancelled
            if result is None:
                group.done.set_result(None)
            elif isinstance(result, asyncio.CancelledError):
                group.done.cancel()
            else:
                group.done.set_exception(result)

    # Reading

    async def _in_reader(self, function: Callable[[], T]) -> T:
        if self._reading >= self.settings.queue:
            raise CannotRead(f"{self._reading} reads are waiting already")
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, function)
        finally:
            self._reading -= 1

    # Time

    def now(self) -> int:
        """See `base.Store`."""
        return self.liveness.clock.now()

    @property
    def process(self) -> str:
        """See `base.Store`."""
        return self.liveness.process

    def is_alive(self, process: str) -> bool:
        """See `base.Store`."""
        return self.liveness.is_alive(process)

    def exclude_from_clocks(self, since: int, until: int) -> None:
        """See `base.Store`."""
        self.liveness.add_outages([(since, until)])

    def down_time(self, since: int, until: int) -> int:
        """See `base.Store`."""
        return self.liveness.down_time(since, until)
