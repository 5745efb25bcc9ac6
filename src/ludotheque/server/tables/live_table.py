"""A table in the memory of this process: one request at a time, and nothing is announced before it is stored.

Every change takes the same way: handle, apply, write to the store, announce. If it cannot be written, the table is
read again from the store: what was not written has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import update

from ludotheque.server.bots import Asker
from ludotheque.server.store import schema
from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change, Conflict
from ludotheque.server.tables import handlers, journal, messages, snapshots
from ludotheque.server.tables.automation import RETRY, Automation, Handler, TableHouse
from ludotheque.server.tables.handlers import Moment, Requester
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.results import rating_changes
from ludotheque.server.tables.snapshots import Subscriber
from ludotheque.server.tables.table import Logged, Seat, Table
from ludotheque.server.tables.table_rows import has_ended, row_changes

log = logging.getLogger("ludotheque.table")

#: Seconds for which a person may be disconnected, for instance to reload the page, before the others are told.
RECONNECT_GRACE = 3.0
#: Entries after which other tasks get a turn while a table is built: about a millisecond of work.
YIELD_EVERY = 10


class LiveTable:
    """`table` is None when it has to be read from the store."""

    def __init__(self, house: TableHouse, key: str) -> None:
        self.house = house
        self.key = key
        self.subscribers: set[Subscriber] = set()
        self.table: Table | None = None
        self._announced = -1  # the number of the last entry that the subscribers know
        self._lock = asyncio.Lock()
        #: Held by the request that creates the table of a rematch, so that there is only one.
        self.rematching = asyncio.Lock()
        self.automation = Automation(house, self)

    @property
    def idle(self) -> bool:
        """Whether nothing would be lost if this object were forgotten."""
        return self.automation.idle and not (self.subscribers or self._lock.locked())

    # Requests

    async def perform(self, requester: Requester, command: messages.Command) -> messages.Done:
        """Do what a person asks; returns once it is on the disk and announced. Raises Refused."""
        self.house.host_orders.check_writable()
        if isinstance(command, messages.Move):
            await self._wait_for_slower(requester)
        repeated: list[int] = []

        def handle(table: Table, moment: Moment) -> journal.Entries:
            if isinstance(command, messages.Move):
                repeated[:] = table.answered(requester.person, command.id)
            return [] if repeated else self._with_presence(handlers.handle(table, requester, command, moment))

        logged = await self.append(handle)
        return messages.Done(command.id, (repeated or [each.number for each in logged])[0])

    def _with_presence(self, entries: journal.Entries) -> journal.Entries:
        """Add `Came` for a person who was connected before they sat down."""
        sat = [entry for entry in entries if isinstance(entry, journal.Sat)]
        if not sat:
            return entries
        here, process = {subscriber.person for subscriber in self.subscribers}, self.house.store.process
        return [*entries, *(journal.Came(entry.seat, process) for entry in sat if entry.person in here)]

    async def _wait_for_slower(self, requester: Requester) -> None:
        """Order moves by when they were sent, not by when they arrived, where all seats move at once.

        A move waits as long as a move that was sent earlier over a slower connection may still be on its way.
        """
        table = self.table
        if table is not None and table.at_once:
            seated = {seat.person for seat in table.seats}
            slowest = max(map(self.lag_of, seated))
            await asyncio.sleep(max(0, min(slowest, handlers.MAX_CREDIT) - requester.lag) / 1000)

    def lag_of(self, person: str | None) -> int:
        """Return the round-trip time of that person's slowest connection in milliseconds; 0 if there is none."""
        return max((each.lag for each in self.subscribers if each.person == person), default=0)

    def asker(self, table: Table) -> Asker:
        """Return for whom bots think here: whoever made the table, or else a seated person who is connected."""
        people = [table.made.by, *(seat.person for seat in table.seats if seat.person)]
        here = {each.person: each.address for each in self.subscribers}
        person = next((each for each in people if each in here), table.made.by)
        return Asker(here.get(person, ""), person)

    # Changes

    async def append(self, handle: Handler, *more: Change) -> list[Logged]:
        """Append the entries that `handle` returns for the table as it is then, with other changes. Raises Refused.

        If another process has written meanwhile, it is handled again.
        """
        async with self._lock:
            while True:
                table = await self._load()
                entries = handle(table, Moment(self.house.store.now(), self.house.down_time))
                if not entries:
                    return []
                with contextlib.suppress(Conflict):
                    return await self.write(table, entries, *more)

    async def write(self, table: Table, entries: journal.Entries, *more: Change) -> list[Logged]:
        """Apply, write and announce the entries. Raises Conflict if another process was faster."""
        at = max(self.house.store.now(), table.changed if table.log else 0)
        made = table.log[0].entry if table.log else entries[0]
        for entry in entries:
            entry.rules_version = made.rules_version
        self.table = None  # whatever goes wrong from here on, the table is read again from the store
        try:
            logged = [await self._apply_entry(table, at, entry) for entry in entries]
        except Refused:  # a move that the rules do not allow: nothing has changed
            self.table = table
            raise
        appends = [Append(self.key, each.number, each.at, journal.encode(each.entry)) for each in logged]
        changes: list[Change] = [*appends, *row_changes(table, logged), *more]
        if has_ended(table, logged):
            async with self.house.rating:  # matches that end at the same time are rated one after the other
                await self.house.store.write(*changes, *await rating_changes(self.house.store, table))
        else:
            await self.house.store.write(*changes)
        self.table = table
        self.announce(table, logged)
        self.automation.schedule(mine=True)
        return logged

    def announce(self, table: Table, logged: list[Logged]) -> None:
        """Send everybody the new entries."""
        if logged:
            self._announced = logged[-1].number
            snapshots.send_news(table, logged, list(self.subscribers), self.house.store.now(), self.house.down_time)

    async def create(self, first: journal.Entries, *more: Change) -> None:
        """Write the first entries of a new table, and other changes. Raises Conflict if one of those is in the way."""
        async with self._lock:
            await self.write(Table(self.key), first, *more)

    async def reload(self, rewrite: Callable[[], Awaitable[None]] | None = None) -> None:
        """Read the table again and send everybody a snapshot, because earlier entries are changed.

        `rewrite` changes them; None: another process has.
        """
        async with self._lock:
            needed = self.table is not None or bool(self.subscribers)
            if rewrite is not None:
                await rewrite()
            self.table = None
            if needed:
                await self.show(await self._load())

    async def reload_until_read(self) -> None:
        """Reload the table; if the store cannot be read, try again later."""
        try:
            await self.reload()
        except CannotRead:
            self.house.later(RETRY, self.reload_until_read)
        except Refused:
            log.info("a table was removed by another process", extra={"table": self.key})

    async def remove_unless_followed(self, changes: Sequence[Change]) -> bool:
        """Make the changes that remove the table, unless somebody follows it by now; return whether it is gone."""
        async with self._lock:
            if self.subscribers:
                return False
            self.table = None
            await self.house.store.write(*changes)
            return True

    async def unload(self) -> None:
        """Forget a table that another process has removed; subscribers keep their last snapshot."""
        async with self._lock:
            self.table = None

    async def show(self, table: Table) -> None:
        """Send everybody a whole snapshot, each in a step of its own."""
        for subscriber in list(self.subscribers):
            now = self.house.store.now()
            subscriber.send(await snapshots.welcome(table, subscriber, -1, now, self.house.down_time))
            await asyncio.sleep(0)

    async def snapshot(self, person: str | None) -> messages.Snapshot:
        """The table as that person may see it; None: a spectator."""
        subscriber = Subscriber(person, lambda frame: None)
        async with self._lock:
            table = await self._load()
            viewer, you = subscriber.viewer(table), subscriber.seats(table)
            entries = await snapshots.remembered(table, viewer)
            now, down_time = self.house.store.now(), self.house.down_time
            return snapshots.snapshot(table, viewer, you, entries, now, down_time, legal=False)

    async def read(self, look: Callable[[Table], Any]) -> Any:
        """Return what `look` returns for the table, all of which is on the disk."""
        async with self._lock:
            return look(await self._load())

    async def _load(self) -> Table:
        """Load the table from the store if necessary; subscribers are sent what they have missed."""
        if self.table is None:
            table = Table(self.key)
            stored = await self.house.store.entries(self.key)
            if not stored or stored[0][0]:  # another process may have appended to a table that was removed
                raise Refused("no_such_table")
            await self._apply(table, stored)
            self.table = table
            if self.subscribers:
                self.announce(table, table.log[self._announced + 1 :])
            self._announced = table.last_entry
            self.automation.schedule(mine=self.house.single_process)
        return self.table

    async def _apply(self, table: Table, stored: Sequence[tuple[int, int, bytes]]) -> list[Logged]:
        logged = []
        for _, at, entry in stored:
            logged.append(await self._apply_entry(table, at, journal.decode(entry)))
            if len(logged) % YIELD_EVERY == 0:
                await asyncio.sleep(0)
        if len(logged) > YIELD_EVERY:
            await asyncio.sleep(0)  # whoever asked has work of its own to do with so many
        return logged

    async def _apply_entry(self, table: Table, at: int, entry: journal.AnyEntry) -> Logged:
        """Apply an entry. First load the rules, or play the moves of a match that is resumed, a few at a time."""
        if isinstance(entry, journal.Made):
            await self.house.load_rules(entry.setup.game)
        elif isinstance(entry, journal.Started):
            for number, _ in enumerate(table.replay_earlier(entry)):
                if number % YIELD_EVERY == 0:
                    await asyncio.sleep(0)
        return table.apply(at, entry)

    async def catch_up(self) -> None:
        """Read what another process has written."""
        try:
            async with self._lock:
                if self.table is not None or self.subscribers:
                    await self._catch_up()
        except CannotRead:
            self.house.later(RETRY, self.catch_up)
        except Refused as refused:
            if refused.code != "newer_version":
                raise
            log.info("a newer version has written to a table", extra={"table": self.key})
            self._end(refused)  # whoever reconnects may reach it

    async def _catch_up(self) -> Table:
        table = await self._load()
        logged = await self._apply(table, await self.house.store.entries(self.key, table.last_entry + 1))
        if logged:
            self.announce(table, logged)
            self.automation.schedule(mine=False)
        return table

    async def close(self) -> None:
        """Forget a table that was deleted, and end the connections of those who follow it."""
        async with self._lock:
            self._end(Refused("no_such_table"))

    def _end(self, refused: Refused) -> None:
        self.table = None
        self.automation.stop()
        for subscriber in list(self.subscribers):
            subscriber.end(refused)
        self.subscribers.clear()

    # Subscribers, and whether people are here

    async def join(self, subscriber: Subscriber, since: int) -> None:
        """Send the entries after number `since`, or a whole snapshot, and from then on everything that happens."""
        async with self._lock:
            table = await self._load()
            if since > table.last_entry:
                table = await self._catch_up()  # the client was connected to another process, which is ahead
            now, down_time = self.house.store.now(), self.house.down_time
            subscriber.send(await snapshots.welcome(table, subscriber, since, now, down_time))
            self.subscribers.add(subscriber)
        await self.update_presence(subscriber, here=True)
        if table.status == "over" and not self.house.single_process:
            self.house.spawn(self.report_followed)

    async def report_followed(self) -> None:
        """Tell the other processes that somebody looks at the finished match, so that none of them removes it."""
        row = schema.tables.c.key == self.key
        with contextlib.suppress(CannotWrite):
            await self.house.store.write(update(schema.tables).where(row).values(followed=self.house.store.now()))

    def leave(self, subscriber: Subscriber) -> None:
        """Remove the subscriber, whose connection is closed."""
        self.subscribers.discard(subscriber)
        if subscriber.person is not None:
            self.house.later(self._patience(subscriber), lambda: self.update_presence(subscriber, here=False))

    def _patience(self, subscriber: Subscriber) -> float:
        """Seconds to wait: longer after each disconnection since the last move, so that flapping fills no journal."""
        times = [self.table.absences[seat] for seat in subscriber.seats(self.table)] if self.table else []
        return RECONNECT_GRACE * (1 + max(times, default=0))

    async def update_presence(self, subscriber: Subscriber, *, here: bool) -> None:
        """Record that the person of a seat has come or gone, if that is news."""
        person, process = subscriber.person, self.house.store.process
        if person is None or here != any(each.person == person for each in self.subscribers):
            return

        def handle(table: Table, moment: Moment) -> journal.Entries:
            if table.status == "over":
                return []
            seats = table.seats_of(person)
            if here:
                return [journal.Came(seat, process) for seat in seats if table.seats[seat].process != process]
            return [journal.Gone(seat) for seat in seats if table.seats[seat].process == process]

        await self._append_presence(handle)

    async def _append_presence(self, handle: Handler) -> None:
        try:
            await self.append(handle)
        except (Refused, CannotWrite, CannotRead):
            log.warning("presence was not written", extra={"table": self.key})

    def lost_seats(self) -> list[int]:
        """Seats that count as present though nobody is: their process died, or could not write that they had gone."""
        table, store = self.table, self.house.store
        if table is None or table.status == "over":
            return []
        here = {subscriber.person for subscriber in self.subscribers}

        def is_lost(seat: Seat) -> bool:
            if seat.process == store.process:
                return seat.person not in here
            return bool(seat.process) and not store.is_alive(seat.process)

        return [number for number, seat in enumerate(table.seats) if is_lost(seat)]

    def deserted(self, table: Table) -> bool:
        """Return whether nobody follows the table here, and nobody with a seat on another server."""
        store = self.house.store
        elsewhere = {seat.process for seat in table.seats} - {"", store.process}
        return not self.subscribers and not any(map(store.is_alive, elsewhere))

    async def mark_gone(self, seats: Iterable[int]) -> None:
        """Record that the people of these seats are gone, unless they have come back."""
        await self._append_presence(
            lambda table, moment: [journal.Gone(seat) for seat in seats if seat in self.lost_seats()]
        )
