"""Files beside the data file: their names, and changes of names that survive a power cut."""

from __future__ import annotations

import glob
import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

COMPANIONS = ("-wal", "-shm")
"""What SQLite keeps beside a file. With another file of the same name, the former would be written into it."""
STAMP = "%Y%m%dT%H%M%SZ"


def beside(path: Path, suffix: str) -> Path:
    """Return the path with the suffix added to the whole name."""
    return path.with_name(path.name + suffix)


def has_log(path: Path) -> bool:
    """Return whether the write-ahead log has anything in it: closing a file properly empties or removes it."""
    log = beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def dated(folder: Path, data: Path, kind: str = "") -> Path:
    """Return a name for a file made now from the data file, such as `house-replaced-20261118T083000Z.db`.

    No file of that data file has the same time in its name, whatever its kind.
    """
    now, stem = datetime.fromtimestamp(time.time(), UTC), glob.escape(data.stem)
    while any(folder.glob(f"{stem}-*{now.strftime(STAMP)}*")):
        now += timedelta(seconds=1)
    parts = [data.stem, *([kind] if kind else []), now.strftime(STAMP)]
    return folder / ("-".join(parts) + data.suffix)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot, and need not
    file = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def install(part: Path, target: Path) -> None:
    """Give a finished file its name. After a power cut, the target is the old file or the whole new one."""
    sync(part)
    os.replace(part, target)
    sync(target.resolve().parent)


def own_like(path: Path, model: Path) -> None:
    """Give the file the owner of the other, if this is root: a server that is not root must be able to open it."""
    if os.name != "nt" and os.geteuid() == 0:
        found = model.stat()
        os.chown(path, found.st_uid, found.st_gid)
