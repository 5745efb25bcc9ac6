"""REST: create, list and read tables."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.requests import Request

from ludotheque.server.admin.administration import Administration
from ludotheque.server.queries import lobby
from ludotheque.server.queries.lobby import TablePage
from ludotheque.server.queries.pages import CURSOR
from ludotheque.server.settings import Chat
from ludotheque.server.tables import messages
from ludotheque.server.tables.house import House
from ludotheque.server.tables.journal import Setup
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.table import Status
from ludotheque.server.web.rest_common import limit, requester_of, route
from ludotheque.server.web.rest_games import GameName, checked

Key = Annotated[str, msgspec.Meta(description="The key of the table: the last part of its link")]
Before = Annotated[str, msgspec.Meta(pattern=CURSOR, description="`before` of the last page")]


class NewTable(Setup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be created. Options that are not given have their defaults."""

    game: GameName
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    chat: Chat | None = None  # type: ignore[assignment]  # None: as the house has it


class TableMade(msgspec.Struct, frozen=True):
    """`path`: of the link for others."""

    key: str
    path: str


def setup_of(new: NewTable, chat: Chat) -> Setup:
    given = {name: getattr(new, name) for name in Setup.__struct_fields__}
    return Setup(**{**given, "chat": new.chat or chat})


@route("POST /api/tables", status=201)
async def make_table(
    request: Request, house: House, administration: Administration, person: Person, new: NewTable
) -> TableMade:
    """Create a table, and sit down where the plan says `me`."""
    await limit(request, "tables", person)
    setup = setup_of(new, administration.settings.now.chat)
    key = await house.create_table(requester_of(request, person), setup)
    return TableMade(key, f"/table/{key}")


@route("GET /api/tables")
async def list_tables(
    house: House, game: GameName | None = None, status: Status | None = None, before: Before | None = None
) -> TablePage:
    """Return the listed tables, newest first; those that are open or running unless a status is given."""
    return await lobby.listed(house.store, checked(game), status, before)


@route("GET /api/me/tables")
async def list_my_tables(
    house: House,
    person: Person,
    game: GameName | None = None,
    status: Status | None = None,
    before: Before | None = None,
) -> TablePage:
    """Return the tables where I sit or sat, newest first."""
    return await lobby.mine(house.store, person.id, checked(game), status, before)


@route("GET /api/tables/{key}", 404)
async def look_at_table(house: House, visitor: Person | None, key: Key) -> messages.Snapshot:
    """Return the table as I may see it: the same snapshot that live play begins with."""
    return await house.snapshot(key, visitor.id if visitor else None)
