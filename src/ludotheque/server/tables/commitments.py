"""The chain of commitments as a house keeps it: every new table appends one, and everybody may read all."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from sqlalchemy import insert, select

from ludotheque.commitment_chain import BEGINNING, ChainPage, entry_hash
from ludotheque.record import ChainPlace
from ludotheque.server.store.base import Change, Conflict, Store
from ludotheque.server.store.schema import commitments
from ludotheque.server.tables.refusals import Refused

#: The most commitments of a page.
PAGE = 1000

#: Writes a table and the row of its commitment together. Conflict: nothing was written.
Create = Callable[[ChainPlace, Change], Awaitable[None]]


class Commitments:
    """The chain in the store. Of several processes that append at the same time, one succeeds; the others try again."""

    def __init__(self, store: Store) -> None:
        self._store = store
        #: Held while an entry is written: the next one needs its hash.
        self._appending = asyncio.Lock()
        #: Where the next entry goes; None if that has to be read.
        self._next: ChainPlace | None = None

    async def publish(self, commitment: str, create: Create) -> None:
        """Append a commitment together with its table."""
        async with self._appending:
            while True:
                place = self._next or await self._read_next()
                self._next = None  # whatever goes wrong, the end of the chain is read again
                hashed = entry_hash(place.number, place.previous, commitment)
                row = insert(commitments).values(number=place.number, commitment=commitment, hash=hashed)
                with contextlib.suppress(Conflict):
                    await create(place, row)
                    self._next = ChainPlace(place.number + 1, hashed)
                    return

    async def _read_next(self) -> ChainPlace:
        last = select(commitments.c.number, commitments.c.hash).order_by(commitments.c.number.desc()).limit(1)
        rows = await self._store.read(last)
        return ChainPlace(rows[0][0] + 1, rows[0][1]) if rows else ChainPlace(0, BEGINNING)

    async def page(self, first: int) -> ChainPage:
        """Return the commitments from number `first` on. Refused: `first` is neither an entry nor the next one."""
        end = await self._read_next()
        if first > end.number:
            raise Refused("out_of_range", name="first", value=first, allowed={"from": 0, "to": end.number})
        number = commitments.c.number
        query = select(commitments.c.commitment, commitments.c.hash).order_by(number)
        before = await self._store.read(query.where(number == first - 1))
        rows = await self._store.read(query.where(number >= first, number < min(first + PAGE, end.number)))
        previous = before[0][1] if before else BEGINNING
        return ChainPage(first, previous, [row[0] for row in rows], end.number, end.previous)
