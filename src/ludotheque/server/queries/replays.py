"""A match move by move as one viewer may see it, made of the views and events of `Match` and nothing else.

While the match runs, a viewer gets what they were sent before and no more: the view of their own seat, or a
spectator's. When it is over, every seat's view and the complete state are public.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Literal

import msgspec

from ludotheque.film import film
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.record import ResumedMatch
from ludotheque.server.tables import messages, snapshots
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

#: Positions in one answer.
PAGE = 200
#: Moves after which other tasks get a turn, so that nobody's move waits for a replay.
BREATH = 2

Viewpoint = int | Literal["all", "none"]
#: `most`: as much as the viewer may see.
Wanted = Viewpoint | Literal["most"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position after move `number` (0: the deal), and the events of that move.

    `at`: milliseconds since the start. `move`: its text, if the viewer may know it. `to_act`: who moves next.
    """

    number: int
    view: Json
    events: list[Json]
    to_act: list[int]
    seat: int | None = None
    move: str | None = None
    at: int | None = None


class Replay(msgspec.Struct, frozen=True):
    """`seat`: whose view it is; `all`: the complete state; `none`: a spectator's. `moves`: their total number.

    `names` and `bots`: by seat, "" and 0 where there is none. `you`: the viewer's seats. `after`: where the next page
    of steps begins; null at the end. `resumes`: the match that this one resumes.
    """

    key: str
    game: str
    options: Json
    names: list[str]
    bots: list[int]
    you: list[int]
    seat: Viewpoint
    status: str
    result: messages.ResultShown | None
    moves: int
    steps: list[Step]
    after: int | None
    resumes: ResumedMatch | None


class Source(msgspec.Struct, frozen=True):
    """What a replay is made of. `begin`: makes the match before its first move. `times`: None if not known."""

    begin: Callable[[], Match]
    history: list[Move]
    times: list[int] | None
    about: Replay


def source_of(table: Table, person: str | None, wanted: Wanted) -> Source:
    """The source of a replay; Refused if this person may not have that view."""
    seat = _viewpoint(table, person, wanted)
    assert table.match is not None
    history = table.match.history
    about = Replay(
        key=table.key,
        game=table.setup.game,
        options=table.setup.options,
        names=[seat.name for seat in table.seats],
        bots=[seat.plan.level for seat in table.seats],
        you=table.seats_of(person),
        seat=seat,
        status=table.status,
        result=snapshots.result(table),
        moves=len(history),
        steps=[],
        after=None,
        resumes=snapshots.resumed_match(table),
    )
    return Source(table.dealt, history, list(table.times), about)


def _viewpoint(table: Table, person: str | None, wanted: Wanted) -> Viewpoint:
    if table.status == "open" or table.match is None:
        raise Refused("table_is_open", allowed=["running", "over"])
    own: list[Viewpoint] = [*table.seats_of(person), "none"]
    if table.status == "over":
        return checked_viewpoint(wanted, len(table.seats))
    seat = own[0] if wanted == "most" else checked_viewpoint(wanted, len(table.seats))
    if seat not in own:
        raise Refused("table_is_running", allowed=own)
    return seat


def checked_viewpoint(wanted: Wanted, seats: int) -> Viewpoint:
    """The viewpoint in a match that is over; Refused if there is no such seat."""
    if isinstance(wanted, int) and not 0 <= wanted < seats:
        raise Refused("no_such_seat", allowed=[*range(seats), "all", "none"])
    return "all" if wanted == "most" else wanted


async def positions(source: Source, last: int) -> AsyncIterator[Match]:
    """The match before its first move and after each move up to number `last`: always the same object."""
    match = source.begin()
    yield match
    for number, (seat, move) in enumerate(source.history[:last], 1):
        match.play(move, seat)
        yield match
        if number % BREATH == 0:
            await asyncio.sleep(0)


async def replay(source: Source, first: int = 0) -> Replay:
    """A page of steps, from number `first` on."""
    last = min(len(source.history), first + PAGE - 1)
    steps = [_step(match, source) async for match in positions(source, last) if len(match.history) >= first]
    after = last + 1 if last < len(source.history) else None
    return msgspec.structs.replace(source.about, steps=steps, after=after)


async def filmed(source: Source, computer: str = "") -> str:
    """The whole match as an animated picture. `computer`: with a number, the name of seats that have none."""
    seat, names = source.about.seat, source.about.names
    if computer:
        names = [name or f"{computer} {number}" for number, name in enumerate(names, 1)]
    viewer = seat if isinstance(seat, int) else None
    pictures = [
        match.svg(viewer, all_revealed=seat == "all", names=names)
        async for match in positions(source, len(source.history))
    ]
    return await asyncio.to_thread(film, pictures, source.begin().spec.title)


def _step(match: Match, source: Source) -> Step:
    number, viewpoint = len(match.history), source.about.seat
    events = match.happened(number)
    if viewpoint == "all":
        view = match.state()
    else:
        viewer = None if viewpoint == "none" else viewpoint
        view, events = match.view(viewer), match.show(events, viewer)
    if not number:
        return Step(number, view, events, list(match.to_act))
    seat, move = source.history[number - 1]
    known = move if viewpoint in ("all", seat) else None
    return Step(
        number, view, events, list(match.to_act), seat, known, source.times[number - 1] if source.times else None
    )
