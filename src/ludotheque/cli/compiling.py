"""`ludotheque compile`: compile all rules now, so that nobody waits later."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ludotheque.engine import compiling
from ludotheque.engine.rules import Rules
from ludotheque.engine.warming import is_warm, warm
from ludotheque.errors import LudothequeError
from ludotheque.games import names, spec


class NotCompiled(LudothequeError):
    """A process that compiled rules has ended before its time."""


class _Job(NamedTuple):
    game: str
    mode: int

    def rules(self) -> Rules:
        return spec(self.game).modes[self.mode].rules


class _Worker(NamedTuple):
    process: SpawnProcess
    job: _Job
    task: TaskID


def compile_rules() -> None:
    """Compile the rules of all games, on all cores, or find that they are compiled already."""
    began = time.perf_counter()
    jobs = [_Job(name, mode) for name in names() for mode in range(len(spec(name).modes))]
    missing = [job for job in jobs if not is_warm(job.rules())]
    say = Console().print
    if missing and compiling.CACHE_FOLDER is None:
        say(f"Nothing compiled: {compiling.cache_root()} cannot be written, so nothing could be kept.", highlight=False)
        return
    _compile_all(list(missing))
    seconds = time.perf_counter() - began
    done = f"{len(missing)} sets of rules compiled in {seconds:.0f} s" if missing else "all rules are compiled"
    say(f"Ready: {done}.", highlight=False)


def _compile_all(jobs: list[_Job]) -> None:
    """Each job in a process of its own, as many at a time as there are cores."""
    running: dict[Connection, _Worker] = {}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, transient=True) as progress:
        while jobs or running:
            while jobs and len(running) < (os.cpu_count() or 1):
                _begin(jobs.pop(0), running, progress)
            for reports in wait(list(running)):
                assert isinstance(reports, Connection)
                worker = running[reports]
                try:
                    done, total = reports.recv()
                    progress.update(worker.task, completed=done, total=total)
                except EOFError:
                    del running[reports]
                    _see_off(worker)


def _begin(job: _Job, running: dict[Connection, _Worker], progress: Progress) -> None:
    context = multiprocessing.get_context("spawn")
    reports, sender = context.Pipe(duplex=False)
    # Daemons end with us.
    process = context.Process(target=_compile, args=(job, sender), daemon=True)
    process.start()
    sender.close()
    running[reports] = _Worker(process, job, progress.add_task(f"Compiling {spec(job.game).title}", total=None))


def _see_off(worker: _Worker) -> None:
    worker.process.join()
    if worker.process.exitcode:
        title, code = spec(worker.job.game).title, worker.process.exitcode
        raise NotCompiled(f"compiling the rules of {title} failed (exit code {code}); `ludotheque compile` tries again")


def _compile(job: _Job, reports: Connection) -> None:
    """In a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a word about it is our parent's
    with contextlib.suppress(BrokenPipeError):  # nobody waits for us any more
        warm(job.rules(), lambda done, total: reports.send((done, total)))
