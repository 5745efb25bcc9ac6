"""A match move by move, as one viewer may know it: the views and events that `match` gives, and nothing else.

While it runs, a replay tells a viewer what they were told before, never more: their own seat's view, or a spectator's.
When it is over, every seat's knowledge and the whole truth are open.
"""

from __future__ import annotations

import asyncio
from typing import Literal

import msgspec

import ludotheque
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.server import entries as e
from ludotheque.server import pictures, wire
from ludotheque.server.refusals import Refused
from ludotheque.server.table import Table

#: Positions in one answer.
PAGE = 200
#: After so many moves others get their turn: nobody's move shall wait for a replay.
BREATH = 2

Viewpoint = int | Literal["all", "none"]


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """The position after move `number` (0: the deal), and the events of that move.

    `at`: milliseconds since the start. `move`: its text, where the viewer may know it. `to_act`: who moves next.
    """

    number: int
    view: Json
    events: list[Json]
    to_act: list[int]
    seat: int | None = None
    move: str | None = None
    at: int | None = None


class Replay(msgspec.Struct, frozen=True):
    """`seat`: whose knowledge it is; `all`: everything; `none`: a spectator's. `moves`: how many there are in all.

    `after`: ask with it for the steps that follow; null at the end.
    """

    key: str
    game: str
    options: Json
    names: list[str]
    seat: Viewpoint
    status: str
    result: wire.ResultShown | None
    moves: int
    steps: list[Step]
    after: int | None


class Source(msgspec.Struct, frozen=True):
    """All that a replay is made of, taken from a table at one moment."""

    table: Table
    seed: str
    history: list[Move]
    times: list[int]
    about: Replay


def source(table: Table, person: str | None, seat: Viewpoint) -> Source:
    """What the replay is made of; Refused if this person may not see it from there."""
    _check(table, person, seat)
    assert table.match is not None
    seed = next(each.entry.seed for each in table.log if isinstance(each.entry, e.Started))
    history = table.match.history
    about = Replay(
        table.key,
        table.setup.game,
        table.setup.options,
        [seat.name for seat in table.seats],
        seat,
        table.status,
        pictures.result(table),
        len(history),
        [],
        None,
    )
    return Source(table, seed, history, list(table.times), about)


def _check(table: Table, person: str | None, seat: Viewpoint) -> None:
    if table.status == "open" or table.match is None:
        raise Refused("table_is_open", allowed=["running", "over"])
    count = len(table.seats)
    if isinstance(seat, int) and not 0 <= seat < count:
        raise Refused("no_such_seat", allowed=[*range(count), "all", "none"])
    own = [*table.seats_of(person), "none"]
    if table.status != "over" and seat not in own:
        raise Refused("table_is_running", allowed=own)


async def replay(found: Source, first: int = 0) -> Replay:
    """The steps from number `first` on, a page of them."""
    setup = found.table.setup
    match = ludotheque.game(setup.game).start(len(setup.seats), found.seed, setup.options)
    steps: list[Step] = []
    last = min(len(found.history), first + PAGE - 1)
    for number in range(last + 1):
        if number:
            seat, move = found.history[number - 1]
            match.play(move, seat)
        if number >= first:
            steps.append(_step(match, number, found))
        if number % BREATH == BREATH - 1:
            await asyncio.sleep(0)
    after = last + 1 if last < len(found.history) else None
    return msgspec.structs.replace(found.about, steps=steps, after=after)


def _step(match: Match, number: int, found: Source) -> Step:
    viewpoint = found.about.seat
    events = match.happened(number)
    if viewpoint == "all":
        view = match.state()
    else:
        viewer = None if viewpoint == "none" else viewpoint
        view, events = match.view(viewer), match.show(events, viewer)
    if not number:
        return Step(number, view, events, list(match.to_act))
    seat, move = found.history[number - 1]
    told = move if viewpoint in ("all", seat) else None
    return Step(number, view, events, list(match.to_act), seat, told, found.times[number - 1])
