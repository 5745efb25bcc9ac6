"""A table in the memory of this process: one request at a time, and nothing is announced before it is stored.

Every change takes the same way: decide, apply, write to the store, announce. If it cannot be written, the table is
read again from the store: what was not written has not happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ludotheque.server.bots import BotRequest, request_for
from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change, Conflict, Store
from ludotheque.server.tables import decisions, journal, messages, snapshots
from ludotheque.server.tables.decisions import Asker, BotMoves, Moment, TimeIsUp
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.results import rating_changes
from ludotheque.server.tables.table import Logged, Seat, Table
from ludotheque.server.tables.table_rows import has_ended, row_changes

log = logging.getLogger("ludotheque.table")

#: Seconds for which a person may be disconnected, for instance to reload the page, before the others are told.
BLINK = 3.0
#: Seconds after which a process checks whether another one has still not made a bot's move.
PATIENCE = 20.0
#: Seconds between attempts while the store cannot be written or read.
RETRY = 2.0
#: The longest delay of the timer that checks the clocks, in seconds.
LONGEST_NAP = 3600.0

Decide = Callable[[Table, Moment], list[journal.AnyEntry]]
Job = Callable[[], Coroutine[Any, Any, None]]


class Host(Protocol):
    """What a table needs of the house it stands in."""

    store: Store
    #: No other process shares the store.
    alone: bool
    #: Held while ratings are read and written.
    rating: asyncio.Lock

    def now(self) -> int: ...

    def down_time(self, since: int, until: int) -> int: ...

    def spawn(self, job: Job) -> None: ...

    def later(self, seconds: float, job: Job) -> None: ...

    async def bot_move(self, request: BotRequest, *, at_once: bool) -> str: ...


@dataclass(eq=False)
class Listener:
    """A connection that follows a table.

    `send` takes a frame's JSON and never blocks. `lag`: the round-trip time in milliseconds, as the server measured it.
    """

    person: str | None
    send: Callable[[bytes], None]
    legal: bool = False
    lag: int = 0

    def seats(self, table: Table) -> list[int]:
        return table.seats_of(self.person)

    def viewer(self, table: Table) -> int | None:
        """The seat whose view is shown; a person with several seats sees the view of the one to move."""
        seats = self.seats(table)
        return next((seat for seat in seats if seat in table.to_act()), seats[0] if seats else None)


class LiveTable:
    """`table` is None when it has to be read from the store."""

    def __init__(self, house: Host, key: str) -> None:
        self.house = house
        self.key = key
        self.listeners: set[Listener] = set()
        self.table: Table | None = None
        self._announced = -1  # the number of the last entry that the listeners know
        self._lock = asyncio.Lock()
        #: Held by the request that creates the table of a rematch, so that there is only one.
        self.rematching = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[int] = set()

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if this object were forgotten."""
        return not (self.listeners or self._thinking or self._timer or self._lock.locked())

    # Requests

    async def perform(self, asker: Asker, command: messages.Command) -> messages.Done:
        """Do what a person asks; returns once it is on the disk and announced. Raises Refused."""
        if isinstance(command, messages.Move):
            await self._wait_for_slower(asker)
        repeated: list[int] = []

        def decide(table: Table, moment: Moment) -> list[journal.AnyEntry]:
            if isinstance(command, messages.Move):
                repeated[:] = table.answered(asker.person, command.id)
            return [] if repeated else self._with_presence(decisions.decide(table, asker, command, moment))

        logged = await self.append(decide)
        return messages.Done(command.id, (repeated or [each.number for each in logged])[0])

    def _with_presence(self, entries: list[journal.AnyEntry]) -> list[journal.AnyEntry]:
        """Add `Came` for a person who was connected before they sat down."""
        sat = [entry for entry in entries if isinstance(entry, journal.Sat)]
        if not sat:
            return entries
        here, process = {listener.person for listener in self.listeners}, self.house.store.process
        return [*entries, *(journal.Came(entry.seat, process) for entry in sat if entry.person in here)]

    async def _wait_for_slower(self, asker: Asker) -> None:
        """Where all seats move at once, order moves by when they were sent, not by when they arrived.

        A move waits as long as a move that was sent earlier over a slower connection may still be on its way.
        """
        table = self.table
        if table is not None and table.at_once:
            seated = {seat.person for seat in table.seats}
            slowest = max((each.lag for each in self.listeners if each.person in seated), default=0)
            await asyncio.sleep(max(0, min(slowest, decisions.MOST_CREDIT) - asker.lag) / 1000)

    async def append(self, decide: Decide) -> list[Logged]:
        """Append the entries that `decide` returns for the table as it is then. Raises Refused."""
        async with self._lock:
            return await self._change(decide)

    async def create(self, first: list[journal.AnyEntry]) -> None:
        """Write the first entries of a new table."""
        async with self._lock:
            await self.write(Table(self.key), first)

    async def read(self, look: Callable[[Table], Any]) -> Any:
        """What `look` returns for the table, all of which is on the disk."""
        async with self._lock:
            return look(await self._load())

    # Listeners

    async def join(self, listener: Listener, since: int) -> None:
        """Send the entries after number `since`, or a whole snapshot, and from then on everything that happens."""
        async with self._lock:
            table = await self._load()
            if since > table.number:
                table = await self._catch_up()  # the client was connected to another process, which is ahead
            listener.send(messages.encode(self._welcome(table, listener, since)))
            self.listeners.add(listener)
        await self.update_presence(listener, here=True)

    def _welcome(self, table: Table, listener: Listener, since: int) -> messages.Snapshot | messages.News:
        you, viewer = listener.seats(table), listener.viewer(table)
        now, down = self.house.now(), self.house.down_time
        if not 0 <= since <= table.number:
            return snapshots.snapshot(table, viewer, you, now, down, legal=listener.legal)
        missed = [snapshots.shown(table, logged, viewer) for logged in table.log[since + 1 :]]
        return messages.News(missed, snapshots.now(table, viewer, now, down, you if listener.legal else None))

    def leave(self, listener: Listener) -> None:
        """The listener's connection is closed."""
        self.listeners.discard(listener)
        if listener.person is not None:
            self.house.later(BLINK, lambda: self.update_presence(listener, here=False))

    async def update_presence(self, listener: Listener, *, here: bool) -> None:
        """Record that the person of a seat has come or gone, if that is news."""
        person, process = listener.person, self.house.store.process
        if person is None or here != any(each.person == person for each in self.listeners):
            return

        def decide(table: Table, moment: Moment) -> list[journal.AnyEntry]:
            if table.status == "over":
                return []
            seats = table.seats_of(person)
            if here:
                return [journal.Came(seat, process) for seat in seats if table.seats[seat].process != process]
            return [journal.Gone(seat) for seat in seats if table.seats[seat].process == process]

        await self._append_presence(decide)

    async def _append_presence(self, decide: Decide) -> None:
        try:
            await self.append(decide)
        except (Refused, CannotWrite, CannotRead):
            log.warning("presence was not written", extra={"table": self.key})

    def lost_seats(self) -> list[int]:
        """Seats that count as present though nobody is: their process died, or could not write that they had gone."""
        table, store = self.table, self.house.store
        if table is None or table.status == "over":
            return []
        here = {listener.person for listener in self.listeners}

        def is_lost(seat: Seat) -> bool:
            if seat.process == store.process:
                return seat.person not in here
            return bool(seat.process) and not store.is_alive(seat.process)

        return [number for number, seat in enumerate(table.seats) if is_lost(seat)]

    async def mark_gone(self, seats: Iterable[int]) -> None:
        """Record that the people of these seats are gone, unless they have come back."""
        await self._append_presence(
            lambda table, moment: [journal.Gone(seat) for seat in seats if seat in self.lost_seats()]
        )

    # Changes

    async def _load(self) -> Table:
        """The table, read from the store if necessary; listeners are sent what they have missed."""
        if self.table is None:
            table = Table(self.key)
            for _, at, entry in await self.house.store.entries(self.key):
                table.apply(at, journal.decode(entry))
            if not table.log:
                raise Refused("no_such_table")
            self.table = table
            if self.listeners:
                self.announce(table, table.log[self._announced + 1 :])
            self._announced = table.number
            self._schedule(mine=self.house.alone)
        return self.table

    async def _change(self, decide: Decide) -> list[Logged]:
        """Decide, apply, write, announce; start again if another process has written meanwhile."""
        while True:
            table = await self._load()
            entries = decide(table, Moment(self.house.now(), self.house.down_time))
            if not entries:
                return []
            try:
                return await self.write(table, entries)
            except Conflict:
                continue

    async def write(self, table: Table, entries: list[journal.AnyEntry]) -> list[Logged]:
        """Apply the entries, write them to the store and announce them. Conflict: another process was faster."""
        at = max(self.house.now(), table.changed if table.log else 0)
        self.table = None  # whatever goes wrong from here on, the table is read again from the store
        try:
            logged = [table.apply(at, entry) for entry in entries]
        except Refused:  # a move that the rules do not allow: nothing has changed
            self.table = table
            raise
        appends = [Append(self.key, each.number, each.at, journal.encode(each.entry)) for each in logged]
        changes: list[Change] = [*appends, *row_changes(table, logged)]
        if has_ended(table, logged):
            async with self.house.rating:  # matches that end at the same time are rated one after the other
                await self.house.store.write(*changes, *await rating_changes(self.house.store, table))
        else:
            await self.house.store.write(*changes)
        self.table = table
        self.announce(table, logged)
        self._schedule(mine=True)
        return logged

    async def catch_up(self) -> None:
        """Read what another process has written."""
        try:
            async with self._lock:
                if self.table is not None or self.listeners:
                    await self._catch_up()
        except CannotRead:
            self.house.later(RETRY, self.catch_up)

    async def _catch_up(self) -> Table:
        table = await self._load()
        new = await self.house.store.entries(self.key, table.number + 1)
        logged = [table.apply(at, journal.decode(entry)) for _, at, entry in new]
        if logged:
            self.announce(table, logged)
            self._schedule(mine=False)
        return table

    def announce(self, table: Table, logged: list[Logged]) -> None:
        """Send everybody the news as they may see it; each distinct frame is made once."""
        if not logged:
            return
        self._announced = logged[-1].number
        frames: dict[object, bytes] = {}
        news: dict[int | None, messages.News] = {}
        secret = table.match is not None and table.match.secret
        now, down = self.house.now(), self.house.down_time
        for listener in list(self.listeners):
            viewer = listener.viewer(table) if secret else None
            legal = listener.seats(table) if listener.legal else None
            audience = (viewer, tuple(legal) if legal is not None else None)
            if audience not in frames:
                if viewer not in news:
                    entries = [snapshots.shown(table, each, viewer) for each in logged]
                    news[viewer] = messages.News(entries, snapshots.now(table, viewer, now, down, None))
                frames[audience] = messages.encode(snapshots.with_legal(news[viewer], table, legal))
            listener.send(frames[audience])

    # Clocks and bots

    def _schedule(self, *, mine: bool) -> None:
        """Set the timer of the clocks, and ask the bots that are to move. `mine`: this process wrote last."""
        table = self.table
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if table is None or not table.running:
            return
        self._set_timer(table)
        if any(table.seats[seat].bot for seat in table.to_act()):
            if mine:
                self._ask_bots(table)
            else:
                position = table.position
                self.house.later(PATIENCE, lambda: self._ask_bots_at(position))

    def _set_timer(self, table: Table) -> None:
        if not table.clock.runs:
            return
        now = self.house.now()
        ends = [self._time_ends(table, seat, now) for seat in table.to_act()]
        first = min((end for end in ends if end is not None), default=None)
        if first is not None:
            nap = min(max(0.0, (first - now) / 1000) + 0.005, LONGEST_NAP)
            self._timer = asyncio.get_running_loop().call_later(nap, self.house.spawn, self.check_clocks)

    async def check_clocks(self) -> None:
        """Do what the table's set-up says to a seat whose time is up, if there is one."""

        def decide(table: Table, moment: Moment) -> list[journal.AnyEntry]:
            for seat in table.to_act():
                ends = self._time_ends(table, seat, moment.now)
                if ends is not None and moment.now >= ends:
                    return decisions.decide_time(table, TimeIsUp(seat), moment)
            return []

        try:
            await self.append(decide)
        except (Refused, CannotWrite, CannotRead) as error:
            log.warning("the clocks could not be checked: %s", error, extra={"table": self.key})
        async with self._lock:
            if self.table is not None and self.table.running:
                self._set_timer(self.table)

    def _time_ends(self, table: Table, seat: int, now: int) -> int | None:
        """When the seat's time is up, with the credit that its connection may get."""
        ends = table.clock.ends(seat, self.house.down_time, now)
        person = table.seats[seat].person
        lag = max((each.lag for each in self.listeners if each.person == person), default=0)
        return None if ends is None else ends[0] + min(lag, decisions.MOST_CREDIT)

    async def _ask_bots_at(self, position: int) -> None:
        if self.table is not None and self.table.position == position and self.table.running:
            self._ask_bots(self.table)

    def _ask_bots(self, table: Table) -> None:
        for seat in table.to_act():
            if table.seats[seat].bot and seat not in self._thinking:
                self._thinking.add(seat)
                self.house.spawn(partial(self._play_bot, seat))

    async def _play_bot(self, seat: int) -> None:
        """Ask a bot for its move, and play it if the position is still the same."""
        try:
            question = await self.read(lambda table: self._question(table, seat))
            if question is not None:
                position, at_once, request = question
                move = await self.house.bot_move(request, at_once=at_once)
                await self.append(lambda table, moment: decisions.decide_bot(table, BotMoves(seat, move, position)))
        except Refused as error:
            log.info("a bot's move was refused: %s", error, extra={"table": self.key})
        except (CannotWrite, CannotRead) as error:
            log.warning("a bot's move could not be written: %s", error, extra={"table": self.key})
            await asyncio.sleep(RETRY)
        finally:
            self._thinking.discard(seat)
            self._schedule(mine=True)

    def _question(self, table: Table, seat: int) -> tuple[int, bool, BotRequest] | None:
        if not table.running or seat not in table.to_act() or not table.seats[seat].bot:
            return None
        return table.position, table.at_once, request_for(table.playing, seat, table.seats[seat].bot)
