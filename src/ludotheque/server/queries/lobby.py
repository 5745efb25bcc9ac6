"""Lists of tables: the public ones, and a person's own."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, select, true

from ludotheque.games.spec import Json
from ludotheque.server.queries.pages import page
from ludotheque.server.store.base import Store
from ludotheque.server.store.schema import seats, tables
from ludotheque.server.tables.table import Status


class TableRow(msgspec.Struct, frozen=True):
    """A row of a list. `seats`: name, person, level of the bot. `changed`: of the last change of seats or status.

    `abandoned`: the match was ended because nobody came back to it. `closed`: the host has ended it.
    """

    key: str
    game: str
    options: Json
    status: Status
    listed: bool
    made: int
    changed: int
    seats: list[Json]
    clock: Json
    abandoned: bool
    closed: bool


class TablePage(msgspec.Struct, frozen=True):
    """`before`: the cursor of the next page; null at the end."""

    tables: list[TableRow]
    before: str | None


async def listed(store: Store, game: str | None, status: Status | None, before: str | None) -> TablePage:
    """Return the listed tables with that status, or those that are open or running."""
    wanted = tables.c.status.in_(("open", "running") if status is None else (status,))
    return await _tables(store, and_(tables.c.listed.is_(True), wanted), game, before)


async def mine(store: Store, person: str, game: str | None, status: Status | None, before: str | None) -> TablePage:
    """Return all tables where the person has a seat."""
    own = tables.c.key.in_(select(seats.c.table_key).where(seats.c.person == person))
    wanted = own if status is None else and_(own, tables.c.status == status)
    return await _tables(store, wanted, game, before)


async def all_tables(store: Store, person: str | None, status: Status | None, before: str | None) -> TablePage:
    """Return all tables, or those of that person, for the host."""
    if person is not None:
        return await mine(store, person, None, status, before)
    return await _tables(store, tables.c.status == status if status else true(), None, before)


async def _tables(store: Store, wanted: ColumnElement[bool], game: str | None, before: str | None) -> TablePage:
    query = select(tables).where(wanted)
    if game is not None:
        query = query.where(tables.c.game == game)
    rows, more = await page(store, query, tables.c.changed, tables.c.key, before)
    listed = [_table_row(row) for row in rows]
    return TablePage(listed, f"{listed[-1].changed}-{listed[-1].key}" if more else None)


def _table_row(row: Any) -> TableRow:
    summary = msgspec.json.decode(row.summary)
    options = msgspec.json.decode(row.options)
    about = (row.key, row.game, options, row.status, bool(row.listed), row.made, row.changed)
    ended = summary.get("ended")
    return TableRow(*about, summary["seats"], summary["clock"], ended == "abandoned", ended == "closed")
