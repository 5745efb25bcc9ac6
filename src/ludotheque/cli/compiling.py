"""`ludotheque compile`: compile ahead, so that nobody waits later."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ludotheque.engine import compiling
from ludotheque.errors import LudothequeError
from ludotheque.precompile import PARTS, Job, missing

NAMES = ", ".join(PARTS)


class CompilingFailed(LudothequeError):
    """A process that compiled has failed."""


class UnknownPart(LudothequeError):
    """There is nothing of that name to compile."""


class _Worker(NamedTuple):
    process: SpawnProcess
    job: Job
    task: TaskID


def compile_parts(
    parts: Annotated[
        list[str] | None,
        typer.Argument(metavar="PART", help=f"What to compile: {NAMES}. Default: everything.", show_default=False),
    ] = None,
) -> None:
    """Compile everything that is not in the cache yet, on all cores.

    Rules; what bots, hints and reviews need; and batches for learning programs.
    """
    for name in parts or []:
        if name not in PARTS:
            raise UnknownPart(f"there is no part {name!r}; allowed: {NAMES}")
    for name in PARTS:
        if not parts or name in parts:
            _compile_part(name)


def _compile_part(name: str) -> None:
    began = time.perf_counter()
    jobs = missing(name)
    say = Console().print
    if jobs and compiling.CACHE_FOLDER is None:
        say(f"Nothing compiled: {compiling.cache_root()} cannot be written, so there is no cache.", highlight=False)
        return
    _compile_all(list(jobs))
    seconds = time.perf_counter() - began
    done = f"compiled in {seconds:.0f} s" if jobs else "compiled already"
    say(f"Ready: {name}, {done}.", highlight=False)


def _compile_all(jobs: list[Job]) -> None:
    """Run each job in a process of its own, as many at a time as there are cores."""
    running: dict[Connection, _Worker] = {}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, transient=True) as progress:
        while jobs or running:
            while jobs and len(running) < (os.cpu_count() or 1):
                _start(jobs.pop(0), running, progress)
            for reports in wait(list(running)):
                assert isinstance(reports, Connection)
                worker = running[reports]
                try:
                    done, total = reports.recv()
                    progress.update(worker.task, completed=done, total=total)
                except EOFError:
                    del running[reports]
                    _finish(worker)


def _start(job: Job, running: dict[Connection, _Worker], progress: Progress) -> None:
    context = multiprocessing.get_context("spawn")
    reports, sender = context.Pipe(duplex=False)
    # Daemons end with this process.
    process = context.Process(target=_run, args=(job, sender), daemon=True)
    process.start()
    sender.close()
    running[reports] = _Worker(process, job, progress.add_task(job.title, total=None))


def _finish(worker: _Worker) -> None:
    worker.process.join()
    if code := worker.process.exitcode:
        raise CompilingFailed(
            f"compiling failed: {worker.job.title} (exit code {code}); `ludotheque compile` tries again"
        )


def _run(job: Job, reports: Connection) -> None:
    """Run in the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the parent handles it
    with contextlib.suppress(BrokenPipeError):  # the parent is gone
        job.run(lambda done, total: reports.send((done, total)))
