"""A worker process of the pool, with its timeouts."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.server.bots.jobs import Begun, QueryRequest, WorkerJob
from ludotheque.server.bots.worker import do
from ludotheque.worker_process import Answer, Work, WorkerProcess


@dataclass(frozen=True)
class Timeouts:
    """Seconds, generous: a worker that is starved by other load does finish in the end, one that hangs never does.

    `start`: until it runs. `load`: until everything that a job needs is loaded, or compiled.
    `think`: for the job itself; `query`: for a query, which limits its processor time itself.
    """

    start: float = 120.0
    load: float = 300.0
    think: float = 10.0
    query: float = 60.0


class PoolProcess:
    """At most one process at a time; call all methods from the event loop."""

    def __init__(self, timeouts: Timeouts, work: Work = do, *, urgent: bool = False) -> None:
        """`urgent`: it runs at the same priority as the server."""
        self._timeouts = timeouts
        self._worker = WorkerProcess(work, background=not urgent)
        #: The compiler takes hundreds of megabytes, which only the end of the process gives back.
        self.has_compiled = False
        self._begun = self._unwanted = False

    @property
    def id(self) -> int | None:
        """The process id, while it runs."""
        return self._worker.id

    async def start(self) -> None:
        """Start a new process and wait until it is ready. Raises WorkerFailed."""
        await self.end()
        self.has_compiled = False
        self._worker.start()
        await self._worker.receive_within(self._timeouts.start)

    async def ask(self, job: WorkerJob) -> Any:
        """Ask a running worker; return its answer. Raises WorkerFailed."""
        query = isinstance(job, QueryRequest)
        self._begun = self._unwanted = False
        if query:
            # It may exceed the pipe buffer, and its reader has a low priority.
            await asyncio.to_thread(self._worker.give, job)
        else:
            self._worker.give(job)
        begun = await self._worker.receive_within(self._timeouts.load)
        assert isinstance(begun, Begun)
        self.has_compiled = self.has_compiled or begun.compiled
        self._begun = True
        if self._unwanted:
            self._worker.stop_job()
        answer = await self._worker.receive_within(self._timeouts.query if query else self._timeouts.think, large=query)
        assert isinstance(answer, Answer)
        return answer.value

    def stop_job(self) -> None:
        """Have a query end soon: nobody waits for it any more. `ask` raises JobRaised then."""
        self._unwanted = True
        if self._begun:
            self._worker.stop_job()

    @property
    def memory(self) -> int:
        """The resident memory in bytes; 0 where that is not known, or if there is no process."""
        try:
            return int(Path(f"/proc/{self.id}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
        except (OSError, ValueError, AttributeError):
            return 0

    async def end(self) -> None:
        """Kill the process, if there is one."""
        await asyncio.to_thread(self._worker.close)  # a busy machine may keep it waiting even for its end
