"""Locks on files that the system takes back when the process ends, however it ends.

They are a process's: it must not lock a file twice, nor open and close it elsewhere.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import msvcrt

    def lock(file: int, *, wait: bool) -> None:
        """Lock an open file for this process. OSError: another has it (if `wait`, after ten seconds)."""
        msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(file: int, *, wait: bool) -> None:
        """Lock an open file for this process. OSError: another has it, and we do not want to wait."""
        # Not flock: processes forked from us would hold it on after our death.
        fcntl.lockf(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
