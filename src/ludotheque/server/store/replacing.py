"""Put another file in the place of a data file, so that a crash at any moment leaves a whole one.

SQLite finds the write-ahead log of a file by its name alone. If the log of the old file stayed, it would be written
into the new file. Two names cannot be changed at once, so the new file is first staged under a name of its own. From
then on the exchange is decided: whoever locks the data file next, a server or another restore, finishes it.
"""

from __future__ import annotations

import glob
import os
from contextlib import suppress
from pathlib import Path

from ludotheque.server.store.files import COMPANIONS, beside, dated, install, sync

STAGED = "-restoring-"
KEPT = "-replaced-"
PART = ".restoring.part"
"""What is added to the name of the data file while a backup is copied; the lock keeps it to one process."""


def stage(part: Path, data: Path) -> None:
    """Decide that the finished file replaces the data file, which the caller has locked."""
    install(part, dated(data.parent, data, STAGED.strip("-")))


def finish(data: Path) -> Path | None:
    """Put the staged file in its place, if there is one, and remove what is incomplete; the caller has locked the file.

    Returns where the old file is kept; its write-ahead log is beside it, so that nothing of it is lost.
    """
    beside(data, PART).unlink(missing_ok=True)
    kept = None
    for staged in sorted(data.parent.glob(f"{glob.escape(data.stem)}{STAGED}*{glob.escape(data.suffix)}")):
        kept = staged.with_name(staged.name.replace(STAGED, KEPT))
        # The file goes first: without it, what is left is no data file to anybody.
        for suffix in ("", *COMPANIONS):
            with suppress(FileNotFoundError):
                os.rename(beside(data, suffix), beside(kept, suffix))
        sync(data.parent)
        install(staged, data)
    return kept if kept and kept.exists() else None
