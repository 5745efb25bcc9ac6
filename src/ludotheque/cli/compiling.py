"""`ludotheque compile`: compile everything now, so that nobody waits later."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ludotheque.engine import compiling
from ludotheque.engine.precompile import is_warm, warm
from ludotheque.engine.rules import Rules
from ludotheque.errors import LudothequeError
from ludotheque.games import names, spec
from ludotheque.games.spec import Options
from ludotheque.research import precompile as batches
from ludotheque.review import precompile as players


class NotCompiled(LudothequeError):
    """A process that compiled has ended before its time."""


class UnknownPart(LudothequeError):
    """There is no such thing to compile."""


Report = Callable[[int, int], None]


@dataclass(frozen=True)
class Part:
    """Something to compile for each mode of each game. `warm` tells how far it is: done, of all."""

    name: str
    warm: Callable[[str, Options, Report], None]
    is_warm: Callable[[str, Options], bool]


def _rules_of(game: str, options: Options) -> Rules:
    return spec(game).mode(options).rules


#: In the order in which they are compiled: later parts need what earlier ones have compiled.
PARTS = (
    Part(
        "rules",
        lambda game, options, report: warm(_rules_of(game, options), report),
        lambda game, options: is_warm(_rules_of(game, options)),
    ),
    Part("players", players.warm, players.is_warm),
    Part("batches", batches.warm, batches.is_warm),
)
NAMES = ", ".join(part.name for part in PARTS)


class _Job(NamedTuple):
    part: int
    game: str
    options: Options

    def is_done(self) -> bool:
        return PARTS[self.part].is_warm(self.game, self.options)


class _Worker(NamedTuple):
    process: SpawnProcess
    job: _Job
    task: TaskID


def compile_parts(
    parts: Annotated[
        list[str] | None,
        typer.Argument(metavar="PART", help=f"Only this: {NAMES}.", show_default=False),
    ] = None,
) -> None:
    """Compile what all games need, on all cores, or find that it is compiled already.

    The rules; what computer players, hints and reviews think with; and batches, for learning programs.
    """
    for name in parts or []:
        if name not in (part.name for part in PARTS):
            raise UnknownPart(f"there is nothing called {name!r} to compile; allowed: {NAMES}")
    for number, part in enumerate(PARTS):
        if not parts or part.name in parts:
            _compile_part(number, part)


def _compile_part(number: int, part: Part) -> None:
    began = time.perf_counter()
    jobs = [_Job(number, name, options) for name in names() for options in spec(name).options_by_mode()]
    missing = [job for job in jobs if not job.is_done()]
    say = Console().print
    if missing and compiling.CACHE_FOLDER is None:
        say(f"Nothing compiled: {compiling.cache_root()} cannot be written, so nothing could be kept.", highlight=False)
        return
    _compile_all(list(missing))
    seconds = time.perf_counter() - began
    done = f"compiled in {seconds:.0f} s" if missing else "compiled already"
    say(f"Ready: {part.name}, {done}.", highlight=False)


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
    running[reports] = _Worker(process, job, progress.add_task(_name_of(job), total=None))


def _name_of(job: _Job) -> str:
    return f"{spec(job.game).title}: {PARTS[job.part].name}"


def _see_off(worker: _Worker) -> None:
    worker.process.join()
    if worker.process.exitcode:
        what, code = _name_of(worker.job), worker.process.exitcode
        raise NotCompiled(f"compiling failed: {what} (exit code {code}); `ludotheque compile` tries again")


def _compile(job: _Job, reports: Connection) -> None:
    """In a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a word about it is our parent's
    with contextlib.suppress(BrokenPipeError):  # nobody waits for us any more
        PARTS[job.part].warm(job.game, job.options, lambda done, total: reports.send((done, total)))
