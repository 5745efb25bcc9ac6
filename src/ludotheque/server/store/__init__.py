"""Where the house keeps what must not be lost."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.server.store.errors import CannotOpen

if TYPE_CHECKING:
    from ludotheque.server.store.base import Store


def open_store(where: str | PathLike[str]) -> Store:
    """The store at a file's path or a PostgreSQL URL, still to be opened with `await store.open()`.

    CannotOpen: an address of another kind.
    """
    address = str(where)
    if address.startswith(("postgresql:", "postgres:", "postgresql+psycopg:")):
        from ludotheque.server.store.postgres import PostgresStore

        return PostgresStore(address)
    if "://" in address:
        raise CannotOpen(f"{address.split('://')[0]}: not a known database; give a file, or postgresql://...")
    from ludotheque.server.store.sqlite import SqliteStore

    return SqliteStore(Path(address))
