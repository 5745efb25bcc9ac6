"""Replace the data file with a backup."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import apsw

from ludotheque.errors import LudothequeError
from ludotheque.server.store.backup import POSTGRESQL, copy, part_of
from ludotheque.server.store.base import CannotOpen
from ludotheque.server.store.files import beside, own_like
from ludotheque.server.store.inspection import Contents, NotUsable, check, contents_of, reading
from ludotheque.server.store.replacing import PART, finish, stage
from ludotheque.server.store.sqlite import lock_file


class CannotRestore(LudothequeError):
    """A server runs, the file is not a backup, or there is no space; nothing was changed."""


@dataclass(frozen=True)
class Restored:
    """What is in the data file now. `kept`: where the one before is, if there was one."""

    contents: Contents
    kept: Path | None


def examine(backup: Path) -> Contents:
    """Check all of a backup; return what is in it. Raises CannotRestore."""
    with _explained(backup), reading(backup) as raw:
        check(raw, fully=True)
        return contents_of(raw)


def restore(backup: Path, data: str) -> Restored:
    """Put a checked copy of the backup in the place of the data file, and keep what was there. Raises CannotRestore.

    Whatever interrupts it, the next start finds the old data file or the restored one, with nothing of the other in it.
    """
    if data.startswith(POSTGRESQL):
        raise CannotRestore(
            "a PostgreSQL database is restored with its own tool: pg_restore --dbname=ADDRESS FILE "
            '(see "When the machine is lost" in docs/hosting.md)'
        )
    file = Path(data).resolve()
    with _explained(backup), _locked(file):
        finish(file)
        if file.exists() and backup.samefile(file):
            raise CannotRestore(f"{backup} is the data file itself; give the file that replaces it")
        with part_of(beside(file, PART)) as part:
            contents = copy(backup, part, Event())
            own_like(part, file if file.exists() else file.parent)
            stage(part, file)
        return Restored(contents, finish(file))


@contextlib.contextmanager
def _locked(file: Path) -> Iterator[None]:
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = lock_file(file)
    except CannotOpen:
        raise CannotRestore(f"{file} is in use by a running server: stop it first; nothing was changed") from None
    try:
        own_like(beside(file, ".lock"), file if file.exists() else file.parent)
        yield
    finally:
        lock.release()


@contextlib.contextmanager
def _explained(backup: Path) -> Iterator[None]:
    try:
        if not backup.is_file():
            raise CannotRestore(f"{backup}: there is no such file")
        yield
    except NotUsable as error:
        raise CannotRestore(f"{backup} {error}; nothing was changed") from None
    except OSError as error:
        raise CannotRestore(f"{error.filename or backup}: {error.strerror}; nothing was changed") from error
    except apsw.Error as error:
        raise CannotRestore(f"{backup} cannot be copied: {error}; nothing was changed") from error
