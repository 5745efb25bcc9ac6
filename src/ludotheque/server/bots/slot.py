"""The place of one worker: its process, preload queue and replacement."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque

from ludotheque import precompile
from ludotheque.server.bots.lanes import Ticket
from ludotheque.server.bots.process import PoolProcess, Timeouts
from ludotheque.worker_process import Work, WorkerFailed

log = logging.getLogger(__name__)

#: Seconds before a worker that failed to start is started again.
RESTART_DELAY = 1.0
#: The least seconds between two replacements of a large process: a limit may be too low for all that is loaded.
REPLACE_AT_MOST_EVERY = 60.0


class Slot:
    """`lock` is held while the process does a job. `most`: the bytes of memory from which a process is replaced."""

    def __init__(self, timeouts: Timeouts, work: Work, most: int) -> None:
        self._new = lambda: PoolProcess(timeouts, work)
        self._most = most
        self.process = self._new()
        self.lock = asyncio.Lock()
        #: What the process is doing.
        self.ticket: Ticket | None = None
        #: What every process of this slot loads, and what the present one has yet to load.
        self._loads: list[precompile.CompileJob] = []
        self.to_load: deque[precompile.CompileJob] = deque()
        self.loading = False
        self._replacing: asyncio.Task[None] | None = None
        self._replaced_at = -REPLACE_AT_MOST_EVERY
        #: How often a process was replaced because it had grown.
        self.renewed = 0

    def preload(self, job: precompile.CompileJob) -> None:
        self._loads.append(job)
        self.to_load.append(job)

    async def start(self) -> None:
        """Start the process if there is none; a failure is logged, and the next attempt comes after a pause."""
        if self.process.id is not None:
            return
        try:
            await self.restart()
        except WorkerFailed as error:
            log.error("a worker did not start: %s", error)
            await self.process.end()
            await asyncio.sleep(RESTART_DELAY)

    async def restart(self) -> None:
        """Start a new process. Raises WorkerFailed."""
        await self.process.start()
        self.to_load = deque(self._loads)

    async def load(self) -> None:
        """Load the next item of the preload queue; a failure is logged."""
        self.loading = True
        async with self.lock:
            await _load(self.process, self.to_load.popleft())
        self.renew_if_large()
        self.loading = False

    @property
    def renewing(self) -> bool:
        """Whether a fresh process is about to take the place of this one."""
        return self._replacing is not None

    def renew_if_large(self) -> None:
        """Between two jobs: replace a process that has compiled or grown, by one that has loaded everything first."""
        memory, now = self.process.memory, time.monotonic()
        large = memory > self._most and now - self._replaced_at > REPLACE_AT_MOST_EVERY
        if (large or self.process.has_compiled) and self._replacing is None:
            log.info("a worker of %d MB is replaced", memory // 2**20)
            self._replaced_at = now
            self._replacing = asyncio.create_task(self._renew(), name="a fresh worker")

    async def _renew(self) -> None:
        fresh = self._new()
        try:
            await fresh.start()
            for job in self._loads:
                await _load(fresh, job)
            async with self.lock:
                self.process, fresh = fresh, self.process
                self.to_load.clear()
            self.renewed += 1
        except WorkerFailed as error:
            log.error("a fresh worker did not start: %s", error)
        finally:
            self._replacing = None
            await fresh.end()

    async def end(self) -> None:
        """End the process, and the one that was to take its place."""
        if self._replacing is not None:
            self._replacing.cancel()
            await asyncio.gather(self._replacing, return_exceptions=True)
        await self.process.end()


async def _load(process: PoolProcess, job: precompile.CompileJob) -> None:
    try:
        await process.ask(job)
    except WorkerFailed as error:
        log.warning("a worker could not load %s: %s", job.title, error)
