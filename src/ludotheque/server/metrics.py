"""Counts and times for Prometheus, without names, secrets or keys of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

CONTENT_TYPE = CONTENT_TYPE_LATEST
#: Seconds. A move should be answered within 25 ms.
BUCKETS = (0.002, 0.005, 0.01, 0.015, 0.025, 0.04, 0.06, 0.1, 0.25, 1.0, 5.0)
#: Seconds between two measurements of the event loop's lag.
LAG_EVERY = 0.1
#: Seconds that a job waits for a worker.
WAITS = (0.005, 0.02, 0.1, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
#: More codes than exist would mean that one contains user input.
MAX_CODES = 200


class Metrics:
    """The metrics of one server, with a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._moves = Histogram(
            "ludotheque_move_seconds",
            "From the arrival of a person's move until it is stored and announced",
            buckets=BUCKETS,
            registry=registry,
        )
        self._refusals = Counter("ludotheque_refusals", "Refused requests, by code", ["code"], registry=registry)
        self._requests = Histogram(
            "ludotheque_request_seconds",
            "REST requests, by class of status",
            ["status"],
            buckets=BUCKETS,
            registry=registry,
        )
        self._lag = Histogram(
            "ludotheque_loop_lag_seconds",
            "How late the event loop runs what is due: how long everybody waits for somebody else's request",
            buckets=BUCKETS,
            registry=registry,
        )
        self._waits = Histogram(
            "ludotheque_bots_wait_seconds",
            "From a request to a worker until it begins, by lane",
            ["lane"],
            buckets=WAITS,
            registry=registry,
        )
        self._codes: set[str] = set()

    def moved(self, seconds: float) -> None:
        """Record how long it took to answer a move of a person."""
        self._moves.observe(seconds)

    def refused(self, code: str) -> None:
        if code not in self._codes and len(self._codes) >= MAX_CODES:
            code = "other"
        self._codes.add(code)
        self._refusals.labels(code).inc()

    def requested(self, status: int, seconds: float) -> None:
        self._requests.labels(f"{status // 100}xx").observe(seconds)

    async def watch_loop(self) -> None:
        """Measure forever how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self._lag.observe(max(0.0, loop.time() - due))

    def waited(self, lane: str, seconds: float) -> None:
        """Record how long a job has waited until it began."""
        self._waits.labels(lane).observe(seconds)

    def watch(self, name: str, help_: str, read: Callable[[], float]) -> None:
        """Add a gauge whose value is read on demand."""
        Gauge(f"ludotheque_{name}", help_, registry=self.registry).set_function(read)

    def watch_each(self, name: str, help_: str, label: str, read: Callable[[], Mapping[str, float]]) -> None:
        """Add a gauge for each value of a label, read on demand."""
        self.registry.register(_Gauges(f"ludotheque_{name}", help_, label, read))

    def text(self) -> bytes:
        return generate_latest(self.registry)


class _Gauges(Collector):
    def __init__(self, name: str, help_: str, label: str, read: Callable[[], Mapping[str, float]]) -> None:
        self._about = (name, help_)
        self._label = label
        self._read = read

    def collect(self) -> Iterable[GaugeMetricFamily]:
        family = GaugeMetricFamily(*self._about, labels=[self._label])
        for value, found in self._read().items():
            family.add_metric([value], found)
        yield family
