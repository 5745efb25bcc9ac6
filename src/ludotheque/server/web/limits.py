"""Rate limits: token buckets by person or address, in bounded memory."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from ludotheque.server.tables.refusals import Refused

Kind = Literal["requests", "sockets", "people", "tables", "links", "replays", "reviews", "films", "words"]
#: By kind: requests per second in the long run, and at once.
RATES: dict[Kind, tuple[float, float]] = {
    "requests": (30.0, 300.0),
    "sockets": (10.0, 100.0),
    "people": (0.2, 60.0),
    "tables": (0.2, 30.0),
    "links": (0.1, 10.0),
    "replays": (5.0, 50.0),
    "reviews": (0.02, 10.0),
    "films": (0.1, 10.0),
    "words": (0.5, 20.0),
}
#: The most buckets kept per kind; the least recently used is dropped, which would be full again by then.
MOST = 50_000

#: The most open sockets of one address: enough for a school class behind one address.
MAX_SOCKETS = 300

Seconds = Callable[[], float]


class Bucket:
    """A token bucket: `burst` at once, and `rate` per second in the long run.

    >>> bucket = Bucket(rate=1, burst=2, clock=lambda: 0.0)
    >>> [bucket.take(), bucket.take(), bucket.take()]
    [True, True, False]
    """

    __slots__ = ("_at", "_burst", "_clock", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Seconds = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = burst
        self._at = clock()

    def take(self, cost: float = 1.0) -> bool:
        """Take `cost` if available; return whether it was."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until `cost` is available, if nobody takes any before."""
        return max(0.0, (cost - self._left) / self._rate)


class TooMany(Refused):
    """`seconds`: after which to try again."""

    def __init__(self, kind: Kind, seconds: float) -> None:
        self.seconds = max(1, -int(-seconds // 1))
        super().__init__("too_many_requests", what=kind, seconds=self.seconds)


class Limits:
    """The buckets of all kinds; if not `active`, everything is allowed."""

    def __init__(self, active: bool = True, most: int = MOST, clock: Seconds = time.monotonic) -> None:
        self.active = active
        self._most = most
        self.clock = clock
        self.buckets: dict[Kind, OrderedDict[str, Bucket]] = {kind: OrderedDict() for kind in RATES}
        self.sockets: Counter[str] = Counter()

    def take(self, kind: Kind, who: str) -> None:
        """Count a request. Raises TooMany."""
        if not self.active:
            return
        buckets = self.buckets[kind]
        bucket = buckets.get(who)
        if bucket is None:
            bucket = buckets[who] = Bucket(*RATES[kind], self.clock)
            if len(buckets) > self._most:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(who)
        if not bucket.take():
            raise TooMany(kind, bucket.wait())

    @contextmanager
    def socket(self, who: str) -> Iterator[None]:
        """Count a socket while it is open. TooMany: opened too often, or too many at once."""
        self.take("sockets", who)
        if self.active and self.sockets[who] >= MAX_SOCKETS:
            raise TooMany("sockets", 60)
        self.sockets[who] += 1
        try:
            yield
        finally:
            self.sockets[who] -= 1
            if not self.sockets[who]:
                del self.sockets[who]


def neighbourhood(address: str) -> str:
    """The unit of rate limits: one IPv4 address, or the 2^64 IPv6 addresses of one household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False).network_address)
