"""Token buckets in the store, shared by all servers of a house.

A row says when its bucket will be full again; a full bucket needs no row. Whoever takes from a bucket replaces the row
that they have read. If another server was faster, that is a Conflict, and they look again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import delete, insert, select

from ludotheque.server.allowances import Share
from ludotheque.server.store.base import CannotWrite, Change, Conflict, Store
from ludotheque.server.store.schema import buckets

#: Attempts while other servers take from the same buckets.
ATTEMPTS = 20
#: Requests of one address share a lock; unrelated addresses rarely do.
LOCKS = 64
#: Milliseconds between two removals of the rows of full buckets.
TIDY_EVERY = 60_000
#: Seconds that are lost in rounding.
ROUNDING = 1e-6


def until_full(full_at: float, now: float, rate: float, burst: float) -> tuple[float, float]:
    """Return when a bucket is full again if one is taken now, and the seconds until one may be taken."""
    after = max(full_at, now) + 1 / rate
    wait = after - now - burst / rate
    return after, wait if wait > ROUNDING else 0.0


class Take(NamedTuple):
    """One token of a named bucket, and how that bucket is filled."""

    name: str
    share: Share


class SharedBuckets:
    """All buckets of a store; no more is taken from them than they hold, by however many servers."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks = [asyncio.Lock() for _ in range(LOCKS)]
        self._tidied = 0

    async def take(self, takes: Collection[Take]) -> dict[str, float]:
        """Take a token of each bucket, or none at all; return the seconds to wait, by bucket.

        Raises CannotRead or CannotWrite.
        """
        if not takes:
            return {}
        async with self._locks[hash(min(take.name for take in takes)) % LOCKS]:  # the address's name is the first
            for _ in range(ATTEMPTS):
                with suppress(Conflict):
                    return await self._take(takes)
        raise CannotWrite("other servers take from the same buckets all the time")

    async def _take(self, takes: Collection[Take]) -> dict[str, float]:
        now = self._store.now()
        names = [take.name for take in takes]
        rows = await self._store.read(select(buckets.c.name, buckets.c.full_at).where(buckets.c.name.in_(names)))
        found: dict[str, int] = {row[0]: row[1] for row in rows}
        changes: list[Change] = []
        waits: dict[str, float] = {}
        for name, share in sorted(takes):  # so that two servers lock the rows in the same order
            rate, before = share.per_minute / 60, found.get(name, 0)
            after, wait = until_full(before / 1000, now / 1000, rate, share.most)
            if wait:
                waits[name] = wait
            changes.append(delete(buckets).where(buckets.c.name == name, buckets.c.full_at == before))
            changes.append(insert(buckets).values(name=name, full_at=round(after * 1000)))
        if not waits:
            await self._store.write(*self._tidying(now), *changes)
        return waits

    def _tidying(self, now: int) -> list[Change]:
        """Remove what is full again, so that no address is kept for longer than it counts."""
        if now - self._tidied < TIDY_EVERY:
            return []
        self._tidied = now
        return [delete(buckets).where(buckets.c.full_at < now - TIDY_EVERY)]
