"""The lanes of the pool: each kind of job has a fair queue of its own, with quotas."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from ludotheque.errors import BadSetup, LudothequeError
from ludotheque.server.bots.fair_queue import NOBODY, Asker, FairQueue
from ludotheque.server.bots.jobs import BotRequest, HintRequest, QueryRequest, Request

LaneName = Literal["quick", "slow", "hints", "reviews", "replays", "films", "uploads"]
Whose = Literal["person", "address"]
#: Levels up to this one answer in 1 to 40 ms; the next thinks for two seconds.
QUICK_LEVELS = 4


class Quota(NamedTuple):
    """The most jobs that may wait or run at a time: of one person, of one address, and of all together."""

    person: int
    address: int
    everybody: int


#: A school class behind one address is served. A bot's move that is refused is asked for again a second later.
QUOTAS: dict[LaneName, Quota] = {
    "quick": Quota(64, 512, 1024),
    "slow": Quota(8, 64, 256),
    "hints": Quota(1, 32, 128),
    "reviews": Quota(4, 16, 64),
    "replays": Quota(4, 32, 64),
    "films": Quota(1, 8, 16),
    "uploads": Quota(1, 8, 16),
}


def changed_quotas(text: str) -> dict[LaneName, Quota]:
    """Return the quotas with some changed: per person, per address and in all, by lane. Raises BadSetup.

    >>> changed_quotas("hints=2/64/256, films=1/4/8")["hints"]
    Quota(person=2, address=64, everybody=256)
    """
    quotas = dict(QUOTAS)
    for part in filter(None, text.replace(" ", "").split(",")):
        name, _, numbers = part.partition("=")
        counts = numbers.split("/")
        if name not in QUOTAS or len(counts) != 3 or not all(each.isdecimal() and int(each) for each in counts):
            raise BadSetup(f"{part[:40]!r} is not a quota; write LANE=PERSON/ADDRESS/ALL; lanes: {', '.join(QUOTAS)}")
        quotas[name] = Quota(*map(int, counts))
    return quotas


def lane_of(job: Request) -> LaneName:
    if isinstance(job, QueryRequest):
        return job.lane
    if isinstance(job, HintRequest):
        return "hints"
    if isinstance(job, BotRequest):
        return "quick" if job.level <= QUICK_LEVELS else "slow"
    return "reviews"


class WorkersBusy(LudothequeError):
    """Too many requests wait or run already, or the server is closing: ask again later."""


class TooManyAtOnce(WorkersBusy):
    """A quota is used up: `most` jobs of this lane at a time, of one `whose` (person or address)."""

    def __init__(self, lane: LaneName, whose: Whose, most: int) -> None:
        super().__init__(f"{most} {lane} of this {whose} wait or run already")
        self.lane, self.whose, self.most = lane, whose, most


@dataclass(frozen=True, eq=False)
class Ticket:
    """A job, for whom it is done, and the future of its answer."""

    job: Request
    asker: Asker = NOBODY
    answer: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    at: float = field(default_factory=time.monotonic)

    @property
    def lane(self) -> LaneName:
        return lane_of(self.job)


class HasAsker(Protocol):
    """What waits in a lane."""

    @property
    def asker(self) -> Asker: ...


Item = TypeVar("Item", bound=HasAsker)


class Lane(Generic[Item]):
    """What waits and what runs of one kind; `limited`: whether the quotas of people and addresses apply."""

    def __init__(self, name: LaneName, quota: Quota, *, limited: bool = True) -> None:
        self._name = name
        self._quota = quota
        self._limited = limited
        self._waiting: FairQueue[Item] = FairQueue()
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self.running = 0

    def change(self, quota: Quota) -> None:
        """From now on; what waits already stays."""
        self._quota = quota

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def check(self, asker: Asker) -> None:
        """Raises WorkersBusy if no more of this asker is accepted now."""
        if self._limited:
            self._check_quota("person", self._people, _name_of(asker), self._quota.person)
            self._check_quota("address", self._addresses, asker.address, self._quota.address)
        if self.waiting >= self._quota.everybody:
            raise WorkersBusy(f"{self.waiting} {self._name} are waiting already")

    def _check_quota(self, whose: Whose, taken: Counter[str], name: str, most: int) -> None:
        if name and taken[name] >= most:
            raise TooManyAtOnce(self._name, whose, most)

    def put(self, item: Item) -> None:
        """Queue an item. Raises WorkersBusy if no more of its asker is accepted now."""
        self.check(item.asker)
        self._count(item, 1)
        self._waiting.put(item.asker, item)

    def take(self) -> Item | None:
        """Take the next item, which counts as running until `finish`; None if there is none."""
        if not self.waiting:
            return None
        self.running += 1
        return self._waiting.take()

    def finish(self, item: Item) -> None:
        """Nothing more is done for it, whether or not somebody still waits for the answer."""
        self.running -= 1
        self._count(item, -1)

    def leave(self, item: Item) -> None:
        """Remove an item if it still waits."""
        if self._waiting.remove(item.asker, item):
            self._count(item, -1)

    def clear(self) -> list[Item]:
        """Remove and return everything that waits."""
        items = list(self._waiting)
        for item in items:
            self.leave(item)
        return items

    def _count(self, item: Item, change: int) -> None:
        for counter, who in ((self._people, _name_of(item.asker)), (self._addresses, item.asker.address)):
            counter[who] += change
            if not counter[who]:
                del counter[who]


def _name_of(asker: Asker) -> str:
    """Name the asker: all visitors of an address who have given no name count as one person."""
    return asker.person or asker.address


class Lanes:
    """All lanes. `waited` is called with the lane of each job that begins, and the seconds that it waited."""

    def __init__(self, quotas: Mapping[LaneName, Quota], *, limited: bool = True) -> None:
        self.quotas = quotas
        self.lanes: dict[LaneName, Lane[Ticket]] = {
            name: Lane(name, quota, limited=limited) for name, quota in quotas.items()
        }
        self._came = asyncio.Event()
        self.waited: Callable[[str, float], None] = lambda lane, seconds: None

    def change(self, quotas: Mapping[LaneName, Quota]) -> None:
        self.quotas = quotas
        for name, lane in self.lanes.items():
            lane.change(quotas[name])

    def put(self, ticket: Ticket) -> None:
        """Queue a ticket; it leaves the queue when its answer is cancelled. Raises WorkersBusy."""
        lane = self.lanes[ticket.lane]
        lane.put(ticket)
        ticket.answer.add_done_callback(lambda _: lane.leave(ticket))
        self.wake()

    def wake(self) -> None:
        """Have all workers that wait look again."""
        self._came.set()

    async def take(self, order: Sequence[LaneName], idle: Callable[[], bool] = lambda: False) -> Ticket | None:
        """Take the next ticket of the first of these lanes that has one; wait until there is one.

        None: there is none, and the worker says by `idle` that it has something else to do meanwhile.
        """
        while True:
            for name in order:
                ticket = self.lanes[name].take()
                if ticket is not None:
                    self.waited(name, time.monotonic() - ticket.at)
                    return ticket
            if idle():
                return None
            self._came.clear()
            await self._came.wait()

    def finish(self, ticket: Ticket) -> None:
        self.lanes[ticket.lane].finish(ticket)

    @property
    def waiting(self) -> dict[str, int]:
        """How many jobs wait, by lane."""
        return {name: lane.waiting for name, lane in self.lanes.items()}

    @property
    def running(self) -> dict[str, int]:
        """How many jobs run, by lane."""
        return {name: lane.running for name, lane in self.lanes.items()}

    def clear(self) -> list[Ticket]:
        """Remove and return all tickets that wait."""
        return [ticket for lane in self.lanes.values() for ticket in lane.clear()]
