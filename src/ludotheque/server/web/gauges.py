"""What `/metrics` shows of a running server: its process, tables, connections, bots and store."""

from __future__ import annotations

import asyncio
import logging
import math
import os
import shutil
from importlib.metadata import version
from pathlib import Path

from prometheus_client import ProcessCollector
from sqlalchemy import func, select
from starlette.applications import Starlette

from ludotheque.games.spec import Json
from ludotheque.server.settings import Settings
from ludotheque.server.store.base import CannotRead, Store
from ludotheque.server.store.schema import tables

log = logging.getLogger("ludotheque.metrics")

#: Bytes that must be left on the disk of the data file; with less, the server is not ready.
LEAST_FREE = 100_000_000
#: Seconds between two counts of what is stored.
COUNT_EVERY = 60.0
STATUSES = ("open", "running", "over")
BOTS = {
    "waiting": "Requests that wait for a bot",
    "thinking": "Bots that are thinking",
    "failed": "Bot requests that failed, since the start",
    "replaced": "Bot workers that had to be killed or died, since the start",
    "renewed": "Bot workers that had compiled or grown and were replaced, since the start",
}


def watch(app: Starlette) -> None:
    """Add the gauges of this application to its metrics."""
    ProcessCollector(registry=app.state.metrics.registry)  # memory, descriptors, processor time
    _watch_play(app)
    _watch_bots(app)
    _watch_store(app)


def load(app: Starlette) -> Json:
    """Return what the server has to do now, for its host."""
    state = app.state
    house, lanes, inventory = state.house, state.house.bots.lanes, state.inventory
    connected = {connection.subscriber.person for connection in state.connections} - {None}
    return {
        "version": version("ludotheque"),
        "server": house.store.process,
        "memory_bytes": _resident(),
        "connections": len(state.connections) + len(state.listeners),
        "people": len(connected),
        "tables_in_memory": len(house.live_tables),
        "tables": inventory.tables,
        "waiting": lanes.waiting,
        "running": lanes.running,
        "reviews_waiting": state.reviews.lane.waiting,
        "store_waiting": house.store.waiting,
        "store_bytes": inventory.size,
        "disk_free_bytes": _free(inventory.file.parent) if inventory.file else None,
    }


def _resident() -> int:
    """Return the memory of this process in bytes; 0 if the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0


def _watch_play(app: Starlette) -> None:
    metrics, house, connections = app.state.metrics, app.state.house, app.state.connections
    metrics.watch("tables_in_memory", "Tables that this process holds in memory", lambda: len(house.live_tables))
    metrics.watch("sockets", "Open connections of live play", lambda: len(connections))
    metrics.watch("ready", "Whether the server is ready", lambda: is_ready(app))
    metrics.watch("reviews_waiting", "Reviews that wait for their turn", lambda: app.state.reviews.lane.waiting)


def is_ready(app: Starlette) -> bool:
    return not app.state.readiness.why_not and not app.state.inventory.disk_is_full


def _watch_bots(app: Starlette) -> None:
    metrics, bots = app.state.metrics, app.state.house.bots
    for name, help_ in BOTS.items():
        metrics.watch(f"bots_{name}", help_, lambda name=name: getattr(bots, name))
    lanes = bots.lanes
    metrics.watch_each("bots_lane_waiting", "Requests that wait for a worker, by lane", "lane", lambda: lanes.waiting)
    metrics.watch_each("bots_lane_running", "Requests in progress, by lane", "lane", lambda: lanes.running)
    metrics.watch_each("bots_memory_bytes", "Memory of each worker", "worker", lambda: bots.memory)
    lanes.waited = metrics.waited


def _watch_store(app: Starlette) -> None:
    metrics, store, inventory = app.state.metrics, app.state.house.store, app.state.inventory
    metrics.watch("store_batches", "Transactions of the store, since the start", lambda: store.batches)
    metrics.watch("store_waiting", "Changes that wait to be stored", lambda: store.waiting)
    metrics.watch("store_bytes", "Size of the data", lambda: inventory.size)
    retention = app.state.retention
    metrics.watch_each("tidied", "What was not kept any longer, since the start", "what", lambda: retention.tidied)
    metrics.watch_each("tables", "Stored tables, by status", "status", lambda: inventory.tables)
    metrics.watch("disk_full", "Whether the disk of the data is full", lambda: inventory.disk_is_full)
    if inventory.file is not None:
        metrics.watch("disk_free_bytes", "Space left on the disk of the data", lambda: _free(inventory.file.parent))


class Inventory:
    """What is stored, counted now and then.

    `file`: the data file, or None for a database server, which is asked for its size.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self.file = settings.data if settings.database is None else None
        self.tables: dict[str, float] = {}
        self.size = 0.0

    @property
    def disk_is_full(self) -> bool:
        """Whether writing has just failed for lack of space, or soon will."""
        return self._store.full or (self.file is not None and _free(self.file.parent) < LEAST_FREE)

    async def count_regularly(self) -> None:
        while True:
            try:
                await self.count()
            except (CannotRead, OSError) as error:
                log.warning("the stored tables cannot be counted: %s", error)
            await asyncio.sleep(COUNT_EVERY)

    async def count(self) -> None:
        counts = await self._store.read(select(tables.c.status, func.count()).group_by(tables.c.status))
        self.tables = dict.fromkeys(STATUSES, 0.0) | {status: float(number) for status, number in counts}
        self.size = await self._measure()

    async def _measure(self) -> float:
        if self.file is None:
            ((size,),) = await self._store.read(select(func.pg_database_size(func.current_database())))
            return float(size)
        parts = (self.file, _beside(self.file, "-wal"))
        return sum(part.stat().st_size for part in parts if part.exists())


def _free(folder: Path) -> float:
    """Return the free bytes; NaN if unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return math.nan


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)
