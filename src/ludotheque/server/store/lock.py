"""One process per data file: a lock that the system releases when its process ends, however it ends."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from ludotheque.server.store.errors import CannotOpen


def lock_file(path: Path) -> FileLock:
    """Hold `FILE.lock` until it is released. CannotOpen: another store holds it, in this process or another.

    The lock file stays: whoever deleted it could delete another's.
    """
    real = path.resolve()
    lock = FileLock(real.with_name(real.name + ".lock"), mode=0o600, thread_local=False, preserve_lock_file=True)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise CannotOpen(
            f"{path} is in use by another server: stop that one first, give this one a file of its own (--data FILE), "
            "or share a PostgreSQL database (--database postgresql://...)"
        ) from None
    return lock
