"""Reviews of finished matches: made once, in the background, in short jobs, and stored.

Nothing is written before a review is complete; after a crash it starts anew when somebody asks.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import delete, insert, select

from ludotheque.bots import Budget
from ludotheque.match import Match
from ludotheque.review import Review, Schedule, summarize
from ludotheque.server.bots import NOBODY, Asker, Lane, ReviewRequest, WorkerPool
from ludotheque.server.store.base import Change, Conflict, Store
from ludotheque.server.store.schema import reviews
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.reviews")

#: Increased whenever reviews would come out differently, so that older ones are made anew.
VERSION = 3
#: The most failures that are remembered.
MAX_FAILED = 20

Status = Literal["none", "queued", "running", "ready", "failed"]


class ReviewShown(msgspec.Struct, frozen=True):
    """The progress of a table's review, from 0 to 1; the review when it is ready."""

    status: Status
    progress: float = 0.0
    review: Review | None = None


@dataclass(frozen=True)
class FinishedMatch:
    """What a review needs to know of a table."""

    key: str
    match: Match
    winners: list[int] | None


@dataclass(frozen=True)
class Requested:
    """A review that waits, or is in progress."""

    match: FinishedMatch
    asker: Asker


def finished_match(table: Table) -> FinishedMatch:
    """Raises Refused unless the match is over: a review reveals hidden information."""
    if table.status != "over":
        raise Refused(f"table_is_{table.status}", allowed="over")
    return FinishedMatch(table.key, table.playing, table.ended.winners if table.ended else None)


class Reviews:
    """One review is made at a time; people who wait for one take turns. `limited`: whether their quotas apply."""

    def __init__(
        self,
        store: Store,
        bots: WorkerPool,
        spawn: Callable[[Callable[[], Coroutine[Any, Any, None]]], object],
        seconds: float,
        *,
        limited: bool = True,
    ) -> None:
        self._store = store
        self._bots = bots
        self._spawn = spawn
        self._budget = Budget(seconds=seconds)
        self.lane: Lane[Requested] = Lane("reviews", bots.lanes.quotas["reviews"], limited=limited)
        self._requested: set[str] = set()
        self._present = ""
        self._progress = 0.0
        self._failed: set[str] = set()
        self._busy = False

    def change(self, seconds: float) -> None:
        """Set the budget of reviews that begin from now on; and the quotas, which the pool has already."""
        self._budget = Budget(seconds=seconds)
        self.lane.change(self._bots.lanes.quotas["reviews"])

    async def status(self, key: str) -> ReviewShown:
        """Return the progress, and the review when it is ready. Raises CannotRead."""
        if key in self._requested:
            return ReviewShown("running", self._progress) if key == self._present else ReviewShown("queued")
        query = select(reviews.c.review).where(reviews.c.table_key == key, reviews.c.version == VERSION)
        for row in await self._store.read(query):
            return ReviewShown("ready", 1.0, msgspec.json.decode(row[0], type=Review))
        return ReviewShown("failed" if key in self._failed else "none")

    def request(self, match: FinishedMatch, asker: Asker = NOBODY) -> None:
        """Have it made, unless it is waiting or in progress already. Raises WorkersBusy."""
        if match.key in self._requested:
            return
        self.lane.put(Requested(match, asker))
        self._requested.add(match.key)
        self._failed.discard(match.key)
        if not self._busy:
            self._busy, self._present = True, match.key
            self._spawn(self._make_all)

    async def _make_all(self) -> None:
        try:
            while (requested := self.lane.take()) is not None:
                await self._make(requested)
        finally:
            self._busy = False

    async def _make(self, requested: Requested) -> None:
        key = self._present = requested.match.key
        try:
            await self.save(key, await self.make(requested.match, requested.asker))
        except Exception as error:  # whatever is wrong with one, the others are still made
            self._fail(key, error)
        finally:
            self.lane.finish(requested)
            self._requested.discard(key)
            self._progress = 0.0  # at once: somebody may ask about the next one before it begins

    def _fail(self, key: str, error: Exception) -> None:
        log.warning("a review was not made: %r", error, extra={"table": key})
        if len(self._failed) >= MAX_FAILED:
            self._failed.clear()
        self._failed.add(key)

    async def make(self, finished: FinishedMatch, asker: Asker = NOBODY) -> Review:
        """Judge the decisions one after the other, as long as the budget lasts."""
        match = finished.match
        request = ReviewRequest(match.game, match.record())
        outline = await self._bots.review(request, asker)
        schedule = Schedule(outline["decisions"], self._budget)
        while (task := schedule.next()) is not None:
            seconds = task.budget.seconds or 0.0
            one = msgspec.structs.replace(request, number=task.number, seconds=seconds)
            schedule.add(await self._bots.review(one, asker))
            self._progress = schedule.progress
        return summarize(match, schedule.judgements, outline["scale"], outline["residual"], finished.winners)

    async def save(self, key: str, review: Review) -> None:
        """Store a complete review."""
        row = {"table_key": key, "version": VERSION, "at": self._store.now(), "review": msgspec.json.encode(review)}
        changes: list[Change] = [delete(reviews).where(reviews.c.table_key == key), insert(reviews).values(row)]
        try:
            await self._store.write(*changes)
        except Conflict:  # another process has made it meanwhile
            log.info("a review was made twice", extra={"table": key})
