"""`ludotheque` with a deliberate fault that a test must detect: `python -m tests.server.faults.mutants serve ...`.

The environment variable MUTANT says which one.
"""

import asyncio
import os
from typing import Any

from ludotheque.review import Review, summarize
from ludotheque.server.queries.reviews import FinishedMatch, Reviews
from ludotheque.server.store.base import Change
from ludotheque.server.store.threaded_store import ThreadedStore
from ludotheque.server.web import guard, limits, websocket


def answers_before_the_commit() -> None:
    """Changes are acknowledged before they are on disk."""
    write = ThreadedStore.write

    async def late(self: ThreadedStore, *changes: Change) -> None:
        async def later() -> None:
            await asyncio.sleep(0.05)
            await write(self, *changes)

        task = asyncio.get_running_loop().create_task(later())
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        KEPT.add(task)

    ThreadedStore.write = late  # type: ignore[method-assign]


def trusts_every_origin() -> None:
    for module in (guard, websocket):
        vars(module)["is_same_origin"] = lambda connection: True


def allows_any_number() -> None:
    limits.Bucket.take = lambda self, cost=1.0: True  # type: ignore[method-assign]


def keeps_half_a_review() -> None:
    """A review is stored before it is complete."""
    made = Reviews.make

    async def early(self: Reviews, finished: FinishedMatch) -> Review:
        await self.save(finished.key, summarize(finished.match, [], 1.0, "nothing"))
        return await made(self, finished)

    Reviews.make = early  # type: ignore[method-assign]


KEPT: set[asyncio.Task[Any]] = set()
MUTANTS = {
    mutant.__name__: mutant
    for mutant in (
        answers_before_the_commit,
        trusts_every_origin,
        allows_any_number,
        keeps_half_a_review,
    )
}


if __name__ == "__main__":
    from ludotheque.cli import main

    MUTANTS[os.environ["MUTANT"]]()
    main()
