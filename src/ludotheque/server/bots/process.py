"""A worker process in which bots think, with its time limits."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from ludotheque.server.bots.jobs import Begun, Job
from ludotheque.server.bots.worker import do
from ludotheque.worker_process import Answer, Work, WorkerProcess


@dataclass(frozen=True)
class Limits:
    """Seconds, generous: a worker that is starved by other load does finish in the end, one that hangs never does.

    `start`: until it runs. `load`: until everything that a job needs is loaded, or compiled.
    `think`: for the job itself.
    """

    start: float = 120.0
    load: float = 300.0
    think: float = 10.0


class BotProcess:
    """At most one process at a time; all methods belong to the event loop."""

    def __init__(self, limits: Limits, work: Work = do, *, urgent: bool = False) -> None:
        """`urgent`: it runs at the same priority as the house."""
        self._limits = limits
        self._worker = WorkerProcess(work, background=not urgent)
        #: The compiler takes hundreds of megabytes, which only the end of the process gives back.
        self.has_compiled = False

    @property
    def id(self) -> int | None:
        """The process id, while it runs."""
        return self._worker.id

    async def start(self) -> None:
        """Start a new process and wait until it is ready. WorkerFailed."""
        await self.end()
        self.has_compiled = False
        self._worker.start()
        await self._worker.receive_within(self._limits.start)

    async def ask(self, job: Job) -> Any:
        """The answer of a running worker. WorkerFailed."""
        self._worker.give(job)
        begun = await self._worker.receive_within(self._limits.load)
        assert isinstance(begun, Begun)
        self.has_compiled = self.has_compiled or begun.compiled
        answer = await self._worker.receive_within(self._limits.think)
        assert isinstance(answer, Answer)
        return answer.value

    async def end(self) -> None:
        """Kill the process, if there is one."""
        await asyncio.to_thread(self._worker.close)  # a busy machine may keep it waiting even for its end
