"""Resuming a finished match from any position, against bots.

The journal of the new table contains the moves that are kept, so it does not depend on the old table. Everything about
the old match is public, its seed included: the new one is not rated, and no fair shuffle is claimed for it.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from ludotheque.server.tables import journal
from ludotheque.server.tables.handlers import Requester, must_be
from ludotheque.server.tables.house import House, new_key
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.setups import checked
from ludotheque.server.tables.table import Table

Small = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """After which move to resume, which seat to take, and the level of the bots on all others."""

    move: Small
    seat: Small
    level: int = 3


async def resume(house: House, requester: Requester, live: LiveTable, point: Point) -> str:
    """Create a running table that resumes the match there; returns its key. Raises Refused unless the match is over."""
    first = await live.read(lambda table: first_entries(table, requester, point))
    key = new_key()
    await house.live_table(key).create(first)
    return key


def first_entries(table: Table, requester: Requester, point: Point) -> journal.Entries:
    must_be(table, "over")
    seats, history = len(table.seats), table.playing.history
    if point.seat >= seats:
        raise Refused("no_such_seat", allowed=list(range(seats)))
    # After the last move of a match that ended by its rules nobody could move.
    last = len(history) - table.playing.over
    if point.move > last:
        raise Refused("out_of_range", name="move", value=point.move, allowed={"from": 0, "to": last})
    plans = [
        journal.SeatPlan("me") if seat == point.seat else journal.SeatPlan("bot", point.level) for seat in range(seats)
    ]
    setup = checked(journal.Setup(table.setup.game, table.setup.options, plans))
    earlier = journal.Earlier(table.key, history[: point.move])
    return [
        journal.Made(requester.person, setup, "", "", resumes=earlier, rules_version=table.made.rules_version),
        journal.Sat(point.seat, requester.person, requester.name),
        journal.Started(table.seed),
    ]
