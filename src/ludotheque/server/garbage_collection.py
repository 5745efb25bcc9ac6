"""Python's collector of reference cycles, set so that it does not stop the house.

A full collection looks at every object: with 5,000 sockets that takes 0.6 s, in which nobody is answered, and with the
usual settings it comes every few seconds. Nearly everything here is freed without it. So only what is new is looked at
(some 5 ms); what stays after that is not looked at again, but for once in a long while.
"""

from __future__ import annotations

import asyncio
import gc

from ludotheque.server.store.base import Store

#: New objects until they are looked at.
YOUNG = 10_000
NEVER = 1_000_000
#: Seconds between full collections: a cycle that outlived its youth waits so long.
LONG_WHILE = 3600


def settle() -> None:
    """Once everything is loaded: what is there now stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    if _put_aside not in gc.callbacks:
        gc.callbacks.append(_put_aside)


def _put_aside(phase: str, info: dict[str, int]) -> None:
    if phase == "stop":
        gc.freeze()


async def collect_now_and_then(store: Store) -> None:
    """Look at everything, once in a long while."""
    while True:
        await asyncio.sleep(LONG_WHILE)
        collect(store)


def collect(store: Store) -> None:
    """Look at everything. Nobody could move meanwhile, so nobody's clock is charged for it."""
    began = store.now()
    gc.unfreeze()
    gc.collect()
    store.excuse(began, store.now())
