"""`ludotheque restore`: replace the data with a backup."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludotheque.cli.backup import Data

if TYPE_CHECKING:
    from ludotheque.server.store.inspection import Contents

Backup = Annotated[Path, typer.Argument(metavar="BACKUP", help="A file made by a backup.", show_default=False)]
Check = Annotated[bool, typer.Option("--check", help="Only check the backup, and say what is in it.")]
#: Seconds.
UNITS = {"days": 86_400, "hours": 3_600, "minutes": 60}


def restore(backup: Backup, data: Data = None, check: Check = False) -> None:
    """Put a backup in the place of the server's data, after checking it. Stop the server first.

    What was there is kept beside it under another name.
    """
    # Imported here so that the other commands start quickly.
    from ludotheque.server.settings import default_data
    from ludotheque.server.store import restore as restoring

    if check:
        print(f"{backup}: {_told(restoring.examine(backup))}; checked")
        return
    place = data or str(default_data())
    restored = restoring.restore(backup, place)
    print(f"{place}: {_told(restored.contents)}; restored from {backup}, and checked")
    if restored.kept:
        print(f"What was there is kept as {restored.kept}")


def _told(contents: Contents) -> str:
    from ludotheque.server.store.schema import HEAD

    migrated = "" if contents.schema == HEAD else f"; schema {contents.schema}, migrated to {HEAD} at the next start"
    counts = f"{contents.tables} tables, {contents.people} people, {contents.entries} entries"
    return f"{counts}, as of {_when(contents.last / 1000)}{migrated}"


def _when(seconds: float) -> str:
    at = f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"
    age = time.time() - seconds
    unit = next((name for name, length in UNITS.items() if age >= 2 * length), None)
    return f"{at} ({f'{age / UNITS[unit]:.0f} {unit}' if unit else 'a moment'} ago)"
