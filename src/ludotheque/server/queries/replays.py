"""A match move by move as one viewer may see it, made of the views and events of `Match` and nothing else.

While the match runs, a viewer gets what they were sent before and no more: the view of their own seat, or a
spectator's. When it is over, every seat's view and the complete state are public.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from ludotheque import record
from ludotheque.catalogue import game
from ludotheque.film import film
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.record import Record, ResumedMatch
from ludotheque.server.queries.offloading import CpuBudget
from ludotheque.server.tables import messages, snapshots
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

#: Positions in one answer.
PAGE = 200
#: The most positions in a film.
MAX_PICTURES = 1000
#: Seconds of processor time.
REPLAY_SECONDS = 10.0
FILM_SECONDS = 20.0

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

    `names` and `bots`: by seat, "" and 0 where there is none; both for a person who was forgotten. `you`: the viewer's
    seats. `after`: where the next page of steps begins; null at the end. `resumes`: the match that this one resumes.
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


class ReplaySource(msgspec.Struct, frozen=True):
    """What a replay is made of. `begin`: a record from which the match begins. `times`: None if not known."""

    begin: Record
    history: list[Move]
    times: list[int] | None
    about: Replay


def source_of(table: Table, person: str | None, wanted: Wanted) -> ReplaySource:
    """Return the source of a replay; raises Refused if this person may not have that view."""
    history = table.playing.history
    seat = _viewpoint(table, person, wanted)
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
    return ReplaySource(record.check_shape(table.dealt().record()), history, list(table.times), about)


def _viewpoint(table: Table, person: str | None, wanted: Wanted) -> Viewpoint:
    own: list[Viewpoint] = [*table.seats_of(person), "none"]
    if table.status == "over":
        return checked_viewpoint(wanted, len(table.seats))
    seat = own[0] if wanted == "most" else checked_viewpoint(wanted, len(table.seats))
    if seat not in own:
        raise Refused("table_is_running", allowed=own)
    return seat


def checked_viewpoint(wanted: Wanted, seats: int) -> Viewpoint:
    """Return the viewpoint in a match that is over; raises Refused if there is no such seat."""
    if isinstance(wanted, int) and not 0 <= wanted < seats:
        raise Refused("no_such_seat", allowed=[*range(seats), "all", "none"])
    return "all" if wanted == "most" else wanted


def positions(source: ReplaySource, last: int, budget: CpuBudget) -> Iterator[Match]:
    """Yield the match before its first move and after each move up to number `last`: always the same object."""
    match = record.begin(source.begin)
    yield match
    for seat, move in source.history[:last]:
        budget.check()
        match.play(move, seat)
        yield match


def replay(source: ReplaySource, first: int = 0) -> Replay:
    """Return a page of steps, from number `first` on. Raises Refused if it takes too long."""
    last = min(len(source.history), first + PAGE - 1)
    shown = positions(source, last, CpuBudget(REPLAY_SECONDS))
    steps = [_step(match, source) for match in shown if len(match.history) >= first]
    after = last + 1 if last < len(source.history) else None
    return msgspec.structs.replace(source.about, steps=steps, after=after)


def named(names: Sequence[str], bots: Sequence[int], computer: str, former: str) -> list[str]:
    """Everybody's name, as the page tells it: several computers are numbered, a lone one is not.

    `former`: the name of people who were forgotten.
    """
    computers = [seat for seat, level in enumerate(bots) if level and not names[seat]]

    def name_of(seat: int) -> str:
        if seat not in computers:
            return names[seat] or former
        return computer if len(computers) == 1 else f"{computer} {computers.index(seat) + 1}"

    return [name_of(seat) for seat in range(len(names))]


def filmed(source: ReplaySource, computer: str = "", former: str = "") -> bytes:
    """Draw the whole match as an animated picture. `computer` and `former`: the names of seats that have none.

    Raises Refused if the match is too long.
    """
    if len(source.history) >= MAX_PICTURES:
        raise Refused("too_many_moves", moves=len(source.history), most=MAX_PICTURES - 1, allowed=MAX_PICTURES - 1)
    seat, names, last = source.about.seat, source.about.names, len(source.history)
    if computer:
        names = named(names, source.about.bots, computer, former)
    viewer = seat if isinstance(seat, int) else None
    shown = positions(source, last, CpuBudget(FILM_SECONDS))
    pictures = [match.svg(viewer, all_revealed=seat == "all", names=names) for match in shown]
    return film(pictures, game(source.about.game).title).encode()


def _step(match: Match, source: ReplaySource) -> Step:
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
    at = source.times[number - 1] if source.times else None
    return Step(number, view, events, list(match.to_act), seat, known, at)
