"""REST: replays, records, films, and resuming a match from any position."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque import record
from ludotheque.server.queries import replays, uploaded_records
from ludotheque.server.queries.replays import Replay, Source
from ludotheque.server.queries.uploaded_records import RecordReplay
from ludotheque.server.tables import snapshots
from ludotheque.server.tables.decisions import Requester, must_be
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.resuming import Point, resume
from ludotheque.server.tables.table import Table
from ludotheque.server.web.rest_common import limit, route
from ludotheque.server.web.rest_tables import Key, TableMade

After = Annotated[int, msgspec.Meta(ge=0, le=1_000_000, description="`after` of the last page")]
Seen = Annotated[
    Annotated[int, msgspec.Meta(ge=0, le=99)] | Literal["all", "none", "most"],
    msgspec.Meta(description="Whose view; most: as much as is allowed"),
]
Computer = Annotated[str, msgspec.Meta(pattern="^[A-Za-z]*$", max_length=20, description="The name of bots")]


@route("GET /api/tables/{key}/replay", 404, 409)
async def replay_table(
    request: Request, house: House, visitor: Person | None, key: Key, seat: Seen = "none", after: After = 0
) -> Replay:
    """The match move by move. While it runs, only from one's own seat or as a spectator (`none`)."""
    limit(request, "replays", visitor)
    live = await house.existing_table(key)
    person = visitor.id if visitor else None
    return await replays.replay(await live.read(lambda table: replays.source_of(table, person, seat)), after)


@route("GET /api/tables/{key}/record", 404, 409)
async def download_record(
    request: Request, house: House, visitor: Person | None, key: Key
) -> Annotated[Response, record.Record]:
    """The record of a finished match as a file, with the secret of its shuffle: for `ludotheque verify --fair`."""
    limit(request, "replays", visitor)
    live = await house.existing_table(key)

    def look(table: Table) -> tuple[str, str]:
        must_be(table, "over")
        return table.setup.game, record.dump(snapshots.record(table))

    game, text = await live.read(look)
    return Response(text, media_type="application/json", headers=_as_file(game, key, "json"))


@route("GET /api/tables/{key}/replay.svg", 404, 409)
async def download_film(
    request: Request, house: House, visitor: Person | None, key: Key, seat: Seen = "none", computer: Computer = ""
) -> Annotated[Response, "image/svg+xml"]:
    """A finished match as an animated picture in a file, from any viewpoint."""
    limit(request, "films", visitor)
    live = await house.existing_table(key)

    def look(table: Table) -> Source:
        must_be(table, "over")
        return replays.source_of(table, visitor.id if visitor else None, seat)

    source: Source = await live.read(look)
    headers = _as_file(source.about.game, key, "svg")
    return Response(await replays.filmed(source, computer), media_type="image/svg+xml", headers=headers)


def _as_file(game: str, key: str, kind: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="ludotheque-{game}-{key}.{kind}"'}


@route("POST /api/tables/{key}/resume", 404, 409, status=201)
async def resume_match(request: Request, house: House, person: Person, key: Key, point: Point) -> TableMade:
    """Create a table that resumes a finished match, with bots on all other seats. It is not rated."""
    limit(request, "tables", person)
    live = await house.existing_table(key)
    made = await resume(house, Requester(person.id, person.name), live, point)
    return TableMade(made, f"/table/{made}")


@route("POST /api/records")
async def show_record(
    request: Request,
    visitor: Person | None,
    text: Annotated[bytes, record.Record],
    seat: Seen = "none",
    after: After = 0,
) -> RecordReplay:
    """Replay an uploaded record up to the first move that is not legal. Nothing is stored."""
    limit(request, "replays", visitor)
    return await uploaded_records.shown(uploaded_records.read(text), seat, after)
