"""The rows by which tables are found without reading their journals, written together with the entries."""

from __future__ import annotations

import msgspec
from sqlalchemy import exists, insert, literal, select, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.store import schema
from ludotheque.server.tables import journal, listings
from ludotheque.server.tables.results import result_rows
from ludotheque.server.tables.table import Logged, Table

#: How a match ends that its players have not ended.
WITHOUT_PLAYERS = ("abandoned", "closed")


def row_changes(table: Table, logged: list[Logged]) -> list[UpdateBase]:
    """Return the changes that belong to these entries, which the table has applied already."""
    changes: list[UpdateBase] = []
    for each in logged:
        entry = each.entry
        match entry:
            case journal.Made():
                changes += [*_new_table(table, entry, each.at), *_appearance(table, each, entry.by)]
            case journal.Sat():
                changes += [_seat(table, entry.seat, entry.person), _summary(table)]
                changes += _appearance(table, each, entry.person)
            case journal.Left():
                changes += [_seat(table, entry.seat, None), _summary(table)]
            case journal.Started():
                changes.append(_summary(table))
            case journal.Said():
                row = schema.tables.c.key == table.key
                changes += [update(schema.tables).where(row).values(chatted=each.at)]
                changes += _appearance(table, each, entry.person)
    if has_ended(table, logged):
        changes += [_summary(table), *result_rows(table)]
        changes += [listings.removal(table.key)] if table.setup.listed else []
        changes += _unlisting(table) if table.ended and table.ended.reason in WITHOUT_PLAYERS else []
    return changes


def has_ended(table: Table, logged: list[Logged]) -> bool:
    """Return whether these entries have ended the match."""
    ending = (journal.Moved, journal.Ended)
    return table.status == "over" and any(isinstance(each.entry, ending) for each in logged)


def _new_table(table: Table, entry: journal.Made, at: int) -> list[UpdateBase]:
    setup = entry.setup
    return [
        insert(schema.tables).values(
            key=table.key,
            game=setup.game,
            rules_version=entry.rules_version,
            options=msgspec.json.encode(setup.options).decode(),
            status=table.status,
            listed=setup.listed,
            made=at,
            changed=at,
            summary=summary_text(table),
        ),
        *(insert(schema.seats).values(table_key=table.key, seat=i, person=None) for i in range(len(setup.seats))),
    ]


def _appearance(table: Table, logged: Logged, person: str) -> list[UpdateBase]:
    """Return the row of a person whom the journal names first; one that exists already does no harm."""
    if table.named[person] != logged.number:
        return []
    columns = schema.appearances.c
    row = (columns.person == person) & (columns.table_key == table.key)
    new = select(literal(person), literal(table.key)).where(~exists().where(row))
    return [insert(schema.appearances).from_select(["person", "table_key"], new)]


def _seat(table: Table, seat: int, person: str | None) -> UpdateBase:
    place = (schema.seats.c.table_key == table.key) & (schema.seats.c.seat == seat)
    return update(schema.seats).where(place).values(person=person)


def _summary(table: Table) -> UpdateBase:
    new = {"status": table.status, "changed": table.log[-1].at, "summary": summary_text(table)}
    return update(schema.tables).where(schema.tables.c.key == table.key).values(new)


def _unlisting(table: Table) -> list[UpdateBase]:
    """List an abandoned or closed table nowhere, or only among its people's own matches if it had begun."""
    row, places = schema.tables.c.key == table.key, schema.seats.c.table_key == table.key
    changes: list[UpdateBase] = [update(schema.tables).where(row).values(listed=False)]
    return changes if table.match else [*changes, update(schema.seats).where(places).values(person=None)]


def summary_text(table: Table) -> str:
    """Return what a list of tables shows, as JSON."""
    seats = [{"name": seat.name, "bot": seat.plan.level, "person": seat.person or ""} for seat in table.seats]
    clock = msgspec.to_builtins(table.setup.clock)
    ended = table.ended.reason if table.ended else ""
    return msgspec.json.encode({"seats": seats, "clock": clock, "started": table.started_at, "ended": ended}).decode()
