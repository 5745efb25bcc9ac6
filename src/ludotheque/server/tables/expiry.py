"""Tables that nobody comes back to are ended, as `abandoned`: without a result, and for nobody's rating.

Nobody is hurried by it. A table counts as abandoned if nobody has even looked at it from a seat for many days. Where a
clock runs, the clock decides.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, tuple_

from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.store.schema import entries, tables
from ludotheque.server.tables import journal
from ludotheque.server.tables.handlers import Moment
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.house")

DAY = 24 * 60 * 60 * 1000
#: Seconds between two searches.
EVERY = 600.0
#: How many tables are looked up at a time, and the seconds between two that are read: everybody else comes first.
PAGE = 100
PAUSE = 0.05


@dataclass(frozen=True)
class Patience:
    """Days after which a listed table, and any other, counts as abandoned; 0: never."""

    listed: float
    unlisted: float

    def until(self, listed: bool, now: int) -> int:
        """Return the time before which a table that was last touched then is abandoned."""
        days = self.listed if listed else self.unlisted
        return now - int(days * DAY) if days else -1


class Expiry:
    """The search for abandoned tables."""

    def __init__(self, house: House, patience: Patience) -> None:
        self._house = house
        self.patience = patience

    async def run(self) -> None:
        """Search regularly, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.expire()
            except CannotRead as error:
                log.warning("abandoned tables could not be searched: %s", error)

    async def expire(self) -> None:
        """End all abandoned tables, one at a time. Raises CannotRead."""
        for status in ("open", "running") if not self._house.host_orders.read_only else ():
            last: tuple[int, str] = (-1, "")
            while rows := await self._page(status, last):
                for key, listed, _, changed in rows:
                    if changed < self.patience.until(listed, self._house.store.now()):
                        await self._end(key)
                        await asyncio.sleep(PAUSE)
                last = rows[-1][2], rows[-1][0]

    async def _page(self, status: str, last: tuple[int, str]) -> list[Any]:
        """Return the next tables whose seats are long unchanged: key, listed, then, and the last entry's time."""
        now = self._house.store.now()
        newest = (
            select(entries.c.at)
            .where(entries.c.table_key == tables.c.key)
            .order_by(entries.c.number.desc())
            .limit(1)
            .scalar_subquery()
        )
        place = tuple_(tables.c.changed, tables.c.key)
        old = tables.c.changed < max(self.patience.until(listed, now) for listed in (True, False))
        query = select(tables.c.key, tables.c.listed, tables.c.changed, newest)
        query = query.where(tables.c.status == status, old, place > last)
        return await self._house.store.read(query.order_by(tables.c.changed, tables.c.key).limit(PAGE))

    async def _end(self, key: str) -> None:
        live = self._house.live_table(key)

        def handle(table: Table, moment: Moment) -> journal.Entries:
            down = moment.down(table.changed, moment.now)  # nobody could come then
            quiet = table.changed + down < self.patience.until(table.setup.listed, moment.now)
            if table.status == "over" or not quiet or not live.deserted(table) or _is_timed(table, moment):
                return []
            return [journal.Ended("abandoned")]

        try:
            if await live.append(handle):
                log.info("an abandoned table was ended", extra={"table": key})
        except (Refused, CannotWrite, CannotRead) as error:
            log.warning("an abandoned table could not be ended: %s", error, extra={"table": key})


def _is_timed(table: Table, moment: Moment) -> bool:
    """Return whether a clock runs, which will end the match or hand it to bots."""
    if not table.running:
        return False
    return any(table.clock.ends(seat, moment.down, moment.now) is not None for seat in table.to_act())
