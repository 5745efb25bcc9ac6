"""How often somebody may ask: token buckets, by person or by address, in a bounded memory."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal

from ludotheque.server.tables.refusals import Refused

Kind = Literal["requests", "sockets", "people", "tables", "links", "replays", "reviews", "films", "words"]
#: Of each kind: how many a second for long, and how many at once.
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
#: So many buckets of a kind are kept; the one not used for longest is forgotten, and would be full again.
MOST = 50_000

#: So many sockets one address may hold open at once: a school behind one address has a few for each pupil.
MOST_SOCKETS = 300

Seconds = Callable[[], float]


class Bucket:
    """`burst` at once, and `rate` a second for long.

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
        """Whether there was enough left; then it is taken."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until so much is there, if nobody takes any before."""
        return max(0.0, (cost - self._left) / self._rate)


class TooMany(Refused):
    """`seconds`: after which it may be tried again."""

    def __init__(self, kind: Kind, seconds: float) -> None:
        self.seconds = max(1, -int(-seconds // 1))
        super().__init__("too_many_requests", what=kind, seconds=self.seconds)


class Limits:
    """The buckets of all kinds. `active`: if not, everything is allowed."""

    def __init__(self, active: bool = True, most: int = MOST, clock: Seconds = time.monotonic) -> None:
        self.active = active
        self._most = most
        self._clock = clock
        self._buckets: dict[Kind, OrderedDict[str, Bucket]] = {kind: OrderedDict() for kind in RATES}
        self._sockets: Counter[str] = Counter()

    def take(self, kind: Kind, who: str) -> None:
        """TooMany says when to come back."""
        if not self.active:
            return
        buckets = self._buckets[kind]
        bucket = buckets.get(who)
        if bucket is None:
            bucket = buckets[who] = Bucket(*RATES[kind], self._clock)
            if len(buckets) > self._most:
                buckets.popitem(last=False)
        else:
            buckets.move_to_end(who)
        if not bucket.take():
            raise TooMany(kind, bucket.wait())

    @contextmanager
    def socket(self, who: str) -> Iterator[None]:
        """While a socket is open. TooMany: they come too often, or hold too many."""
        self.take("sockets", who)
        if self.active and self._sockets[who] >= MOST_SOCKETS:
            raise TooMany("sockets", 60)
        self._sockets[who] += 1
        try:
            yield
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]


def neighbourhood(address: str) -> str:
    """Whom an address stands for: one IPv4 address, or the 2^64 IPv6 addresses that one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False).network_address)
