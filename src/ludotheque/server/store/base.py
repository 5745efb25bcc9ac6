"""The interface of a store: an append-only journal per table, and some relational tables.

`sqlite.py` keeps everything in one file, for one process. `postgres.py` is shared by several processes: only one can
append entry number n, and the others get `Conflict`, so no journal is written by two at once. `threaded_store.py` has
what both share; `sqlite_writer.py` and `postgres_writer.py` commit what its writer thread has gathered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Executable
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.errors import LudothequeError


class CannotOpen(LudothequeError):
    """In use, written by a newer version, not a database of ours, or not reachable; the text says what to do."""


class InUse(CannotOpen):
    """Another process has the data file."""


class Conflict(Exception):
    """An entry with that number exists already; nothing was written."""


class CannotWrite(Exception):
    """The disk is full or the database not reachable; nothing was written. It may work again later."""


class DiskFull(CannotWrite):
    """No space is left on the disk of the data or of the database."""


class CannotRead(Exception):
    """The database is not reachable."""


@dataclass(frozen=True)
class Append:
    """Entry `number` (from 0) of a table. `at`: server time in milliseconds."""

    table: str
    number: int
    at: int
    entry: bytes


@dataclass(frozen=True)
class Notify:
    """What all other processes are told once the changes around it are committed; see `Store.listen`.

    `topic`: `rewritten KEY` or `removed KEY` of a table, or `forgotten PERSON`.
    """

    topic: str


#: Told to a process that may have missed announcements: anything may have changed.
MISSED = "missed"

Change = Append | Notify | UpdateBase
Row = Sequence[Any]


class Store(Protocol):
    """Opened once, closed once; all methods belong to the event loop."""

    batches: int
    """The number of attempted transactions."""
    waiting: int
    """The number of groups of changes that have been neither written nor refused."""
    full: bool
    """Whether the last changes were refused because the disk is full. A heartbeat tries again every second."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises CannotOpen."""

    async def close(self) -> None:
        """Finish writing, then disconnect."""

    async def write(self, *changes: Change) -> None:
        """Make all changes or none. Returns when they are on the disk and would survive a power cut.

        Groups of changes that wait at the same time share a commit.
        Raises Conflict or CannotWrite; then nothing of this group was written.
        """

    async def read(self, query: Executable) -> list[Row]:
        """Return the rows of a query; sees everything that `write` has returned from. Raises CannotRead."""

    async def entries(self, table: str, since: int = 0) -> list[tuple[int, int, bytes]]:
        """(number, at, entry) of the table's entries from number `since` on, in order. Raises CannotRead."""

    def listen(self, called: Callable[[str], None]) -> None:
        """Call `called`, in the event loop, with the key of each table to which another process has appended.

        It may be called without a reason, but misses nothing: polling finds what a lost notification missed. It is also
        called with the topic of each announcement, or `MISSED` if some may have been lost.
        """

    def now(self) -> int:
        """Server time in milliseconds, the same for all processes that share the store; never goes backwards."""

    @property
    def process(self) -> str:
        """The random name of this process."""

    def is_alive(self, process: str) -> bool:
        """Return whether that process has sent a heartbeat in the last few seconds; always true for this one."""

    def down_time(self, since: int, until: int) -> int:
        """Of these milliseconds, those in which no server process was running: they are charged to nobody."""

    def exclude_from_clocks(self, since: int, until: int) -> None:
        """This process stood still in that time: do not charge it to anybody."""
