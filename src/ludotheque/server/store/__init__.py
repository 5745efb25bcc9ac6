"""Persistence: an append-only journal per table and some relational tables, in SQLite or PostgreSQL."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludotheque.server.store.base import Store


def open_store(where: str | PathLike[str], *, backups: Path | None = None) -> Store:
    """Return the store at a path or a PostgreSQL URL, to be opened with `await store.open()`.

    `backups`: see `SqliteStore`. Raises CannotOpen if the address is of another kind.
    """
    address = str(where)
    if address.startswith(("postgresql:", "postgres:", "postgresql+psycopg:")):
        from ludotheque.server.store.postgres import PostgresStore

        return PostgresStore(address)
    if "://" in address:
        from ludotheque.server.store.base import CannotOpen

        raise CannotOpen(f"{address.split('://')[0]}: an unknown kind of database; give a file, or postgresql://...")
    from ludotheque.server.store.sqlite import SqliteStore

    return SqliteStore(Path(address), backups=backups)
