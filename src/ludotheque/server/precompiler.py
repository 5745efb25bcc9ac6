"""The server has rules and bots compiled by other processes, one game after the other, and answers meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterator

from ludotheque import catalogue, precompile
from ludotheque.engine import compiling
from ludotheque.engine import precompile_rules as rules
from ludotheque.games import names, spec_of
from ludotheque.games.spec import Mode, Spec
from ludotheque.precompile import CompileJob
from ludotheque.server.bots import WorkerPool
from ludotheque.server.bots.process import PoolProcess, Timeouts
from ludotheque.server.tables.refusals import Refused
from ludotheque.worker_process import WorkerFailed

log = logging.getLogger("ludotheque.precompiler")

#: At the lowest priority a busy machine may keep the compiler waiting for long.
TIMEOUTS = Timeouts(start=600.0, load=3600.0)

#: Called when the first game can be played.
Open = Callable[[], Awaitable[None]]


class Precompiler:
    """Has other processes compile what is missing, and knows which games cannot be played yet."""

    def __init__(self, bots: WorkerPool, cores: int | None = None) -> None:
        self._bots = bots
        self._cores = cores or os.cpu_count() or 1
        self._missing = set(names())
        self._cached: list[str] = []
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._opened = False

    @property
    def missing(self) -> list[str]:
        """The games that cannot be played yet."""
        return sorted(self._missing)

    def require(self, spec: Spec, mode: Mode) -> None:
        """Refuse to begin a match whose rules would have to be compiled first, in this process."""
        if spec.name in self._missing:
            raise Refused("not_ready", why="compiling", game=spec.name)

    @contextlib.contextmanager
    def guarding(self) -> Iterator[None]:
        """While this lasts, no match begins in this process before its rules are compiled."""
        catalogue.prepare_with(self.require)
        try:
            yield
        finally:
            catalogue.prepare_with(None)

    async def compile_rules(self, open_house: Open) -> None:
        """Have all games ready to be played; `open_house` is called as soon as the first one is."""
        jobs = await asyncio.to_thread(precompile.missing, "rules")
        self._missing = {job.game for job in jobs}
        self._cached = [name for name in names() if name not in self._missing]
        if self._cached:
            await self._open(open_house)
        if compiling.CACHE_FOLDER is None:
            for name in self.missing:
                await self._add(name, open_house)
        else:
            await self._compile_all(jobs, self._cores, open_house)

    async def load_cached(self) -> None:
        """Load the rules that had been compiled before, so that the first match of a game does not wait for it."""
        for name in self._cached:
            await self._load_once(name)

    async def load(self, name: str) -> None:
        """Load the rules of a game if they are compiled, before a table needs them: not while everybody waits."""
        if name not in self._missing:
            await self._load_once(name)

    async def _load_once(self, name: str) -> None:
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(load_rules(name), name=f"loading {name}")
        await asyncio.shield(self._loading[name])  # others may wait for it, too

    async def compile_bots(self) -> None:
        """Have everything compiled that bots, hints and reviews think with, and loaded by a worker."""
        if compiling.CACHE_FOLDER is not None:
            # Somebody may be playing already: bots need a core, too.
            await self._compile_all(await asyncio.to_thread(precompile.missing, "players"), max(1, self._cores - 1))
        for job in precompile.all_jobs("players"):
            self._bots.preload(job)

    async def _compile_all(self, jobs: list[CompileJob], at_once: int, open_house: Open | None = None) -> None:
        queue, left = deque(jobs), Counter(job.game for job in jobs)

        async def work() -> None:
            while queue:
                job = queue.popleft()
                # Once people are there, their requests come first.
                await compile_in_process(job, urgent=not self._opened)
                left[job.game] -= 1
                if open_house and not left[job.game]:
                    await self._add(job.game, open_house)

        if open_house and jobs:
            log.info("compiling the rules of %d games, this once", len(self._missing))
        async with asyncio.TaskGroup() as group:
            for _ in range(min(at_once, len(jobs))):
                group.create_task(work())

    async def _add(self, name: str, open_house: Open) -> None:
        """Open a game whose rules are compiled; what another process could not compile is compiled here."""
        await self._load_once(name)
        self._missing.discard(name)
        log.info("%s can be played; games still being compiled: %d", spec_of(name).title, len(self._missing))
        await self._open(open_house)

    async def _open(self, open_house: Open) -> None:
        if not self._opened:
            self._opened = True
            await open_house()


async def compile_in_process(job: CompileJob, *, urgent: bool = False) -> None:
    """Run a job in a process of its own, which then ends: it gives back the compiler's memory. A failure is logged."""
    worker = PoolProcess(TIMEOUTS, urgent=urgent)
    try:
        await worker.start()
        await worker.ask(job)
    except WorkerFailed as error:
        log.error("compiling failed (%s): %s", job.title, error)
    finally:
        await worker.end()


async def load_rules(name: str) -> None:
    """Load the rules of a game, in a thread that stops once nobody waits for it."""
    stopped = threading.Event()
    try:
        await asyncio.to_thread(_load, name, stopped)
    finally:
        stopped.set()


class _Stopped(Exception):
    """The server is closing."""


def _load(name: str, stopped: threading.Event) -> None:
    def check(done: int, total: int) -> None:
        if stopped.is_set():
            raise _Stopped

    with contextlib.suppress(_Stopped):
        for mode in spec_of(name).modes:
            rules.precompile(mode.rules, check)
