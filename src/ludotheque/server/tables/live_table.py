"""A table while somebody is there: one request at a time, written down before anybody is told.

Every change goes the same way: decide, take it in, write it to the store, tell everybody. If it cannot be written the
table is read again from the store: what was not written has not happened.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Conflict
from ludotheque.server.tables import decisions, journal, messages, snapshots, table_rows
from ludotheque.server.tables.decisions import Asker, BotMoves, Moment, TimeIsUp
from ludotheque.server.tables.listeners import Listener
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Logged, Seat, Table

if TYPE_CHECKING:
    from ludotheque.server.tables.house import House

log = logging.getLogger("ludotheque.table")

#: Seconds that somebody may be away, to load a page again say, before the others are told that they are gone.
BLINK = 3.0
#: Seconds after which another process looks whether a bot's move is still missing.
PATIENCE = 20.0
#: Seconds until it is tried again when nothing can be written or read.
RETRY = 2.0
#: Longest time to sleep until a clock is looked at, in seconds.
LONGEST_NAP = 3600.0


class LiveTable:
    """One table in the memory of this process."""

    def __init__(self, house: House, key: str) -> None:
        self.house = house
        self.key = key
        self.listeners: set[Listener] = set()
        self._table: Table | None = None
        self._told = -1  # the number of the last entry that listeners know
        self._lock = asyncio.Lock()
        #: One of those who ask for another match makes its table.
        self.rematching = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[int] = set()

    # Asking

    async def perform(self, asker: Asker, command: messages.Command) -> messages.Done:
        """Do what a person asks; returns when it is on the disk and everybody has been told. Refused says why not."""
        if isinstance(command, messages.Move):
            await self._wait_for_slower(asker)
        known: list[int] = []

        def decide(table: Table, moment: Moment) -> list[journal.AnyEntry]:
            if isinstance(command, messages.Move):
                known[:] = table.answered(asker.person, command.id)
            return [] if known else self._with_presence(decisions.decide(table, asker, command, moment))

        logged = await self.append(decide)
        return messages.Done(command.id, (known or [each.number for each in logged])[0])

    def _with_presence(self, found: list[journal.AnyEntry]) -> list[journal.AnyEntry]:
        """Somebody who was here before they sat down comes with it."""
        sat = [entry for entry in found if isinstance(entry, journal.Sat)]
        if not sat:
            return found
        here, process = {listener.person for listener in self.listeners}, self.house.store.process
        return [*found, *(journal.Came(entry.seat, process) for entry in sat if entry.person in here)]

    async def _wait_for_slower(self, asker: Asker) -> None:
        """Where all move at once, moves count in the order of their arrival less what the way took.

        A move waits as long as one of a slower connection, which was sent before it, may still be on its way.
        """
        table = self._table
        if table is not None and table.at_once:
            seated = {seat.person for seat in table.seats}
            slowest = max((each.lag for each in self.listeners if each.person in seated), default=0)
            await asyncio.sleep(max(0, min(slowest, decisions.MOST_CREDIT) - asker.lag) / 1000)

    async def append(self, decide: Callable[[Table, Moment], list[journal.AnyEntry]]) -> list[Logged]:
        """Add the entries that `decide` finds right, given the table as it is then."""
        async with self._lock:
            await self._load()
            return await self._change(decide)

    async def create(self, first: list[journal.AnyEntry]) -> None:
        """Write the first entries of a new table."""
        async with self._lock:
            await self._write(Table(self.key), first)

    async def read(self, look: Callable[[Table], Any]) -> Any:
        """What `look` sees, with nothing in between that is not written yet."""
        async with self._lock:
            return look(await self._load())

    # Listening

    async def join(self, listener: Listener, since: int) -> None:
        """Send what the listener has missed, or the whole picture, and from then on all that happens."""
        async with self._lock:
            table = await self._load()
            if since > table.number:
                table = await self._catch_up()  # the client comes from another process, which knows more
            listener.send(messages.encode(self._welcome(table, listener, since)))
            self.listeners.add(listener)
        await self._tell_presence(listener, here=True)

    def _welcome(self, table: Table, listener: Listener, since: int) -> messages.Picture | messages.News:
        you, viewer = listener.seats(table), listener.viewer(table)
        now, down = self.house.now(), self.house.down_time
        if not 0 <= since <= table.number:
            return snapshots.picture(table, viewer, you, now, down, legal=listener.legal)
        missed = [snapshots.shown(table, logged, viewer) for logged in table.log[since + 1 :]]
        return messages.News(missed, snapshots.now(table, viewer, now, down, you if listener.legal else None))

    def leave(self, listener: Listener) -> None:
        """The listener's connection is closed."""
        self.listeners.discard(listener)
        if listener.person is not None:
            self.house.later(BLINK, lambda: self._tell_presence(listener, here=False))

    async def _tell_presence(self, listener: Listener, *, here: bool) -> None:
        """Write down that the person of a seat has come or gone, if that is new."""
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

        try:
            await self.append(decide)
        except (Refused, CannotWrite, CannotRead):
            log.warning("presence was not written", extra={"table": self.key})

    def lost_seats(self) -> list[int]:
        """Seats that were not left, though nobody is there: their process has ended, or could not write it down."""
        table, store = self._table, self.house.store
        if table is None or table.status == "over":
            return []
        here = {listener.person for listener in self.listeners}

        def is_lost(seat: Seat) -> bool:
            if seat.process == store.process:
                return seat.person not in here
            return bool(seat.process) and not store.is_alive(seat.process)

        return [number for number, seat in enumerate(table.seats) if is_lost(seat)]

    async def mark_gone(self, seats: Iterable[int]) -> None:
        """Write down that the people of these seats are gone, unless they have come back."""
        try:
            await self.append(lambda table, moment: [journal.Gone(seat) for seat in seats if seat in self.lost_seats()])
        except (Refused, CannotWrite, CannotRead):
            log.warning("presence was not written", extra={"table": self.key})

    # Changing

    async def _load(self) -> Table:
        """The table as the store has it, if it is not in memory; who is listening is told what they do not know yet."""
        if self._table is None:
            table = Table(self.key)
            for _, at, entry in await self.house.store.entries(self.key):
                table.apply(at, journal.decode(entry))
            if not table.log:
                raise Refused("no_such_table")
            self._table = table
            if self.listeners:
                self._tell(table, table.log[self._told + 1 :])
            self._told = table.number
            self._after(mine=self.house.alone)
        return self._table

    async def _change(self, decide: Callable[[Table, Moment], list[journal.AnyEntry]]) -> list[Logged]:
        """Decide, take in, write, tell. If another process was faster, look again."""
        while True:
            table = await self._load()
            found = decide(table, Moment(self.house.now(), self.house.down_time))
            if not found:
                return []
            try:
                return await self._write(table, found)
            except Conflict:
                continue

    async def _write(self, table: Table, found: Iterable[journal.AnyEntry]) -> list[Logged]:
        at = max(self.house.now(), table.changed if table.log else 0)
        self._table = None  # whatever goes wrong from here on, it is read again from the store
        logged = [table.apply(at, entry) for entry in found]
        journal = [Append(self.key, each.number, each.at, journal.encode(each.entry)) for each in logged]
        await self.house.write(table, logged, [*journal, *table_rows.rows(table, logged)])
        self._table = table
        self._tell(table, logged)
        self._after(mine=True)
        return logged

    async def catch_up(self) -> None:
        """Another process has written something."""
        try:
            async with self._lock:
                if self._table is not None or self.listeners:
                    await self._catch_up()
        except CannotRead:
            self.house.later(RETRY, self.catch_up)

    async def _catch_up(self) -> Table:
        table = await self._load()
        new = await self.house.store.entries(self.key, table.number + 1)
        logged = [table.apply(at, journal.decode(entry)) for _, at, entry in new]
        if logged:
            self._tell(table, logged)
            self._after(mine=False)
        return table

    def _tell(self, table: Table, logged: list[Logged]) -> None:
        """Give everybody the news, each as they may know them; what several may know alike is made once."""
        if not logged:
            return
        self._told = logged[-1].number
        frames: dict[object, bytes] = {}
        known: dict[int | None, messages.News] = {}
        secret = table.match is not None and table.match.secret
        now, down = self.house.now(), self.house.down_time
        for listener in list(self.listeners):
            viewer = listener.viewer(table) if secret else None
            legal = listener.seats(table) if listener.legal else None
            same = (viewer, tuple(legal) if legal is not None else None)
            if same not in frames:
                if viewer not in known:
                    news = [snapshots.shown(table, each, viewer) for each in logged]
                    known[viewer] = messages.News(news, snapshots.now(table, viewer, now, down, None))
                frames[same] = messages.encode(snapshots.with_legal(known[viewer], table, legal))
            listener.send(frames[same])

    # What goes on by itself: clocks and bots

    def _after(self, *, mine: bool) -> None:
        table = self._table
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if table is None or not table.running:
            return
        self._arm(table)
        if any(table.seats[seat].bot for seat in table.to_act()):
            if mine:
                self._call_bots(table)
            else:
                position = table.position
                self.house.later(PATIENCE, lambda: self._call_late(position))

    def _arm(self, table: Table) -> None:
        if not table.clock.runs:
            return
        now = self.house.now()
        ends = [self._waits_until(table, seat, now) for seat in table.to_act()]
        first = min((end for end in ends if end is not None), default=None)
        if first is not None:
            nap = min(max(0.0, (first - now) / 1000) + 0.005, LONGEST_NAP)
            self._timer = asyncio.get_running_loop().call_later(nap, self.house.spawn, self._look_at_clock)

    async def _look_at_clock(self) -> None:
        def decide(table: Table, moment: Moment) -> list[journal.AnyEntry]:
            for seat in table.to_act():
                ends = self._waits_until(table, seat, moment.now)
                if ends is not None and moment.now >= ends:
                    return decisions.decide_time(table, TimeIsUp(seat), moment)
            return []

        try:
            await self.append(decide)
        except (Refused, CannotWrite, CannotRead) as error:
            log.warning("a clock was not looked at: %s", error, extra={"table": self.key})
        async with self._lock:
            if self._table is not None and self._table.running:
                self._arm(self._table)

    def _waits_until(self, table: Table, seat: int, now: int) -> int | None:
        """When the seat's time is up, and somebody with a slow connection can no longer have moved in time."""
        ends = table.clock.ends(seat, self.house.down_time, now)
        person = table.seats[seat].person
        lag = max((each.lag for each in self.listeners if each.person == person), default=0)
        return None if ends is None else ends[0] + min(lag, decisions.MOST_CREDIT)

    async def _call_late(self, position: int) -> None:
        if self._table is not None and self._table.position == position and self._table.running:
            self._call_bots(self._table)

    def _call_bots(self, table: Table) -> None:
        for seat in table.to_act():
            if table.seats[seat].bot and seat not in self._thinking:
                self._thinking.add(seat)
                self.house.spawn(partial(self._think, seat))

    async def _think(self, seat: int) -> None:
        """Ask a bot for its move, and play it if it still fits."""
        try:
            asked = await self.read(lambda table: self._question(table, seat))
            if asked is not None:
                position, level, request = asked
                move = await self.house.bot_move(
                    request, level, at_once=self._table is not None and self._table.at_once
                )
                await self.append(lambda table, moment: decisions.decide_bot(table, BotMoves(seat, move, position)))
        except Refused as error:
            log.info("a bot's move came to nothing: %s", error, extra={"table": self.key})
        except (CannotWrite, CannotRead) as error:
            log.warning("a bot's move could not be written: %s", error, extra={"table": self.key})
            await asyncio.sleep(RETRY)
        finally:
            self._thinking.discard(seat)
            self._after(mine=True)

    def _question(self, table: Table, seat: int) -> tuple[int, int, Any] | None:
        if not table.running or seat not in table.to_act() or not table.seats[seat].bot:
            return None
        assert table.match is not None
        level = table.seats[seat].bot
        return table.position, level, self.house.bot_request(table.match, seat, level)

    @property
    def idle(self) -> bool:
        """Whether nothing would be missed if this live were forgotten."""
        return not (self.listeners or self._thinking or self._timer or self._lock.locked())
