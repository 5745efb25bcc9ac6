"""A house with a host: one server on SQLite, or two on PostgreSQL, and orders by page or by command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from unittest import mock

import httpx
import msgspec
from tests.server.faults.sockets import Device
from tests.server.store.making import Make
from tests.server.web.guests import ADDRESS, Guest, Open, open_house

from ludotheque.games.spec import Json
from ludotheque.server.admin import order_receiver, order_sender, orders, stored_host_orders
from ludotheque.server.admin.order_receiver import OrderReceiver
from ludotheque.server.admin.order_sender import OrderRefused, send_order
from ludotheque.server.tables.people import hash_of, new_secret

Way = Literal["page", "command"]
#: Seconds between two looks for orders and for what other servers have changed, shorter than outside tests.
EVERY = 0.02
#: Seconds to wait for an order to reach every server; on an idle machine it takes less than one.
SOON = 10.0


async def signed_in(house: Open, guest: Guest | None = None) -> Guest:
    """A browser with a session of the host."""
    token = new_secret()
    await house.app.state.administration.perform(orders.SignIn(hash_of(token)), "a test")
    guest = guest or house.guest()
    answer = await guest.post("/api/admin/session", json={"token": token})
    assert answer.status_code == 201, answer.text
    return guest


@dataclass
class Host:
    """`one` takes the orders; `two` is the other server, or the same."""

    one: Open
    two: Open
    way: Way
    where: Any
    page: Guest
    devices: list[Device] = field(default_factory=list)

    async def order(self, order: orders.Order) -> None:
        """Give an order. OrderRefused."""
        if self.way == "page":
            answer = await self.page.post("/api/admin/orders", json={"order": msgspec.to_builtins(order)})
            _check(answer)
        else:
            await asyncio.to_thread(send_order, self.where, order, "ada")

    async def asks(self, question: orders.Question, path: str) -> Json:
        """The answer to a question, which the page asks with a GET."""
        if self.way == "page":
            answer = await self.page.get(f"/api/admin/{path}")
            _check(answer)
            found: Json = answer.json()
            return dict(found.get("load", found))
        return dict(await asyncio.to_thread(send_order, self.where, question, "ada"))

    async def refuses(self, order: orders.Order) -> str:
        """The code with which an order is refused."""
        try:
            await self.order(order)
        except OrderRefused as refused:
            return str(refused.refusal["code"])
        raise AssertionError(f"{order} was carried out")

    def device(self, person: Json, key: str) -> Device:
        """A connection to the other server."""
        device = Device(self.two.house, person["id"], key, self.two.app)
        self.two.app.state.connections.add(device.connection)
        self.devices.append(device)
        device.say(type="join")
        return device

    async def log(self) -> list[Json]:
        found: list[Json] = (await self.asks(orders.ListLog(), "log"))["entries"]
        return found


def _check(answer: httpx.Response) -> None:
    if answer.status_code != 200:
        raise OrderRefused(answer.json())


async def soon(condition: Callable[[], Any]) -> None:
    """Wait until the condition holds; it may be a coroutine function."""
    loop = asyncio.get_running_loop()
    until = loop.time() + SOON
    while True:
        found = condition()
        if await found if asyncio.iscoroutine(found) else found:
            return
        assert loop.time() < until, "it did not happen in time"
        await asyncio.sleep(0.02)


@asynccontextmanager
async def hosted(make: Make, way: Way, **settings: Any) -> AsyncIterator[Host]:
    async with AsyncExitStack() as stack:
        for module, name, seconds in (
            (order_receiver, "EVERY", EVERY),
            (stored_host_orders, "EVERY", EVERY),
            (order_sender, "LOOK", EVERY),
        ):
            stack.enter_context(mock.patch.object(module, name, seconds))
        count = 1 if make.kind == "sqlite" else 2
        houses = [
            await stack.enter_async_context(open_house(make(), single_process=count == 1, **settings))
            for _ in range(count)
        ]
        for house in houses:
            administration = house.app.state.administration
            await administration.stored_orders.load()
            if count > 1:
                house.house.spawn(administration.stored_orders.follow)
            house.house.spawn(OrderReceiver(administration, house.store, ADDRESS).run)
        host = Host(houses[0], houses[-1], way, make.where, await signed_in(houses[0]))
        yield host
        for device in host.devices:
            await device.leave()


def frames_of(device: Device) -> list[Json]:
    return [msgspec.json.decode(frame) for frame in device.frames]


def codes_of(device: Device) -> list[str]:
    """The codes of all refusals that were sent."""
    return [frame["code"] for frame in frames_of(device) if frame["type"] == "refused"]
