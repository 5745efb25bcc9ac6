"""Queues: those who answer at once never stand behind those who think for seconds."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludotheque.server.bots.jobs import BotRequest, Job, PrecompileRequest, ReviewRequest

#: Matches that are over wait for all that are being played; the last lane is for what nobody waits for.
QUICK, SLOW, REVIEW, PRECOMPILE = range(4)
#: Levels up to this one answer at once (1 to 40 ms); the last one thinks for two seconds.
QUICK_LEVELS = 4


def lane_of(job: Job) -> int:
    if isinstance(job, PrecompileRequest):
        return PRECOMPILE
    if isinstance(job, ReviewRequest):
        return REVIEW
    return QUICK if isinstance(job, BotRequest) and job.level <= QUICK_LEVELS else SLOW


@dataclass(frozen=True, eq=False)
class Ticket:
    """A job and who waits for it."""

    job: Job
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Lanes:
    """First come, first served, in each of them."""

    def __init__(self) -> None:
        self._lanes: list[deque[Ticket]] = [deque() for _ in (QUICK, SLOW, REVIEW, PRECOMPILE)]
        self._came = asyncio.Condition()

    @property
    def waiting(self) -> int:
        return len(self._lanes[QUICK]) + len(self._lanes[SLOW])

    async def put(self, ticket: Ticket) -> None:
        """Queue it; who no longer waits for the answer is no longer in the queue."""
        lane = self._lanes[lane_of(ticket.job)]
        lane.append(ticket)
        ticket.answer.add_done_callback(lambda _: lane.remove(ticket) if ticket in lane else None)
        async with self._came:
            self._came.notify_all()

    async def take(self, order: Sequence[int]) -> Ticket:
        """The first ticket of the first of these lanes that has one; waits until one has."""
        async with self._came:
            while True:
                for lane in order:
                    if self._lanes[lane]:
                        return self._lanes[lane].popleft()
                await self._came.wait()

    def clear(self) -> list[Ticket]:
        """Take all out."""
        found = [ticket for lane in self._lanes for ticket in lane]
        for lane in self._lanes:
            lane.clear()
        return found
