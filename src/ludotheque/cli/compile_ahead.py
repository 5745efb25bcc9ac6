"""`ludotheque compile`: compile ahead, so that nobody waits later."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ludotheque.engine import compiling
from ludotheque.errors import LudothequeError
from ludotheque.precompile import PARTS, CompileJob, missing
from ludotheque.worker_process import Answer, Ready, Say, WorkerFailed, WorkerProcess, wait_for_any

NAMES = ", ".join(PARTS)


class CompilingFailed(LudothequeError):
    """A process that compiled has failed."""


class UnknownPart(LudothequeError):
    """There is nothing of that name to compile."""


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


def _compile_all(jobs: list[CompileJob]) -> None:
    """Run each job in a process of its own, as many at a time as there are cores."""
    running: dict[WorkerProcess, tuple[CompileJob, TaskID]] = {}
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    try:
        with Progress(*columns, transient=True) as progress:
            while jobs or running:
                while jobs and len(running) < (os.cpu_count() or 1):
                    job, worker = jobs.pop(0), WorkerProcess(_run)
                    running[worker] = job, progress.add_task(job.title, total=None)
                    worker.start()
                    worker.give(job)
                for worker in wait_for_any(running):
                    if _is_done(worker, *running[worker], progress):
                        del running[worker]
    finally:
        for worker in running:
            worker.close()


def _is_done(worker: WorkerProcess, job: CompileJob, task: TaskID, progress: Progress) -> bool:
    """Receive a message: the progress of the job, or its end."""
    try:
        message = worker.receive()
    except WorkerFailed as error:
        raise CompilingFailed(f"compiling failed; `ludotheque compile` tries again: {job.title}: {error}") from None
    if isinstance(message, Answer):
        worker.close()
    elif not isinstance(message, Ready):
        done, total = message
        progress.update(task, completed=done, total=total)
    return isinstance(message, Answer)


def _run(job: CompileJob, say: Say) -> None:
    """Run a job in the process."""
    job.run(lambda done, total: say((done, total)))
