"""Live play without a network: a connection of the server with a socket that the test controls."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from starlette.websockets import WebSocketState

from ludotheque.server.metrics import Metrics
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import Person
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.websocket import TableConnection


class FakeSocket:
    """The part of Starlette's WebSocket that a connection uses."""

    def __init__(self, app: Any = None) -> None:
        self.app = app or SimpleNamespace(state=SimpleNamespace(metrics=Metrics(), limits=Limits(active=False)))
        self.application_state = WebSocketState.CONNECTED
        self.client = None
        self.received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[str] = []
        self.closed: int | None = None
        self.may_send = asyncio.Event()
        self.may_send.set()

    async def receive(self) -> dict[str, Any]:
        return await self.received.get()

    async def send(self, message: dict[str, Any]) -> None:
        await self.may_send.wait()
        self.frames.append(message["text"])

    async def close(self, code: int) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self.closed = code
        await self.may_send.wait()  # as uvicorn does
        self.received.put_nowait({"type": "websocket.disconnect"})


class Device:
    """A connection, and what was sent over it."""

    def __init__(self, house: House, person: str | None, table: str, app: Any = None) -> None:
        self.socket = FakeSocket(app)
        known = Person(person, person.upper(), "en") if person is not None else None
        self.connection = TableConnection(cast(Any, self.socket), house, known, table)
        self.task = asyncio.get_running_loop().create_task(self.connection.run())

    def put(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self.socket.received.put_nowait({"type": "websocket.receive", kind: text})

    def say(self, **message: Any) -> None:
        self.put(msgspec.json.encode(message).decode())

    @property
    def frames(self) -> list[str]:
        return self.socket.frames

    async def leave(self) -> None:
        self.socket.received.put_nowait({"type": "websocket.disconnect"})
        await self.task
