"""What the house asks of a store: an append-only list of entries for each table, and some tables beside it.

`sqlite.py` keeps everything in one file, for one process. `postgres.py` is shared by several processes: whoever
appends entry number n first has it, and the others are told (`Conflict`), so no table is ever written by two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Executable
from sqlalchemy.sql.dml import UpdateBase


class Conflict(Exception):
    """An entry of that number is there already; nothing was written."""


class CannotWrite(Exception):
    """The disk is full or the database is away; nothing was written. Later it may work again."""


class CannotRead(Exception):
    """The database is away."""


@dataclass(frozen=True)
class Append:
    """Entry `number` (from 0) of a table. `at`: server time in milliseconds."""

    table: str
    number: int
    at: int
    entry: bytes


Change = Append | UpdateBase
Row = Sequence[Any]


class Store(Protocol):
    """Opened once, closed once; all methods are called from the event loop."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def close(self) -> None:
        """Write what is under way, then disconnect."""

    async def write(self, *changes: Change) -> None:
        """Make all changes or none. Returns when they are on the disk and would survive a loss of power.

        Groups of changes that wait at the same time are committed together.
        Conflict, CannotWrite: nothing of this group was written.
        """

    async def read(self, query: Executable) -> list[Row]:
        """The rows of a query; sees everything that `write` has returned from. CannotRead."""

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
        """(number, at, entry) of the table's entries from number `since` on, in order. CannotRead."""

    def listen(self, called: Callable[[str], None]) -> None:
        """Have it called, in the event loop, with each table to which another process has appended.

        It may be called once too often, but never too seldom: a poll finds what a lost message would have told.
        """

    def now(self) -> int:
        """Server time in milliseconds, the same for all processes that share the store; never goes backwards."""

    @property
    def process(self) -> str:
        """The random name of this process."""

    def is_alive(self, process: str) -> bool:
        """Whether that process has given a sign of life in the last few seconds; one that is us always."""

    def down_time(self, since: int, until: int) -> int:
        """Of these milliseconds, those in which no process at all was running: they are charged to nobody."""

    def excuse(self, since: int, until: int) -> None:
        """This process stood still: what it charges from now on leaves that time out."""
