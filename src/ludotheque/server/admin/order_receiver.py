"""Orders from the command line: rows in the store, which one of the servers carries out and answers.

Whoever can write to the data is the host. So the command needs neither a password nor the address of a server, works
where the server listens only inside a container, and with several servers reaches whichever is alive.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update

from ludotheque.games.spec import Json
from ludotheque.server.admin import orders
from ludotheque.server.admin.administration import Administration
from ludotheque.server.store.base import CannotRead, CannotWrite, Conflict, Store
from ludotheque.server.store.schema import answers
from ludotheque.server.store.schema import orders as rows
from ludotheque.server.tables.refusals import Refused

log = logging.getLogger("ludotheque.admin")

#: Seconds between two looks.
EVERY = 0.5
#: Milliseconds after which nobody waits for an answer any longer, and an order is not carried out.
LAPSES = 60_000


class OrderReceiver:
    """`address`: of the page, for the links to it."""

    def __init__(self, administration: Administration, store: Store, address: str) -> None:
        self._administration = administration
        self._store = store
        self._address = address

    async def run(self) -> None:
        """Carry out orders as they come, for ever."""
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.answer_all()
            except (CannotRead, CannotWrite) as error:
                log.warning("the host's orders cannot be read: %s", error)

    async def answer_all(self) -> None:
        """Carry out all orders that no other server has begun. CannotRead, CannotWrite."""
        waiting = select(rows).outerjoin(answers, rows.c.id == answers.c.order_id).where(answers.c.order_id.is_(None))
        found: list[Any] = await self._store.read(waiting.order_by(rows.c.at, rows.c.id))
        for row in found:
            lapsed = rows.c.at < self._store.now() - LAPSES
            try:
                await self._store.write(
                    delete(rows).where(lapsed),
                    delete(answers).where(answers.c.order_id.not_in(select(rows.c.id))),
                    insert(answers).values(order_id=row.id, text=None),
                )
            except Conflict:
                continue  # another server was faster
            if row.at >= self._store.now() - LAPSES:
                await self._answer(row)

    async def _answer(self, row: Any) -> None:
        answer = msgspec.json.encode(await self._carry_out(row)).decode()
        await self._store.write(update(answers).where(answers.c.order_id == row.id).values(text=answer))

    async def _carry_out(self, row: Any) -> Json:
        try:
            order = orders.decode(row.text)
            if isinstance(order, orders.Question):
                return {"done": await self._administration.answer(order)}
            by = f"command line ({row.by})"
            if isinstance(order, orders.ExportPerson):
                parts = await self._administration.export_person(order.person, by)
                return {"done": msgspec.Raw(b"".join([part async for part in parts]))}
            await self._administration.perform(order, by)
            return {"done": {"address": self._address}}
        except Refused as refused:
            return {"refused": refused.refusal}
        except msgspec.DecodeError as error:
            return {"refused": Refused("bad_request", why=str(error)[:200], allowed=orders.KINDS).refusal}
        except (CannotRead, CannotWrite, Conflict):
            return {"refused": Refused("cannot_write").refusal}
        except Exception:
            log.exception("an order of the host failed")
            return {"refused": Refused("failed").refusal}
