"""A table in the memory of this process: one request at a time, and nothing is announced before it is stored.

Every change takes the same way: decide, apply, write to the store, announce. If it cannot be written, the table is
read again from the store: what was not written has not happened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable
from typing import Any

from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change, Conflict
from ludotheque.server.tables import decisions, journal, messages, snapshots
from ludotheque.server.tables.automation import RETRY, Automation, Decide, Host
from ludotheque.server.tables.decisions import Moment, Requester
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.results import rating_changes
from ludotheque.server.tables.snapshots import Subscriber
from ludotheque.server.tables.table import Logged, Seat, Table
from ludotheque.server.tables.table_rows import has_ended, row_changes

log = logging.getLogger("ludotheque.table")

#: Seconds for which a person may be disconnected, for instance to reload the page, before the others are told.
BLINK = 3.0


class LiveTable:
    """`table` is None when it has to be read from the store."""

    def __init__(self, house: Host, key: str) -> None:
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
        if isinstance(command, messages.Move):
            await self._wait_for_slower(requester)
        repeated: list[int] = []

        def decide(table: Table, moment: Moment) -> journal.Entries:
            if isinstance(command, messages.Move):
                repeated[:] = table.answered(requester.person, command.id)
            return [] if repeated else self._with_presence(decisions.decide(table, requester, command, moment))

        logged = await self.append(decide)
        return messages.Done(command.id, (repeated or [each.number for each in logged])[0])

    def _with_presence(self, entries: journal.Entries) -> journal.Entries:
        """Add `Came` for a person who was connected before they sat down."""
        sat = [entry for entry in entries if isinstance(entry, journal.Sat)]
        if not sat:
            return entries
        here, process = {subscriber.person for subscriber in self.subscribers}, self.house.store.process
        return [*entries, *(journal.Came(entry.seat, process) for entry in sat if entry.person in here)]

    async def _wait_for_slower(self, requester: Requester) -> None:
        """Where all seats move at once, order moves by when they were sent, not by when they arrived.

        A move waits as long as a move that was sent earlier over a slower connection may still be on its way.
        """
        table = self.table
        if table is not None and table.at_once:
            seated = {seat.person for seat in table.seats}
            slowest = max(map(self.lag_of, seated))
            await asyncio.sleep(max(0, min(slowest, decisions.MAX_CREDIT) - requester.lag) / 1000)

    def lag_of(self, person: str | None) -> int:
        """The round-trip time of that person's slowest connection in milliseconds; 0 if there is none."""
        return max((each.lag for each in self.subscribers if each.person == person), default=0)

    # Changes

    async def append(self, decide: Decide) -> list[Logged]:
        """Append the entries that `decide` returns for the table as it is then. Raises Refused.

        If another process has written meanwhile, it is decided again.
        """
        async with self._lock:
            while True:
                table = await self._load()
                entries = decide(table, Moment(self.house.store.now(), self.house.store.down_time))
                if not entries:
                    return []
                with contextlib.suppress(Conflict):
                    return await self.write(table, entries)

    async def write(self, table: Table, entries: journal.Entries) -> list[Logged]:
        """Apply the entries, write them to the store and announce them. Conflict: another process was faster."""
        at = max(self.house.store.now(), table.changed if table.log else 0)
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
        self.automation.schedule(mine=True)
        return logged

    def announce(self, table: Table, logged: list[Logged]) -> None:
        """Send everybody the new entries."""
        if logged:
            self._announced = logged[-1].number
            store = self.house.store
            snapshots.send_news(table, logged, list(self.subscribers), store.now(), store.down_time)

    async def create(self, first: journal.Entries) -> None:
        """Write the first entries of a new table."""
        async with self._lock:
            await self.write(Table(self.key), first)

    async def read(self, look: Callable[[Table], Any]) -> Any:
        """What `look` returns for the table, all of which is on the disk."""
        async with self._lock:
            return look(await self._load())

    async def _load(self) -> Table:
        """The table, read from the store if necessary; subscribers are sent what they have missed."""
        if self.table is None:
            table = Table(self.key)
            for _, at, entry in await self.house.store.entries(self.key):
                table.apply(at, journal.decode(entry))
            if not table.log:
                raise Refused("no_such_table")
            self.table = table
            if self.subscribers:
                self.announce(table, table.log[self._announced + 1 :])
            self._announced = table.number
            self.automation.schedule(mine=self.house.alone)
        return self.table

    async def catch_up(self) -> None:
        """Read what another process has written."""
        try:
            async with self._lock:
                if self.table is not None or self.subscribers:
                    await self._catch_up()
        except CannotRead:
            self.house.later(RETRY, self.catch_up)

    async def _catch_up(self) -> Table:
        table = await self._load()
        new = await self.house.store.entries(self.key, table.number + 1)
        logged = [table.apply(at, journal.decode(entry)) for _, at, entry in new]
        if logged:
            self.announce(table, logged)
            self.automation.schedule(mine=False)
        return table

    # Subscribers, and whether people are here

    async def join(self, subscriber: Subscriber, since: int) -> None:
        """Send the entries after number `since`, or a whole snapshot, and from then on everything that happens."""
        async with self._lock:
            table = await self._load()
            if since > table.number:
                table = await self._catch_up()  # the client was connected to another process, which is ahead
            store = self.house.store
            subscriber.send(snapshots.welcome(table, subscriber, since, store.now(), store.down_time))
            self.subscribers.add(subscriber)
        await self.update_presence(subscriber, here=True)

    def leave(self, subscriber: Subscriber) -> None:
        """The subscriber's connection is closed."""
        self.subscribers.discard(subscriber)
        if subscriber.person is not None:
            self.house.later(BLINK, lambda: self.update_presence(subscriber, here=False))

    async def update_presence(self, subscriber: Subscriber, *, here: bool) -> None:
        """Record that the person of a seat has come or gone, if that is news."""
        person, process = subscriber.person, self.house.store.process
        if person is None or here != any(each.person == person for each in self.subscribers):
            return

        def decide(table: Table, moment: Moment) -> journal.Entries:
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
        here = {subscriber.person for subscriber in self.subscribers}

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
