"""`ludotheque` with a deliberate fault that a test must detect: `python -m tests.server.faults.mutants serve ...`.

The environment variable MUTANT says which one.
"""

import asyncio
import contextlib
import os
import time
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludotheque.review import Review, summarize
from ludotheque.server import file_limit
from ludotheque.server.bots import NOBODY, Asker, QueryRequest, fair_queue, lanes, pool
from ludotheque.server.queries import uploaded_records
from ludotheque.server.queries.reviews import FinishedMatch, Reviews
from ludotheque.server.store.base import Change
from ludotheque.server.store.threaded_store import ThreadedStore
from ludotheque.server.tables import handlers, journal, messages
from ludotheque.server.web import connections, guard, limits, security, websocket


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


def answers_under_every_name() -> None:
    """A site whose name leads here is taken for our own."""
    vars(guard)["is_own_host"] = lambda connection: True


def allows_any_number() -> None:
    limits.Bucket.take = lambda self: True  # type: ignore[method-assign]


def keeps_half_a_review() -> None:
    """A review is stored before it is complete."""
    made = Reviews.make

    async def early(self: Reviews, finished: FinishedMatch, asker: Asker = NOBODY) -> Review:
        await self.save(finished.key, summarize(finished.match, [], 1.0, "nothing"))
        return await made(self, finished, asker)

    Reviews.make = early  # type: ignore[method-assign]


def serves_in_order_of_arrival() -> None:
    """Whoever asks most is served most, and no quota ends it."""
    put = fair_queue.FairQueue.put
    fair_queue.FairQueue.put = lambda self, asker, item: put(self, NOBODY, item)  # type: ignore[method-assign]
    fair_queue.FairQueue.remove = lambda self, asker, item: False  # type: ignore[method-assign]
    lanes.Lane.check = lambda self, asker: None  # type: ignore[method-assign]


def keeps_no_worker_for_quick_levels() -> None:
    """Every worker does what has waited for it, hints first."""
    serves_in_order_of_arrival()
    pool.WorkerPool.order = lambda self, number, turn: ("hints", "slow", "quick", "uploads")  # type: ignore[method-assign]


def replays_in_the_serving_process() -> None:
    """Uploaded records are replayed where they arrive, without quotas."""

    async def query(self: pool.WorkerPool, request: QueryRequest, asker: Asker = NOBODY) -> Any:
        return request.work(*request.arguments)

    pool.WorkerPool.query = query  # type: ignore[method-assign]


def takes_records_of_any_length() -> None:
    replays_in_the_serving_process()  # a worker would have the limit
    vars(uploaded_records)["MAX_MOVES"] = 1_000_000


def waits_for_ever() -> None:
    """Whoever begins a request may take any time to finish it."""
    connections.HttpConnection.watch = lambda self: None  # type: ignore[method-assign]


def refuses_with_an_error() -> None:
    """Refused handshakes are logged as errors, as uvicorn does."""
    connections.WebSocketConnection.send = WebSocketsSansIOProtocol.send  # type: ignore[method-assign]


def accepts_every_connection() -> None:
    """Nothing is reserved for those who are connected already."""
    file_limit.RESERVED = -1_000_000


def believes_every_header() -> None:
    """Whoever says so has another address."""
    config = uvicorn.Config

    def credulous(*args: Any, **options: Any) -> uvicorn.Config:
        return config(*args, **{**options, "proxy_headers": True, "forwarded_allow_ips": "*"})

    uvicorn.Config = credulous  # type: ignore[assignment,misc]


def counts_every_ipv6_address() -> None:
    """A household has 2^64 times what others have."""
    vars(security)["neighbourhood"] = lambda address: address


def counts_no_connections() -> None:
    limits.Limits.holding = lambda *_: contextlib.nullcontext()  # type: ignore[method-assign,assignment]


def thinks_about_takebacks() -> None:
    """Each request for a takeback holds the event loop, whether it is allowed or not."""
    handle = handlers.HANDLERS[messages.AskTakeback]

    def slowly(*given: Any) -> journal.Entries:
        time.sleep(0.3)
        return handle(*given)

    handlers.HANDLERS[messages.AskTakeback] = slowly


KEPT: set[asyncio.Task[Any]] = set()
MUTANTS = {
    mutant.__name__: mutant
    for mutant in (
        answers_before_the_commit,
        trusts_every_origin,
        answers_under_every_name,
        allows_any_number,
        keeps_half_a_review,
        serves_in_order_of_arrival,
        keeps_no_worker_for_quick_levels,
        replays_in_the_serving_process,
        takes_records_of_any_length,
        waits_for_ever,
        refuses_with_an_error,
        accepts_every_connection,
        believes_every_header,
        counts_every_ipv6_address,
        counts_no_connections,
        thinks_about_takebacks,
    )
}


if __name__ == "__main__":
    from ludotheque.cli import main

    MUTANTS[os.environ["MUTANT"]]()
    main()
