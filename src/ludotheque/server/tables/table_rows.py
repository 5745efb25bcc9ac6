"""The rows by which tables are found without reading their journals, written together with the entries."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.store import schema
from ludotheque.server.tables import journal
from ludotheque.server.tables.results import result_rows
from ludotheque.server.tables.table import Logged, Table


def row_changes(table: Table, logged: list[Logged]) -> list[UpdateBase]:
    """The changes that belong to these entries, which the table has applied already."""
    changes: list[UpdateBase] = []
    for each in logged:
        entry = each.entry
        match entry:
            case journal.Made():
                changes += _new_table(table, entry, each.at)
            case journal.Sat():
                changes += [_seat(table, entry.seat, entry.person), _summary(table)]
            case journal.Left():
                changes += [_seat(table, entry.seat, None), _summary(table)]
            case journal.Started():
                changes.append(_summary(table))
    if has_ended(table, logged):
        changes += [_summary(table), *result_rows(table)]
    return changes


def has_ended(table: Table, logged: list[Logged]) -> bool:
    """Whether these entries have ended the match."""
    ending = (journal.Moved, journal.Ended)
    return table.status == "over" and any(isinstance(each.entry, ending) for each in logged)


def _new_table(table: Table, entry: journal.Made, at: int) -> list[UpdateBase]:
    setup = entry.setup
    return [
        insert(schema.tables).values(
            key=table.key,
            game=setup.game,
            options=msgspec.json.encode(setup.options).decode(),
            status=table.status,
            listed=setup.listed,
            made=at,
            changed=at,
            summary=_summary_text(table),
        ),
        *(insert(schema.seats).values(table_key=table.key, seat=i, person=None) for i in range(len(setup.seats))),
    ]


def _seat(table: Table, seat: int, person: str | None) -> UpdateBase:
    place = (schema.seats.c.table_key == table.key) & (schema.seats.c.seat == seat)
    return update(schema.seats).where(place).values(person=person)


def _summary(table: Table) -> UpdateBase:
    new = {"status": table.status, "changed": table.log[-1].at, "summary": _summary_text(table)}
    return update(schema.tables).where(schema.tables.c.key == table.key).values(new)


def _summary_text(table: Table) -> str:
    """What a list of tables shows, as JSON."""
    seats = [{"name": seat.name, "bot": seat.plan.level, "person": seat.person or ""} for seat in table.seats]
    clock = msgspec.to_builtins(table.setup.clock)
    return msgspec.json.encode({"seats": seats, "clock": clock, "started": table.started_at}).decode()
