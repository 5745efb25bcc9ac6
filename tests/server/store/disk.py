"""A SQLite VFS that simulates a full disk and a loss of power."""

from __future__ import annotations

import itertools
from pathlib import Path
from random import Random
from threading import Lock
from typing import Any

import apsw

_count = itertools.count()
Pending = tuple[int, bytes] | int
"""A write (offset, data), or a truncation to a size, that was not synced yet."""


class Disk(apsw.VFS):
    """Tracks for each file what was synced, and what was only written since."""

    def __init__(self) -> None:
        self.name = f"disk{next(_count)}"
        self.full = False
        self.syncs = 0
        self.lock = Lock()
        self.durable: dict[str, bytearray] = {}
        self.pending: dict[str, list[Pending]] = {}
        super().__init__(self.name, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite's name
        if name is None:  # a temporary file
            return super().xOpen(name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        with self.lock:
            if path not in self.durable:
                self.durable[path] = bytearray(Path(path).read_bytes() if Path(path).exists() else b"")
                self.pending[path] = []
        return _File(self, path, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        with self.lock:
            self.durable.pop(filename, None)
            self.pending.pop(filename, None)

    def lose_power(self, random: Random, into: Path) -> Path:
        """Write what is left of the files: all that was synced, and a random part of the rest."""
        into.mkdir()
        kept = random.choice([0, 0.5, 0.9, 1])
        with self.lock:
            for path, content in self.durable.items():
                left = bytearray(content)
                for change in self.pending[path]:
                    if random.random() < kept:
                        _apply(left, _torn(change, random) if random.random() < 0.1 else change)
                (into / Path(path).name).write_bytes(left)
        return into


def _apply(content: bytearray, change: Pending) -> None:
    if isinstance(change, int):
        del content[change:]
        return
    offset, data = change
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


def _torn(change: Pending, random: Random) -> Pending:
    """Return a write of which only the first sectors arrive."""
    return change if isinstance(change, int) else (change[0], change[1][: 512 * random.randrange(9)])


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, path: str, name: Any, flags: list[int]) -> None:
        self._disk = disk
        self._path = path
        super().__init__("", name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        if self._disk.full:
            raise apsw.FullError("no space left on this disk")
        super().xWrite(data, offset)
        with self._disk.lock:
            self._disk.pending[self._path].append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        super().xTruncate(newsize)
        with self._disk.lock:
            self._disk.pending[self._path].append(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        with self._disk.lock:
            self._disk.syncs += 1
            for change in self._disk.pending[self._path]:
                _apply(self._disk.durable[self._path], change)
            self._disk.pending[self._path].clear()
