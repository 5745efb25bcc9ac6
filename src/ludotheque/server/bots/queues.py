"""The queues of the pool: jobs that are answered at once never wait behind jobs that take seconds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque import precompile
from ludotheque.server.bots.jobs import BotRequest, Job, ReviewRequest

#: Reviews of finished matches wait for all running ones; nobody waits for what is in the last queue.
QUICK, SLOW, REVIEW, PRECOMPILE = range(4)
#: Levels up to this one answer in 1 to 40 ms; the next thinks for two seconds.
QUICK_LEVELS = 4


def queue_of(job: Job) -> int:
    if isinstance(job, precompile.Job):
        return PRECOMPILE
    if isinstance(job, ReviewRequest):
        return REVIEW
    return QUICK if isinstance(job, BotRequest) and job.level <= QUICK_LEVELS else SLOW


@dataclass(frozen=True, eq=False)
class Ticket:
    """A job and the future of its answer."""

    job: Job
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Queues:
    """First come, first served in each queue."""

    def __init__(self) -> None:
        self._queues: list[deque[Ticket]] = [deque() for _ in (QUICK, SLOW, REVIEW, PRECOMPILE)]
        self._came = asyncio.Condition()

    @property
    def waiting(self) -> int:
        return len(self._queues[QUICK]) + len(self._queues[SLOW])

    async def put(self, ticket: Ticket) -> None:
        """Queue a ticket; it leaves the queue when its answer is cancelled."""
        queue = self._queues[queue_of(ticket.job)]
        queue.append(ticket)
        ticket.answer.add_done_callback(lambda _: queue.remove(ticket) if ticket in queue else None)
        async with self._came:
            self._came.notify_all()

    async def take(self, order: Sequence[int]) -> Ticket:
        """The first ticket of the first of these queues that has one; waits until there is one."""
        async with self._came:
            while True:
                for place in order:
                    if self._queues[place]:
                        return self._queues[place].popleft()
                await self._came.wait()

    def clear(self) -> list[Ticket]:
        """Remove and return all tickets."""
        tickets = [ticket for queue in self._queues for ticket in queue]
        for queue in self._queues:
            queue.clear()
        return tickets
