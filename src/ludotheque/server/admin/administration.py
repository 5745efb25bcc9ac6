"""Carry out what the host orders, and answer what they ask: the same for the command line and for the page."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select

from ludotheque.games.spec import Json
from ludotheque.server.admin import audit, orders, overview, reports
from ludotheque.server.admin.run_time_settings import NAMES, RunTimeSettings, with_setting, written
from ludotheque.server.admin.sessions import Sessions
from ludotheque.server.admin.stored_host_orders import ReadOnly, StoredHostOrders, drop, put
from ludotheque.server.queries import lobby, personal_data
from ludotheque.server.store import schema
from ludotheque.server.store.base import Change
from ludotheque.server.tables import journal
from ludotheque.server.tables.forgetting import Forgetting
from ludotheque.server.tables.handlers import Moment
from ludotheque.server.tables.host_orders import Ban, BanKind, network_of
from ludotheque.server.tables.house import House
from ludotheque.server.tables.leaving import leave_table
from ludotheque.server.tables.refusals import Refused, without_control_characters
from ludotheque.server.tables.rewriting import removal
from ludotheque.server.tables.table import Table

log = logging.getLogger("ludotheque.admin")

DAY = 24 * 60 * 60 * 1000
#: The fewest bits of a range of addresses, by version: a wider one is a slip.
WIDEST = {4: 8, 6: 16}

RANGES = ["192.0.2.7", "192.0.2.0/24", "2001:db8::/48"]

Load = Callable[[], Json]


class Administration:
    """All methods may raise Refused, CannotRead and CannotWrite. `load`: what this server has to do now."""

    def __init__(self, house: House, settings: RunTimeSettings, load: Load = dict) -> None:
        self._house = house
        self._store = house.store
        self._load = load
        self.settings = settings
        self.stored_orders = StoredHostOrders(house, settings)
        self.sessions = Sessions(house.store)

    # Orders

    async def perform(self, order: orders.Order, by: str) -> None:
        """Carry out an order. `by`: who gave it, for the audit trail."""
        await self._handlers[type(order)](order, by)
        log.info("the host has given an order: %s", order.__struct_config__.tag)

    async def _close_table(self, order: orders.CloseTable, by: str) -> None:
        live = await self._house.existing_table(order.table)

        def end(table: Table, moment: Moment) -> journal.Entries:
            if table.status == "over":
                raise Refused("table_is_over", allowed=["open", "running"])
            return [journal.Ended("closed")]

        await live.append(end, audit.entry(self._store, by, "close_table", order.table))

    async def _delete_table(self, order: orders.DeleteTable, by: str) -> None:
        key = order.table
        await self._house.existing_table(key)
        gone = insert(schema.removed_tables).values(key=key, at=self._store.now())
        await self.stored_orders.write(*removal(key), gone, audit.entry(self._store, by, "delete_table", key))

    async def _mute(self, order: orders.Mute, by: str) -> None:
        await self._check_person(order.person)
        await self._ban("mute", order.person, order, by)

    async def _ban_person(self, order: orders.BanPerson, by: str) -> None:
        await self._check_person(order.person)
        await self._ban("person", order.person, order, by)
        await self._remove_from_tables(order.person)

    async def _forget_person(self, order: orders.ForgetPerson, by: str) -> None:
        await self._check_person(order.person)
        await Forgetting(self._house).forget(order.person, audit.entry(self._store, by, "forget_person", order.person))

    async def _ban_address(self, order: orders.BanAddress, by: str) -> None:
        try:
            network = network_of(order.range)
        except ValueError:
            raise Refused("bad_range", range=order.range, allowed=RANGES) from None
        if network.prefixlen < WIDEST[network.version]:
            raise Refused("range_too_wide", range=str(network), allowed=f"/{WIDEST[network.version]}")
        await self._ban("address", str(network), order, by)

    async def _ban(
        self, kind: BanKind, subject: str, order: orders.Mute | orders.BanPerson | orders.BanAddress, by: str
    ) -> None:
        now, reason = self._store.now(), without_control_characters(order.reason)
        until = None if order.days is None else now + round(order.days * DAY)
        row = {"kind": kind, "subject": subject, "reason": reason, "made": now, "until": until}
        action = "mute" if kind == "mute" else f"ban_{kind}"
        await self.stored_orders.write(
            _unbanned(kind, subject),
            insert(schema.bans).values(row),
            audit.entry(self._store, by, action, subject, reason=reason, days=order.days),
        )

    async def _remove_from_tables(self, person: str) -> None:
        """Whoever is banned leaves all tables."""
        seats, tables = schema.seats, schema.tables
        query = select(seats.c.table_key).join_from(seats, tables, seats.c.table_key == tables.c.key)
        rows = await self._store.read(query.where(seats.c.person == person, tables.c.status != "over").distinct())
        for (key,) in rows:
            await leave_table(self._house, person, key)

    async def _lift(self, order: orders.Lift, by: str) -> None:
        kind, subject = order.kind, order.subject
        banned = [ban.subject for ban in self.stored_orders.bans if ban.kind == kind]
        if subject not in banned:
            raise Refused("no_such_ban", allowed=banned[:50])
        await self.stored_orders.write(
            _unbanned(kind, subject), audit.entry(self._store, by, "lift", subject, kind=kind)
        )

    async def _announce(self, order: orders.Announce, by: str) -> None:
        text = without_control_characters(order.text)
        await self.stored_orders.write(*put("announcement", text), audit.entry(self._store, by, "announce", text=text))

    async def _withdraw(self, order: orders.Withdraw, by: str) -> None:
        if not self._house.host_orders.announcement:
            raise Refused("nothing_announced", allowed=["announce"])
        await self.stored_orders.write(drop("announcement"), audit.entry(self._store, by, "withdraw"))

    async def _begin_read_only(self, order: orders.BeginReadOnly, by: str) -> None:
        host_orders, reason = self._house.host_orders, without_control_characters(order.reason)
        stored = ReadOnly(reason, host_orders.since if host_orders.read_only else self._store.now())
        text = msgspec.json.encode(stored).decode()
        await self.stored_orders.write(
            *put("read_only", text), audit.entry(self._store, by, "begin_read_only", reason=reason)
        )

    async def _end_read_only(self, order: orders.EndReadOnly, by: str) -> None:
        if not self._house.host_orders.read_only:
            raise Refused("not_read_only", allowed=["begin_read_only"])
        await self.stored_orders.write(
            *self.stored_orders.end_read_only(), audit.entry(self._store, by, "end_read_only")
        )

    async def _set(self, order: orders.Set, by: str) -> None:
        new = written(with_setting(self.settings.now, order.name, order.value), order.name)
        before = written(self.settings.now, order.name)
        told = audit.entry(self._store, by, "set", order.name, value=new, before=before)
        await self.stored_orders.write(*put(order.name, new), told)

    async def _reset(self, order: orders.Reset, by: str) -> None:
        if order.name not in NAMES:
            raise Refused("unknown_setting", name=order.name, allowed=list(NAMES))
        before = written(self.settings.now, order.name)
        await self.stored_orders.write(
            drop(order.name), audit.entry(self._store, by, "reset", order.name, before=before)
        )

    async def _resolve_report(self, order: orders.ResolveReport, by: str) -> None:
        await self._store.write(*await reports.resolution(self._house, order.report, order.note, by))

    async def _sign_in(self, order: orders.SignIn, by: str) -> None:
        await self._store.write(*self.sessions.new_link(order.token_hash), audit.entry(self._store, by, "new_link"))

    async def _sign_out(self, order: orders.SignOut, by: str) -> None:
        await self._store.write(*self.sessions.end_all(), audit.entry(self._store, by, "sign_out"))

    @property
    def _handlers(self) -> dict[type, Callable[[Any, str], Awaitable[None]]]:
        return {
            orders.CloseTable: self._close_table,
            orders.DeleteTable: self._delete_table,
            orders.Mute: self._mute,
            orders.BanPerson: self._ban_person,
            orders.ForgetPerson: self._forget_person,
            orders.BanAddress: self._ban_address,
            orders.Lift: self._lift,
            orders.Announce: self._announce,
            orders.Withdraw: self._withdraw,
            orders.BeginReadOnly: self._begin_read_only,
            orders.EndReadOnly: self._end_read_only,
            orders.Set: self._set,
            orders.Reset: self._reset,
            orders.ResolveReport: self._resolve_report,
            orders.SignIn: self._sign_in,
            orders.SignOut: self._sign_out,
        }

    async def _check_person(self, person: str) -> None:
        if not await self._store.read(select(schema.people.c.id).where(schema.people.c.id == person)):
            raise Refused("no_such_person", allowed=["list_people"])

    async def export_person(self, person: str, by: str) -> AsyncIterator[bytes]:
        """What the person would get, as JSON; of running matches only what spectators see, for the host may play."""
        known = await personal_data.about(self._store, person)
        await self._store.write(audit.entry(self._store, by, "export_person", person))
        return personal_data.export(self._house, known, hidden=False)

    # Questions

    async def answer(self, question: orders.Question) -> Any:
        match question:
            case orders.ListTables():
                return await lobby.all_tables(self._store, question.person, question.status, question.before)
            case orders.ShowTable():
                return await self._house.snapshot(question.table, None)
            case orders.ListPeople():
                return await overview.list_people(self._house, question.search, question.before)
            case orders.ListReports():
                return await reports.listed(self._house, question.resolved, question.before)
            case orders.ListLog():
                return await audit.newest(self._store, question.before)
            case orders.ShowLoad():
                return self._load()
        return await self.state()

    async def state(self) -> overview.HouseState:
        unresolved = select(func.count()).where(schema.reports.c.resolved.is_(None))
        ((open_reports,),) = await self._store.read(unresolved)
        host_orders, now = self._house.host_orders, self.settings.shown()
        settings = [
            overview.Setting(name, now[name], written(self.settings.given, name), name in self.stored_orders.stored)
            for name in NAMES
        ]
        bans = await overview.show_bans(self._house, self._in_force())
        return overview.HouseState(host_orders.announcement, host_orders.read_only, bans, settings, open_reports)

    def _in_force(self) -> list[Ban]:
        now = self._store.now()
        return [ban for ban in self.stored_orders.bans if ban.until is None or ban.until > now]


def _unbanned(kind: str, subject: str) -> Change:
    return delete(schema.bans).where(schema.bans.c.kind == kind, schema.bans.c.subject == subject)
