"""Everything that a house keeps about one person, as JSON, for that person.

Matches come through views and records as everywhere else: what the person may not know yet is not in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, or_, select

from ludotheque.games.spec import Json
from ludotheque.record import Record
from ludotheque.server.allowances import SHARED
from ludotheque.server.store import schema
from ludotheque.server.store.base import Store
from ludotheque.server.tables import journal, snapshots
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.snapshots import Subscriber
from ludotheque.server.tables.table import Status, Table

#: Seconds between two tables: everybody else comes first.
PAUSE = 0.005
VERSION = 1


class PersonKept(msgspec.Struct, frozen=True):
    id: str
    name: str
    language: str
    made: int


class DeviceKept(msgspec.Struct, frozen=True):
    """`seen`: on which day it was last used. Its secret is stored as a hash only, which is not given away."""

    made: int
    seen: int


class LinkKept(msgspec.Struct, frozen=True):
    """A one-time link to another device."""

    expires: int


class ResultKept(msgspec.Struct, frozen=True):
    table: str
    seat: int
    game: str
    category: str
    seats: int
    points: int
    place: int
    share: float
    at: int


class RatingKept(msgspec.Struct, frozen=True):
    game: str
    mu: float
    sigma: float
    matches: int
    changed: int


class ListingKept(msgspec.Struct, frozen=True):
    """A listed table that is not over, and the address from which it was made."""

    table: str
    address: str


class LimitKept(msgspec.Struct, frozen=True):
    """What was asked for lately; the row goes some time after `full_at`."""

    kind: str
    full_at: int


class Line(msgspec.Struct, frozen=True):
    """What the person said."""

    at: int
    text: str


class TableKept(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that the person made, where they sat or where they said something.

    `seats`: their own. `names`: of everybody there. `view`: of a running match, as they see it, or as spectators do if
    the host asked. `record`: of a finished one in which they played. `reviewed`: when a review of it was made.
    """

    key: str
    game: str
    options: Json
    status: Status
    listed: bool
    made: int
    changed: int
    made_by_you: bool = False
    seats: list[int] = []
    names: list[str] = []
    said: list[Line] = []
    view: Json | None = None
    record: Record | None = None
    reviewed: int | None = None


class BanKept(msgspec.Struct, frozen=True):
    """What the host has forbidden the person, and why."""

    kind: str
    reason: str
    made: int
    until: int | None


class ReportKept(msgspec.Struct, frozen=True):
    """What the person has reported to the host. What others report is for the host alone."""

    at: int
    table: str
    reason: str


class PersonalData(msgspec.Struct, frozen=True):
    """All that is kept about a person. Times are in milliseconds since 1970, in UTC."""

    format: Literal["ludotheque-personal-data"]
    version: int
    at: int
    person: PersonKept
    devices: list[DeviceKept]
    links: list[LinkKept]
    results: list[ResultKept]
    ratings: list[RatingKept]
    listings: list[ListingKept]
    limits: list[LimitKept]
    bans: list[BanKept]
    reports: list[ReportKept]
    tables: list[TableKept]


async def about(store: Store, person: str) -> PersonalData:
    """Return everything but the tables. Refused: there is no such person."""

    async def rows(part: Any, owner: ColumnElement[Any], *columns: str) -> list[Any]:
        return list(await store.read(select(*(part.c[name] for name in columns)).where(owner == person)))

    found = await rows(schema.people, schema.people.c.id, "id", "name", "language", "made")
    if not found:
        raise Refused("no_such_person", person=person[:40])
    kept = ("table_key", "seat", "game", "category", "seats", "points", "place", "share", "at")
    rated = ("game", "mu", "sigma", "matches", "changed")
    banned, reported = ("kind", "reason", "made", "until"), ("at", "table_key", "reason")
    names = {f"{kind} person {person}": kind for kind in sorted(SHARED)}
    buckets = schema.buckets.c
    limits = await store.read(select(buckets.name, buckets.full_at).where(buckets.name.in_(names)))
    return PersonalData(
        format="ludotheque-personal-data",
        version=VERSION,
        at=store.now(),
        person=PersonKept(*found[0]),
        devices=[DeviceKept(*row) for row in await rows(schema.devices, schema.devices.c.person, "made", "seen")],
        links=[LinkKept(*row) for row in await rows(schema.device_links, schema.device_links.c.person, "expires")],
        results=[ResultKept(*row) for row in await rows(schema.results, schema.results.c.player, *kept)],
        ratings=[RatingKept(*row) for row in await rows(schema.ratings, schema.ratings.c.player, *rated)],
        listings=[
            ListingKept(*row) for row in await rows(schema.listings, schema.listings.c.person, "table_key", "address")
        ],
        limits=[LimitKept(names[name], full_at) for name, full_at in limits],
        bans=[BanKept(*row) for row in await rows(schema.bans, schema.bans.c.subject, *banned)],
        reports=[ReportKept(*row) for row in await rows(schema.reports, schema.reports.c.reporter, *reported)],
        tables=[],
    )


async def export(house: House, known: PersonalData, *, hidden: bool = True) -> AsyncIterator[bytes]:
    """Yield the JSON of what is known of a person, with their tables, one at a time.

    `hidden`: with what only they may see of running matches.
    """
    yield msgspec.json.encode(known).removesuffix(b"]}")
    first = True
    for row in await _tables(house.store, known.person.id):
        yield (b"" if first else b",") + msgspec.json.encode(await _table(house, known.person.id, row, hidden))
        first = False
        await asyncio.sleep(PAUSE)
    yield b"]}"


async def _tables(store: Store, person: str) -> list[Any]:
    """Return the rows of all tables with something of that person, each with the time of its review."""
    tables, reviews, seats, appearances = schema.tables, schema.reviews, schema.seats, schema.appearances
    named = or_(
        tables.c.key.in_(select(appearances.c.table_key).where(appearances.c.person == person)),
        tables.c.key.in_(select(seats.c.table_key).where(seats.c.person == person)),
    )
    query = select(tables, reviews.c.at.label("reviewed")).join_from(
        tables, reviews, reviews.c.table_key == tables.c.key, isouter=True
    )
    return list(await store.read(query.where(named).order_by(tables.c.made, tables.c.key)))


async def _table(house: House, person: str, row: Any, hidden: bool) -> TableKept:
    options = msgspec.json.decode(row.options)
    known = TableKept(row.key, row.game, options, row.status, bool(row.listed), row.made, row.changed)
    known = msgspec.structs.replace(known, reviewed=row.reviewed)
    in_memory = row.key in house.live_tables
    live = house.live_table(row.key)
    try:
        return await live.read(lambda table: _seen(table, person, known, hidden))  # type: ignore[no-any-return]
    except Refused:  # removed meanwhile, or played by rules that this release does not know
        return known
    finally:
        if not in_memory:
            house.drop(live)


def _seen(table: Table, person: str, known: TableKept, hidden: bool) -> TableKept:
    subscriber = Subscriber(person, lambda frame: None)
    seats = subscriber.seats(table)
    said = [
        Line(each.at, each.entry.text)
        for each in table.log
        if isinstance(each.entry, journal.Said) and each.entry.person == person
    ]
    running = bool(seats) and table.running and table.match is not None
    finished = bool(seats) and table.status == "over" and table.match is not None
    return msgspec.structs.replace(
        known,
        made_by_you=table.made.by == person,
        seats=seats,
        names=[seat.name for seat in table.seats],
        said=said,
        view=table.playing.view(subscriber.viewer(table) if hidden else None) if running else None,
        record=msgspec.convert(snapshots.record(table), Record) if finished else None,
    )
