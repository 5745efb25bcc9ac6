"""Server time, heartbeats of the server processes, and outages.

Each process writes a beat to the database every second. A time without any beat is an outage: the machine was off, the
process frozen, or the database not reachable. Nobody's clock is charged for it.
"""

from __future__ import annotations

import secrets
import time
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable
from math import inf
from threading import Lock

BEAT = 1.0
"""Seconds between beats."""
RESTART = 2_000
"""Milliseconds without a beat that count as an outage when a process opens the store ..."""
STANDSTILL = 3_000
"""... and while it runs."""
ALIVE = 5_000
"""Milliseconds for which a process counts as alive after a beat."""

Seconds = Callable[[], float]


class ServerClock:
    """Milliseconds that follow a reference (the machine's clock, or the database's) but never go backwards.

    Between two readings of the reference it advances with the monotonic clock. A reading is old when it arrives, so the
    largest of the latest readings is the most accurate. If it is ahead of us, the time jumps to it; if it is behind
    (the clock was set back), the time advances a little slower, so that it never stands still.
    """

    SAMPLES = 30
    SLOWER = 10.0

    def __init__(self, monotonic: Seconds = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offsets: deque[float] = deque(maxlen=self.SAMPLES)
        self._offset = -inf
        self._last = 0
        self._lock = Lock()

    def follow(self, reference: float) -> None:
        """Adjust to the reference time in milliseconds; called about once a second."""
        with self._lock:
            self._offsets.append(reference - self._monotonic() * 1000)
            self._offset = max(self._offset - self.SLOWER, *self._offsets, self._offsets[-1])

    def now(self) -> int:
        """Return the time in milliseconds."""
        with self._lock:
            self._last = max(self._last, int(self._offset + self._monotonic() * 1000))
            return self._last


class Liveness:
    """What this process knows about beats and outages; the stores write and read them."""

    def __init__(self, clock: ServerClock) -> None:
        self.process = secrets.token_hex(8)
        self.clock = clock
        self.newest = 0
        """The newest beat of any process, ours included."""
        self._beats: dict[str, int] = {}
        self._outages: list[tuple[int, int]] = []

    def heard(self, beats: Iterable[tuple[str, int]]) -> None:
        """Record beats, and forget old ones."""
        self._beats = {process: beat for process, beat in self._beats.items() if self.newest - beat < 10 * ALIVE}
        for process, beat in beats:
            self._beats[process] = max(beat, self._beats.get(process, 0))
            self.newest = max(self.newest, beat)

    def is_alive(self, process: str) -> bool:
        """Return whether it has sent a beat in the last seconds."""
        return process == self.process or self.clock.now() - self._beats.get(process, -ALIVE) < ALIVE

    def add_outages(self, found: Iterable[tuple[int, int]]) -> None:
        """Record outages; they may overlap."""
        merged: list[tuple[int, int]] = []
        for began, ended in sorted([*self._outages, *found]):
            if merged and began <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(ended, merged[-1][1]))
            else:
                merged.append((began, ended))
        self._outages = merged

    def outage(self, now: int, longest: int = STANDSTILL) -> tuple[int, int] | None:
        """Return the time since the newest beat, if that is long enough for an outage."""
        return (self.newest, now) if self.newest and now - self.newest > longest else None

    def down_time(self, since: int, until: int) -> int:
        """Return the milliseconds of outages between the two times.

        A process that has just been thawed may be asked before its next beat. If it was alone, the time since its
        last one counts too; if not, the others tell soon enough.
        """
        found = self._outages[bisect_left(self._outages, since, key=lambda outage: outage[1]) :]
        current = None if self.has_company() else self.outage(self.clock.now())
        return sum(max(0, min(ended, until) - max(began, since)) for began, ended in (*found, *filter(None, [current])))

    def has_company(self) -> bool:
        """Return whether another process was alive when beats were last read."""
        return any(self.newest - beat < ALIVE for process, beat in self._beats.items() if process != self.process)
