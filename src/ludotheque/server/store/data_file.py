"""What a data file goes through before a server writes to it: it is checked, and copied before a migration."""

from __future__ import annotations

import glob
import logging
import os
import time
from collections.abc import Iterable
from pathlib import Path

import apsw

from ludotheque.server.store.backup import CannotBackUp, back_up
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.files import beside, dated, has_log, install
from ludotheque.server.store.inspection import Contents, Newer, NotUsable, check, contents_of, reading, schema_of
from ludotheque.server.store.replacing import finish
from ludotheque.server.store.schema import HEAD

log = logging.getLogger("ludotheque.store")

CHECKED_ALWAYS = 256 * 2**20
"""Bytes. A larger file is checked only after a crash: 1 GB takes two seconds, or eight if nothing of it is cached."""
RESTORE = "restore a backup with `ludotheque restore BACKUP`"


def backup_folder(data: Path) -> Path:
    """Return where backups of a data file are kept, unless the host says otherwise."""
    return data.parent / "backups"


def prepare(data: Path, backups: Path) -> None:
    """Create the file, or make sure that it is whole; the caller has locked it.

    Raises CannotOpen if it is not, or if the backup before its migration cannot be written. Then nothing was changed.
    """
    if finish(data):
        log.warning("a restore that was interrupted is finished now")
    if not data.exists():
        _create(data)
        return
    os.close(os.open(data, os.O_RDWR))  # may it be written?
    schema = _schema_of_whole(data)
    if schema not in (None, HEAD):
        _back_up_before_migration(data, schema, backups)


def _create(data: Path) -> None:
    """Make a data file without tables. An empty file never gets the name, so one that is found there was damaged."""
    if has_log(data):
        raise CannotOpen(
            f"{data} is missing, but its write-ahead log {data.name}-wal is there: put the file back, {RESTORE}, "
            "or move the log away to begin without data"
        )
    new = beside(data, ".new")
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_CREAT | os.O_EXCL, 0o600))  # it contains secrets
    raw = apsw.Connection(os.fspath(new))
    raw.execute("VACUUM")  # writes the header
    raw.close()
    install(new, data)


def _schema_of_whole(data: Path) -> str | None:
    try:
        if data.stat().st_size == 0:
            raise CannotOpen(f"{data} is an empty file: {RESTORE}, or remove the file to begin without data")
        with reading(data, locked=True) as raw:
            schema = schema_of(raw)
            if _is_to_be_checked(data):
                began = time.monotonic()
                check(raw, fully=False)
                log.info("the data file is whole", extra={"seconds": round(time.monotonic() - began, 3)})
            return schema
    except Newer as error:
        raise CannotOpen(f"{data} {error}") from None
    except NotUsable as error:
        raise CannotOpen(f"{data} {error}: {RESTORE}, or give another file with --data FILE") from None


def _is_to_be_checked(data: Path) -> bool:
    return has_log(data) or data.stat().st_size <= CHECKED_ALWAYS


def _back_up_before_migration(data: Path, schema: str | None, backups: Path) -> None:
    """Copy the file as the version before has left it: that version cannot read a migrated file."""
    kind = f"schema-{schema}"
    try:
        backups.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _is_among(data, backups.glob(f"{glob.escape(data.stem)}-{kind}-*{glob.escape(data.suffix)}")):
            return  # of an attempt that failed: a server that is started again and again must not fill the disk
        back_up(os.fspath(data), dated(backups, data, kind))
    except (CannotBackUp, OSError) as error:
        raise CannotOpen(
            f"{data} was not migrated from schema {schema} to {HEAD}, since the backup before that failed: {error}. "
            "Make space, or choose another folder with --backup-to FOLDER"
        ) from error
    log.info("a backup was made before the migration")


def _is_among(data: Path, backups: Iterable[Path]) -> bool:
    """Return whether one of them is of this moment: while a server runs, a heartbeat changes each second."""
    contents = _contents(data)
    return contents is not None and any(contents == _contents(backup) for backup in backups)


def _contents(path: Path) -> Contents | None:
    try:
        with reading(path) as raw:
            return contents_of(raw)
    except (NotUsable, apsw.Error):
        return None
