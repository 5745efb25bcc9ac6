"""One process for a file: a lock that the system takes back when the process ends, however it ends."""

from __future__ import annotations

import os
from pathlib import Path

from ludotheque.locking import lock
from ludotheque.server.store.errors import CannotOpen

_held: set[Path] = set()
"""The system's locks are a process's, so two stores in one process are told apart here."""


class FileLock:
    """Holds `FILE.lock`. CannotOpen: somebody else does."""

    def __init__(self, path: Path) -> None:
        real = path.resolve()
        self._path = real.with_name(real.name + ".lock")
        if self._path in _held:
            raise _in_use(path)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock(self._file, wait=False)
        except OSError:
            os.close(self._file)
            raise _in_use(path) from None
        _held.add(self._path)

    def release(self) -> None:
        """Let others have it. The lock file stays: whoever deleted it could delete another's."""
        if self._path in _held:
            _held.discard(self._path)
            os.close(self._file)


def _in_use(path: Path) -> CannotOpen:
    return CannotOpen(
        f"{path} is in use by another server: stop that one first, give this one a file of its own (--data FILE), "
        "or share a PostgreSQL database (--database postgresql://...)"
    )
