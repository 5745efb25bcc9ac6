"""Forgetting a person: name, devices and ratings, and what they said; results stay, without a name.

First, in one transaction, the person is gone: from then on no device is theirs, at whatever server. Then they leave
their tables, and these are rewritten one by one. A row in `forgotten` remembers that it is not finished, so that a
crash in between does no harm. After some seconds everything is searched again, because another server may have been
writing for that person at the time, and the row is removed.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, union, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.allowances import SHARED
from ludotheque.server.store import schema
from ludotheque.server.store.base import CannotRead, CannotWrite, Change, Conflict, Notify
from ludotheque.server.tables import journal
from ludotheque.server.tables.house import House
from ludotheque.server.tables.leaving import leave_table
from ludotheque.server.tables.people import former_player
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.rewriting import rewrite

log = logging.getLogger("ludotheque.people")

#: Milliseconds after which no server still writes for a person who is gone.
SETTLED = 30_000
#: Seconds between two searches for what is not finished.
EVERY = 15.0
#: Seconds between two tables of one person: everybody else comes first.
PAUSE = 0.002


class Forgetting:
    """All methods may raise CannotRead or CannotWrite; what was begun is finished later."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._store = house.store

    async def forget(self, person: str, *more: Change) -> None:
        """Forget a person, and return when it is done. Refused: there is no such person.

        `more`: changes that are written together with the beginning.
        """
        await self.begin(person, *more)
        await self.finish(person)

    async def begin(self, person: str, *more: Change) -> None:
        """From now on there is no such person; `finish` does the rest. Refused: there was none."""
        if not await self._store.read(select(schema.people.c.id).where(schema.people.c.id == person)):
            raise Refused("no_such_person", person=person[:40])
        row = {"person": person, "salt": secrets.token_hex(16), "at": self._store.now()}
        new = insert(schema.forgotten).values(row)
        try:
            await self._store.write(new, *_identity(person), Notify(f"forgotten {person}"), *more)
        except Conflict:
            log.info("a person is being forgotten already")
        self._house.tell_forgotten(person)

    async def finish(self, person: str) -> None:
        """Let the person leave their tables, and rewrite what names them. It may be done again."""
        forgotten = schema.forgotten.c
        for salt, _ in await self._store.read(select(forgotten.salt, forgotten.at).where(forgotten.person == person)):
            for key in await self._tables(person):
                await leave_table(self._house, person, key)
                await self._rewrite(person, key, former_player(salt, key))
                await asyncio.sleep(PAUSE)
            await self._store.write(*_identity(person))

    async def settle(self, person: str) -> None:
        """Finish for good: nobody writes for that person any more."""
        await self.finish(person)
        await self._store.write(delete(schema.forgotten).where(schema.forgotten.c.person == person))
        log.info("a person was forgotten")

    async def run(self) -> None:
        """Keep finishing deletions, including those a dead process left."""
        while True:
            try:
                await self.settle_all()
            except (CannotRead, CannotWrite) as error:
                log.warning("a person could not be forgotten yet: %s", error)
            await asyncio.sleep(EVERY)

    async def settle_all(self) -> None:
        """Settle what was begun long enough ago. No process misses that a person is gone, even without news of it."""
        for person, at in await self._store.read(select(schema.forgotten.c.person, schema.forgotten.c.at)):
            self._house.tell_forgotten(person)
            if at < self._store.now() - SETTLED:
                await self.settle(person)

    async def _tables(self, person: str) -> list[str]:
        """Return all tables that may name the person, those where they still play first."""
        rows: list[Any] = [
            select(part.c.table_key).where(column == person)
            for part, column in (
                (schema.appearances, schema.appearances.c.person),
                (schema.seats, schema.seats.c.person),
                (schema.results, schema.results.c.player),
                (schema.listings, schema.listings.c.person),
            )
        ]
        keys = union(*rows).subquery()
        query = select(keys.c.table_key).join(schema.tables, schema.tables.c.key == keys.c.table_key, isouter=True)
        order = (schema.tables.c.status == "over", keys.c.table_key)
        return [str(key) for (key,) in await self._store.read(query.order_by(*order))]

    async def _rewrite(self, person: str, key: str, former: str) -> None:
        live = self._house.live_table(key)
        summary = await self._summary(person, key, former)
        rows = [*_rows(person, key, former), *summary]
        await rewrite(live, lambda entry: journal.without_person(entry, person, former), *rows)
        self._house.drop(live)
        while summary := await self._summary(person, key, former):  # another process has written it meanwhile
            await self._store.write(*summary)

    async def _summary(self, person: str, key: str, former: str) -> list[UpdateBase]:
        """Return the change of what lists show, unless it changed meanwhile; none if the person is not named."""
        columns = schema.tables.c
        for (text,) in await self._store.read(select(columns.summary).where(columns.key == key)):
            summary = msgspec.json.decode(text)
            named = [seat for seat in summary["seats"] if seat["person"] == person]
            for seat in named:
                seat.update(name="", person=former)
            if named:
                row = (columns.key == key) & (columns.summary == text)
                return [update(schema.tables).where(row).values(summary=msgspec.json.encode(summary).decode())]
        return []


def _identity(person: str) -> list[UpdateBase]:
    """Remove everything by which a person is known."""
    buckets = [f"{kind} person {person}" for kind in sorted(SHARED)]
    return [
        delete(schema.device_links).where(schema.device_links.c.person == person),
        delete(schema.devices).where(schema.devices.c.person == person),
        delete(schema.people).where(schema.people.c.id == person),
        *(delete(rated).where(rated.c.player == person) for rated in (schema.ratings, schema.listed_ratings)),
        delete(schema.buckets).where(schema.buckets.c.name.in_(buckets)),
        delete(schema.bans).where(schema.bans.c.kind != "address", schema.bans.c.subject == person),
        delete(schema.reports).where((schema.reports.c.reporter == person) | (schema.reports.c.person == person)),
    ]


def _rows(person: str, key: str, former: str) -> list[Change]:
    """Put the former player into all rows of a table that name the person."""
    seats, results, listings, appearances = schema.seats, schema.results, schema.listings, schema.appearances
    return [
        update(seats).where(seats.c.table_key == key, seats.c.person == person).values(person=former),
        update(results).where(results.c.table_key == key, results.c.player == person).values(player=former),
        update(listings)
        .where(listings.c.table_key == key, listings.c.person == person)
        .values(person=former, address=""),
        delete(appearances).where(appearances.c.table_key == key, appearances.c.person == person),
    ]
