"""Matches in processes of this machine, each with a diary, so that even a crash leaves the record that caused it.

Processes rather than threads: searches run without the interpreter's lock, but everything between two searches needs
it (small searches in Keks, on two cores: 6 matches a second in two processes, 1 in two threads); and a process can be
stopped in the middle of a match, or die, without taking the arena along.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import tempfile
import threading
import traceback
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from pathlib import Path

from ludotheque.arena.plan import Job
from ludotheque.arena.playing import Failure, Outcome, failed, play
from ludotheque.arena.ways import ArenaBroken, Outcomes
from ludotheque.errors import BadSetup

#: A fresh interpreter on every system: a fork would copy the locks of running threads.
SPAWN = multiprocessing.get_context("spawn")
READY = "ready"


class Processes:
    """So many matches at once, each in a process of its own."""

    def __init__(self, count: int) -> None:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise BadSetup(f"threads is a whole number from 1, not {count!r}")
        self.count = count

    def play(self, jobs: Iterable[Job]) -> Outcomes:
        with tempfile.TemporaryDirectory(prefix="ludotheque-arena-", ignore_cleanup_errors=True) as folder:
            workers = [_Worker(Path(folder) / f"diary-{number}") for number in range(self.count)]
            try:
                yield from _share(workers, iter(jobs))
            finally:
                for worker in workers:
                    worker.stop()


def _share(workers: list[_Worker], jobs: Iterator[Job]) -> Iterator[Outcome]:
    """Whoever is idle gets the next job."""
    idle = list(workers)
    busy: dict[object, _Worker] = {}  # by their pipes
    while True:
        while idle and (job := next(jobs, None)) is not None:
            worker = idle.pop()
            worker.begin(job)
            busy[worker.pipe] = worker
        if not busy:
            return
        for pipe in wait([worker.pipe for worker in busy.values()]):
            outcome = busy[pipe].hear()
            if outcome is not None:
                idle.append(busy.pop(pipe))
                yield outcome


class _Worker:
    """A process that plays one match at a time; it is started when there is a job, and again after it has died."""

    def __init__(self, diary: Path) -> None:
        self._diary = diary
        self._process: multiprocessing.process.BaseProcess | None = None

    def begin(self, job: Job) -> None:
        """Give it a job; it will be heard on `pipe`."""
        self._job = job
        if self._process is None or not self._process.is_alive():
            self.stop()
            self._start()
        self.pipe.send(job)

    def _start(self) -> None:
        self.pipe, other = SPAWN.Pipe()
        self._ready = False
        self._process = SPAWN.Process(target=_serve, args=(other, self._diary), daemon=True)
        self._process.start()
        other.close()  # so that the end of the process is the end of the pipe

    def hear(self) -> Outcome | None:
        """The outcome of the job, or None if it goes on."""
        try:
            said = self.pipe.recv()
        except (EOFError, ConnectionError):
            return self._died()
        if isinstance(said, Outcome):
            return said
        if said != READY:
            raise ArenaBroken(f"a match could not be played:\n{said}")
        self._ready = True
        return None

    def _died(self) -> Outcome:
        process = self._process
        assert process is not None
        process.join()
        self.stop()
        if not self._ready:
            raise ArenaBroken(f"a process for matches could not start (it ended with {_end_of(process.exitcode)})")
        return crashed(self._job, self._diary, f"its process died ({_end_of(process.exitcode)})")

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self.pipe.close()
            self._process = None


def crashed(job: Job, diary: Path, why: str) -> Outcome:
    """The outcome of a match whose process died: the seat that was thinking then has failed."""
    match, thinking = job.start(), None
    lines = diary.read_text("utf-8").splitlines() if diary.exists() else []
    for seat, move in map(json.loads, lines):
        thinking = seat if move is None else None
        if move is not None:
            match.play(move, seat)
    return failed(match, job, Failure(thinking, why))


def _end_of(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit code {code}"


# In the process


def _serve(pipe: Connection, diary: Path) -> None:
    """Play what comes through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the arena stops this one itself
    os.dup2(2, 1)  # what a bot prints is no result
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pipe.send(READY)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            said: Outcome | str = _play_with_diary(job, diary)
        except Exception:
            said = traceback.format_exc()  # as text: not every error survives the way through a pipe
        pipe.send(said)


def _play_with_diary(job: Job, diary: Path) -> Outcome:
    with diary.open("wb", buffering=0) as file:  # unbuffered: it must hold when the process dies at once

        def watch(seat: int, move: str | None) -> None:
            file.write(json.dumps([seat, move]).encode() + b"\n")

        return play(job, watch)


def _end_with_parent() -> None:
    """An arena that is killed leaves no process that thinks on."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
