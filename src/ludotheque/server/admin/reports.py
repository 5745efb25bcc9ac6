"""What people report about others at their table, and what the host does about it."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import insert, select, update

from ludotheque.server.admin import audit
from ludotheque.server.queries.pages import page
from ludotheque.server.store.base import Change
from ludotheque.server.store.schema import reports
from ludotheque.server.tables import journal, snapshots
from ludotheque.server.tables.house import House, new_key
from ludotheque.server.tables.messages import EntryShown
from ludotheque.server.tables.refusals import Refused, without_control_characters
from ludotheque.server.tables.table import Table

#: Lines of chat before and after the one that is reported; without one, the last ones.
BEFORE, AFTER = 10, 5


class ReportShown(msgspec.Struct, frozen=True):
    """`entry`: the number of the line of chat that it is about. `chat`: the lines around it, as spectators see them.

    `names`: of the people in it, by id.
    """

    id: str
    at: int
    reporter: str
    person: str
    table: str
    entry: int | None
    reason: str
    resolved: int | None
    note: str
    names: dict[str, str]
    chat: list[EntryShown]


class ReportPage(msgspec.Struct, frozen=True):
    """`before`: the cursor of the next page; null at the end."""

    reports: list[ReportShown]
    before: str | None


async def make_report(house: House, reporter: str, key: str, person: str, entry: int | None, reason: str) -> str:
    """Store a report, and return its id. Refused: that person neither sits there nor has said that."""
    live = await house.existing_table(key)
    await live.read(lambda table: _check(table, person, entry))
    report = new_key()
    row = {
        "id": report,
        "at": house.store.now(),
        "reporter": reporter,
        "person": person,
        "table_key": key,
        "entry": entry,
        "reason": without_control_characters(reason),
        "resolved": None,
        "note": "",
    }
    await house.store.write(insert(reports).values(row))
    return report


def _check(table: Table, person: str, entry: int | None) -> None:
    lines = [each for each in _lines(table) if each.fields["person"] == person]
    if entry is not None and all(line.number != entry for line in lines):
        raise Refused("no_such_line", allowed=[line.number for line in lines][-20:])
    if entry is None and not table.seats_of(person):
        raise Refused("no_such_person", allowed=[seat.person for seat in table.seats if seat.person])


async def listed(house: House, resolved: bool, before: str | None) -> ReportPage:
    """Return the newest reports first. CannotRead."""
    wanted = reports.c.resolved.is_not(None) if resolved else reports.c.resolved.is_(None)
    rows, more = await page(house.store, select(reports).where(wanted), reports.c.at, reports.c.id, before)
    found = [await _shown(house, row) for row in rows]
    return ReportPage(found, f"{found[-1].at}-{found[-1].id}" if more else None)


async def _shown(house: House, row: Any) -> ReportShown:
    try:
        live = await house.existing_table(row.table_key)
        chat, names = await live.read(lambda table: (_context(table, row.entry), _names(table)))
    except Refused:  # the table was deleted
        chat, names = [], {}
    about = (row.id, row.at, row.reporter, row.person, row.table_key, row.entry, row.reason, row.resolved, row.note)
    return ReportShown(*about, names, chat)


def _lines(table: Table) -> list[EntryShown]:
    return [snapshots.shown(table, each, None) for each in table.log if isinstance(each.entry, journal.Said)]


def _context(table: Table, entry: int | None) -> list[EntryShown]:
    lines = _lines(table)
    place = next((i for i, line in enumerate(lines) if line.number == entry), len(lines))
    return lines[max(0, place - BEFORE) : place + AFTER + 1]


def _names(table: Table) -> dict[str, str]:
    seated = {seat.person: seat.name for seat in table.seats if seat.person}
    return {line.fields["person"]: line.fields["name"] for line in _lines(table)} | seated


async def resolution(house: House, report: str, note: str, by: str) -> list[Change]:
    """Return the changes that resolve a report. Refused: there is none, or it is resolved."""
    store = house.store
    rows = await store.read(select(reports.c.person, reports.c.resolved).where(reports.c.id == report))
    if not rows or rows[0][1] is not None:
        raise Refused("no_such_report")
    note = without_control_characters(note) if note.strip() else ""
    done = update(reports).where(reports.c.id == report).values(resolved=store.now(), note=note)
    return [done, audit.entry(store, by, "resolve_report", rows[0][0], report=report, note=note)]
