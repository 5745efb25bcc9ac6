"""A copy of the data file while a server writes to it."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import apsw

from ludotheque.errors import LudothequeError
from ludotheque.server.store.files import beside, install
from ludotheque.server.store.inspection import Contents, Damaged, NotUsable, check, contents_of, reading

PAGES = 256
"""How many pages are copied at a time. Between two times the disk belongs to the players for as long as one took."""
OPERATIONS = 50_000
"""The number of operations after which SQLite asks whether to stop."""
POSTGRESQL = ("postgresql:", "postgres:", "postgresql+psycopg:")


class CannotBackUp(LudothequeError):
    """There is nothing to copy, or no space for the copy; the text says what to do."""


class Stopped(Exception):
    """Somebody has set the event that stops a backup; no file is left."""


def back_up(data: str, target: Path, stop: Event | None = None) -> Contents:
    """Copy everything that was acknowledged before into a new file, and check it. Raises CannotBackUp or Stopped.

    The target appears when it is complete. Whatever ends this process, `TARGET.*.part` is all that may be left.
    """
    source = Path(data)
    if data.startswith(POSTGRESQL):
        raise CannotBackUp(
            "a PostgreSQL database is backed up with its own tool: pg_dump --format=custom ADDRESS > FILE "
            '(see "When the machine is lost" in docs/hosting.md)'
        )
    if not source.is_file():
        raise CannotBackUp(f"{source}: there is no such file; say with --data FILE where the server keeps its data")
    try:
        _must_not_exist(target)
        with part_of(beside(target, f".{os.getpid()}.part")) as part:
            copied = copy(source, part, stop or Event())
            _must_not_exist(target)
            install(part, target)
    except FileExistsError:
        raise CannotBackUp(f"{target} exists already and is not overwritten; choose another name") from None
    except NotUsable as error:
        raise CannotBackUp(f"{source} {error}") from None
    except OSError as error:
        raise CannotBackUp(f"{error.filename or target}: {error.strerror}") from error
    except apsw.Error as error:
        raise CannotBackUp(f"the copy failed, and was removed: {error}") from error
    return copied


@contextlib.contextmanager
def part_of(part: Path) -> Iterator[Path]:
    """Make a new file that is not complete yet; unless it gets another name meanwhile, it is removed."""
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # it contains secrets
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


def _must_not_exist(target: Path) -> None:
    if os.path.lexists(target):
        raise FileExistsError(target)


def copy(source: Path, part: Path, stop: Event) -> Contents:
    """Copy one moment of the data into the empty file, and check it. Raises NotUsable, Stopped or apsw.Error."""
    try:
        with reading(source) as original, _writing(part) as new:
            for raw in (original, new):
                raw.set_progress_handler(stop.is_set, OPERATIONS)
            # Within a transaction it sees one snapshot, however much is written meanwhile.
            original.execute("BEGIN")
            before = contents_of(original)
            _copy_pages(original, new, stop)
            original.execute("COMMIT")
            new.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
            check(new, fully=True)
            if contents_of(new) != before:
                raise Damaged("is not the same as its copy, which was removed; is the disk in order?")
    except apsw.InterruptError:
        raise Stopped from None
    return before


def _copy_pages(original: apsw.Connection, new: apsw.Connection, stop: Event) -> None:
    with new.backup("main", original, "main") as pages:
        while not pages.done:
            began = time.monotonic()
            pages.step(PAGES)
            if stop.wait(time.monotonic() - began):
                raise Stopped


@contextlib.contextmanager
def _writing(part: Path) -> Iterator[apsw.Connection]:
    raw = apsw.Connection(os.fspath(part), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        # Until it is installed, nobody needs the file after a crash.
        raw.execute("PRAGMA journal_mode=OFF")
        raw.execute("PRAGMA synchronous=OFF")
        yield raw
    finally:
        raw.close()
