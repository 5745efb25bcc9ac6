"""What the host tells everybody, at once: over the connections of live play, and over `/live` for all other pages."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

import msgspec
from starlette.applications import Starlette
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.server.tables import messages
from ludotheque.server.tables.host_orders import HostOrders
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.security import known_person, own_address_of

#: The close codes of those whom the host has sent away, and of everybody when the server stops.
SENT_AWAY, CLOSING = 4403, 1012
#: Connections that are told at a time: a thousand at once would delay everybody else.
AT_A_TIME = 100
#: Seconds.
TOLD_WITHIN = 10.0


def news(host_orders: HostOrders) -> bytes:
    return messages.encode(messages.HouseNews(host_orders.announcement, host_orders.read_only))


def refusal(refused: Refused) -> bytes:
    return messages.encode(messages.RequestRefused(**msgspec.structs.asdict(refused.refusal), id=""))


async def follow(websocket: WebSocket) -> None:
    """Serve `/live`: what the host tells, now and whenever it changes. What the client sends is not read."""
    person = await known_person(websocket)
    limits: Limits = websocket.app.state.limits
    with limits.connecting(person.id if person else ""):
        await _serve(websocket, person.id if person else None)


async def _serve(websocket: WebSocket, person: str | None) -> None:
    listener = Listener(websocket, person)
    listeners: set[Listener] = websocket.app.state.listeners
    try:
        await websocket.accept()
        listeners.add(listener)
        await listener.tell()
        while (await websocket.receive())["type"] != "websocket.disconnect":
            pass
    except (RuntimeError, OSError, WebSocketDisconnect):
        pass  # it is closed already
    finally:
        listeners.discard(listener)


class Listener:
    """A page that is at no table."""

    def __init__(self, websocket: WebSocket, person: str | None) -> None:
        self._websocket = websocket
        self._host_orders: HostOrders = websocket.app.state.house.host_orders
        self._person = person

    async def tell(self) -> None:
        """Send what the host says now; to those who are banned, that they are."""
        try:
            self._host_orders.check(self._person, own_address_of(self._websocket))
        except Refused as refused:
            await self._websocket.send_text(refusal(refused).decode())
            await self._websocket.close(SENT_AWAY)
        else:
            await self._websocket.send_text(news(self._host_orders).decode())

    async def say_goodbye(self) -> None:
        """Say goodbye: the server is closing."""
        await self._websocket.close(CLOSING)


class Obeying(Protocol):
    """A connection of live play."""

    async def obey(self, news: bytes | None) -> None: ...


class Broadcast:
    """Tells all connections of this server what has changed, one change after the other."""

    def __init__(self, app: Starlette) -> None:
        self._app = app
        self._told = ("", "")
        self._running = False
        self._again = False

    def changed(self) -> None:
        """Note that what the host tells everybody may have changed."""
        self._again = True
        if not self._running:
            self._running = True
            self._app.state.house.spawn(self._tell_all)

    async def _tell_all(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._tell_once()
        finally:
            self._running = False

    async def _tell_once(self) -> None:
        state = self._app.state
        host_orders: HostOrders = state.house.host_orders
        told, self._told = self._told, (host_orders.announcement, host_orders.read_only)
        frame = news(host_orders) if told != self._told else None
        connections: list[Obeying] = list(state.connections)
        tells = [*(partial(each.obey, frame) for each in connections), *(each.tell for each in list(state.listeners))]
        for number, tell in enumerate(tells):
            state.house.spawn(partial(_in_time, tell))
            if number % AT_A_TIME == AT_A_TIME - 1:
                await asyncio.sleep(0)


async def _in_time(tell: Callable[[], Awaitable[None]]) -> None:
    """Whoever does not read it in time is told when they reconnect."""
    with suppress(TimeoutError, RuntimeError, OSError, WebSocketDisconnect):
        await asyncio.wait_for(tell(), TOLD_WITHIN)
