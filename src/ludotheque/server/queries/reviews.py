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
from ludotheque.server.bots import BotPool, ReviewRequest
from ludotheque.server.store.base import Change, Conflict, Store
from ludotheque.server.store.schema import reviews
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.reviews")

#: Increased whenever reviews would come out differently, so that older ones are made anew.
VERSION = 3
#: The most reviews that may wait or be in progress.
MAX_WAITING = 20

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


def finished_match(table: Table) -> FinishedMatch:
    """Refused unless the match is over: a review reveals hidden information."""
    if table.status != "over" or table.match is None:
        raise Refused(f"table_is_{table.status}", allowed="over")
    return FinishedMatch(table.key, table.match, table.ended.winners if table.ended else None)


class Reviews:
    """One review is made at a time; the others wait in the order of the requests."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        spawn: Callable[[Callable[[], Coroutine[Any, Any, None]]], None],
        seconds: float,
    ) -> None:
        self._store = store
        self._bots = bots
        self._spawn = spawn
        self._budget = Budget(seconds=seconds)
        self._waiting: dict[str, FinishedMatch] = {}  # in order; the first is in progress
        self._progress = 0.0
        self._failed: set[str] = set()
        self._busy = False

    @property
    def full(self) -> bool:
        return len(self._waiting) >= MAX_WAITING

    async def status(self, key: str) -> ReviewShown:
        """The progress, and the review when it is ready. CannotRead."""
        if key in self._waiting:
            first = next(iter(self._waiting)) == key
            return ReviewShown("running", self._progress) if first else ReviewShown("queued")
        query = select(reviews.c.review).where(reviews.c.table_key == key, reviews.c.version == VERSION)
        for row in await self._store.read(query):
            return ReviewShown("ready", 1.0, msgspec.json.decode(row[0], type=Review))
        return ReviewShown("failed" if key in self._failed else "none")

    def request(self, match: FinishedMatch) -> None:
        """Have it made, unless it is waiting or in progress already."""
        self._failed.discard(match.key)
        if match.key in self._waiting:
            return
        self._waiting[match.key] = match
        if not self._busy:
            self._busy = True
            self._spawn(self._make_all)

    async def _make_all(self) -> None:
        try:
            while self._waiting:
                key, match = next(iter(self._waiting.items()))
                try:
                    await self.save(key, await self.make(match))
                except Exception as error:  # whatever is wrong with one, the others are still made
                    self._fail(key, error)
                finally:
                    del self._waiting[key]
                    self._progress = 0.0  # at once: somebody may ask about the next one before it begins
        finally:
            self._busy = False

    def _fail(self, key: str, error: Exception) -> None:
        log.warning("a review was not made: %r", error, extra={"table": key})
        if len(self._failed) >= MAX_WAITING:
            self._failed.clear()
        self._failed.add(key)

    async def make(self, finished: FinishedMatch) -> Review:
        """Judge the decisions one after the other, as long as the budget lasts."""
        match = finished.match
        request = ReviewRequest(match.game, match.record())
        outline = await self._bots.review(request)
        schedule = Schedule(outline["decisions"], self._budget)
        while (task := schedule.next()) is not None:
            seconds = task.budget.seconds or 0.0
            judged = await self._bots.review(msgspec.structs.replace(request, number=task.number, seconds=seconds))
            schedule.add(judged)
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
