"""How many listed tables one person, and one address, may have: the lobby is for everybody."""

from __future__ import annotations

from sqlalchemy import ColumnElement, delete, func, insert, select
from sqlalchemy.sql.dml import UpdateBase

from ludotheque.server.allowances import Allowance
from ludotheque.server.store.base import Change, Store
from ludotheque.server.store.schema import listings
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.refusals import Refused


class Listings:
    """The listed tables that are open or running. `most`: None if any number is allowed."""

    def __init__(self, store: Store, most: Allowance | None) -> None:
        self._store = store
        self._most = most

    def change(self, most: Allowance | None) -> None:
        self._most = most

    async def add(self, requester: Requester, key: str) -> Change:
        """Return the row of another listed table. Raises Refused if too many are listed already.

        The count is exact, because the chain of commitments lets only one table be created at a time.
        """
        if self._most is not None and self._most.person is not None:
            await self._check(listings.c.person == requester.person, self._most.person.most, "person")
            await self._check(listings.c.address == requester.address, self._most.address.most, "address")
        return insert(listings).values(table_key=key, person=requester.person, address=requester.address)

    async def _check(self, own: ColumnElement[bool], most: int, whose: str) -> None:
        rows = await self._store.read(select(func.count()).select_from(listings).where(own))
        if rows[0][0] >= most:
            raise Refused("too_many_listed", whose=whose, most=most, allowed={"listed": False})


def removal(key: str) -> UpdateBase:
    """Return the deletion of the row of a listed table, for when its match ends."""
    return delete(listings).where(listings.c.table_key == key)
