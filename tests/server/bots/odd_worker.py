"""Workers whose bots do what the seed of a request says, and worse ones: to see what the house makes of them.

`once`: a file that remembers whether one has died before, or by which those who wait are told to go on.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numba

from ludotheque.match import Match
from ludotheque.server.bots import worker
from ludotheque.server.bots.jobs import Begun, BotRequest, WorkerJob
from ludotheque.worker_process import Say, check_stopped

USUAL, RAISE, HANG, SPIN, DIE, DIE_ONCE, LIE, TALK, WAIT, NUMBER, HANG_ONCE, SLEEP = range(12)


def do(once: Path, job: WorkerJob, say: Say) -> Any:
    worker.think = partial(think, once)
    worker.load = load
    return worker.do(job, say)


def think(once: Path, request: BotRequest, match: Match) -> str:
    seed = request.seed
    if seed == RAISE:
        raise RuntimeError("no idea")
    if seed == HANG or (seed == HANG_ONCE and not once.exists()):
        once.touch()
        time.sleep(3600)
    while seed == SPIN:
        pass
    if seed == DIE:
        os._exit(7)
    if seed == DIE_ONCE and not once.exists():
        once.touch()
        os.kill(os.getpid(), 9)
    if seed == LIE:
        return "z99"
    if seed == TALK:
        print("a bot that talks", flush=True)
    while seed == WAIT and not once.exists():
        time.sleep(0.01)
    if seed == SLEEP:
        time.sleep(0.5)
    if seed == NUMBER:
        return 5  # type: ignore[return-value]  # on purpose
    return match.legal_moves(request.seat)[0]


def load(match: Match, level: int) -> None:
    """Nothing; for level 4 something is compiled."""
    if level == 4:
        numba.njit(lambda number: number + 1)(1)


def endless(begun: Path) -> None:
    """A query that ends only when nobody waits for it."""
    while True:
        begun.touch()
        check_stopped()
        time.sleep(0.001)


def take_memory(megabytes: int) -> int:
    """A query after which the process is larger; return its id."""
    KEPT.append(bytearray(os.urandom(2**20) * megabytes))
    return os.getpid()


KEPT: list[bytearray] = []


def hoard(job: WorkerJob, say: Say) -> Any:
    """Every job makes the process larger."""
    take_memory(120)
    return worker.do(job, say)


class Stillborn:
    """Work that ends its process before the first job."""

    def __call__(self, job: WorkerJob, say: Say) -> None:
        raise AssertionError

    def __reduce__(self) -> tuple[Any, ...]:
        return sys.exit, (3,)


class Unreadable:
    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("not a number",)


def mumble(job: WorkerJob, say: Say) -> Unreadable:
    say(Begun(compiled=False))
    return Unreadable()
