"""A process that does one job at a time: a fresh interpreter that can be killed, and that ends with its parent.

Neither `concurrent.futures` nor Pebble has all that is needed here: separate time limits for loading and thinking,
messages in the middle of a job, processes that are replaced on demand, and their priority.
"""

from __future__ import annotations

import asyncio
import atexit
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from ludotheque.errors import LudothequeError

#: A fresh interpreter on every system: a fork would copy the locks of running threads.
SPAWN = multiprocessing.get_context("spawn")
#: For a process that has closed its pipe: at the lowest priority of a busy machine even ending takes time.
END_SECONDS = 60.0

#: Sends a message to the parent in the middle of a job.
Say = Callable[[Any], None]
#: Does a job in the process and returns its answer.
Work = Callable[[Any, Say], Any]


@dataclass(frozen=True)
class Ready:
    """The process has started and takes jobs."""


@dataclass(frozen=True)
class Answer:
    """What the work returned: the job is done."""

    value: Any


@dataclass(frozen=True)
class _Raised:
    trace: str


@dataclass(frozen=True)
class _Stop:
    """Nobody waits for the answer any more."""


class WorkerFailed(LudothequeError):
    """There will be no answer. The process is of no use any more, unless this is JobRaised."""


class WorkerDied(WorkerFailed):
    """The message says how: by which signal, or with which exit code."""


class WorkerOverran(WorkerFailed):
    """Nothing was received in time."""


class JobRaised(WorkerFailed):
    """The job raised an error; the message is its traceback. The process takes the next job."""


class JobStopped(LudothequeError):
    """Raised within a job that nobody waits for any more."""


class WorkerProcess:
    """At most one process at a time, and in it one job at a time.

    `work`, jobs, messages and answers are pickled; `work` is a function of a module, or a partial of one.
    `background`: at the lowest priority, and in a process group of its own, which signals from a terminal do not reach.
    """

    def __init__(self, work: Work, *, background: bool = False) -> None:
        self._work = work
        self._background = background
        self._process: SpawnProcess | None = None
        #: Whether the process has ever been ready: one that dies before could not start.
        self.ready = False

    @property
    def id(self) -> int | None:
        """The process id, while it runs."""
        process = self._process
        return process.pid if process is not None and not wait([process.sentinel], 0) else None

    @property
    def running(self) -> bool:
        return self.id is not None

    def start(self) -> None:
        """Start a new process; returns at once, and `Ready` is received when it runs. Raises WorkerDied."""
        self.close()
        self.ready = False
        self._pipe, other = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve, args=(other, self._work, self._background), daemon=True)
        try:
            process.start()
        except OSError as error:
            raise WorkerDied(f"a worker process cannot be started: {error}") from error
        finally:
            other.close()  # so that the pipe ends with the process
        self._process = process
        atexit.register(self.close)  # `multiprocessing` would wait for its end
        if self._background:
            lower_priority(process.pid)

    def give(self, job: Any) -> None:
        """Give it a job; it may not be ready yet. If it has died, `receive` tells."""
        with suppress(ConnectionError):
            self._pipe.send(job)

    def stop_job(self) -> None:
        """Have the present job end at its next `check_stopped`; it is answered all the same, with JobRaised."""
        self.give(_Stop())

    def receive(self) -> Any:
        """Wait for the next message: `Ready`, something that the work says, or its `Answer`. Raises WorkerFailed."""
        try:
            return self._read()
        except (EOFError, OSError):
            raise self._died() from None

    async def receive_within(self, seconds: float, *, large: bool = False) -> Any:
        """Receive within a time limit, in an event loop. `large`: the message may not fit into the pipe at once."""
        try:
            async with asyncio.timeout(seconds):
                await self._wait()
                return await asyncio.to_thread(self._read) if large else self._read()
        except TimeoutError:
            raise WorkerOverran(f"it said nothing within {seconds:g} s") from None
        except (EOFError, OSError):
            raise (await asyncio.to_thread(self._died)) from None

    async def _wait(self) -> None:
        loop, came = asyncio.get_running_loop(), asyncio.Event()
        try:
            loop.add_reader(self._pipe, came.set)
        except NotImplementedError:  # on Windows
            await asyncio.to_thread(self._pipe.poll, None)
            return
        try:
            await came.wait()
        finally:
            loop.remove_reader(self._pipe)
            os.set_blocking(self._pipe.fileno(), True)  # uvloop changes it, and messages may exceed the pipe's buffer

    def _read(self) -> Any:
        try:
            message = self._pipe.recv()
        except (EOFError, OSError):
            raise
        except Exception as error:  # unpickling may raise anything
            raise WorkerFailed(f"its message cannot be read: {error!r}") from error
        if isinstance(message, _Raised):
            raise JobRaised(message.trace)
        self.ready = True
        return message

    def _died(self) -> WorkerDied:
        process = self._process
        if process is not None:
            process.join(END_SECONDS)
        return WorkerDied(f"its process died ({self.close()})")

    def close(self) -> str:
        """Kill the process, if there is one, and wait for its end; returns how it ended: `SIGKILL`, `exit code 3`."""
        process, self._process = self._process, None
        if process is None:
            return ""
        process.kill()
        process.join()
        self._pipe.close()
        atexit.unregister(self.close)
        code = process.exitcode
        return signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"


def wait_for_any(workers: Iterable[WorkerProcess]) -> list[WorkerProcess]:
    """Return the workers from which something can be received, as soon as there is one."""
    pipes = {worker._pipe: worker for worker in workers}
    return [pipes[pipe] for pipe in wait(pipes) if isinstance(pipe, Connection)]


# What runs in the process

_to_parent: Connection | None = None


def check_stopped() -> None:
    """Raise JobStopped if nobody waits for the present job any more; outside a worker process, do nothing."""
    # While a job runs, the parent sends nothing else.
    if _to_parent is not None and _to_parent.poll():
        raise JobStopped("nobody waits for it any more")


def _serve(pipe: Connection, work: Work, background: bool) -> None:
    """Do what comes through the pipe until it closes."""
    global _to_parent
    _to_parent = pipe
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # they are meant for the parent, which kills this process itself
    if background:
        lower_priority()
        if os.name == "posix":
            os.setpgrp()
    os.dup2(2, 1)  # keep what a job prints out of the parent's output
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, ConnectionError):
        pipe.send(Ready())
        while True:
            job = pipe.recv()
            if isinstance(job, _Stop):  # it came when the job was done already
                continue
            try:
                pipe.send(Answer(work(job, pipe.send)))
            except Exception:
                pipe.send(_Raised(traceback.format_exc()))  # as text: not every exception can be pickled


def _end_with_parent() -> None:
    """Leave no process behind when the parent is killed, not even in the middle of a job."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def lower_priority(process: int | None = None) -> None:
    """Let a process (None: this one) run only while no other wants the processor.

    This applies to all its threads: each has its own policy, and those that libraries start on import keep the one they
    started with. Where there is no such policy, the process gets the highest niceness.
    LUDOTHEQUE_BOT_PRIORITY=normal leaves it as it is: where browsers render in software on the same cores, as in the
    tests, bots would starve.
    """
    if os.environ.get("LUDOTHEQUE_BOT_PRIORITY") == "normal":
        return
    try:
        for thread in _threads(process):
            with suppress(ProcessLookupError):  # the thread has ended
                os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
    except (AttributeError, OSError):
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, process or 0, 19)


def _threads(process: int | None) -> list[int]:
    try:
        return [int(name) for name in os.listdir(f"/proc/{process or 'self'}/task")]
    except OSError:
        return [process or 0]
