"""REST: what the house keeps, for how long, and how a person gets or removes what is theirs."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ludotheque.server.admin.administration import Administration
from ludotheque.server.queries import personal_data
from ludotheque.server.queries.personal_data import PersonalData
from ludotheque.server.tables.forgetting import Forgetting
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import LINK_LASTS, Person
from ludotheque.server.web.rest_common import limit, route
from ludotheque.server.web.security import YEAR, take_cookie

#: Seconds that a request waits until everything is forgotten; what takes longer goes on without it.
WAIT = 5.0
DAY = 24 * 60 * 60


class Privacy(msgspec.Struct, frozen=True):
    """For how many days each is kept; 0: for ever.

    `casual`: finished matches of unlisted tables. `chat`: after the match. `idle`: people who do not come back.
    `cookie`: on a device that is not used. `backups`: how old a scheduled backup gets; null if the server makes none.
    `link`: minutes for which a link to another device is valid. `contact`: how to reach the host; "" if it is not said.
    """

    casual: float
    chat: float
    idle: float
    cookie: float
    backups: float | None
    link: int
    contact: str


@route("GET /api/privacy")
async def privacy(administration: Administration) -> Privacy:
    """Tell how long this house keeps what."""
    settings = administration.settings.now
    backups = settings.backup_every * settings.backups_kept / DAY if settings.backup_every else None
    return Privacy(
        casual=settings.keep_casual,
        chat=settings.keep_chat,
        idle=settings.keep_idle,
        cookie=YEAR / DAY,
        backups=backups,
        link=LINK_LASTS // 60_000,
        contact=settings.contact,
    )


@route("GET /api/me/data")
async def export_me(request: Request, house: House, person: Person) -> Annotated[Response, PersonalData]:
    """Return everything that the house keeps about me, as a file."""
    await limit(request, "exports", person)
    known = await personal_data.about(house.store, person.id)
    as_file = {"content-disposition": f'attachment; filename="ludotheque-{person.id}.json"'}
    return StreamingResponse(personal_data.export(house, known), media_type="application/json", headers=as_file)


@route("DELETE /api/me", status=204)
async def forget_me(
    request: Request, house: House, forgetting: Forgetting, person: Person
) -> Annotated[Response, None]:
    """Forget me: I resign and leave all tables, my name, devices, ratings and words are removed, results stay unnamed.

    It cannot be undone. From the answer on, none of my devices is known any more; if I have played very much, the last
    tables are rewritten some seconds later.
    """
    await limit(request, "table_requests", person)
    await forgetting.begin(person.id)
    await asyncio.wait([house.spawn(partial(forgetting.finish, person.id))], timeout=WAIT)
    done = Response(status_code=204)
    take_cookie(done, request)
    return done
