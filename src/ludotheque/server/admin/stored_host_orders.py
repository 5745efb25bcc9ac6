"""The host's orders in force, in the store (bans, settings, announcement, read-only), and how servers learn of them.

Every change writes a new `revision`. The server that made it takes it over at once; the others look at that one row
twice a second, and read everything again when it has changed. A server that is alone with its store need not look.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec
from sqlalchemy import delete, insert, select

from ludotheque.server.admin.run_time_settings import RunTimeSettings
from ludotheque.server.store.base import CannotRead, Change, Conflict
from ludotheque.server.store.schema import bans, house_settings, outages, removed_tables
from ludotheque.server.tables.host_orders import Ban
from ludotheque.server.tables.house import House
from ludotheque.server.tables.random_keys import random_key
from ludotheque.server.tables.rewriting import removal

log = logging.getLogger("ludotheque.admin")

#: Seconds between two looks for what other servers have changed.
EVERY = 0.5
#: Attempts while another server changes something.
ATTEMPTS = 10
#: Milliseconds for which a table that another server has deleted is looked for.
REMEMBERED = 10 * 60 * 1000


class ReadOnly(msgspec.Struct, frozen=True):
    """As it is stored."""

    reason: str
    since: int


class StoredHostOrders:
    """`changed`: called after each change."""

    def __init__(self, house: House, settings: RunTimeSettings) -> None:
        self._house = house
        self._settings = settings
        self._revision = ""
        self._forgotten: set[str] = set()
        self.changed: list[Callable[[], None]] = []
        self.stored: dict[str, str] = {}
        self.bans: list[Ban] = []

    async def load(self) -> None:
        """Take over what is stored. CannotRead."""
        store, host_orders = self._house.store, self._house.host_orders
        stored = {str(name): str(value) for name, value in await store.read(select(house_settings))}
        self.bans = [Ban(*row) for row in await store.read(select(bans).order_by(bans.c.made.desc()))]
        self.stored, self._revision = stored, stored.get("revision", "")
        host_orders.replace_bans(self.bans)
        host_orders.announcement = stored.get("announcement", "")
        self._set_read_only(stored.get("read_only"))
        self._settings.adopt(stored)
        await self._forget_tables()
        for tell in self.changed:
            tell()

    def _set_read_only(self, text: str | None) -> None:
        host_orders, store = self._house.host_orders, self._house.store
        if text is not None:
            stored = msgspec.json.decode(text, type=ReadOnly)
            host_orders.read_only, host_orders.since = stored.reason, stored.since
        elif host_orders.read_only:
            store.exclude_from_clocks(host_orders.since, store.now())
            host_orders.read_only = ""
            self._house.resume_play()

    async def _forget_tables(self) -> None:
        """Deleted tables leave the memory; whatever this server had written meanwhile leaves the store, too."""
        store = self._house.store
        lately = removed_tables.c.at > store.now() - REMEMBERED
        for (key,) in await store.read(select(removed_tables.c.key).where(lately)):
            if key not in self._forgotten:
                self._forgotten.add(key)
                await self._house.forget_table(key)
                await store.write(*removal(key))

    async def follow(self) -> None:
        """Look for what other servers have changed, for ever."""
        query = select(house_settings.c.value).where(house_settings.c.name == "revision")
        while True:
            await asyncio.sleep(EVERY)
            try:
                rows = await self._house.store.read(query)
                if rows and rows[0][0] != self._revision:
                    await self.load()
            except CannotRead as error:
                log.warning("the host's orders cannot be read: %s", error)

    async def write(self, *changes: Change) -> None:
        """Write changes together with a new revision, and take them over. CannotWrite, CannotRead."""
        for attempt in range(ATTEMPTS):
            try:
                await self._house.store.write(*changes, *put("revision", random_key(10)))
                break
            except Conflict:  # another server has changed something at the same time
                if attempt == ATTEMPTS - 1:
                    raise
        await self.load()

    def end_read_only(self) -> list[Change]:
        """Nobody's clock is charged for it, also after a restart."""
        host_orders, now = self._house.host_orders, self._house.store.now()
        changes: list[Change] = [drop("read_only")]
        if host_orders.since < now:
            changes.append(insert(outages).values(began=host_orders.since, ended=now))
        return changes


def put(name: str, value: str) -> list[Change]:
    return [drop(name), insert(house_settings).values(name=name, value=value)]


def drop(name: str) -> Change:
    return delete(house_settings).where(house_settings.c.name == name)
