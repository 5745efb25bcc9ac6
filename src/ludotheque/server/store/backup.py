"""A copy of the data file while a server writes to it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw

from ludotheque.errors import LudothequeError

SUMS = (
    "SELECT count(*), count(DISTINCT table_key), coalesce(sum(number), 0), coalesce(sum(at), 0), "
    "coalesce(sum(length(entry)), 0) FROM entries"
)
"""Two files with the same pages have the same sums."""


class CannotBackUp(LudothequeError):
    """There is nothing to copy, or no space for the copy; the text says what to do."""


@dataclass(frozen=True)
class Copied:
    """What is in the copy."""

    tables: int
    entries: int


def back_up(data: str, target: Path) -> Copied:
    """Copy everything that was acknowledged before into a new file, and check it. CannotBackUp."""
    source = Path(data)
    if data.startswith(("postgresql", "postgres:")):
        raise CannotBackUp(
            "a PostgreSQL database is backed up with its own tool: pg_dump --format=custom ADDRESS > FILE"
        )
    if not source.is_file():
        raise CannotBackUp(f"{source}: there is no such file; say with --data FILE where the server keeps its data")
    try:
        with _new(target) as part:
            copied = _copy(source, part)
            _sync(part)
            os.replace(part, target)
            _sync(target.resolve().parent)
    except FileExistsError:
        raise CannotBackUp(f"{target} exists already and is not overwritten; choose another name") from None
    except OSError as error:
        raise CannotBackUp(f"{error.filename or target}: {error.strerror}") from error
    except apsw.NotADBError:
        raise CannotBackUp(f"{source} is not a file of Ludothèque") from None
    except apsw.Error as error:
        raise CannotBackUp(f"the copy failed, and was removed: {error}") from error
    return copied


@contextlib.contextmanager
def _new(target: Path) -> Iterator[Path]:
    """A file beside the target, whose name is reserved; after a failure both are removed."""
    os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o600))
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        yield part
    except BaseException:
        part.unlink(missing_ok=True)
        target.unlink()
        raise


def _copy(source: Path, part: Path) -> Copied:
    with _opened(source) as original, _opened(part) as copy:
        if not original.execute("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").fetchall():
            raise CannotBackUp(f"{source} is not a file of Ludothèque")
        # Within a transaction it sees one snapshot, however much is written meanwhile.
        original.execute("BEGIN")
        before = original.execute(SUMS).fetchall()
        with copy.backup("main", original, "main") as steps:
            steps.step(-1)
        original.execute("COMMIT")
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)] or copy.execute(SUMS).fetchall() != before:
            raise CannotBackUp("the copy is not the same as the original, and was removed; is the disk in order?")
    return Copied(entries=int(before[0][0] or 0), tables=int(before[0][1] or 0))


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[apsw.Connection]:
    connection = apsw.Connection(os.fspath(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_timeout(10_000)
    try:
        yield connection
    finally:
        connection.close()


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot, and need not
    file = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
