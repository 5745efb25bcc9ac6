"""Leaving a table for somebody who is gone for good: banned or forgotten."""

from __future__ import annotations

import logging
from functools import partial

from sqlalchemy import select

from ludotheque.server.store.schema import tables
from ludotheque.server.tables import handlers, journal, messages
from ludotheque.server.tables.handlers import Moment, Requester
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.people")


async def leave_table(house: House, person: str, key: str) -> None:
    """Let a person resign, or leave an open table, which ends if nobody else is there.

    Raises CannotRead or CannotWrite.
    """
    if not await house.store.read(select(tables.c.key).where(tables.c.key == key, tables.c.status != "over")):
        return
    try:
        await house.live_table(key).append(partial(_leaving, person))
    except Refused as refused:
        log.info("a person who is gone could not leave: %s", refused, extra={"table": key})


def _leaving(person: str, table: Table, moment: Moment) -> journal.Entries:
    requester = Requester(person, "")
    seats = table.seats_of(person)
    if table.status == "open" and seats:
        left = handlers.handle(table, requester, messages.Leave(""), moment)
        others = [seat.person for seat in table.seats if seat.person not in (None, person)]
        return left if others else [*left, journal.Ended("abandoned")]
    if table.running and not all(table.seats[seat].resigned for seat in seats):
        return handlers.handle(table, requester, messages.Resign(""), moment)
    return []
