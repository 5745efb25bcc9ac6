"""The house: all tables of this process, what they share, and what goes on in the background."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import select

from ludotheque.fairness import commitment, new_secret
from ludotheque.match import Match
from ludotheque.server.bots import BotFailed, BotPool, BotRequest, BotsBusy, HintRequest, hint_for, request_for
from ludotheque.server.queries.reviews import Reviews
from ludotheque.server.store import schema
from ludotheque.server.store.base import Change, Store
from ludotheque.server.tables import journal
from ludotheque.server.tables.decisions import Asker, seat_for
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.setups import checked
from ludotheque.server.tables.standings import rating_changes
from ludotheque.server.tables.table import Logged, Table

log = logging.getLogger("ludotheque.house")

#: The letters of table keys: none that are taken for others.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY_LENGTH = 16
#: Seconds after which a live in which nobody is left is forgotten.
IDLE = 60.0
#: Running tables whose clocks are looked at after a start, so many at a time.
SWEEP = 50
#: Seconds for which somebody may come back whose process has ended; so many live_tables are looked at, at a time.
LOST = 10.0
GLANCE = 200


@dataclass(frozen=True)
class Pace:
    """Seconds that a bot takes at least, by level: where all move at once, and else (so that one sees what it does)."""

    at_once: tuple[float, ...] = (6.0, 4.5, 3.2, 2.2, 1.5)
    else_: float = 0.35

    def times(self, factor: float) -> Pace:
        return Pace(tuple(factor * seconds for seconds in self.at_once), factor * self.else_)


NO_PACE = Pace().times(0)


class House:
    """`alone`: no other process shares the store."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        *,
        alone: bool = True,
        pace: Pace | None = None,
        review_seconds: float = 30.0,
    ) -> None:
        self.store = store
        self.bots = bots
        self.alone = alone
        self.pace = pace or Pace()
        self.live_tables: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        self._rating = asyncio.Lock()
        #: Seats whose people were not to be found when we last looked.
        self._suspects: set[tuple[str, int]] = set()
        self.reviews = Reviews(store, bots, self.spawn, review_seconds)

    async def open(self, *, sweep: bool = True) -> None:
        """`sweep`: take up the running tables at once; if the rules are still being compiled, call it later."""
        await self.store.open()
        await self.bots.start()
        self.store.listen(self._heard)
        if sweep:
            self.spawn(self.sweep)
        self.spawn(self._forget)
        self.spawn(self._keep_finding)

    async def close(self) -> None:
        """Let what is under way be written, then stop."""
        self._closing = True
        await self.bots.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    # Time

    def now(self) -> int:
        return self.store.now()

    def down_time(self, since: int, until: int) -> int:
        return self.store.down_time(since, until)

    # Tables

    def live_table(self, key: str) -> LiveTable:
        """The live of a table; whether there is such a table shows when it is entered."""
        if key not in self.live_tables:
            self.live_tables[key] = LiveTable(self, key)
        return self.live_tables[key]

    def drop(self, live: LiveTable) -> None:
        """A live of a table that there is not: guessed keys cost no memory."""
        if live.idle and self.live_tables.get(live.key) is live:
            del self.live_tables[live.key]

    async def create_table(self, asker: Asker, setup: journal.Setup, number: str | None, rematch_of: str = "") -> str:
        """Make a table, and seat the one who makes it; returns its key."""
        setup = checked(setup)
        key = new_key()
        secret = new_secret()
        found: list[journal.AnyEntry] = [journal.Made(asker.person, setup, secret, commitment(secret, key), rematch_of)]
        for seat, plan in enumerate(setup.seats):
            if plan.who == "me":
                found.append(journal.Sat(seat, asker.person, asker.name, number))
        await self.live_table(key).create(found)
        return key

    async def play_again(self, asker: Asker, live: LiveTable, number: str | None = None) -> str:
        """The table at which the same people play again, seats rotated; made by whoever asks first."""
        table: Table = await live.read(lambda table: table)
        if table.status != "over":
            raise Refused(f"table_is_{table.status}", allowed="over")
        if not table.seats_of(asker.person):
            raise Refused("not_seated", allowed=["say"])
        async with live.rematching:
            if not await live.read(lambda table: table.rematch):
                key = await self.create_table(asker, _rematch(table, asker), number, table.key)
                await live.append(lambda table, moment: [] if table.rematch else [journal.Rematch(key)])
        return str(await live.read(lambda table: table.rematch))

    def _heard(self, key: str) -> None:
        live = self.live_tables.get(key)
        if live is not None:
            self.spawn(live.catch_up)

    # Bots

    def bot_request(self, match: Match, seat: int, level: int) -> BotRequest:
        return request_for(match, seat, level)

    async def bot_move(self, request: BotRequest, level: int, *, at_once: bool) -> str:
        """A bot's move, not faster than people can follow."""
        least = self.pace.at_once[level - 1] if at_once else self.pace.else_
        move, _ = await asyncio.gather(self._bot_move(request), asyncio.sleep(least))
        return move

    async def _bot_move(self, request: BotRequest) -> str:
        while True:
            try:
                return await self.bots.move(request)
            except BotsBusy:
                await asyncio.sleep(1)
            except BotFailed as failed:
                return failed.fallback

    def hint_request(self, table: Table, asker: Asker, seat: int | None) -> HintRequest:
        own = seat_for(table, asker, seat)
        if table.match is None or own not in table.to_act():
            raise Refused("not_your_turn", allowed=list(table.to_act()))
        return hint_for(table.match, own)

    # Ratings

    async def write(self, table: Table, logged: list[Logged], changes: list[Change]) -> None:
        """Write the changes that belong to these entries; with the new ratings, if they have ended a match."""
        if table.status != "over" or not any(isinstance(x.entry, (journal.Moved, journal.Ended)) for x in logged):
            await self.store.write(*changes)
            return
        async with self._rating:  # matches that end together count one after the other
            await self.store.write(*changes, *await rating_changes(self.store, table))

    # In the background

    def spawn(self, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run it by itself; a failure is logged, and nothing else stops."""
        if self._closing:
            return
        task = asyncio.get_running_loop().create_task(self._guard(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def later(self, seconds: float, job: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def wait() -> None:
            await asyncio.sleep(seconds)
            await job()

        self.spawn(wait)

    async def _guard(self, job: Callable[[], Awaitable[None]]) -> None:
        try:
            await job()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("something in the background failed")

    async def sweep(self) -> None:
        """After a start: look at the clocks of all running tables, a few at a time."""
        query = select(schema.tables.c.key).where(schema.tables.c.status == "running")
        keys = [str(row[0]) for row in await self.store.read(query)]
        for number, key in enumerate(keys):
            await self._guard(partial(self.live_table(key).read, lambda table: None))
            if number % SWEEP == SWEEP - 1:
                await asyncio.sleep(0.2)

    async def find_lost(self) -> None:
        """Give up whoever was lost the last time already: nobody saw them leave, so they would be there for ever."""
        suspects, self._suspects = self._suspects, set()
        for number, (key, live) in enumerate(list(self.live_tables.items())):
            lost = [seat for seat in live.lost_seats() if (key, seat) in suspects]
            if lost:
                await live.mark_gone(lost)
            self._suspects.update((key, seat) for seat in live.lost_seats())
            if number % GLANCE == GLANCE - 1:
                await asyncio.sleep(0)

    async def _keep_finding(self) -> None:
        while True:
            await asyncio.sleep(LOST)
            await self.find_lost()

    async def _forget(self) -> None:
        """Rooms in which nobody is left need not be kept: their journals are."""
        idle: set[str] = set()
        while True:
            await asyncio.sleep(IDLE)
            still = {key for key, live in self.live_tables.items() if live.idle}
            for key in idle & still:
                del self.live_tables[key]
            idle = still


def new_key() -> str:
    """The key of a new table, which nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))


def _rematch(table: Table, asker: Asker) -> journal.Setup:
    """The same, with the seats rotated."""
    plans = [_again(seat.plan, seat.person == asker.person) for seat in table.seats]
    return msgspec.structs.replace(table.setup, seats=plans[1:] + plans[:1])


def _again(plan: journal.SeatPlan, mine: bool) -> journal.SeatPlan:
    if plan.who == "bot":
        return plan
    return journal.SeatPlan("me" if mine else "open")
