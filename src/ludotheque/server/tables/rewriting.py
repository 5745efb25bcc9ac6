"""Changing what a journal says of the past: only where a name or what was said has to go, and never a move.

The entries keep their numbers and times, and all others keep their bytes, so whoever appends at the same time is not in
the way, and the match is replayed as before.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import delete, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.store import schema
from ludotheque.server.store.base import Change, Notify
from ludotheque.server.tables import journal
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused

Rewritten = Callable[[journal.AnyEntry], journal.AnyEntry]


async def rewrite(live: LiveTable, rewritten: Rewritten, *more: Change) -> None:
    """Change entries of a table in one transaction, together with other changes; whoever follows it sees it at once.

    CannotRead, CannotWrite: nothing has changed.
    """
    store = live.house.store

    async def write() -> None:
        changes = []
        for number, _, text in await store.entries(live.key):
            try:
                before = journal.decode(text)
            except Refused:  # a newer release has written it, and looks at the rest
                continue
            after = rewritten(before)
            if after != before:
                changes.append(_replacement(live.key, number, journal.encode(after)))
        if changes or more:
            await store.write(*changes, *more, Notify(f"rewritten {live.key}"))

    try:
        await live.reload(write)
    except Refused:  # by rules that this release does not know: it was not shown before, either
        live.table = None


def _replacement(key: str, number: int, text: bytes) -> UpdateBase:
    columns = schema.entries.c
    return update(schema.entries).where(columns.table_key == key, columns.number == number).values(entry=text)


def removal(key: str) -> list[Change]:
    """Return the changes that remove a table with all that belongs to it, save its commitment in the chain."""
    parts = (schema.entries, schema.seats, schema.results, schema.reviews, schema.appearances, schema.listings)
    removed: list[Change] = [delete(part).where(part.c.table_key == key) for part in parts]
    return [*removed, delete(schema.tables).where(schema.tables.c.key == key), Notify(f"removed {key}")]
