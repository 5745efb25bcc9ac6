"""REST: replays, records, films, and resuming a match from any position."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from ludotheque import record
from ludotheque.server.queries import replays, uploaded_records
from ludotheque.server.queries.replays import Replay, Source, Wanted
from ludotheque.server.queries.uploaded_records import RecordReplay
from ludotheque.server.tables import snapshots
from ludotheque.server.tables.decisions import Asker, must_be
from ludotheque.server.tables.resuming import Point, resume
from ludotheque.server.tables.table import Table
from ludotheque.server.web.rest_common import (
    UNSAFE,
    CurrentPerson,
    TheHouse,
    Visitor,
    answer,
    body_of,
    json_text,
    limit,
    takes,
    tells,
)
from ludotheque.server.web.rest_tables import Key, TableMade

router = APIRouter(prefix="/api", tags=["replays"])

After = Annotated[int, Query(ge=0, le=1_000_000, description="`after` of the last page")]


def viewpoint(
    seat: Annotated[
        str, Query(pattern="^([0-9]{1,2}|all|none|most)$", description="Whose view; most: as much as is allowed")
    ] = "none",
) -> Wanted:
    return int(seat) if seat.isdecimal() else cast(Wanted, seat)


FILM = tells(None, 404, 409) | {
    200: {"description": "The film, as a file", "content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}

Seen = Annotated[Wanted, Depends(viewpoint)]


@router.get("/tables/{key}/replay", responses=tells(Replay, 404, 409))
async def replay_table(
    request: Request, house: TheHouse, visitor: Visitor, key: Key, seat: Seen, after: After = 0
) -> Response:
    """The match move by move. While it runs, only from one's own seat or as a spectator (`none`)."""
    limit(request, "replays", visitor)
    live = await house.existing_table(key)
    person = visitor.id if visitor else None
    return answer(await replays.replay(await live.read(lambda table: replays.source_of(table, person, seat)), after))


@router.get("/tables/{key}/record", responses=tells(record.Record, 404, 409, what="The record, as a file"))
async def download_record(request: Request, house: TheHouse, visitor: Visitor, key: Key) -> Response:
    """The record of a finished match, with the secret of its shuffle: for `ludotheque verify --fair`."""
    limit(request, "replays", visitor)
    live = await house.existing_table(key)

    def look(table: Table) -> tuple[str, str]:
        must_be(table, "over")
        return table.setup.game, record.dump(snapshots.record(table))

    game, text = await live.read(look)
    return Response(text, media_type="application/json", headers=_as_file(game, key, "json"))


@router.get("/tables/{key}/replay.svg", response_class=Response, responses=FILM)
async def download_film(
    request: Request,
    house: TheHouse,
    visitor: Visitor,
    key: Key,
    seat: Seen,
    computer: Annotated[str, Query(pattern="^[A-Za-z]*$", max_length=20, description="The name of bots")] = "",
) -> Response:
    """A finished match as an animated picture, from any viewpoint."""
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


@router.post(
    "/tables/{key}/continue",
    status_code=201,
    responses=tells(TableMade, *UNSAFE, 401, 404, 409, status=201, what="Made"),
    openapi_extra=takes(Point),
)
async def play_on(
    request: Request, house: TheHouse, person: CurrentPerson, key: Key, point: Annotated[Point, Depends(body_of(Point))]
) -> Response:
    """Create a table that resumes a finished match, with bots on all other seats. It is not rated."""
    limit(request, "tables", person)
    live = await house.existing_table(key)
    made = await resume(house, Asker(person.id, person.name), live, point)
    return answer(TableMade(made, f"/table/{made}"), 201)


@router.post("/records", responses=tells(RecordReplay, *UNSAFE), openapi_extra=takes(record.Record))
async def show_record(
    request: Request, visitor: Visitor, seat: Seen, text: Annotated[bytes, Depends(json_text)], after: After = 0
) -> Response:
    """Replay an uploaded record up to the first move that is not legal. Nothing is stored."""
    limit(request, "replays", visitor)
    return answer(await uploaded_records.shown(uploaded_records.read(text), seat, after))
