"""The rows beside the journals, by which tables are found again: written together with the entries they follow from."""

from __future__ import annotations

import msgspec
from sqlalchemy import insert, update
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.record import End
from ludotheque.server.store import schema
from ludotheque.server.tables import journal
from ludotheque.server.tables.ratings import bot_player, places
from ludotheque.server.tables.table import Logged, Table


def rows(table: Table, logged: list[Logged]) -> list[UpdateBase]:
    """The changes that belong to these entries, which the table has taken in already."""
    found: list[UpdateBase] = []
    for each in logged:
        entry = each.entry
        match entry:
            case journal.Made():
                found += _made(table, entry, each.at)
            case journal.Sat():
                found += [_seat(table, entry.seat, entry.person), _summary(table)]
            case journal.Left():
                found += [_seat(table, entry.seat, None), _summary(table)]
            case journal.Started():
                found.append(_summary(table))
    if table.status == "over" and any(isinstance(each.entry, (journal.Moved, journal.Ended)) for each in logged):
        found += [_summary(table), *_results(table)]
    return found


def _made(table: Table, entry: journal.Made, at: int) -> list[UpdateBase]:
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
            summary=_summed_up(table),
        ),
        *(insert(schema.seats).values(table_key=table.key, seat=i, person=None) for i in range(len(setup.seats))),
    ]


def _seat(table: Table, seat: int, person: str | None) -> UpdateBase:
    place = (schema.seats.c.table_key == table.key) & (schema.seats.c.seat == seat)
    return update(schema.seats).where(place).values(person=person)


def _summary(table: Table) -> UpdateBase:
    new = {"status": table.status, "changed": table.log[-1].at, "summary": _summed_up(table)}
    return update(schema.tables).where(schema.tables.c.key == table.key).values(new)


def _summed_up(table: Table) -> str:
    """What a list of tables shows, as JSON."""
    seats = [{"name": seat.name, "bot": seat.plan.level, "person": seat.person or ""} for seat in table.seats]
    clock = msgspec.to_builtins(table.setup.clock)
    return msgspec.json.encode({"seats": seats, "clock": clock, "started": table.started_at}).decode()


def outcome(table: Table) -> tuple[list[int], list[int], list[int]] | None:
    """Scores, winners and places of a match that is over; None if it ended without a result, or does not count.

    A match that goes on from another one does not: how that went on is known.
    """
    match, ended = table.match, table.ended
    if match is None or table.made.goes_on is not None or (ended is not None and not ended.winners):
        return None
    end = End(ended.reason, winners=ended.winners) if ended else None
    winners = ended.winners if ended else match.winners
    resigned = [seat for seat, one in enumerate(table.seats) if one.resigned]
    return match.scores, winners, places(match.scores, winners, end, resigned) or [1] * match.seats


def _results(table: Table) -> list[UpdateBase]:
    """A row for each seat."""
    found = outcome(table)
    if found is None:
        return []
    scores, winners, ranked = found
    return [
        insert(schema.results).values(
            table_key=table.key,
            seat=seat,
            player=player_of(table, seat),
            game=table.setup.game,
            mode=_mode(table),
            seats=len(scores),
            points=scores[seat],
            place=ranked[seat],
            share=1 / len(winners) if seat in winners else 0.0,
            at=table.over_at,
        )
        for seat in range(len(scores))
    ]


def _mode(table: Table) -> str:
    """What keeps the results of a game apart: the value of the option that the game names for it."""
    option = table.playing.spec.results_by
    return "" if option is None else str(table.setup.options[option])


def player_of(table: Table, seat: int) -> str:
    """Who a result counts for: the person, also where a bot stood in for them."""
    found = table.seats[seat]
    return found.person or bot_player(found.plan.level)
