"""Work for readers in a worker process: limited in time, and ended when nobody waits for it any more."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from ludotheque.server.bots import Asker, JobFailed, QueryRequest, WorkerPool, WorkersBusy
from ludotheque.server.tables.refusals import Refused, busy_refusal
from ludotheque.worker_process import check_stopped

Query = Literal["replays", "films", "uploads"]


class CpuBudget:
    """Processor time that a query may take; the time during which a busy machine lets it wait does not count."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until = time.process_time() + seconds

    def check(self) -> None:
        """Called between two steps. Raises Refused if the time is used up, JobStopped if nobody waits any more."""
        check_stopped()
        if time.process_time() > self._until:
            raise Refused("takes_too_long", seconds=self._seconds, allowed=self._seconds)


async def run_in_worker(
    bots: WorkerPool, asker: Asker, lane: Query, game: str, work: Callable[..., Any], *arguments: Any
) -> bytes:
    """Return what `work(*arguments)` returns: bytes, or a struct as JSON. Raises Refused, also if too many wait."""
    try:
        answer = await bots.query(QueryRequest(lane, game, _answer, (work, *arguments)), asker)
    except WorkersBusy as busy:
        raise busy_refusal(busy) from None
    except JobFailed:
        raise Refused("failed") from None
    if isinstance(answer, Refused):
        raise answer
    found: bytes = answer
    return found


def _answer(work: Callable[..., Any], *arguments: Any) -> bytes | Refused:
    """In the worker process: encoded here, so that the serving process has little to do with it."""
    try:
        answer = work(*arguments)
    except Refused as refused:
        return refused
    return answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
