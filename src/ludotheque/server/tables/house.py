"""The house: all tables in the memory of this server process, what they share, and background tasks."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import select

from ludotheque.fairness import commitment, new_secret
from ludotheque.server.bots import BotFailed, BotPool, BotRequest, BotsBusy
from ludotheque.server.store.base import Store
from ludotheque.server.store.schema import tables
from ludotheque.server.tables import journal
from ludotheque.server.tables.automation import Job
from ludotheque.server.tables.decisions import Requester, must_be
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.setups import checked
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.house")

#: The letters of table keys, without those that look like others.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
KEY_LENGTH = 16
KEY = re.compile(f"[{LETTERS}]{{{KEY_LENGTH}}}")
#: Seconds after which a table that nobody uses is dropped from memory.
IDLE = 60.0
#: How many running tables are loaded at a time after a start.
SWEEP = 50
#: Seconds between two searches for lost seats, and how many tables are searched at a time.
LOST = 10.0
GLANCE = 200


@dataclass(frozen=True)
class Pace:
    """The least number of seconds that a bot takes, so that people can follow.

    `at_once`: by level, where all seats move at once. `in_turn`: everywhere else.
    """

    at_once: tuple[float, ...] = (6.0, 4.5, 3.2, 2.2, 1.5)
    in_turn: float = 0.35

    def times(self, factor: float) -> Pace:
        return Pace(tuple(factor * seconds for seconds in self.at_once), factor * self.in_turn)


NO_PACE = Pace().times(0)


class House:
    """All live tables of a process, with the store and the bots that they share; see `automation.Host`."""

    def __init__(self, store: Store, bots: BotPool, *, alone: bool = True, pace: Pace | None = None) -> None:
        self.store = store
        self.bots = bots
        self.alone = alone
        self.pace = pace or Pace()
        self.live_tables: dict[str, LiveTable] = {}
        #: Held while ratings are read and written.
        self.rating = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        #: The seats that were lost at the last search.
        self._suspects: set[tuple[str, int]] = set()

    async def open(self, *, sweep: bool = True) -> None:
        """`sweep`: load the running tables now; whoever must compile the rules first calls `sweep()` later."""
        await self.store.open()
        await self.bots.start()
        self.store.listen(self._on_append)
        if sweep:
            self.spawn(self.sweep)
        self.spawn(self._drop_idle)
        self.spawn(self._search_lost_seats)

    async def close(self) -> None:
        """Finish what is being written, then stop."""
        self._closing = True
        await self.bots.stop()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.store.close()

    # Tables

    def live_table(self, key: str) -> LiveTable:
        """The table with that key; that it does not exist shows when it is read."""
        if key not in self.live_tables:
            self.live_tables[key] = LiveTable(self, key)
        return self.live_tables[key]

    async def existing_table(self, key: str) -> LiveTable:
        """The table with that key; Refused if there is none. Guessed keys take no memory."""
        if key in self.live_tables:
            return self.live_tables[key]
        if not KEY.fullmatch(key) or not await self.store.read(select(tables.c.key).where(tables.c.key == key)):
            raise Refused("no_such_table")
        return self.live_table(key)

    def drop(self, live: LiveTable) -> None:
        """Forget a table that does not exist: guessed keys take no memory."""
        if live.idle and self.live_tables.get(live.key) is live:
            del self.live_tables[live.key]

    async def create_table(
        self, requester: Requester, setup: journal.Setup, number: str | None, rematch_of: str = ""
    ) -> str:
        """Create a table, and seat its creator where the plan says `me`; returns its key."""
        setup = checked(setup)
        key = new_key()
        secret = new_secret()
        made = journal.Made(requester.person, setup, secret, commitment(secret, key), rematch_of)
        seats = [seat for seat, plan in enumerate(setup.seats) if plan.who == "me"]
        sat = [journal.Sat(seat, requester.person, requester.name, number) for seat in seats]
        await self.live_table(key).create([made, *sat])
        return key

    async def play_again(self, requester: Requester, live: LiveTable, number: str | None = None) -> str:
        """The key of the table of the rematch, seats rotated; whoever asks first creates it."""
        table: Table = await live.read(lambda table: table)
        must_be(table, "over")
        if not table.seats_of(requester.person):
            raise Refused("not_seated", allowed=["say"])
        async with live.rematching:
            if not await live.read(lambda table: table.rematch):
                key = await self.create_table(requester, _rematch(table, requester), number, table.key)
                await live.append(lambda table, moment: [] if table.rematch else [journal.Rematch(key)])
        return str(await live.read(lambda table: table.rematch))

    def _on_append(self, key: str) -> None:
        live = self.live_tables.get(key)
        if live is not None:
            self.spawn(live.catch_up)

    # Bots

    async def bot_move(self, request: BotRequest, *, at_once: bool) -> str:
        """A bot's move, not faster than people can follow; a random one if the bot fails."""
        seconds = self.pace.at_once[request.level - 1] if at_once else self.pace.in_turn
        move, _ = await asyncio.gather(self._bot_move(request), asyncio.sleep(seconds))
        return move

    async def _bot_move(self, request: BotRequest) -> str:
        while True:
            try:
                return await self.bots.move(request)
            except BotsBusy:
                await asyncio.sleep(1)
            except BotFailed as failed:
                return failed.fallback

    # In the background

    def spawn(self, job: Job) -> None:
        """Run it in the background; a failure is logged and stops nothing else."""
        if self._closing:
            return
        task = asyncio.get_running_loop().create_task(self._guard(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def later(self, seconds: float, job: Job) -> None:
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
            log.exception("a background task failed")

    async def sweep(self) -> None:
        """After a start, load all running tables, a few at a time: their clocks and bots go on."""
        query = select(tables.c.key).where(tables.c.status == "running")
        keys = [str(row[0]) for row in await self.store.read(query)]
        for number, key in enumerate(keys):
            await self._guard(partial(self.live_table(key).read, lambda table: None))
            if number % SWEEP == SWEEP - 1:
                await asyncio.sleep(0.2)

    async def find_lost_seats(self) -> None:
        """Mark people as gone if their seat was already lost at the previous check: nobody saw them leave."""
        suspects, self._suspects = self._suspects, set()
        for number, (key, live) in enumerate(list(self.live_tables.items())):
            lost = [seat for seat in live.lost_seats() if (key, seat) in suspects]
            if lost:
                await live.mark_gone(lost)
            self._suspects.update((key, seat) for seat in live.lost_seats())
            if number % GLANCE == GLANCE - 1:
                await asyncio.sleep(0)

    async def _search_lost_seats(self) -> None:
        while True:
            await asyncio.sleep(LOST)
            await self.find_lost_seats()

    async def _drop_idle(self) -> None:
        """Drop tables that were idle twice in a row: their journals are in the store."""
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


def _rematch(table: Table, requester: Requester) -> journal.Setup:
    """The same set-up with the seats rotated."""
    plans = [_again(seat.plan, seat.person == requester.person) for seat in table.seats]
    return msgspec.structs.replace(table.setup, seats=plans[1:] + plans[:1])


def _again(plan: journal.SeatPlan, mine: bool) -> journal.SeatPlan:
    if plan.who == "bot":
        return plan
    return journal.SeatPlan("me" if mine else "open")
