"""Scheduled backups of the data file, while people play.

They are made in a thread that spends its time inside SQLite, which does not hold the interpreter lock. The copy is of
one moment; writers are not blocked meanwhile.
"""

from __future__ import annotations

import asyncio
import glob
import logging
import os
import time
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path
from threading import Event

from filelock import FileLock

from ludotheque.server.metrics import Metrics
from ludotheque.server.store.backup import CannotBackUp, back_up
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.files import STAMP, dated
from ludotheque.server.store.sqlite import lock_file

log = logging.getLogger("ludotheque.backups")

#: The most seconds until the next attempt after a failure.
RETRY = 600.0


class Backups:
    """Backups of one data file in one folder, which belongs to this server until `close`.

    `made`, `failed`: how many, since the start.
    """

    def __init__(self, data: Path, folder: Path, *, every: float, kept: int) -> None:
        """`every`: seconds. `kept`: how many of the newest are not removed."""
        self.data = data
        self.folder = folder
        self.every = every
        self.kept = kept
        self.made = 0
        self.failed = 0
        self._newest = -inf
        self._lock: FileLock | None = None

    def open(self) -> None:
        """Create the folder, and remove what a crash has left there. Raises CannotOpen if it cannot be used."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = lock_file(self.folder / f"{self.data.stem}-backups")
            for part in self.folder.glob(f"{glob.escape(self.data.stem)}-*.part"):
                part.unlink()
            self._newest = max(self._times().values(), default=-inf)
        except CannotOpen:
            raise CannotOpen(
                f"{self.folder} has the backups of another server: choose another folder with --backup-to FOLDER"
            ) from None
        except OSError as error:
            raise CannotOpen(f"{error.filename or self.folder}: {error.strerror}") from error

    def close(self) -> None:
        """Let another server use the folder."""
        if self._lock:
            self._lock.release()

    def watch(self, metrics: Metrics) -> None:
        """Add gauges."""
        metrics.watch("backups_made", "Scheduled backups, since the start", lambda: self.made)
        metrics.watch("backups_failed", "Scheduled backups that failed, since the start", lambda: self.failed)
        metrics.watch("backups_every_seconds", "Time between two scheduled backups", lambda: self.every)
        metrics.watch("backups_age_seconds", "Age of the newest scheduled backup", lambda: time.time() - self._newest)

    def due_in(self) -> float:
        """Seconds until the next backup: none if the last is too old, or in the future, since the clock was wrong."""
        age = time.time() - self._newest
        return max(0.0, self.every - age) if age >= 0 else 0.0

    async def run(self) -> None:
        """Make backups until cancelled; a failure ends nothing."""
        await asyncio.sleep(self.due_in())
        while True:
            made = await self.make()
            await asyncio.sleep(self.every if made else min(self.every, RETRY))

    async def make(self) -> bool:
        """Make a backup, and remove old ones; whether it succeeded. If cancelled, it leaves no thread behind."""
        stop = Event()
        making = asyncio.ensure_future(asyncio.to_thread(self._make, stop))
        try:
            await asyncio.shield(making)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.gather(making, return_exceptions=True)
            raise
        except Exception as error:
            self.failed += 1
            log.error("a scheduled backup failed: %s", error, exc_info=not isinstance(error, CannotBackUp | OSError))
            return False
        return True

    def _make(self, stop: Event) -> None:
        began = time.monotonic()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it may have been removed
        target = dated(self.folder, self.data)
        back_up(os.fspath(self.data), target, stop)
        self.made += 1
        self._newest = time.time()
        log.info("a scheduled backup was made", extra={"seconds": round(time.monotonic() - began, 3)})
        others = [path for path in self._times() if path != target]
        for old in others[: max(0, len(others) - self.kept + 1)]:
            old.unlink()

    def _times(self) -> dict[Path, float]:
        """Return when each scheduled backup in the folder was made, oldest first; other files have other names."""
        found = {}
        for path in sorted(self.folder.iterdir()):
            stamp = path.name.removeprefix(f"{self.data.stem}-").removesuffix(self.data.suffix)
            with suppress(ValueError):
                made = datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)
                if path.name == f"{self.data.stem}-{stamp}{self.data.suffix}":
                    found[path] = made.timestamp()
        return found
