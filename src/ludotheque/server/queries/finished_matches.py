"""The records of a house's finished matches, read from its data file, also while the server runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import apsw

from ludotheque.errors import BadRecord, BadSetup, LudothequeError
from ludotheque.games.spec import Json
from ludotheque.server.store.sqlite import ENTRIES
from ludotheque.server.tables import journal, snapshots
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table

OVER = "SELECT key FROM tables WHERE status = 'over' ORDER BY changed, key"


class FinishedMatches:
    """Only reads. BadSetup: not a file of a house."""

    def __init__(self, data: Path) -> None:
        if not data.is_file():
            raise BadSetup(f"{data}: there is no such file")
        self._data = data
        # For reading alone SQLite could not open the file of a house that was killed: its log must be put in order.
        self._connection = apsw.Connection(os.fspath(data), flags=apsw.SQLITE_OPEN_READWRITE)
        self._connection.set_busy_timeout(10_000)

    def tables(self) -> list[str]:
        """The tables whose matches are over, the earliest first."""
        return [str(key) for (key,) in self._rows(OVER)]

    def record(self, key: str) -> Json:
        """The record of a table of `tables`. BadRecord: this version cannot play it again."""
        table = Table(key)
        try:
            for _, at, entry in self._rows(ENTRIES, (key, 0)):
                table.apply(at, journal.decode(entry))
        except (LudothequeError, Refused) as error:
            raise BadRecord(f"its match cannot be played again: {error.__cause__ or error}") from error
        if table.match is None:
            raise BadRecord("its match never began")
        return snapshots.record(table)

    def _rows(self, query: str, values: tuple[str, int] | None = None) -> list[Any]:
        try:
            return self._connection.execute(query, values).fetchall()
        except (apsw.NotADBError, apsw.SQLError):
            raise BadSetup(f"{self._data} is not a file of Ludothèque") from None

    def close(self) -> None:
        self._connection.close()
