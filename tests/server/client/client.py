"""A client written from docs/protocol.md alone: it plays matches, and loses nothing when it is disconnected.

A `Person` has a cookie; a `Seat` is a person's place at one table, across any number of connections.
"""

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.typing import Origin

Json: TypeAlias = dict[str, Any]

COOKIE = "ludotheque"
LONGEST_WAIT = 30.0  # seconds between two attempts to connect


class Refused(Exception):
    """The server refused a request; nothing has changed."""

    def __init__(self, refusal: Json) -> None:
        super().__init__(f"{refusal['code']} ({refusal['key']}) {refusal.get('params', {})}")
        self.refusal = refusal
        self.code: str = refusal["code"]


class Gap(Exception):
    """The news does not begin with the number after the last one."""


@dataclass
class Person:
    """A person with a cookie, or a spectator without one."""

    base: str
    http: httpx.AsyncClient
    key: str = ""
    cookie: str = ""
    address: str = ""  # of the client, as a proxy would tell it

    @classmethod
    async def make(cls, base: str, name: str, language: str = "en", address: str = "") -> Self:
        http = _http(base, address)
        answer = await http.post("/api/people", json={"name": name, "language": language})
        answer.raise_for_status()
        return cls(base, http, str(answer.json()["id"]), answer.cookies[COOKIE], address)

    @classmethod
    async def nobody(cls, base: str) -> Self:
        return cls(base, _http(base))

    async def make_table(self, game: str, seats: list[Json], **more: Any) -> str:
        answer = await self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        answer.raise_for_status()
        return str(answer.json()["key"])

    async def get(self, path: str) -> httpx.Response:
        answer = await self.http.get(path)
        answer.raise_for_status()
        return answer

    def at(self, table: str, patience: float = 1.0) -> "Seat":
        return Seat(self, table, patience)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()


def _http(base: str, address: str = "") -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=base, timeout=120, headers={"Origin": base, **_forwarded(address)})


def _forwarded(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address} if address else {}


@dataclass
class Waiting:
    """A request that has not been answered yet."""

    message: Json
    answer: asyncio.Future[Json]


@dataclass
class Seat:
    """One person at one table. `entries` is a copy of the journal, always from 0 and without gaps."""

    person: Person
    table: str
    patience: float = 1.0  # seconds before the second attempt; doubled for each further one
    entries: list[Json] = field(default_factory=list)
    now: Json = field(default_factory=dict)
    about: Json = field(default_factory=dict)
    you: list[int] = field(default_factory=list)
    connections: int = 0
    house: Json = field(default_factory=dict)  # what the host tells everybody
    closed_with: list[int] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)  # every frame, if `listening`
    listening: bool = False
    socket: ClientConnection | None = None
    waiting: dict[str, Waiting] = field(default_factory=dict)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    runner: asyncio.Task[None] | None = None
    numbers: Iterator[int] = field(default_factory=itertools.count)

    # connecting

    async def __aenter__(self) -> Self:
        self.runner = asyncio.create_task(self.run())
        await self.until(lambda: bool(self.now))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.runner is not None
        self.runner.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self.runner

    async def run(self) -> None:
        """Connect, and reconnect with exponential backoff."""
        wait = 0.0
        while True:
            with contextlib.suppress(OSError, InvalidHandshake, InvalidMessage, TimeoutError, Gap):
                if await self.connection():
                    wait = 0.0
            await asyncio.sleep(wait)
            wait = min(max(self.patience, 2 * wait), LONGEST_WAIT)

    async def connection(self) -> bool:
        """Run one connection to its end; return whether the server accepted it."""
        address = self.person.base.replace("http", "ws", 1) + f"/live/{self.table}"
        headers = {"Cookie": f"{COOKIE}={self.person.cookie}"} if self.person.cookie else {}
        headers |= _forwarded(self.person.address)
        origin = Origin(self.person.base)
        async with connect(
            address, origin=origin, additional_headers=headers, compression=None, max_size=None
        ) as socket:
            joined = False
            try:
                await self.send_over(socket, {"type": "join", "since": len(self.entries) - 1, "legal": True})
                async for frame in socket:
                    await self.hear(frame if isinstance(frame, bytes) else frame.encode(), socket)
                    if not joined and self.socket is socket:
                        joined = True
                        self.connections += 1
                        await self.send_again(socket)
            except ConnectionClosed:
                pass
            finally:
                self.socket = None
                self.closed_with.append(socket.close_code or 0)
        return joined

    async def cut(self) -> None:
        """Lose the connection without a goodbye, as when a cable is pulled."""
        if self.socket is not None:
            self.socket.transport.abort()
            self.socket = None
        await asyncio.sleep(0)

    # receiving

    async def hear(self, frame: bytes, socket: ClientConnection) -> None:
        if self.listening:
            self.heard.append(frame)
        message: Json = msgspec.json.decode(frame)
        match message["type"]:
            case "ping":
                await self.send_over(socket, {"type": "pong", "n": message["n"]})
            case "done" | "refused":
                waiting = self.waiting.pop(message["id"], None)
                if waiting is not None and not waiting.answer.done():
                    waiting.answer.set_result(message)
            case "snapshot":
                self.entries = []
                self.about, self.you = message["table"], message["you"]
                self.add(message["entries"], message["now"])
                self.socket = socket
            case "news":
                self.add(message["entries"], message["now"])
                self.socket = socket
            case "house":
                self.house = message
            case "goodbye":
                pass  # the connection ends next
            case other:
                raise AssertionError(f"docs/protocol.md does not mention messages {other!r}")
        async with self.changed:
            self.changed.notify_all()

    def add(self, entries: list[Json], now: Json) -> None:
        for entry in entries:
            if entry["number"] > len(self.entries):
                raise Gap(f"{entry['number']} after {len(self.entries) - 1}")
            if entry["number"] == len(self.entries):
                self.entries.append(entry)
        self.now = now
        mine = [number for number, seat in enumerate(now["seats"]) if seat.get("person") == self.person.key]
        self.you = mine if self.person.key else []

    # requests

    async def send_over(self, socket: ClientConnection, message: Json) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def send_again(self, socket: ClientConnection) -> None:
        for waiting in list(self.waiting.values()):
            await self.send_over(socket, waiting.message)

    async def post(self, kind: str, **fields: Any) -> asyncio.Future[Json]:
        """Send without waiting for the answer; after a reconnection the same message is sent again."""
        ident = fields.pop("id", None) or f"{kind}-{id(self)}-{next(self.numbers)}"
        message = {"type": kind, "id": ident, **fields}
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self.waiting[ident] = Waiting(message, answer)
        if self.socket is not None:
            with contextlib.suppress(ConnectionClosed):
                await self.send_over(self.socket, message)
        return answer

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Send a request; return the server's answer, or raise `Refused`.

        Whoever sits down or starts gives a client seed, unless they have.
        """
        if kind in ("sit", "start") and not any(self.now["seats"][seat].get("seeded") for seat in self.you):
            fields = {"client_seed": f"client seed of {self.person.key}", **fields}
        message = await (await self.post(kind, **fields))
        if message["type"] == "refused":
            raise Refused(message)
        return message

    async def move(self, text: str, **fields: Any) -> Json:
        return await self.ask("move", match_version=self.now["match_version"], move=text, **fields)

    # waiting and playing

    async def until(self, condition: Callable[[], bool], seconds: float = 300.0) -> None:
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(condition)

    @property
    def over(self) -> bool:
        return bool(self.now) and self.now["status"] == "over"

    def legal(self) -> dict[int, list[str]]:
        return {int(seat): moves for seat, moves in (self.now.get("legal") or {}).items() if moves}

    async def play(
        self,
        choose: Callable[[list[str]], str],
        before: Callable[[], Awaitable[None]] | None = None,
        seconds: float = 600.0,
    ) -> None:
        """Play to the end: choose a legal move whenever one of this person's seats may move."""
        async with asyncio.timeout(seconds):
            while not self.over:
                await self.until(lambda: self.over or bool(self.legal()), seconds)
                for seat, moves in self.legal().items():
                    if before is not None:
                        await before()
                    await self.one_move(seat, choose(moves))

    async def one_move(self, seat: int, text: str) -> None:
        """Play a move unless it comes too late, then wait for the news about it."""
        try:
            done = await self.move(text, seat=seat)
        except Refused as no:
            if no.code not in {"stale", "table_is_over", "time_is_up", "not_your_turn"}:
                raise
            known = no.refusal.get("match_version") or 0
            await self.until(lambda: self.over or self.now["match_version"] >= known)
        else:
            await self.until(lambda: len(self.entries) > done["entry"])
