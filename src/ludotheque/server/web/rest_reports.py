"""REST: tell the host about somebody at a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request

from ludotheque.server.admin.reports import make_report
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.web.rest_common import limit, route


class NewReport(msgspec.Struct, forbid_unknown_fields=True):
    """`person`: who sits at the table or has written there. `entry`: the number of the line of chat, if it is one."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    person: Annotated[str, msgspec.Meta(max_length=64)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    entry: Annotated[int, msgspec.Meta(ge=0, le=10_000_000)] | None = None


class ReportMade(msgspec.Struct, frozen=True):
    id: str


@route("POST /api/reports", 404, status=201)
async def report(request: Request, house: House, person: Person, new: NewReport) -> ReportMade:
    """Report a person, or a line of chat. Only the host reads it."""
    await limit(request, "reports", person)
    return ReportMade(await make_report(house, person.id, new.table, new.person, new.entry, new.reason))
