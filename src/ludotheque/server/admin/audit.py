"""The audit trail: who has ordered what, when, and on whom."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.games.spec import Json
from ludotheque.server.queries.pages import page
from ludotheque.server.store.base import Store
from ludotheque.server.store.schema import audit
from ludotheque.server.tables.house import new_key


class AuditEntry(msgspec.Struct, frozen=True):
    """`by`: the command line with the user who ran it, or a session of the page. `subject`: on whom, or on what."""

    at: int
    by: str
    action: str
    subject: str
    details: Json


class AuditPage(msgspec.Struct, frozen=True):
    """`before`: the cursor of the next page; null at the end."""

    entries: list[AuditEntry]
    before: str | None


def entry(store: Store, by: str, action: str, subject: str = "", **details: object) -> UpdateBase:
    """Return the row that is written together with what was ordered."""
    told = {name: value for name, value in details.items() if value is not None}
    text = msgspec.json.encode(told).decode()
    return insert(audit).values(id=new_key(), at=store.now(), by=by, action=action, subject=subject, details=text)


async def newest(store: Store, before: str | None) -> AuditPage:
    """Return the newest entries first. CannotRead."""
    rows, more = await page(store, select(audit), audit.c.at, audit.c.id, before)
    entries = [AuditEntry(row.at, row.by, row.action, row.subject, msgspec.json.decode(row.details)) for row in rows]
    return AuditPage(entries, f"{rows[-1].at}-{rows[-1].id}" if more else None)
