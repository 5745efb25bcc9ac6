"""What happens at a table without a request: bots move, and time runs out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Protocol

from ludotheque.server.bots import Asker, BotRequest, request_for
from ludotheque.server.store.base import CannotRead, CannotWrite, Store
from ludotheque.server.tables import handlers, journal
from ludotheque.server.tables.handlers import Moment
from ludotheque.server.tables.host_orders import HostOrders
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Logged, Table

log = logging.getLogger("ludotheque.table")

#: Seconds after which a process checks whether another one has still not made a bot's move.
PATIENCE = 20.0
#: Seconds between attempts while the store cannot be written or read.
RETRY = 2.0
#: The longest delay of the timer that checks the clocks, in seconds.
MAX_TIMER_DELAY = 3600.0

Handler = Callable[[Table, Moment], journal.Entries]
BackgroundTask = Callable[[], Coroutine[Any, Any, None]]


class TableHouse(Protocol):
    """What a table needs of the `House` that it stands in."""

    store: Store
    #: No other process shares the store.
    single_process: bool
    #: Held while ratings are read and written.
    rating: asyncio.Lock
    host_orders: HostOrders
    #: Called with the name of a game before a table of it is made or read.
    load_rules: Callable[[str], Awaitable[None]]

    def down_time(self, since: int, until: int) -> int: ...

    def spawn(self, job: BackgroundTask) -> object: ...

    def later(self, seconds: float, job: BackgroundTask) -> None: ...

    async def bot_move(self, request: BotRequest, asker: Asker, hurry: asyncio.Event | None) -> str: ...


class Automated(Protocol):
    """What automation needs of a `LiveTable`."""

    key: str
    table: Table | None

    async def append(self, handle: Handler) -> list[Logged]: ...

    async def read(self, look: Callable[[Table], Any]) -> Any: ...

    def lag_of(self, person: str | None) -> int: ...

    def asker(self, table: Table) -> Asker: ...


class Automation:
    """The timer of a table's clocks, and the bots that are thinking about their moves."""

    def __init__(self, house: TableHouse, live: Automated) -> None:
        self._house = house
        self._live = live
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: set[int] = set()
        #: Set while only bots are to move.
        self._hurry = asyncio.Event()

    @property
    def idle(self) -> bool:
        return not (self._timer or self._thinking)

    def schedule(self, *, mine: bool) -> None:
        """Set the timer, and ask the bots that are to move. `mine`: this process was the last to write."""
        self._set_timer()
        table = self._live.table
        bots = [bool(table.seats[seat].bot) for seat in table.to_act()] if table else []
        if bots and all(bots):
            self._hurry.set()
        else:
            self._hurry.clear()
        if table is not None and any(bots):
            if mine:
                self._ask_bots(table)
            else:
                self._house.later(PATIENCE, partial(self._ask_bots_at, table.match_version))

    def stop(self) -> None:
        """Stop for good, because the table is gone."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # Clocks

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        table = self._live.table
        if table is None or not table.running or self._house.host_orders.read_only:
            return
        now = self._house.store.now()
        ends = [self._time_ends(table, seat, now) for seat in table.to_act()] if table.clock.runs else []
        if table.round_break:
            ends.append(table.round_break.until)
        first = min((end for end in ends if end is not None), default=None)
        if first is not None:
            delay = min(max(0.0, (first - now) / 1000) + 0.005, MAX_TIMER_DELAY)
            self._timer = asyncio.get_running_loop().call_later(delay, self._house.spawn, self.check_clocks)

    def _time_ends(self, table: Table, seat: int, now: int) -> int | None:
        """Return when the seat's time is up, with the credit that its connection may get."""
        ends = table.clock.ends(seat, self._house.down_time, now)
        lag = self._live.lag_of(table.seats[seat].person)
        return None if ends is None else ends[0] + min(lag, handlers.MAX_CREDIT)

    async def check_clocks(self) -> None:
        """Do what the table's set-up says to a seat whose time is up, if there is one."""

        def handle(table: Table, moment: Moment) -> journal.Entries:
            if table.round_break and not self._house.host_orders.read_only:
                return handlers.handle_break_end(table, moment)
            for seat in table.to_act() if not self._house.host_orders.read_only else ():
                ends = self._time_ends(table, seat, moment.now)
                if ends is not None and moment.now >= ends:
                    return handlers.handle_time_up(table, seat, moment)
            return []

        try:
            await self._live.append(handle)
        except (Refused, CannotWrite, CannotRead) as error:
            log.warning("the clocks could not be checked: %s", error, extra={"table": self._live.key})
        self._set_timer()

    # Bots

    async def _ask_bots_at(self, version: int) -> None:
        table = self._live.table
        if table is not None and table.match_version == version and table.running:
            self._ask_bots(table)

    def _ask_bots(self, table: Table) -> None:
        for seat in table.to_act() if not self._house.host_orders.read_only else ():
            if table.seats[seat].bot and seat not in self._thinking:
                self._thinking.add(seat)
                self._house.spawn(partial(self._play_bot, seat))

    async def _play_bot(self, seat: int) -> None:
        """Ask a bot for its move, and play it if the match is still the same."""
        try:
            question = await self._live.read(lambda table: _question(table, seat, self._live.asker(table)))
            if question is not None:
                version, at_once, request, asker = question
                move = await self._house.bot_move(request, asker, self._hurry if at_once else None)
                self._house.host_orders.check_writable()
                await self._live.append(lambda table, moment: handlers.handle_bot_move(table, seat, move, version))
        except Refused as error:
            log.info("a bot's move was refused: %s", error, extra={"table": self._live.key})
        except (CannotWrite, CannotRead) as error:
            log.warning("a bot's move could not be written: %s", error, extra={"table": self._live.key})
            await asyncio.sleep(RETRY)
        finally:
            self._thinking.discard(seat)
            self.schedule(mine=True)


def _question(table: Table, seat: int, asker: Asker) -> tuple[int, bool, BotRequest, Asker] | None:
    if not table.running or seat not in table.to_act() or not table.seats[seat].bot:
        return None
    return table.match_version, table.at_once, request_for(table.playing, seat, table.seats[seat].bot), asker
