"""Group commit: one thread writes everything that waits in one transaction.

While a commit waits for the disk, more groups queue up, so under load more of them share a commit.
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
    """Changes that are made together or not at all, and the future of their outcome."""

    __slots__ = ("changes", "done")

    def __init__(self, changes: Changes, done: asyncio.Future[None]) -> None:
        self.changes = changes
        self.done = done


def lone_append(group: Group) -> Append | None:
    """The only change of the group, if it is an append."""
    first = group.changes[0]
    return first if isinstance(first, Append) and len(group.changes) == 1 else None


Settle = Callable[[list[tuple[Group, Outcome]]], None]


class Backend(Protocol):
    """The part that depends on the database; called in the writer thread only."""

    def commit(self, groups: list[Group], settle: Settle) -> None:
        """Write all groups in one transaction, and settle each of them, later if the outcome is unknown."""

    def idle(self, settle: Settle) -> None:
        """Nothing waits."""

    def finish(self, settle: Settle) -> None:
        """No more groups will come: disconnect, and settle the rest."""


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
        """The number of attempted transactions."""
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of groups without an outcome."""
        return self._waiting

    async def write(self, changes: Changes) -> None:
        """Returns after the commit. If cancelled, the changes may still be made."""
        if self._closed:
            raise CannotWrite("the store is closed")
        if self._waiting >= self._limit:
            raise CannotWrite(f"{self._waiting} changes are waiting already")
        self._waiting += 1
        group = Group(changes, self._loop.create_future())
        self._queue.put(group)
        await group.done

    async def close(self) -> None:
        """Write the waiting groups, then end the thread."""
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
            log.exception("an error in the store's writer")
            self._settle([(group, error) for group in groups])

    def _guarded(self, call: Callable[[Settle], None]) -> None:
        """Call it; the thread survives any error, since without it nothing would be written again."""
        try:
            call(self._settle)
        except Exception:
            log.exception("an error in the store's writer")

    def _gather(self) -> tuple[list[Group], bool]:
        """All waiting groups, and whether they are the last."""
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
                continue  # the waiting task was cancelled
            if outcome is None:
                group.done.set_result(None)
            elif isinstance(outcome, asyncio.CancelledError):
                group.done.cancel()
            else:
                group.done.set_exception(outcome)
