"""The records of all finished matches in a server's data file, which may be in use."""

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

#: Without those that were abandoned before they began.
OVER = """
SELECT key FROM tables WHERE status = 'over' AND coalesce(json_extract(summary, '$.started'), 1) ORDER BY changed, key
"""


class FinishedMatches:
    """Reads only. Raises BadSetup if it is not the data file of a server."""

    def __init__(self, data: Path) -> None:
        if not data.is_file():
            raise BadSetup(f"{data}: there is no such file")
        self._data = data
        # Read-only, SQLite could not open the file of a server that was killed: its write-ahead log must be recovered.
        self._connection = apsw.Connection(os.fspath(data), flags=apsw.SQLITE_OPEN_READWRITE)
        self._connection.set_busy_timeout(10_000)

    def tables(self) -> list[str]:
        """Return the keys of tables whose matches are over, oldest first."""
        return [str(key) for (key,) in self._rows(OVER)]

    def record(self, key: str) -> Json:
        """Return the record of one of `tables`. Raises BadRecord if this version cannot replay it."""
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
