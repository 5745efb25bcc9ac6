"""What both stores share: one thread that writes, one that reads, and the heartbeat."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from ludotheque.server.store.base import CannotRead, CannotWrite, Change
from ludotheque.server.store.heartbeat import BEAT, Clock, Life, Seconds
from ludotheque.server.store.writer import QUEUE, Backend, Writer

T = TypeVar("T")


@dataclass(frozen=True)
class Settings:
    """Parameters that tests change."""

    queue: int = QUEUE
    """The most groups, and reads, that may wait."""
    beat: float = BEAT
    wall: Seconds = time.time
    monotonic: Seconds = time.monotonic


class ThreadedStore:
    """The part of a store that does not depend on the database."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.life = Life(Clock(settings.monotonic))
        self._writer: Writer | None = None
        self._pulse: asyncio.Task[None] | None = None
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._reading = 0

    @property
    def writer(self) -> Writer:
        """The thread that writes."""
        assert self._writer is not None, "the store is not open"
        return self._writer

    def _start(self, backend: Backend) -> None:
        self._writer = Writer(backend, self.settings.queue)
        self._pulse = asyncio.create_task(self._keep_beating(), name="store-pulse")

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self.settings.beat)
            with contextlib.suppress(CannotWrite):
                await self.beat()

    async def beat(self) -> None:
        """Write a heartbeat, and the outage that has just ended, if any. CannotWrite."""
        raise NotImplementedError

    async def _stop(self) -> None:
        if self._pulse:
            self._pulse.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pulse
        if self._writer:
            await self._writer.close()
        await asyncio.to_thread(self._reader.shutdown)

    async def write(self, *changes: Change) -> None:
        """See `base.Store`. If cancelled, the changes may still be made."""
        if changes:
            await self.writer.write(changes)

    async def _in_reader(self, function: Callable[[], T]) -> T:
        if self._reading >= self.settings.queue:
            raise CannotRead(f"{self._reading} reads are waiting already")
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, function)
        finally:
            self._reading -= 1

    def now(self) -> int:
        """See `base.Store`."""
        return self.life.clock.now()

    @property
    def process(self) -> str:
        """See `base.Store`."""
        return self.life.process

    def is_alive(self, process: str) -> bool:
        """See `base.Store`."""
        return self.life.is_alive(process)

    def excuse(self, since: int, until: int) -> None:
        """See `base.Store`."""
        self.life.add_outages([(since, until)])

    def down_time(self, since: int, until: int) -> int:
        """See `base.Store`."""
        return self.life.down_time(since, until)
