"""The pool of workers: which job runs where, and what happens when a worker does not answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ludotheque import precompile
from ludotheque.errors import BadSetup, LudothequeError
from ludotheque.games.spec import Json
from ludotheque.server.bots.fair_queue import NOBODY, Asker
from ludotheque.server.bots.jobs import BotRequest, HintRequest, QueryRequest, Request, ReviewRequest
from ludotheque.server.bots.lanes import QUOTAS, LaneName, Lanes, Quota, Ticket, WorkersBusy
from ludotheque.server.bots.process import Timeouts
from ludotheque.server.bots.slot import Slot
from ludotheque.server.bots.worker import do
from ludotheque.worker_process import JobRaised, Work, WorkerFailed

log = logging.getLogger(__name__)

#: How often a job is tried; a query only once, because its input may be crafted to crash the worker.
TRIES = 2
#: The bytes of memory from which a worker is replaced; one that has loaded everything takes about 270 MB.
MEMORY = 300 * 2**20
#: In turns: levels that think, and hints.
THINKING: tuple[LaneName, ...] = ("slow", "hints")
QUERIES: tuple[LaneName, ...] = ("uploads", "films", "replays")


class JobFailed(LudothequeError):
    """A job has no answer. `fallback`: a random legal move, if a move was asked for; otherwise ""."""

    def __init__(self, why: str, fallback: str) -> None:
        super().__init__(f"the job failed: {why}")
        self.fallback = fallback


class WorkerPool:
    """One of several workers is reserved for quick levels, and one more does queries. All methods belong to the loop.

    The worker for queries starts with the first of them. `limited`: whether quotas by person and address apply.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        timeouts: Timeouts | None = None,
        quotas: Mapping[LaneName, Quota] = QUOTAS,
        limited: bool = True,
        memory: int = MEMORY,
        work: Work = do,
    ) -> None:
        if workers < 1:
            raise BadSetup(f"a pool needs at least one worker, not {workers}")
        self._bots = [Slot(timeouts or Timeouts(), work, memory) for _ in range(workers)]
        self._slots = [*self._bots, Slot(timeouts or Timeouts(), work, memory)]
        self.lanes = Lanes(quotas, limited=limited)
        self._runners: list[asyncio.Task[None]] = []
        self._closed = False
        #: For the metrics: workers that were killed or died, and requests that failed.
        self.replaced = 0
        self.failed = 0

    @property
    def waiting(self) -> int:
        return sum(self.lanes.waiting.values())

    @property
    def thinking(self) -> int:
        return sum(slot.ticket is not None for slot in self._slots)

    @property
    def renewed(self) -> int:
        """Workers that were replaced because they had compiled or grown."""
        return sum(slot.renewed for slot in self._slots)

    @property
    def loading(self) -> int:
        """How much the workers have yet to load."""
        return sum(len(slot.to_load) + slot.loading for slot in self._slots)

    @property
    def renewing(self) -> int:
        """How many workers are about to be replaced."""
        return sum(slot.renewing for slot in self._slots)

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [slot.process.id for slot in self._slots if slot.process.id is not None]

    @property
    def memory(self) -> dict[str, int]:
        """The bytes of memory of each running worker, by its number; the last is the one for queries."""
        return {str(number): slot.process.memory for number, slot in enumerate(self._slots) if slot.process.id}

    async def start(self) -> None:
        """Start the workers; returns at once. Requests wait until a worker is ready."""
        self._runners = [
            asyncio.create_task(self._run(slot, number), name=f"bots {number}")
            for number, slot in enumerate(self._slots)
        ]

    async def stop(self, grace: float = 3.0) -> None:
        """Refuse waiting requests, give running ones `grace` seconds to finish, and end all workers."""
        self._closed = True
        for ticket in self.lanes.clear():
            _refuse(ticket)
        running = [slot.ticket for slot in self._slots if slot.ticket is not None]
        # Nobody's match waits for anything else.
        awaited = [each.answer for each in running if isinstance(each.job, (BotRequest, HintRequest))]
        if awaited:
            await asyncio.wait(awaited, timeout=grace)
        for runner in self._runners:
            runner.cancel()
        await asyncio.gather(*self._runners, return_exceptions=True)
        for ticket in running:
            _refuse(ticket)
        await asyncio.gather(*(slot.end() for slot in self._slots))

    def check(self, lane: LaneName, asker: Asker) -> None:
        """Raises WorkersBusy if this asker may not ask for more now: check before preparing an expensive request."""
        self.lanes.lanes[lane].check(asker)

    async def move(self, request: BotRequest, asker: Asker = NOBODY) -> str:
        """Return the bot's move. A cancelled request leaves the queue. Raises WorkersBusy, or JobFailed with a move."""
        move: str = await self._ask(request, asker)
        return move

    async def hints(self, request: HintRequest, asker: Asker = NOBODY) -> list[Json]:
        """Return the best moves first: `move`, `chance` from 0 to 1, `factors` (each a `key` and its `params`).

        Raises WorkersBusy or JobFailed.
        """
        moves: list[Json] = await self._ask(request, asker)
        return moves

    async def review(self, request: ReviewRequest, asker: Asker = NOBODY) -> Any:
        """Return what `worker.review` returns. Each job is short, and comes after all requests of running matches.

        Raises WorkersBusy or JobFailed.
        """
        return await self._ask(request, asker)

    async def query(self, request: QueryRequest, asker: Asker = NOBODY) -> Any:
        """Return what the query's work returns. When this is cancelled, the work ends at its next `check_stopped`.

        Raises WorkersBusy or JobFailed.
        """
        return await self._ask(request, asker)

    def preload(self, job: precompile.CompileJob) -> None:
        """Have every worker for bots load it when it has nothing else to do; returns at once."""
        for slot in self._bots:
            slot.preload(job)
        self.lanes.wake()

    async def _ask(self, job: Request, asker: Asker) -> Any:
        if self._closed:
            raise WorkersBusy("the server is closing")
        ticket = Ticket(job, asker)
        self.lanes.put(ticket)
        return await ticket.answer

    # Workers

    async def _run(self, slot: Slot, number: int) -> None:
        turn = 0
        while True:
            if slot in self._bots:
                await slot.start()
            turn += 1
            ticket = await self.lanes.take(self.order(number, turn), idle=lambda: bool(slot.to_load))
            if ticket is None:
                await slot.load()
                continue
            slot.ticket = ticket
            try:
                async with slot.lock:
                    await self._serve(slot, ticket)
            finally:
                slot.ticket = None
                self.lanes.finish(ticket)
            slot.renew_if_large()

    def order(self, number: int, turn: int) -> Sequence[LaneName]:
        """Return the lanes that a worker serves, in order: the first only the quick one; a lone one takes turns."""
        if number == len(self._bots):
            return _rotated(QUERIES, turn)
        if len(self._bots) == 1:
            return (*_rotated(("quick", *THINKING), turn), "reviews")
        return ("quick",) if number == 0 else (*_rotated(THINKING, turn), "quick", "reviews")

    async def _serve(self, slot: Slot, ticket: Ticket) -> None:
        """Answer a ticket; one bad request must not cost the pool a worker."""

        def stop(answer: asyncio.Future[Any]) -> None:
            if answer.cancelled() and isinstance(ticket.job, QueryRequest):
                slot.process.stop_job()

        ticket.answer.add_done_callback(stop)
        try:
            await self._try(slot, ticket)
        except Exception as error:
            log.exception("a job could not be done")
            self._give_up(ticket, repr(error))
            await slot.process.end()
        finally:
            ticket.answer.remove_done_callback(stop)

    async def _try(self, slot: Slot, ticket: Ticket) -> None:
        """Answer a ticket, with a new process if necessary; give up after the last failure."""
        job, worker, why = ticket.job, slot.process, ""
        for _ in range(1 if isinstance(job, QueryRequest) else TRIES):
            if ticket.answer.done():
                return
            try:
                if worker.id is None:
                    await slot.restart()
                answer = await worker.ask(job)
            except WorkerFailed as error:
                why = str(error)
                if not isinstance(error, JobRaised):
                    self.replaced += 1
                    await worker.end()
                if not ticket.answer.done():
                    log.warning("a worker did not answer (%s): %s", job.game, why)
                continue
            if not ticket.answer.done():
                ticket.answer.set_result(answer)
            return
        self._give_up(ticket, why)

    def _give_up(self, ticket: Ticket, why: str) -> None:
        if ticket.answer.done():  # nobody waits for it any more
            return
        job = ticket.job
        self.failed += 1
        ticket.answer.set_exception(JobFailed(why, job.fallback if isinstance(job, BotRequest) else ""))
        if isinstance(job, QueryRequest):
            log.error("a query failed (%s, %s): %s", job.lane, job.game, why)
        else:  # the position is re-dealt: this reveals what that seat knew, and no more
            log.error("a bot failed: %s: %s", why, msgspec.json.encode(job, enc_hook=repr).decode())


def _rotated(names: tuple[LaneName, ...], turn: int) -> tuple[LaneName, ...]:
    first = turn % len(names)
    return names[first:] + names[:first]


def _refuse(ticket: Ticket) -> None:
    if not ticket.answer.done():
        ticket.answer.set_exception(WorkersBusy("the server is closing"))
