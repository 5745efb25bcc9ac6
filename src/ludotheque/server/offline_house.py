"""A house without visitors, for commands that work on its data: the server is stopped, or shares a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from ludotheque.errors import BadSetup
from ludotheque.server.bots import WorkerPool
from ludotheque.server.store import open_store
from ludotheque.server.store.base import CannotOpen, InUse
from ludotheque.server.tables.house import House


class NoBots:
    """In the place of a `WorkerPool`: nobody moves. Whoever serves the house takes over."""

    async def start(self) -> None:
        """Nothing to do."""

    async def stop(self) -> None:
        """Nothing to do."""

    async def move(self, *_: Any) -> str:
        await asyncio.Event().wait()
        raise AssertionError("unreachable")


@asynccontextmanager
async def open_offline(where: str) -> AsyncIterator[House]:
    """Open the house with that data file or database. BadSetup: there is no such file. CannotOpen."""
    shared = "://" in where
    if not shared and not Path(where).is_file():
        raise BadSetup(f"{where}: there is no such file")
    house = House(open_store(where), cast(WorkerPool, NoBots()), single_process=not shared)
    try:
        await house.open(sweep=False)
    except InUse:
        raise CannotOpen(
            f"{where} is in use: use `ludotheque admin`, or stop the server first; "
            "people can also do it on its page /privacy"
        ) from None
    try:
        yield house
    finally:
        await house.close()
