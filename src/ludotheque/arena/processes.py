"""Matches in processes of this machine, each with a diary, so that even a crash leaves the record that caused it.

Processes rather than threads: searches run without the interpreter's lock, but everything between two searches needs
it (small searches in Keks, on two cores: 6 matches per second in two processes, 1 in two threads); and a process can be
killed in the middle of a match, or crash, without the arena.
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
from ludotheque.arena.playing import ArenaBroken, Failure, Outcome, Outcomes, failed, play
from ludotheque.errors import BadSetup

#: A fresh interpreter on every system: a fork would copy the locks of running threads.
SPAWN = multiprocessing.get_context("spawn")
READY = "ready"


class Processes:
    """Plays a number of matches at once, each in a process of its own."""

    def __init__(self, count: int) -> None:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise BadSetup(f"processes must be a positive integer, not {count!r}")
        self.count = count

    def play(self, jobs: Iterable[Job]) -> Outcomes:
        with tempfile.TemporaryDirectory(prefix="ludotheque-arena-", ignore_cleanup_errors=True) as folder:
            workers = [_Worker(Path(folder) / f"diary-{number}") for number in range(self.count)]
            try:
                yield from _distribute(workers, iter(jobs))
            finally:
                for worker in workers:
                    worker.stop()


def _distribute(workers: list[_Worker], jobs: Iterator[Job]) -> Iterator[Outcome]:
    """Give the next job to whichever worker is idle."""
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
            outcome = busy[pipe].receive()
            if outcome is not None:
                idle.append(busy.pop(pipe))
                yield outcome


class _Worker:
    """A process that plays one match at a time. It is started for its first job, and again after it has died."""

    def __init__(self, diary: Path) -> None:
        self._diary = diary
        self._process: multiprocessing.process.BaseProcess | None = None

    def begin(self, job: Job) -> None:
        """Give it a job; the outcome comes through `pipe`."""
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
        other.close()  # so that the pipe ends with the process

    def receive(self) -> Outcome | None:
        """Read from the pipe: the outcome of the job, or None if it is still being played."""
        try:
            message = self.pipe.recv()
        except (EOFError, ConnectionError):
            return self._died()
        if isinstance(message, Outcome):
            return message
        if message != READY:
            raise ArenaBroken(f"a match could not be played:\n{message}")
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
    """The outcome of a match whose process died: the seat that was thinking has failed."""
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


# What runs in the process


def _serve(pipe: Connection, diary: Path) -> None:
    """Play what comes through the pipe until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the arena kills this one itself
    os.dup2(2, 1)  # keep what a bot prints out of the results on stdout
    threading.Thread(target=_end_with_parent, daemon=True).start()
    pipe.send(READY)
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            message: Outcome | str = _play_with_diary(job, diary)
        except Exception:
            message = traceback.format_exc()  # as text: not every exception can be pickled
        pipe.send(message)


def _play_with_diary(job: Job, diary: Path) -> Outcome:
    with diary.open("wb", buffering=0) as file:  # unbuffered: it must be complete when the process dies

        def watch(seat: int, move: str | None) -> None:
            file.write(json.dumps([seat, move]).encode() + b"\n")

        return play(job, watch)


def _end_with_parent() -> None:
    """Leave no process behind when the arena is killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
