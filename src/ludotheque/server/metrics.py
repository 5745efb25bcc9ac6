"""Counts and times for Prometheus, without names, secrets or keys of tables."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
#: Seconds. A move should be answered within 25 ms.
BUCKETS = (0.002, 0.005, 0.01, 0.015, 0.025, 0.04, 0.06, 0.1, 0.25, 1.0, 5.0)
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
        self._codes: set[str] = set()

    def moved(self, seconds: float) -> None:
        """A person's move was answered."""
        self._moves.observe(seconds)

    def refused(self, code: str) -> None:
        if code not in self._codes and len(self._codes) >= MAX_CODES:
            code = "other"
        self._codes.add(code)
        self._refusals.labels(code).inc()

    def requested(self, status: int, seconds: float) -> None:
        self._requests.labels(f"{status // 100}xx").observe(seconds)

    def watch(self, name: str, help_: str, read: Callable[[], float]) -> None:
        """Add a gauge whose value is read on demand."""
        Gauge(f"ludotheque_{name}", help_, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        return generate_latest(self.registry)
