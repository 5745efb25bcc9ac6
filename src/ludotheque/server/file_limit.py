"""How many files and connections the system lets this process have open at a time."""

from __future__ import annotations

import logging

log = logging.getLogger("ludotheque")

#: Descriptors that connections leave to everything else: the store, the page's files, the pipes of the workers.
RESERVED = 128
#: Connections that are accepted in any case: the limit is too low then, as `raise_file_limit` warns.
LEAST = 32


def raise_file_limit() -> int:
    """Raise the limit of open files to what the system allows; returns how many connections to accept."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # macOS: less than the hard limit, whatever that says
            hard = soft
    if hard == resource.RLIM_INFINITY:
        return 1_000_000
    most = max(LEAST, hard - RESERVED)
    level = logging.INFO if hard >= 4 * RESERVED else logging.WARNING
    log.log(level, "%d files may be open, %d of them connections", hard, most)
    return most
