"""REST: create, list and read tables."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from ludotheque.server.queries import lobby
from ludotheque.server.queries.lobby import Status, TablePage
from ludotheque.server.queries.pages import CURSOR
from ludotheque.server.tables import messages, snapshots
from ludotheque.server.tables.decisions import Asker
from ludotheque.server.tables.journal import Setup
from ludotheque.server.tables.live_table import Listener
from ludotheque.server.tables.table import Table
from ludotheque.server.web.rest_common import (
    UNSAFE,
    CurrentPerson,
    TheHouse,
    Visitor,
    answer,
    body_of,
    limit,
    takes,
    tells,
)
from ludotheque.server.web.rest_games import NAMED, GameName

router = APIRouter(prefix="/api", tags=["tables"])

Key = Annotated[str, Path(description="The key of the table: the last part of its link")]
Before = Annotated[str | None, Query(pattern=CURSOR, description="`before` of the last page")]
OfStatus = Annotated[Status | None, Query()]


class NewTable(Setup, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A table to be created. Options that are not given have their defaults.

    `number`: the client's random contribution to the shuffle.
    """

    game: Annotated[str, msgspec.Meta(extra_json_schema=NAMED)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    number: messages.OwnNumber | None = None


class TableMade(msgspec.Struct, frozen=True):
    """`path`: of the link for others."""

    key: str
    path: str


def setup_of(new: NewTable) -> Setup:
    return Setup(**{name: getattr(new, name) for name in Setup.__struct_fields__})


@router.post(
    "/tables",
    status_code=201,
    responses=tells(TableMade, *UNSAFE, 401, status=201, what="Made"),
    openapi_extra=takes(NewTable),
)
async def make_table(
    request: Request, house: TheHouse, person: CurrentPerson, new: Annotated[NewTable, Depends(body_of(NewTable))]
) -> Response:
    """Create a table, and sit down where the plan says `me`."""
    limit(request, "tables", person)
    key = await house.create_table(Asker(person.id, person.name), setup_of(new), new.number)
    return answer(TableMade(key, f"/table/{key}"), 201)


@router.get("/tables", responses=tells(TablePage))
async def list_tables(
    house: TheHouse, game: GameName = None, status: OfStatus = None, before: Before = None
) -> Response:
    """The listed tables, newest first; those that are open or running unless a status is given."""
    return answer(await lobby.listed(house.store, game, status, before))


@router.get("/me/tables", responses=tells(TablePage, 401))
async def list_my_tables(
    house: TheHouse, person: CurrentPerson, game: GameName = None, status: OfStatus = None, before: Before = None
) -> Response:
    """The tables where I sit or sat, newest first."""
    return answer(await lobby.mine(house.store, person.id, game, status, before))


@router.get("/tables/{key}", responses=tells(messages.Snapshot, 404))
async def look_at_table(house: TheHouse, visitor: Visitor, key: Key) -> Response:
    """The table as I may see it: the same snapshot that live play begins with."""
    live = await house.existing_table(key)
    listener = Listener(visitor.id if visitor else None, lambda frame: None)

    def look(table: Table) -> messages.Snapshot:
        viewer, you = listener.viewer(table), listener.seats(table)
        return snapshots.snapshot(table, viewer, you, house.now(), house.down_time, legal=False)

    return answer(await live.read(look))
