"""What the host sees of people and of the house."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import func, or_, select

from ludotheque.server.queries.pages import page
from ludotheque.server.store.base import Row
from ludotheque.server.store.schema import bans, devices, people, seats, tables
from ludotheque.server.tables.host_orders import Ban
from ludotheque.server.tables.house import House


class PersonRow(msgspec.Struct, frozen=True):
    """`seen`: when a device of theirs was last in use, to a day. `playing`: tables where they sit that are not over.

    `addresses`: from which they follow a table now, on the server that was asked. `bans`: `mute`, `person` or both.
    """

    id: str
    name: str
    language: str
    made: int
    seen: int
    playing: int
    addresses: list[str]
    bans: list[str]


class PeoplePage(msgspec.Struct, frozen=True):
    """`before`: the cursor of the next page; null at the end."""

    people: list[PersonRow]
    before: str | None


class BanShown(msgspec.Struct, frozen=True):
    """`name`: of the person; "" for a range of addresses."""

    kind: str
    subject: str
    name: str
    reason: str
    made: int
    until: int | None


class Setting(msgspec.Struct, frozen=True):
    """`given`: what the server was started with. `changed`: whether the host has set it."""

    name: str
    value: str
    given: str
    changed: bool


class HouseState(msgspec.Struct, frozen=True):
    """`read_only`: why nothing can be played now; "" if everything can."""

    announcement: str
    read_only: str
    bans: list[BanShown]
    settings: list[Setting]
    open_reports: int


async def list_people(house: House, search: str, before: str | None) -> PeoplePage:
    """Return the newest people first. CannotRead."""
    seen = select(func.max(devices.c.seen)).where(devices.c.person == people.c.id).scalar_subquery()
    playing = (
        select(func.count(func.distinct(seats.c.table_key)))
        .join_from(seats, tables, seats.c.table_key == tables.c.key)
        .where(seats.c.person == people.c.id, tables.c.status != "over")
        .scalar_subquery()
    )
    query = select(people, seen.label("seen"), playing.label("playing"))
    if search.strip():
        named = func.lower(people.c.name).contains(search.strip().lower(), autoescape=True)
        query = query.where(or_(people.c.id == search.strip(), named))
    rows, more = await page(house.store, query, people.c.made, people.c.id, before)
    banned = await _bans_of(house, [row.id for row in rows])
    addresses = _addresses(house)
    listed = [_person_row(row, addresses.get(row.id, set()), banned.get(row.id, [])) for row in rows]
    return PeoplePage(listed, f"{listed[-1].made}-{listed[-1].id}" if more else None)


def _person_row(row: Any, addresses: set[str], banned: list[str]) -> PersonRow:
    about = (row.id, row.name, row.language, row.made, row.seen or row.made, row.playing)
    return PersonRow(*about, sorted(addresses), banned)


async def _bans_of(house: House, ids: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    in_force = bans.c.until.is_(None) | (bans.c.until > house.store.now())
    wanted = bans.c.subject.in_(ids) & bans.c.kind.in_(("mute", "person")) & in_force
    for kind, subject in await house.store.read(select(bans.c.kind, bans.c.subject).where(wanted)):
        found.setdefault(subject, []).append(kind)
    return found


def _addresses(house: House) -> dict[str, set[str]]:
    """Return where people are connected from, by their ids."""
    found: dict[str, set[str]] = {}
    for live in house.live_tables.values():
        for subscriber in live.subscribers:
            if subscriber.person and subscriber.address:
                found.setdefault(subscriber.person, set()).add(_as_range(subscriber.address))
    return found


def _as_range(address: str) -> str:
    """Write an address as it would be banned: an IPv6 address stands for the 2^64 of its household."""
    return f"{address}/64" if ":" in address else address


async def show_bans(house: House, listed: list[Ban]) -> list[BanShown]:
    """Return the bans with the names of those whom they concern. CannotRead."""
    ids = [ban.subject for ban in listed if ban.kind != "address"]
    rows: list[Row] = await house.store.read(select(people.c.id, people.c.name).where(people.c.id.in_(ids)))
    names = {row[0]: row[1] for row in rows}
    return [
        BanShown(ban.kind, ban.subject, names.get(ban.subject, ""), ban.reason, ban.made, ban.until) for ban in listed
    ]
