"""Matches in processes of this machine, each with a move log, so that even a crash leaves the record that caused it.

Processes rather than threads: searches run without the interpreter's lock, but everything between two searches needs
it (small searches in Keks, on two cores: 6 matches per second in two processes, 1 in two threads); and a process can be
killed in the middle of a match, or crash, without the arena.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from ludotheque.arena.plan import MatchJob
from ludotheque.arena.playing import ArenaBroken, Failure, PlayedMatch, PlayedMatches, failed, play
from ludotheque.errors import BadSetup
from ludotheque.worker_process import Answer, JobRaised, Say, WorkerDied, WorkerProcess, wait_for_any


class Processes:
    """Plays a number of matches at once, each in a process of its own."""

    def __init__(self, count: int) -> None:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise BadSetup(f"processes must be a positive integer, not {count!r}")
        self.count = count

    def play(self, jobs: Iterable[MatchJob]) -> PlayedMatches:
        with tempfile.TemporaryDirectory(prefix="ludotheque-arena-", ignore_cleanup_errors=True) as folder:
            logs = [Path(folder) / f"log-{number}" for number in range(self.count)]
            workers = {WorkerProcess(partial(_play_with_log, log)): log for log in logs}
            try:
                yield from _distribute(workers, iter(jobs))
            finally:
                for worker in workers:
                    worker.close()


def _distribute(logs: dict[WorkerProcess, Path], jobs: Iterator[MatchJob]) -> Iterator[PlayedMatch]:
    """Give the next job to whichever worker is idle; start those that are not running."""
    idle = list(logs)
    busy: dict[WorkerProcess, MatchJob] = {}
    while True:
        while idle and (job := next(jobs, None)) is not None:
            worker = idle.pop()
            if not worker.running:
                worker.start()
            worker.give(job)
            busy[worker] = job
        if not busy:
            return
        for worker in wait_for_any(busy):
            played = _receive(worker, busy[worker], logs[worker])
            if played is not None:
                del busy[worker]
                idle.append(worker)
                yield played


def _receive(worker: WorkerProcess, job: MatchJob, log: Path) -> PlayedMatch | None:
    """Return the match of the job, or None if it is still being played."""
    try:
        message = worker.receive()
    except JobRaised as error:
        raise ArenaBroken(f"a match could not be played:\n{error}") from None
    except WorkerDied as error:
        if not worker.ready:
            raise ArenaBroken(f"a process for matches could not start: {error}") from None
        return crashed(job, log, str(error))
    if not isinstance(message, Answer):
        return None
    assert isinstance(message.value, PlayedMatch)
    return message.value


def crashed(job: MatchJob, log: Path, why: str) -> PlayedMatch:
    """Return the result of a match whose process died: the seat that was thinking has failed."""
    match, thinking = job.start(), None
    lines = log.read_text("utf-8").splitlines() if log.exists() else []
    for seat, move in map(json.loads, lines):
        thinking = seat if move is None else None
        if move is not None:
            match.play(move, seat)
    return failed(match, job, Failure(thinking, why))


def _play_with_log(log: Path, job: MatchJob, say: Say) -> PlayedMatch:
    """Play a match in the process, logging the moves."""
    with log.open("wb", buffering=0) as file:  # unbuffered: it must be complete when the process dies

        def watch(seat: int, move: str | None) -> None:
            file.write(json.dumps([seat, move]).encode() + b"\n")

        return play(job, watch)
