"""Who is served first: those at tables, then reviews, then what nobody waits for."""

from __future__ import annotations

import asyncio

from ludotheque import precompile
from ludotheque.server.bots.jobs import BotRequest, HintRequest, Job, ReviewRequest
from ludotheque.server.bots.pool import BotPool
from ludotheque.server.bots.queues import Queues, Ticket

REVIEW = ReviewRequest("keks", {}, number=1)
QUICK = BotRequest("keks", {}, {}, 0, 1, 0)
SLOW = BotRequest("keks", {}, {}, 0, 5, 0)
HINT = HintRequest("keks", {}, {}, 0, 0)
PRECOMPILE = precompile.Job("players", "keks", {})


async def served(workers: int, number: int, *jobs: Job) -> list[Job]:
    """The order in which a worker takes what waits, whenever it is its turn."""
    pool, queues = BotPool(workers), Queues()
    for job in jobs:
        await queues.put(Ticket(job))
    return [(await queues.take(pool.order(number, turn))).job for turn in range(len(jobs))]


def test_a_review_waits_for_everybody_at_a_table() -> None:
    for workers, number in ((1, 0), (2, 1)):
        found = asyncio.run(served(workers, number, PRECOMPILE, REVIEW, REVIEW, QUICK, SLOW, HINT))
        assert set(map(type, found[:3])) == {BotRequest, HintRequest}
        assert found[3:] == [REVIEW, REVIEW, PRECOMPILE]


def test_the_worker_that_is_kept_for_quick_ones_makes_no_reviews() -> None:
    async def nothing_to_do() -> bool:
        queues = Queues()
        await queues.put(Ticket(REVIEW))
        taking = asyncio.create_task(queues.take(BotPool(2).order(0, 1)))
        await asyncio.sleep(0)
        waits = not taking.done()
        taking.cancel()
        return waits

    assert asyncio.run(nothing_to_do())
