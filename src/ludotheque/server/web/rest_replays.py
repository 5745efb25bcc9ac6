"""REST: replays, records, films, and resuming a match from any position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ludotheque import record
from ludotheque.server.queries import replays, uploaded_records
from ludotheque.server.queries.offloading import Query, run_in_worker
from ludotheque.server.queries.replays import Replay, ReplaySource
from ludotheque.server.queries.uploaded_records import RecordReplay
from ludotheque.server.tables import snapshots
from ludotheque.server.tables.handlers import must_be
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.tables.resuming import Point, resume
from ludotheque.server.tables.table import Table
from ludotheque.server.web.rest_common import limit, requester_of, route, while_connected
from ludotheque.server.web.rest_operation import Readiness
from ludotheque.server.web.rest_tables import Key, TableMade
from ludotheque.server.web.security import asker_of

After = Annotated[int, msgspec.Meta(ge=0, le=1_000_000, description="`after` of the last page")]
Seen = Annotated[
    Annotated[int, msgspec.Meta(ge=0, le=99)] | Literal["all", "none", "most"],
    msgspec.Meta(description="Whose view; most: as much as is allowed"),
]
Computer = Annotated[str, msgspec.Meta(pattern="^[A-Za-z]*$", max_length=20, description="The name of bots")]

Former = Annotated[
    str, msgspec.Meta(pattern="^[A-Za-zÀ-ÿ -]*$", max_length=30, description="The name of people who were forgotten")
]


@route("GET /api/tables/{key}/replay", 404, 409)
async def replay_table(
    request: Request, house: House, visitor: Person | None, key: Key, seat: Seen = "none", after: After = 0
) -> Annotated[Response, Replay]:
    """Return the match move by move. While it runs, only from one's own seat or as a spectator (`none`)."""
    await limit(request, "replays", visitor)
    live = await house.existing_table(key)
    person = visitor.id if visitor else None
    source: ReplaySource = await live.read(lambda table: replays.source_of(table, person, seat))
    made = await _in_worker(request, house, visitor, "replays", source.about.game, replays.replay, source, after)
    return Response(made, media_type="application/json")


@route("GET /api/tables/{key}/record", 404, 409)
async def download_record(
    request: Request, house: House, visitor: Person | None, key: Key
) -> Annotated[Response, record.Record]:
    """Return a finished match's record, with the seeds of its shuffle: for `ludotheque verify --fair`."""
    await limit(request, "replays", visitor)
    live = await house.existing_table(key)

    def look(table: Table) -> tuple[str, str]:
        must_be(table, "over")
        return table.setup.game, record.dump(snapshots.record(table))

    game, text = await live.read(look)
    return Response(text, media_type="application/json", headers=_as_file(game, key, "json"))


@route("GET /api/tables/{key}/replay.svg", 404, 409)
async def download_film(
    request: Request,
    house: House,
    visitor: Person | None,
    key: Key,
    seat: Seen = "none",
    computer: Computer = "",
    former: Former = "",
) -> Annotated[Response, "image/svg+xml"]:
    """Return a finished match as an animated picture in a file, from any viewpoint."""
    await limit(request, "films", visitor)
    live = await house.existing_table(key)

    def look(table: Table) -> ReplaySource:
        must_be(table, "over")
        return replays.source_of(table, visitor.id if visitor else None, seat)

    source: ReplaySource = await live.read(look)
    more = (replays.filmed, source, computer, former)
    made = await _in_worker(request, house, visitor, "films", source.about.game, *more)
    return Response(made, media_type="image/svg+xml", headers=_as_file(source.about.game, key, "svg"))


async def _in_worker(
    request: Request, house: House, visitor: Person | None, lane: Query, game: str, work: Callable[..., Any], *more: Any
) -> bytes:
    """Return what a worker process answers; it stops when the client leaves."""
    asker = asker_of(request, visitor)
    return await while_connected(request, run_in_worker(house.bots, asker, lane, game, work, *more))


def _as_file(game: str, key: str, kind: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="ludotheque-{game}-{key}.{kind}"'}


@route("POST /api/tables/{key}/resume", 404, 409, status=201)
async def resume_match(request: Request, house: House, person: Person, key: Key, point: Point) -> TableMade:
    """Create a table that resumes a finished match, with bots on all other seats. It is not rated."""
    await limit(request, "tables", person)
    live = await house.existing_table(key)
    made = await resume(house, requester_of(request, person), live, point)
    return TableMade(made, f"/table/{made}")


@route("POST /api/records")
async def show_record(
    request: Request,
    house: House,
    readiness: Readiness,
    visitor: Person | None,
    text: Annotated[bytes, record.Record],
    seat: Seen = "none",
    after: After = 0,
) -> Annotated[Response, RecordReplay]:
    """Replay an uploaded record up to the first move that is not legal. Nothing is stored."""
    await limit(request, "replays", visitor)
    more = (text, seat, after, readiness.missing)
    made = await _in_worker(request, house, visitor, "uploads", "", uploaded_records.shown, *more)
    return Response(made, media_type="application/json")
