"""Group commit: one thread writes, and takes all that waits into one transaction.

While a commit waits for the disk, the next groups gather; so the busier it is, the more of them share a commit.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol

from ludotheque.server.store.base import Append, CannotWrite, Change

log = logging.getLogger(__name__)

Changes = tuple[Change, ...]
Outcome = BaseException | None
"""None: it is on the disk."""

QUEUE = 20_000
IDLE = 0.5


class Group:
    """Changes that are made all or none, and who waits for it."""

    __slots__ = ("changes", "done")

    def __init__(self, changes: Changes, done: asyncio.Future[None]) -> None:
        self.changes = changes
        self.done = done


def lone_append(group: Group) -> Append | None:
    """Its only change, if that is an entry."""
    first = group.changes[0]
    return first if isinstance(first, Append) and len(group.changes) == 1 else None


Settle = Callable[[list[tuple[Group, Outcome]]], None]


class Backend(Protocol):
    """What differs between the databases; called in the writer's thread only."""

    def commit(self, groups: list[Group], settle: Settle) -> None:
        """Write all groups in one transaction, then settle each of them, now or (if unsure) later."""

    def idle(self, settle: Settle) -> None:
        """Nothing waits."""

    def finish(self, settle: Settle) -> None:
        """Nothing will come any more: disconnect, and settle the rest."""


class Writer:
    """Hands groups from the event loop to the thread, and outcomes back."""

    def __init__(self, backend: Backend, queue: int = QUEUE) -> None:
        self._backend = backend
        self._limit = queue
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[Group | None] = SimpleQueue()
        self._waiting = 0
        self._closed = False
        self.batches = 0
        """How many transactions it has tried so far."""
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Groups that have no answer yet."""
        return self._waiting

    async def write(self, changes: Changes) -> None:
        """Returns after the commit. If cancelled, the changes may still be made."""
        if self._closed:
            raise CannotWrite("the store is closed")
        if self._waiting >= self._limit:
            raise CannotWrite(f"{self._waiting} changes wait to be written already")
        self._waiting += 1
        group = Group(changes, self._loop.create_future())
        self._queue.put(group)
        await group.done

    async def close(self) -> None:
        """Write what waits, then end the thread."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while True:
            groups, last = self._gather()
            if groups:
                self.batches += 1
                self._commit(groups)
            elif not last:
                self._guarded(self._backend.idle)
            if last:
                self._guarded(self._backend.finish)
                return

    def _commit(self, groups: list[Group]) -> None:
        try:
            self._backend.commit(groups, self._settle)
        except Exception as error:
            log.exception("a mistake in the store's writer")
            self._settle([(group, error) for group in groups])

    def _guarded(self, call: Callable[[Settle], None]) -> None:
        """Whatever happens, the thread goes on: without it nothing would ever be written again."""
        try:
            call(self._settle)
        except Exception:
            log.exception("a mistake in the store's writer")

    def _gather(self) -> tuple[list[Group], bool]:
        """All that waits, and whether it is the last."""
        groups: list[Group] = []
        try:
            group = self._queue.get(timeout=IDLE)
            while group is not None:
                groups.append(group)
                group = self._queue.get_nowait()
        except Empty:
            return groups, False
        return groups, True

    def _settle(self, outcomes: list[tuple[Group, Outcome]]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._tell, outcomes)

    def _tell(self, outcomes: list[tuple[Group, Outcome]]) -> None:
        self._waiting -= len(outcomes)
        for group, outcome in outcomes:
            if group.done.done():
                continue  # whoever waited has been cancelled
            if outcome is None:
                group.done.set_result(None)
            elif isinstance(outcome, asyncio.CancelledError):
                group.done.cancel()
            else:
                group.done.set_exception(outcome)
