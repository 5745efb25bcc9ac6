"""How long a house keeps what it need not keep: finished casual matches, chat, and people who never came back.

Everything is tidied in the background, one table or person at a time, in a transaction each. A table that is not over,
or that somebody follows, is left alone. Ratings that were earned stay, and so does the chain of commitments.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, exists, or_, select, tuple_, update

from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.store.schema import devices, people, seats, tables
from ludotheque.server.tables import journal
from ludotheque.server.tables.expiry import DAY, EVERY, PAGE
from ludotheque.server.tables.forgetting import Forgetting
from ludotheque.server.tables.house import House
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.rewriting import removal, rewrite

log = logging.getLogger("ludotheque.retention")

#: Seconds between two tables or people that are tidied: everybody else comes first.
PAUSE = 0.05
#: Seconds between two notes of which finished matches are followed, and for how many milliseconds one counts.
FOLLOWED_EVERY = 120.0
FOLLOWED_LASTS = 600_000


@dataclass(frozen=True)
class Keeping:
    """For how many days finished casual matches, chat at tables that are over, and idle people are kept; 0: for ever.

    A match is casual if its table is not listed.
    """

    casual: float
    chat: float
    idle: float


class Retention:
    """`keeping` may change; the next search follows it. `tidied`: matches, chats and people removed since the start."""

    def __init__(self, house: House, keeping: Keeping) -> None:
        self._house = house
        self._store = house.store
        self.keeping = keeping
        self._forgetting = Forgetting(house)
        self.tidied: Counter[str] = Counter({"matches": 0, "chats": 0, "people": 0})

    async def run(self) -> None:
        """Tidy regularly, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.tidy()
            except (CannotRead, CannotWrite) as error:
                log.warning("old data could not be tidied: %s", error)

    async def report_regularly(self) -> None:
        """Tell other processes, for ever, which finished matches somebody looks at here."""
        while not self._house.single_process:
            await asyncio.sleep(FOLLOWED_EVERY)
            for live in list(self._house.live_tables.values()):
                if live.subscribers and live.table is not None and live.table.status == "over":
                    await live.report_followed()

    async def tidy(self) -> None:
        """Remove everything that is older than it is kept. CannotRead, CannotWrite."""
        before = Counter(self.tidied)
        if self.keeping.casual:
            await self._tidy_tables(self._until(self.keeping.casual), casual=True)
        if self.keeping.chat:
            await self._tidy_tables(self._until(self.keeping.chat), casual=False)
        if self.keeping.idle:
            await self._tidy_people(self._until(self.keeping.idle))
        if done := self.tidied - before:
            log.info("old data was tidied", extra=dict(done))

    def _until(self, days: float) -> int:
        """Whatever is older than that is not kept."""
        return self._store.now() - int(days * DAY)

    # Matches and chat

    async def _tidy_tables(self, until: int, *, casual: bool) -> None:
        age = tables.c.changed if casual else tables.c.chatted
        old = (age < until) & tables.c.listed.is_(False) if casual else age < until
        last: tuple[int, str] = (-1, "")
        while rows := await self._page(old, age, last):
            for key, _ in rows:
                await self._tidy_table(self._house.live_table(key), casual)
                await asyncio.sleep(PAUSE)
            last = rows[-1][1], rows[-1][0]

    async def _page(self, old: ColumnElement[bool], age: ColumnElement[Any], last: tuple[int, str]) -> list[Any]:
        """Return the next tables: their key, and when they were last used."""
        seen = or_(tables.c.followed.is_(None), tables.c.followed < self._store.now() - FOLLOWED_LASTS)
        place = tuple_(age, tables.c.key)
        query = select(tables.c.key, age).where(tables.c.status == "over", old, seen, place > last)
        return await self._store.read(query.order_by(age, tables.c.key).limit(PAGE))

    async def _tidy_table(self, live: LiveTable, casual: bool) -> None:
        if live.subscribers:
            return
        if casual:
            self.tidied["matches"] += await live.remove_unless_followed(removal(live.key))
        else:
            silent = update(tables).where(tables.c.key == live.key).values(chatted=None)
            await rewrite(live, journal.without_chat, silent)
            self.tidied["chats"] += 1
        self._house.drop(live)

    # People

    async def _tidy_people(self, until: int) -> None:
        """Whoever plays is not idle, even if nothing of theirs was seen for long."""
        last = ""
        used = exists().where(devices.c.person == people.c.id, devices.c.seen >= until)
        playing = exists().where(
            seats.c.person == people.c.id, tables.c.key == seats.c.table_key, tables.c.status == "running"
        )
        idle = select(people.c.id).where(people.c.made < until, ~used, ~playing).order_by(people.c.id).limit(PAGE)
        while rows := await self._store.read(idle.where(people.c.id > last)):
            for (person,) in rows:
                await self._forget(person)
                await asyncio.sleep(PAUSE)
            last = rows[-1][0]

    async def _forget(self, person: str) -> None:
        try:
            await self._forgetting.forget(person)
        except Refused:  # another process was faster
            return
        self.tidied["people"] += 1
