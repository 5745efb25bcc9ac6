"""REST: the host's page. Every route but the sign-in needs a session of the host."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from ludotheque.games.spec import Json
from ludotheque.server.admin import orders
from ludotheque.server.admin.administration import Administration
from ludotheque.server.admin.audit import AuditPage
from ludotheque.server.admin.overview import HouseState, PeoplePage
from ludotheque.server.admin.reports import ReportPage
from ludotheque.server.admin.sessions import HostSession
from ludotheque.server.queries.lobby import TablePage
from ludotheque.server.queries.pages import CURSOR
from ludotheque.server.queries.personal_data import PersonalData
from ludotheque.server.tables import messages
from ludotheque.server.tables.people import ID_LENGTH
from ludotheque.server.tables.random_keys import LETTERS
from ludotheque.server.tables.table import Status
from ludotheque.server.web.rest_common import json_response, limit, route
from ludotheque.server.web.rest_tables import Before, Key
from ludotheque.server.web.security import admin_secret_of, give_admin_cookie, take_admin_cookie

PeopleBefore = Annotated[
    str, msgspec.Meta(pattern=CURSOR.rpartition("-")[0] + f"-[{LETTERS}]{{{ID_LENGTH}}}$", description="`before`")
]
Search = Annotated[str, msgspec.Meta(max_length=64, description="An id, or a part of a name")]
PersonId = Annotated[str, msgspec.Meta(max_length=64, description="Only tables where this person sits")]

ExportedId = Annotated[str, msgspec.Meta(max_length=64, description="The id of a person")]


class SignInToken(msgspec.Struct, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=200)]


class Given(msgspec.Struct, forbid_unknown_fields=True):
    """An order; its `order` says which."""

    order: orders.PageOrder


class SessionShown(msgspec.Struct, frozen=True):
    """`name`: what the audit trail calls it."""

    name: str
    expires: int


class LoadShown(msgspec.Struct, frozen=True):
    """What the server that answers has to do now; see `/metrics` for more."""

    load: Json


class Carried(msgspec.Struct, frozen=True):
    """The order was carried out: the house as it is now."""

    house: HouseState


@route("POST /api/admin/session", 409, status=201)
async def sign_in(
    request: Request, administration: Administration, given: SignInToken
) -> Annotated[Response, SessionShown]:
    """Use a one-time link of `ludotheque admin sign-in`. The cookie is the session."""
    await limit(request, "sign_ins")
    session, secret = await administration.sessions.sign_in(given.token)
    signed = json_response(SessionShown(session.name, session.expires), 201)
    give_admin_cookie(signed, request, secret)
    return signed


@route("GET /api/admin/session")
async def show_session(admin: HostSession) -> SessionShown:
    """Return the session of this browser."""
    return SessionShown(admin.name, admin.expires)


@route("DELETE /api/admin/session", status=204)
async def sign_out(request: Request, administration: Administration, admin: HostSession) -> Annotated[Response, None]:
    """End this session; the order `sign_out` ends all."""
    await administration.sessions.end(admin_secret_of(request))
    left = Response(status_code=204)
    take_admin_cookie(left, request)
    return left


@route("POST /api/admin/orders", 404, 409)
async def give_order(administration: Administration, admin: HostSession, given: Given) -> Carried:
    """Carry out an order; it is written to the audit trail."""
    await administration.perform(given.order, admin.by)
    return Carried(await administration.state())


@route("GET /api/admin/house")
async def show_house(administration: Administration, admin: HostSession) -> HouseState:
    """Announcement, read-only mode, bans, settings."""
    return await administration.state()


@route("GET /api/admin/load")
async def show_load(administration: Administration, admin: HostSession) -> LoadShown:
    return LoadShown(await administration.answer(orders.ShowLoad()))


@route("GET /api/admin/tables")
async def list_all_tables(
    administration: Administration,
    admin: HostSession,
    status: Status | None = None,
    seated: PersonId | None = None,
    before: Before | None = None,
) -> TablePage:
    """Return all tables, also unlisted ones, newest first."""
    return cast(TablePage, await administration.answer(orders.ListTables(status, seated, before)))


@route("GET /api/admin/tables/{key}", 404)
async def look_at_any_table(administration: Administration, admin: HostSession, key: Key) -> messages.Snapshot:
    """Return the table as spectators see it: the host sees no hidden cards."""
    return cast(messages.Snapshot, await administration.answer(orders.ShowTable(key)))


@route("GET /api/admin/people")
async def list_people(
    administration: Administration, admin: HostSession, search: Search = "", before: PeopleBefore | None = None
) -> PeoplePage:
    """People, newest first."""
    return cast(PeoplePage, await administration.answer(orders.ListPeople(search, before)))


@route("GET /api/admin/people/{who}/data", 404)
async def export_person(
    administration: Administration, admin: HostSession, who: ExportedId
) -> Annotated[Response, PersonalData]:
    """Everything that is kept about a person, as a file; the audit trail says so.

    Of running matches it has what spectators see.
    """
    parts = await administration.export_person(who, admin.by)
    as_file = {"content-disposition": f'attachment; filename="ludotheque-{who}.json"'}
    return StreamingResponse(parts, media_type="application/json", headers=as_file)


@route("GET /api/admin/reports")
async def list_reports(
    administration: Administration, admin: HostSession, resolved: bool = False, before: Before | None = None
) -> ReportPage:
    """Return what people have reported, with the chat around it, newest first."""
    return cast(ReportPage, await administration.answer(orders.ListReports(resolved, before)))


@route("GET /api/admin/log")
async def show_log(administration: Administration, admin: HostSession, before: Before | None = None) -> AuditPage:
    """Return the audit trail, newest first."""
    return cast(AuditPage, await administration.answer(orders.ListLog(before)))
