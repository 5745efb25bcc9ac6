"""A table as one viewer may see it, and the subscribers that are sent it.

Snapshots and news of a table are made only here, from the view; a hint comes from a match re-dealt for its seat.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.record import ResumedMatch
from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import DownTime
from ludotheque.server.tables.refusals import Refused, move_refused
from ludotheque.server.tables.table import Logged, Table

#: The fields of each kind of entry that everybody may know. What is not named here is never sent.
PUBLIC: dict[type, tuple[str, ...]] = {
    journal.Made: ("by",),
    journal.Sat: ("seat", "person", "name"),
    journal.Seeded: ("seat",),
    journal.Left: ("seat",),
    journal.Started: (),
    # By its id the sender recognizes its own move, so that the news serves as the answer.
    journal.Moved: ("seat", "by", "move_id"),
    journal.WentOn: ("seat",),
    journal.Said: ("person", "name", "text"),
    journal.Asked: ("seat", "what"),
    journal.Agreed: ("seat",),
    journal.Declined: ("seat",),
    journal.TookBack: ("to",),
    journal.Resigned: ("seat", "by"),
    journal.Handed: ("seat", "level", "by"),
    journal.Returned: ("seat",),
    journal.Ended: ("reason", "winners"),
    journal.Came: ("seat",),
    journal.Gone: ("seat",),
    journal.Rematch: ("table",),
}
#: What those kinds are called on the wire.
KIND_NAMES = {kind: kind.__name__.lower() for kind in PUBLIC}

#: The most entries that a client who was away is sent as news; whoever has missed more gets a snapshot.
MAX_MISSED = 300
#: Entries of a snapshot after which other tasks get a turn: about a millisecond of work.
YIELD_EVERY = 250


@dataclass(eq=False)
class Subscriber:
    """A connection that follows a table.

    `send` takes a frame's JSON and never blocks. `legal`: send the legal moves of the person's seats, too. `lag`: the
    round-trip time in milliseconds, as the server measured it. `address`: that of the client, as limits count it.
    `end` is called when the table cannot be followed any longer, with the reason.
    """

    person: str | None
    send: Callable[[bytes], None]
    legal: bool = False
    lag: int = 0
    address: str = ""
    end: Callable[[Refused], None] = lambda refused: None

    def seats(self, table: Table) -> list[int]:
        return table.seats_of(self.person)

    def viewer(self, table: Table) -> int | None:
        """Return the seat whose view is shown; a person with several seats sees the view of the one to move."""
        seats = self.seats(table)
        return next((seat for seat in seats if seat in table.to_act()), seats[0] if seats else None)


def send_news(
    table: Table, logged: list[Logged], subscribers: Iterable[Subscriber], moment: int, down: DownTime
) -> None:
    """Send everybody the new entries as they may see them; each distinct frame is made once."""
    frames: dict[object, bytes] = {}
    news: dict[int | None, messages.News] = {}
    uncertain = table.match is not None and table.match.uncertain
    for subscriber in subscribers:
        viewer = subscriber.viewer(table) if uncertain else None
        legal = subscriber.seats(table) if subscriber.legal else None
        audience = (viewer, tuple(legal) if legal is not None else None)
        if audience not in frames:
            if viewer not in news:
                entries = [shown(table, each, viewer) for each in logged]
                news[viewer] = messages.News(entries, now(table, viewer, moment, down, None))
            frames[audience] = messages.encode(with_legal(news[viewer], table, legal))
        subscriber.send(frames[audience])


async def welcome(table: Table, subscriber: Subscriber, since: int, moment: int, down: DownTime) -> bytes:
    """Return the first frame in several steps of the event loop: the entries after number `since`, or a whole snapshot.

    The table must not change meanwhile.
    """
    you, viewer = subscriber.seats(table), subscriber.viewer(table)
    if not 0 <= since <= table.last_entry <= since + MAX_MISSED:
        entries = await remembered(table, viewer)
        return messages.encode(snapshot(table, viewer, you, entries, moment, down, legal=subscriber.legal))
    missed = [shown(table, logged, viewer) for logged in table.log[since + 1 :]]
    legal = you if subscriber.legal else None
    return messages.encode(messages.News(missed, now(table, viewer, moment, down, legal)))


async def remembered(table: Table, viewer: int | None) -> list[messages.EntryShown]:
    """The entries of a snapshot, a few in each step of the event loop. The table must not change meanwhile."""
    found = []
    for number in table.remembered:
        found.append(shown(table, table.log[number], viewer))
        if len(found) % YIELD_EVERY == 0:
            await asyncio.sleep(0)
    return found


def shown(table: Table, logged: Logged, viewer: int | None) -> messages.EntryShown:
    """Return an entry as the viewer may see it, with its events."""
    entry = logged.entry
    kind = type(entry)
    fields = {name: getattr(entry, name) for name in PUBLIC[kind]}
    events = table.match.show(logged.events, viewer) if table.match and logged.events else []
    return messages.EntryShown(logged.number, logged.at, KIND_NAMES[kind], fields, events)


def now(table: Table, viewer: int | None, moment: int, down: DownTime, legal: list[int] | None) -> messages.Now:
    """Return the present state of the table. `legal`: the viewer's own seats, if it wants their legal moves."""
    match = table.match
    return messages.Now(
        status=table.status,
        match_version=table.match_version,
        seats=[_seat(seat) for seat in table.seats],
        to_act=list(table.to_act()),
        view=match.view(viewer) if match else None,
        legal=legal_moves(table, legal) if legal is not None else None,
        clock=_clock(table, moment, down),
        round_break=_round_break(table),
        ask=messages.AskShown(table.ask.seat, table.ask.what, sorted(table.ask.agreed)) if table.ask else None,
        result=result(table),
        rematch=table.rematch,
    )


def legal_moves(table: Table, seats: list[int]) -> dict[int, list[str]]:
    acting = table.to_act()
    return {seat: table.match.legal_moves(seat) for seat in seats if table.match and seat in acting}


def tried(table: Table, seat: int, move: str) -> Json:
    """Return what a move would do: its events and the view after it. Raises Refused as if it were played.

    It is played in a re-dealt match, so that neither hidden information nor the chance to come is revealed.
    """
    try:
        table.playing.check(move, seat)
    except LudothequeError as error:
        raise move_refused(error, table.playing, move, seat) from None
    match = table.playing.redeal(seat, secrets.token_hex(8))
    events = match.play(move, seat)
    return {"events": events, "view": match.view(seat)}


def text(table: Table, viewer: int | None) -> str:
    return table.match.text(viewer) if table.match else ""


def with_legal(news: messages.News, table: Table, seats: list[int] | None) -> messages.News:
    """Add the legal moves of these seats to the news; None: leave the news as it is."""
    if seats is None:
        return news
    return messages.News(news.entries, msgspec.structs.replace(news.now, legal=legal_moves(table, seats)))


def snapshot(
    table: Table,
    viewer: int | None,
    you: list[int],
    entries: list[messages.EntryShown],
    moment: int,
    down: DownTime,
    *,
    legal: bool,
) -> messages.Snapshot:
    setup = table.setup
    return messages.Snapshot(
        last_entry=table.last_entry,
        you=you,
        table=messages.TableShown(
            key=table.key,
            game=setup.game,
            options=setup.options,
            clock=msgspec.to_builtins(setup.clock),
            commitment=table.made.commitment,
            made=table.log[0].at,
            listed=setup.listed,
            takebacks=setup.takebacks,
            hold=setup.hold,
            time_up=setup.time_up,
            round_breaks=setup.round_breaks,
            chat=setup.chat,
            chat_every=setup.chat_every,
            rematch_of=table.made.rematch_of,
            resumes=resumed_match(table),
            chain=table.made.chain,
        ),
        now=now(table, viewer, moment, down, you if legal else None),
        entries=entries,
    )


def resumed_match(table: Table) -> ResumedMatch | None:
    """Return the match that this table resumes, if it was not dealt here."""
    earlier = table.made.resumes
    return ResumedMatch(earlier.table, len(earlier.history)) if earlier else None


def result(table: Table) -> messages.ResultShown | None:
    """Return who won, and why the match ended; None before that."""
    if table.status != "over":
        return None
    if table.ended is not None:
        return messages.ResultShown(table.ended.reason, table.ended.winners, None)
    return messages.ResultShown("rules", table.playing.winners, table.playing.scores)


def record(table: Table) -> Json:
    """Return the record of a match that is over, with the seeds of the shuffle and the times of the moves.

    Raises Refused if it never began.
    """
    assert table.status == "over"
    kept: Json = table.playing.record()
    kept["names"] = [seat.name or None for seat in table.seats]
    kept["bots"] = [seat.plan.level for seat in table.seats]
    kept["times"] = table.times
    earlier = resumed_match(table)
    if earlier is not None:
        kept["resumes"] = msgspec.to_builtins(earlier)
    else:
        kept["fair"] = {
            "table": table.key,
            "commitment": table.made.commitment,
            "secret": table.made.server_seed,
            "numbers": [seat.client_seed for seat in table.seats],
        }
        if table.made.chain is not None:
            kept["fair"]["chain"] = msgspec.to_builtins(table.made.chain)
    if table.ended is not None:
        kept["end"] = {"reason": table.ended.reason, "winners": table.ended.winners}
    return kept


def _seat(seat: Any) -> messages.SeatShown:
    who = "bot" if seat.plan.who == "bot" else "person" if seat.person else "open"
    here = bool(seat.person) and seat.gone_since is None
    seeded = seat.client_seed is not None
    return messages.SeatShown(who, seat.person or "", seat.name, seat.bot, here, seat.gone_since, seat.resigned, seeded)


def _round_break(table: Table) -> messages.BreakShown | None:
    pause = table.round_break
    return messages.BreakShown(pause.until, sorted(pause.ready), pause.countdown) if pause else None


def _clock(table: Table, moment: int, down: DownTime) -> messages.ClockShown | None:
    if not table.running or not table.clock.runs:
        return None
    clock = table.clock
    left = [
        max(0, clock.left[seat] - (clock.spent(seat, moment, down) if seat in clock.since else 0))
        for seat in range(len(table.seats))
    ]
    sand = None
    for since in clock.sand_since.values():
        sand = max(0, clock.sand - (moment - since - down(since, moment)))
    return messages.ClockShown(moment, left if clock.plan.kind != "none" else [], sorted(clock.since), sand)
