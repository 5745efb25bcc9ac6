"""A worker process: started when needed, given one job at a time, killed when it does not answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import msgspec

from ludotheque.server.bots.jobs import HEAD, Answer, Begun, Failed, Job, Ready, Said, decode_said, framed
from ludotheque.server.bots.priority import NORMAL, lower

COMMAND = (sys.executable, "-m", "ludotheque.server.bots.worker")
#: The longest answer.
MOST_BYTES = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Seconds, generous: a worker that is starved by other load does finish in the end, one that hangs never does.

    `start`: until it runs. `load`: until everything that a job needs is loaded, or compiled.
    `think`: for the job itself. `close`: until it has ended when told to.
    """

    start: float = 120.0
    load: float = 300.0
    think: float = 10.0
    close: float = 1.0


class WorkerFailed(Exception):
    """The worker did not answer. It must be killed, unless it is BotRaised."""


class WorkerDied(WorkerFailed):
    pass


class WorkerOverran(WorkerFailed):
    pass


class BotRaised(WorkerFailed):
    """The job raised an error; the worker keeps running."""


class WorkerProcess:
    """At most one process at a time."""

    def __init__(self, limits: Limits, command: Sequence[str] = COMMAND, *, urgent: bool = False) -> None:
        """`urgent`: it runs at the same priority as the house."""
        self._limits = limits
        self._command = command
        self._urgent = urgent
        self._process: asyncio.subprocess.Process | None = None
        #: The compiler takes hundreds of megabytes, which only the end of the process gives back.
        self.has_compiled = False

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def id(self) -> int | None:
        """The process id, while it runs."""
        return self._process.pid if self._process is not None and self.running else None

    async def start(self) -> None:
        """Start the process, at its priority from the first moment, and wait until it is ready."""
        await self.kill()
        self.has_compiled = False
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=pipe, stdout=pipe, env=os.environ | (NORMAL if self._urgent else {})
            )
        except OSError as error:
            raise WorkerDied(f"a worker cannot be started: {error}") from error
        if not self._urgent:
            lower(self._process.pid)
        await self._hear(Ready, self._limits.start)

    async def ask(self, job: Job) -> Any:
        """The answer of a running worker. Raises WorkerFailed."""
        stdin = self._running().stdin
        assert stdin is not None
        try:
            stdin.write(framed(job))
            await stdin.drain()
        except ConnectionError:
            raise WorkerDied(await self._end()) from None
        begun: Begun = await self._hear(Begun, self._limits.load)
        self.has_compiled = self.has_compiled or begun.compiled
        return (await self._hear(Answer, self._limits.think)).value

    def _running(self) -> asyncio.subprocess.Process:
        assert self._process is not None
        return self._process

    async def _hear(self, expected: type[Any], seconds: float) -> Any:
        try:
            async with asyncio.timeout(seconds):
                said = await self._read()
        except TimeoutError:
            raise WorkerOverran(f"no {expected.__name__.lower()!r} within {seconds:g} s") from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise WorkerDied(await self._end()) from None
        except msgspec.MsgspecError as error:
            raise WorkerDied(f"it sent a malformed message: {error}") from None
        if isinstance(said, Failed):
            raise BotRaised(said.why)
        if not isinstance(said, expected):
            raise WorkerDied(f"it sent {said!r} instead of {expected.__name__.lower()!r}")
        return said

    async def _read(self) -> Said:
        stdout = self._running().stdout
        assert stdout is not None
        length = int.from_bytes(await stdout.readexactly(HEAD), "big")
        if length > MOST_BYTES:
            raise msgspec.DecodeError(f"a message of {length} bytes")
        said: Said = decode_said(await stdout.readexactly(length))
        return said

    async def _end(self) -> str:
        """How the process ended that has closed its pipe."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._limits.close):
                await self._running().wait()
        code = self._running().returncode
        if code is None:
            return "it closed its pipe"
        return f"it died ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})"

    async def kill(self) -> None:
        """Kill the process, if there is one, and reap it."""
        if self._process is None:
            return
        process, self._process = self._process, None
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.communicate()

    async def close(self) -> None:
        """Close the pipe, which ends the process; kill it if that takes too long."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(self._limits.close):
                    await self._process.wait()
        await self.kill()
