"""The pool of bot workers: which job runs where, and what happens when a worker does not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from ludotheque import precompile
from ludotheque.errors import BadSetup, LudothequeError
from ludotheque.games.spec import Json
from ludotheque.server.bots.jobs import BotRequest, HintRequest, Job, ReviewRequest
from ludotheque.server.bots.process import BotProcess, Limits
from ludotheque.server.bots.queues import PRECOMPILE, QUICK, REVIEW, SLOW, Queues, Ticket
from ludotheque.server.bots.worker import do
from ludotheque.worker_process import JobRaised, Work, WorkerFailed

log = logging.getLogger(__name__)

TRIES = 2
#: Seconds before a worker that failed to start is started again.
PAUSE = 1.0


class BotsBusy(LudothequeError):
    """Too many requests are waiting already, or the server is closing: ask again later."""


class BotFailed(LudothequeError):
    """The bot made no move; `fallback` is a random legal one ("" for hints)."""

    def __init__(self, why: str, fallback: str) -> None:
        super().__init__(f"the bot made no move: {why}")
        self.fallback = fallback


class BotPool:
    """One of several workers is reserved for jobs that are answered at once. All methods belong to the event loop.

    `most`: the number of waiting requests from which `BotsBusy` is raised.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        limits: Limits | None = None,
        most: int = 256,
        work: Work = do,
    ) -> None:
        if workers < 1:
            raise BadSetup(f"a pool needs at least one worker, not {workers}")
        self._workers = [BotProcess(limits or Limits(), work) for _ in range(workers)]
        self._most = most
        self._queues = Queues()
        self._runners: list[asyncio.Task[None]] = []
        self._thinking: dict[BotProcess, Ticket] = {}
        self._closed = False
        #: For the metrics: workers that were killed or died, and requests that failed.
        self.replaced = 0
        self.failed = 0

    @property
    def waiting(self) -> int:
        return self._queues.waiting

    @property
    def thinking(self) -> int:
        return len(self._thinking)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [worker.id for worker in self._workers if worker.id is not None]

    async def start(self) -> None:
        """Start the workers; returns at once. Requests wait until a worker is ready."""
        self._runners = [
            asyncio.create_task(self._run(worker, number), name=f"bots {number}")
            for number, worker in enumerate(self._workers)
        ]

    async def stop(self, grace: float = 3.0) -> None:
        """Refuse waiting requests, give running ones `grace` seconds to finish, and end all workers."""
        self._closed = True
        for ticket in self._queues.clear():
            _refuse(ticket)
        background = (ReviewRequest, precompile.Job)  # nobody's match waits for them
        awaited = [each.answer for each in self._thinking.values() if not isinstance(each.job, background)]
        if awaited:
            await asyncio.wait(awaited, timeout=grace)
        for runner in self._runners:
            runner.cancel()
        await asyncio.gather(*self._runners, return_exceptions=True)
        for ticket in self._thinking.values():
            _refuse(ticket)
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def move(self, request: BotRequest) -> str:
        """The bot's move. BotsBusy; BotFailed has a fallback. A cancelled request leaves the queue."""
        move: str = await self._ask(request)
        return move

    async def suggest(self, request: HintRequest) -> list[Json]:
        """The best moves, the best first: `move`, `chance` from 0 to 1, `factors` (each a `key` and its `params`).

        BotsBusy, BotFailed.
        """
        moves: list[Json] = await self._ask(request)
        return moves

    async def review(self, request: ReviewRequest) -> Any:
        """What `worker.review` returns. Each job is short, and comes after all requests of running matches.

        BotsBusy, BotFailed.
        """
        return await self._ask(request)

    async def preload(self, request: precompile.Job) -> None:
        """Have an idle worker load it; returns at once."""
        ticket = Ticket(request)
        ticket.answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody waits for it
        await self._queues.put(ticket)

    async def _ask(self, job: Job) -> Any:
        if self._closed or self.waiting >= self._most:
            raise BotsBusy("the server is closing" if self._closed else f"{self.waiting} requests are waiting already")
        ticket = Ticket(job)
        await self._queues.put(ticket)
        return await ticket.answer

    # Workers

    async def _run(self, worker: BotProcess, number: int) -> None:
        turn = 0
        while True:
            if worker.id is None:
                await self._start(worker)
            turn += 1
            ticket = await self._queues.take(self.order(number, turn))
            self._thinking[worker] = ticket
            try:
                await self._serve(worker, ticket)
            except Exception as error:  # one bad request must not cost the pool a worker
                log.exception("a bot request could not be served")
                self._give_up(ticket, repr(error))
                await worker.end()
            del self._thinking[worker]

    def order(self, number: int, turn: int) -> Sequence[int]:
        """The queues that a worker serves, in order: the first worker only the quick one; a lone worker alternates."""
        if len(self._workers) == 1:
            return (QUICK, SLOW, REVIEW, PRECOMPILE) if turn % 2 else (SLOW, QUICK, REVIEW, PRECOMPILE)
        return (QUICK,) if number == 0 else (SLOW, QUICK, REVIEW, PRECOMPILE)

    async def _start(self, worker: BotProcess) -> None:
        try:
            await worker.start()
        except WorkerFailed as error:
            log.error("a bot worker did not start: %s", error)
            await worker.end()
            await asyncio.sleep(PAUSE)

    async def _serve(self, worker: BotProcess, ticket: Ticket) -> None:
        """Answer a ticket, with a new worker if necessary; give up after the second failure."""
        job, why = ticket.job, ""
        for _ in range(TRIES):
            if ticket.answer.done():
                return
            try:
                if worker.id is None:
                    await worker.start()
                answer = await worker.ask(job)
            except WorkerFailed as error:
                why = str(error)
                log.warning("a bot did not answer (%s): %s", job.game, why)
                if not isinstance(error, JobRaised):
                    self.replaced += 1
                    await worker.end()
                continue
            if not ticket.answer.done():
                ticket.answer.set_result(answer)
            if worker.has_compiled:
                await worker.end()
            return
        self._give_up(ticket, why)

    def _give_up(self, ticket: Ticket, why: str) -> None:
        job = ticket.job
        self.failed += 1
        if not ticket.answer.done():
            ticket.answer.set_exception(BotFailed(why, job.fallback if isinstance(job, BotRequest) else ""))
        # The position is re-dealt: this reveals what that seat knew, and no more.
        log.error("a bot failed: %s: %s", why, msgspec.json.encode(job, enc_hook=repr).decode())


def _refuse(ticket: Ticket) -> None:
    if not ticket.answer.done():
        ticket.answer.set_exception(BotsBusy("the server is closing"))
