"""What one server process holds of the house: the live tables, what they share, and background tasks."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import select

import ludotheque
from ludotheque.fairness import commitment, new_server_seed
from ludotheque.record import ChainPlace
from ludotheque.server.allowances import Allowance
from ludotheque.server.bots import Asker, BotRequest, JobFailed, WorkerPool, WorkersBusy
from ludotheque.server.store.base import MISSED, Change, Store
from ludotheque.server.store.schema import tables
from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.automation import BackgroundTask
from ludotheque.server.tables.commitments import Commitments
from ludotheque.server.tables.handlers import Requester, must_be
from ludotheque.server.tables.host_orders import HostOrders
from ludotheque.server.tables.listings import Listings
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.random_keys import LETTERS, random_key
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.setups import checked
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.house")

KEY_LENGTH = 16
KEY = re.compile(f"[{LETTERS}]{{{KEY_LENGTH}}}")
#: Seconds after which a table that nobody uses is dropped from memory.
IDLE = 60.0
#: How many running tables are loaded at a time after a start.
TABLES_PER_SWEEP = 50
#: Seconds between two searches for lost seats, and how many tables are searched at a time.
SEARCH_EVERY = 10.0
TABLES_PER_SEARCH = 200


@dataclass(frozen=True)
class Pace:
    """The least number of seconds that a bot takes, so that people can follow.

    `at_once`: by level, where all seats move at once. `in_turn`: everywhere else. `hurry`: the share of `at_once` that
    is left once bots move only among themselves: people wait for them, and who is faster stays faster.
    """

    at_once: tuple[float, ...] = (6.0, 4.5, 3.2, 2.2, 1.5)
    in_turn: float = 0.35
    hurry: float = 0.1

    def times(self, factor: float) -> Pace:
        return replace(self, at_once=tuple(factor * each for each in self.at_once), in_turn=factor * self.in_turn)


NO_PACE = Pace().times(0)


class House:
    """The live tables of one process, with the store and the bots that they share; see `automation.TableHouse`."""

    def __init__(
        self,
        store: Store,
        bots: WorkerPool,
        *,
        single_process: bool = True,
        pace: Pace | None = None,
        listed: Allowance | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.single_process = single_process
        self.pace = pace or Pace()
        self.host_orders = HostOrders(store.now)
        self.live_tables: dict[str, LiveTable] = {}
        self.commitments = Commitments(store)
        self.listings = Listings(store, listed)
        #: Held while ratings are read and written.
        self.rating = asyncio.Lock()
        #: Called with the id of each person who is forgotten, by this process or another.
        self.on_forgotten: list[Callable[[str], None]] = []
        #: Called with the name of a game before a table of it is made or read.
        self.load_rules: Callable[[str], Awaitable[None]] = _loaded
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = False
        #: The seats that were lost at the last search.
        self._suspects: set[tuple[str, int]] = set()

    async def open(self, *, sweep: bool = True) -> None:
        """`sweep`: load the running tables now. If the rules must be compiled first, call `sweep()` later."""
        await self.store.open()
        await self.bots.start()
        self.store.listen(self._on_news)
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
        """Return the table with that key; whether it exists is checked when it is first read."""
        if key not in self.live_tables:
            self.live_tables[key] = LiveTable(self, key)
        return self.live_tables[key]

    async def existing_table(self, key: str) -> LiveTable:
        """Return the table with that key; raises Refused if there is none. Guessed keys take no memory."""
        if key in self.live_tables:
            return self.live_tables[key]
        if not KEY.fullmatch(key) or not await self.store.read(select(tables.c.key).where(tables.c.key == key)):
            raise Refused("no_such_table")
        return self.live_table(key)

    async def snapshot(self, key: str, person: str | None) -> messages.Snapshot:
        """Return the table as that person may see it; None: a spectator. Refused if there is none."""
        live = await self.existing_table(key)
        return await live.snapshot(person)

    def drop(self, live: LiveTable) -> None:
        """Forget a table that does not exist: guessed keys take no memory."""
        if live.idle and self.live_tables.get(live.key) is live:
            del self.live_tables[live.key]

    async def create_table(self, requester: Requester, setup: journal.Setup, rematch_of: str = "") -> str:
        """Create a table, and seat its creator where the plan says `me`; returns its key. Raises Refused.

        Its commitment is published with it. The creator gives a client seed only after having seen it.
        """
        self.host_orders.check_writable()
        setup = checked(setup)
        key, server_seed = new_key(), new_server_seed()
        commitment_hash = commitment(server_seed, key)
        seats = [seat for seat, plan in enumerate(setup.seats) if plan.who == "me"]
        sat = [journal.Sat(seat, requester.person, requester.name) for seat in seats]

        async def create(place: ChainPlace, row: Change) -> None:
            made = journal.Made(
                requester.person,
                setup,
                server_seed,
                commitment_hash,
                rematch_of,
                chain=place,
                rules_version=ludotheque.game(setup.game).spec.rules_version,
            )
            listing = [await self.listings.add(requester, key)] if setup.listed else []
            await self.live_table(key).create([made, *sat], row, *listing)

        await self.commitments.publish(commitment_hash, create)
        return key

    async def play_again(self, requester: Requester, live: LiveTable) -> str:
        """Return the key of the rematch, seats rotated; whoever asks first creates it."""
        table: Table = await live.read(lambda table: table)
        must_be(table, "over")
        if not table.seats_of(requester.person):
            raise Refused("not_seated", allowed=["say"])
        async with live.rematching:
            if not await live.read(lambda table: table.rematch):
                key = await self._create_rematch(requester, table)
                await live.append(lambda table, moment: [] if table.rematch else [journal.Rematch(key)])
        return str(await live.read(lambda table: table.rematch))

    async def _create_rematch(self, requester: Requester, table: Table) -> str:
        """If no more tables may be listed, the rematch takes place at one that is not."""
        setup = _rematch(table, requester)
        try:
            return await self.create_table(requester, setup, table.key)
        except Refused as refused:
            if refused.code != "too_many_listed":
                raise
            return await self.create_table(requester, msgspec.structs.replace(setup, listed=False), table.key)

    def down_time(self, since: int, until: int) -> int:
        """Of these milliseconds, those in which nobody could move: they are charged to nobody."""
        return self.host_orders.down_time(self.store.down_time, since, until)

    def resume_play(self) -> None:
        """After read-only mode: clocks and bots go on."""
        for live in self.live_tables.values():
            live.automation.schedule(mine=True)

    async def forget_table(self, key: str) -> None:
        """Forget a deleted table: nobody follows it any longer, and nothing of it stays in memory."""
        live = self.live_tables.pop(key, None)
        if live is not None:
            await live.close()

    # News of other processes

    def _on_news(self, topic: str) -> None:
        """See `Store.listen`."""
        what, _, key = topic.rpartition(" ")
        if topic == MISSED:
            for live in self.live_tables.values():
                self.spawn(live.reload_until_read)
        elif what == "forgotten":
            self.tell_forgotten(key)
        elif key in self.live_tables:
            live = self.live_tables[key]
            self.spawn({"rewritten": live.reload_until_read, "removed": live.unload}.get(what, live.catch_up))

    def tell_forgotten(self, person: str) -> None:
        """That person does not exist any more: tell whoever knows them."""
        for told in self.on_forgotten:
            told(person)

    # Bots

    async def bot_move(self, request: BotRequest, asker: Asker, hurry: asyncio.Event | None) -> str:
        """Return a bot's move, not faster than people can follow; a random one if the bot fails.

        `hurry`: where all seats move at once; it is set while only bots are to move.
        """
        move, _ = await asyncio.gather(self._bot_move(request, asker), self._let_follow(request.level, hurry))
        return move

    async def _let_follow(self, level: int, hurry: asyncio.Event | None) -> None:
        if hurry is None:
            await asyncio.sleep(self.pace.in_turn)
            return
        seconds = self.pace.at_once[level - 1]
        with suppress(TimeoutError):
            await asyncio.wait_for(hurry.wait(), seconds)
            await asyncio.sleep(self.pace.hurry * seconds)

    async def _bot_move(self, request: BotRequest, asker: Asker) -> str:
        while True:
            try:
                return await self.bots.move(request, asker)
            except WorkersBusy:
                await asyncio.sleep(1)
            except JobFailed as failed:
                return failed.fallback

    # In the background

    def spawn(self, job: BackgroundTask) -> asyncio.Task[None]:
        """Run it in the background, unless the house is closing; a failure is logged and stops nothing else."""
        task = asyncio.get_running_loop().create_task(self._guard(job))
        if self._closing:
            task.cancel()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def later(self, seconds: float, job: BackgroundTask) -> None:
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
            if number % TABLES_PER_SWEEP == TABLES_PER_SWEEP - 1:
                await asyncio.sleep(0.2)

    async def find_lost_seats(self) -> None:
        """Mark people as gone if their seat was already lost at the previous check: nobody saw them leave."""
        suspects, self._suspects = self._suspects, set()
        for number, (key, live) in enumerate(list(self.live_tables.items())):
            lost = [seat for seat in live.lost_seats() if (key, seat) in suspects]
            if lost:
                await live.mark_gone(lost)
            self._suspects.update((key, seat) for seat in live.lost_seats())
            if number % TABLES_PER_SEARCH == TABLES_PER_SEARCH - 1:
                await asyncio.sleep(0)

    async def _search_lost_seats(self) -> None:
        while True:
            await asyncio.sleep(SEARCH_EVERY)
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


async def _loaded(game: str) -> None:
    """Leave it to the first request that needs the rules to load them."""


def new_key() -> str:
    """Make the key of a new table, which nobody can guess."""
    return random_key(KEY_LENGTH)


def _rematch(table: Table, requester: Requester) -> journal.Setup:
    """Return the same set-up with the seats rotated."""
    plans = [_again(seat.plan, seat.person == requester.person) for seat in table.seats]
    return msgspec.structs.replace(table.setup, seats=plans[1:] + plans[:1])


def _again(plan: journal.SeatPlan, mine: bool) -> journal.SeatPlan:
    if plan.who == "bot":
        return plan
    return journal.SeatPlan("me" if mine else "open")
