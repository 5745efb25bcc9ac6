"""What a SQLite file is: a data file, a damaged one, one of a newer version, or something else. Nothing is changed."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import apsw

from ludotheque.errors import LudothequeError
from ludotheque.server.store import migrations
from ludotheque.server.store.files import beside, has_log
from ludotheque.server.store.schema import HEAD

TABLES = {"alembic_version", "entries", "people", "processes", "tables"}
"""Those that every data file has had since the first migration."""
PATIENCE = 10_000
"""Milliseconds to wait for another program's lock."""


class NotUsable(LudothequeError):
    """The file is not a data file that this version can use. The text is a clause about the file, without its name."""


class NotADataFile(NotUsable):
    """Empty, or made by another program."""


class Damaged(NotUsable):
    """Parts of it are missing or make no sense."""


class Newer(NotUsable):
    """Its schema is one of a later version."""


@dataclass(frozen=True)
class Contents:
    """What is in a data file. `last`: server time, in milliseconds, of the last heartbeat or entry."""

    schema: str
    tables: int
    people: int
    entries: int
    last: int


CONTENTS = (
    "SELECT (SELECT version_num FROM alembic_version), (SELECT count(DISTINCT table_key) FROM entries), "
    "(SELECT count(*) FROM people), (SELECT count(*) FROM entries), "
    "max(coalesce((SELECT max(at) FROM entries), 0), coalesce((SELECT max(beat) FROM processes), 0))"
)


@contextlib.contextmanager
def reading(path: Path, *, locked: bool = False) -> Iterator[apsw.Connection]:
    """Open a connection that does not change the file, and sees what is in the write-ahead log.

    `locked`: the caller has made sure that nobody writes to it. Then SQLite leaves nothing beside the file, either.
    Raises NotUsable if SQLite cannot read it: it is damaged, or no data file.
    """
    logged = has_log(path) or beside(path, "-journal").exists()
    # Without this, SQLite wants to write beside the file, and so could not read one on a read-only disk.
    immutable = not logged and (locked or not os.access(path.parent, os.W_OK))
    address = f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if immutable else ''}"
    try:
        raw = apsw.Connection(address, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        raw.set_busy_timeout(PATIENCE)
        try:
            yield raw
        finally:
            raw.close()
    except apsw.NotADBError:
        raise NotADataFile("is not a file of Ludothèque, or its beginning is destroyed") from None
    except apsw.CorruptError as error:
        raise Damaged(f"is damaged ({error})") from None


def schema_of(raw: apsw.Connection) -> str | None:
    """Return the schema of a data file; None if the file has no tables yet. Raises NotADataFile or Newer."""
    names = {str(name) for (name,) in raw.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if names <= {"alembic_version"}:
        return None
    found = raw.execute("SELECT version_num FROM alembic_version").fetchall() if names >= TABLES else []
    version = str(found[0][0]) if found else ""
    if not re.fullmatch(r"\d{4}", version):
        raise NotADataFile("is not a file of Ludothèque")
    if version > HEAD:
        raise Newer(migrations.newer(version))
    return version


def check(raw: apsw.Connection, *, fully: bool) -> None:
    """Read everything; `fully` also compares indexes with tables, which takes half as long again. Raises Damaged."""
    found = raw.execute(f"PRAGMA {'integrity' if fully else 'quick'}_check(1)").fetchall()
    if found != [("ok",)]:
        raise Damaged(f"is damaged ({' '.join(str(found[0][0]).split()).removeprefix('*** in database main *** ')})")


def contents_of(raw: apsw.Connection) -> Contents:
    """Count what is in a data file. Raises NotADataFile or Newer."""
    if schema_of(raw) is None:
        raise NotADataFile("is empty: it is no data file")
    schema, *counts = raw.execute(CONTENTS).fetchall()[0]
    tables, people, entries, last = (int(count or 0) for count in counts)
    return Contents(str(schema), tables, people, entries, last)
