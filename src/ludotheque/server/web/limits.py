"""Rate limits: token buckets of people and addresses, in bounded memory or in the store."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludotheque.server.allowances import ALLOWANCES, SHARED, Allowances, Kind, Share
from ludotheque.server.bots.lanes import Whose
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.shared_buckets import SharedBuckets, Take, until_full

#: The most buckets kept per kind; the least recently used is dropped, which would be full again by then.
MOST = 50_000
#: Seconds after which to try again if something else must end first.
UNTIL_SOMETHING_ENDS = 60

Seconds = Callable[[], float]


class Bucket:
    """A token bucket: `burst` at once, and `rate` per second in the long run.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 0.0)
    >>> [bucket.take(), bucket.take(), bucket.take()]
    [True, True, False]
    """

    __slots__ = ("_burst", "_clock", "_full_at", "_rate")

    def __init__(self, rate: float, burst: float, clock: Seconds = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._full_at = clock()

    def take(self) -> bool:
        """Take one if available; return whether it was."""
        if self.wait():
            return False
        self._full_at, _ = until_full(self._full_at, self._clock(), self._rate, self._burst)
        return True

    def wait(self) -> float:
        """Seconds until one is available, if nobody takes any before."""
        return until_full(self._full_at, self._clock(), self._rate, self._burst)[1]


class TooMany(Refused):
    """`seconds`: after which to try again. `whose`: whose limit was exceeded."""

    def __init__(self, kind: Kind, seconds: float, whose: Whose = "person") -> None:
        self.seconds = max(1, -int(-seconds // 1))
        key = "refused.too_many_here" if whose == "address" else ""
        super().__init__("too_many_requests", key=key, what=kind, whose=whose, seconds=self.seconds)


class Limits:
    """The buckets of all kinds; if not `active`, everything is allowed.

    `shared`: the buckets in the store; without them, everything is counted in memory.
    """

    def __init__(
        self,
        active: bool = True,
        allowances: Allowances = ALLOWANCES,
        shared: SharedBuckets | None = None,
        *,
        most: int = MOST,
        clock: Seconds = time.monotonic,
    ) -> None:
        self.active = active
        self.clock = clock
        self._allowances = allowances
        self._shared = shared
        self._most = most
        self.buckets: dict[Kind, OrderedDict[str, Bucket]] = {kind: OrderedDict() for kind in allowances}
        self.open: dict[Kind, Counter[str]] = {kind: Counter() for kind in allowances}

    def change(self, allowances: Allowances) -> None:
        """From now on these hold. What was counted in memory under others is forgotten."""
        changed = [kind for kind, allowance in allowances.items() if allowance != self._allowances[kind]]
        self._allowances = allowances
        for kind in changed:
            self.buckets[kind].clear()

    async def count(self, kind: Kind, address: str, person: str = "") -> None:
        """Count a request, in the store if all servers share what is left. Raises TooMany."""
        if not self.active or kind not in SHARED or self._shared is None:
            self.take(kind, address, person)
            return
        shares = self.shares(kind, address, person)
        takes = {whose: Take(f"{kind} {whose} {who}", share) for whose, who, share in shares}
        refused = await self._shared.take(takes.values())
        for whose, take in takes.items():
            if take.name in refused:
                raise TooMany(kind, refused[take.name], whose)

    def take(self, kind: Kind, address: str, person: str = "") -> None:
        """Count a request in memory, for the person and the address or for neither. Raises TooMany."""
        if not self.active:
            return
        found = [
            (whose, self._bucket(kind, f"{whose} {who}", share))
            for whose, who, share in self.shares(kind, address, person)
        ]
        for whose, bucket in found:
            if bucket.wait():
                raise TooMany(kind, bucket.wait(), whose)
        for _, bucket in found:
            bucket.take()

    def shares(self, kind: Kind, address: str, person: str) -> Iterator[tuple[Whose, str, Share]]:
        """Whose buckets a request takes from."""
        allowance = self._allowances[kind]
        if person and allowance.person:
            yield "person", person, allowance.person
        if address:
            yield "address", address, allowance.address

    def _bucket(self, kind: Kind, name: str, share: Share) -> Bucket:
        buckets = self.buckets[kind]
        bucket = buckets.get(name)
        if bucket is None:
            bucket = buckets[name] = Bucket(share.per_minute / 60, share.most, self.clock)
            if len(buckets) > self._most:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(name)
        return bucket

    @contextmanager
    def connecting(self, person: str) -> Iterator[None]:
        """Count a WebSocket of a person, if they are known; the guard has counted it for the address. TooMany."""
        self.take("sockets", "", person)
        with self.holding("open_sockets", "", person):
            yield

    @contextmanager
    def holding(self, kind: Kind, address: str, person: str = "") -> Iterator[None]:
        """Count something for as long as it lasts. Raises TooMany if the limit is already in use."""
        held = self.open[kind]
        names = [(whose, f"{whose} {who}", share) for whose, who, share in self.shares(kind, address, person)]
        for whose, name, share in names:
            if self.active and held[name] >= share.most:
                raise TooMany(kind, UNTIL_SOMETHING_ENDS, whose)
        held.update(name for _, name, _ in names)
        try:
            yield
        finally:
            for _, name, _ in names:
                held[name] -= 1
                if not held[name]:
                    del held[name]


def neighbourhood(address: str) -> str:
    """Return the unit of rate limits: one IPv4 address, or the 2^64 IPv6 addresses of one household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
