"""Live play: one WebSocket for one viewer of one table. `docs/protocol.md` is written from here.

Messages of a connection are answered in the order in which they came. What the client has not read yet waits in a
bounded queue; a client that does not keep up is sent away, and gets what it missed when it comes back.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.server.bots import BotFailed, BotsBusy, HintRequest, hint_for
from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.tables import messages, snapshots
from ludotheque.server.tables.decisions import Asker, must_be, seat_for
from ludotheque.server.tables.house import KEY
from ludotheque.server.tables.live_table import Listener
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Table
from ludotheque.server.web.limits import Bucket, Limits
from ludotheque.server.web.line import LINE
from ludotheque.server.web.security import is_same_origin, person_of

if TYPE_CHECKING:
    from ludotheque.server.metrics import Metrics
    from ludotheque.server.tables.house import House
    from ludotheque.server.tables.people import Person

log = logging.getLogger("ludotheque.live")

#: What may wait for a client that reads slowly: so many frames, so many bytes.
MOST_FRAMES = 200
MOST_WAITING = 2_000_000
#: Seconds in which a new connection must say which table it joins.
JOIN_WITHIN = 10.0
#: Seconds until a connection is cut whose client does not even hear that it is closed.
CLOSE_WITHIN = 5.0
#: Messages a second, and at once.
RATE, BURST = 20.0, 60.0
#: So many messages that are none, and the connection is closed.
MOST_NONSENSE = 20
#: Seconds between two pings, over which those of all connections are spread; and how many measured ways count.
PING_EVERY = 20.0
PING_STEPS = 200
WAYS = 5

# Why a connection is closed.
NONSENSE, FOREIGN, TOO_SLOW, TOO_FAST, NOT_JOINED, CLOSING = 4400, 4403, 4408, 4429, 4401, 1012


async def live(websocket: WebSocket) -> None:
    """The route `/live/{key}`."""
    app = websocket.app
    if not is_same_origin(websocket):
        await websocket.close(FOREIGN)  # before it is accepted: the handshake is answered with 403
        return
    person = await person_of(websocket)
    await websocket.accept()
    connection = Connection(websocket, app.state.house, person, websocket.path_params["key"])
    app.state.connections.add(connection)
    try:
        await connection.run()
    finally:
        app.state.connections.discard(connection)


class Connection:
    """What one socket asks, and what it is sent."""

    def __init__(self, websocket: WebSocket, house: House, person: Person | None, key: str) -> None:
        self._websocket = websocket
        self._metrics: Metrics = websocket.app.state.metrics
        self._limits: Limits = websocket.app.state.limits
        self._house = house
        self._person = person
        self._live = house.live_table(key)
        self._listener = Listener(person.id if person else None, self.send)
        self._line: dict[str, Callable[..., Any]] = websocket.scope.get("extensions", {}).get(LINE, {})
        self._write: Callable[[bytes], bool] = self._line.get("write", _cannot)
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._bucket = Bucket(RATE, BURST)
        self._nonsense = 0
        self._pinged: dict[int, float] = {}
        self._ways: deque[int] = deque(maxlen=WAYS)
        self._hinting: asyncio.Task[None] | None = None

    # Sending

    def send(self, frame: bytes) -> None:
        """Never waits. A client that does not keep up is closed."""
        if self._sender is None and self._write(frame):
            return
        self._waiting.append(frame)
        self._size += len(frame)
        if len(self._waiting) > MOST_FRAMES or self._size > MOST_WAITING:
            self._give_up(TOO_SLOW)
        elif self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                frame = self._waiting.popleft()
                self._size -= len(frame)
                await self._websocket.send({"type": "websocket.send", "text": frame.decode()})
        except (WebSocketDisconnect, RuntimeError, OSError):
            self._waiting.clear()  # it is gone; `run` hears of it too
        finally:
            self._sender = None

    def _give_up(self, code: int) -> None:
        self._live.leave(self._listener)
        self._waiting.clear()
        self._size = 0
        if self._sender is not None:
            self._sender.cancel()
        self._sender = asyncio.get_running_loop().create_task(self._close(code))

    async def _close(self, code: int) -> None:
        if self._websocket.application_state is WebSocketState.CONNECTED:
            try:
                await asyncio.wait_for(self._websocket.close(code), CLOSE_WITHIN)
            except TimeoutError:
                # It reads nothing, not even this: only cutting the line frees what waits for it.
                self._abort()
            except (RuntimeError, OSError):
                log.debug("a connection was closed already")

    def _abort(self) -> None:
        if "cut" in self._line:
            self._line["cut"]()

    async def say_goodbye(self, why: str, again_in: float) -> None:
        """The house is closing."""
        self.send(messages.encode(messages.Goodbye(why, again_in)))
        if self._sender is not None:
            await asyncio.wait([self._sender], timeout=2)
        await self._close(CLOSING)

    def ping(self, number: int) -> None:
        """Measure how long a message takes there and back."""
        self._pinged = {number: time.monotonic()}
        self.send(messages.encode(messages.Ping(number)))

    # Receiving

    async def run(self) -> None:
        """Until the client leaves."""
        try:
            async with asyncio.timeout(JOIN_WITHIN):
                first = await self._receive()
            if not isinstance(first, messages.Join):
                await self._close(NOT_JOINED)
                return
            if not KEY.fullmatch(self._live.key):  # no store is asked for what cannot be a key
                raise Refused("no_such_table")
            self._listener.legal = first.legal
            await self._live.join(self._listener, first.since)
            while True:
                await self._answer(await self._receive())
        except TimeoutError:
            await self._close(NOT_JOINED)
        except Refused as refused:
            self._house.drop(self._live)
            self.send(self._refusal("", refused, None))
            await asyncio.sleep(0)
            await self._close(NOT_JOINED)
        except (CannotRead, CannotWrite):
            self.send(messages.encode(messages.Goodbye("store", 2.0)))
            await asyncio.sleep(0)
            await self._close(CLOSING)
        except _Gone:
            pass
        finally:
            self._live.leave(self._listener)
            self._listener.send = _to_nobody  # no longer a cycle: this connection's memory is free at once
            if self._hinting is not None:
                self._hinting.cancel()

    async def _receive(self) -> messages.FromClient:
        """The next message that is one."""
        while True:
            try:
                got = await self._websocket.receive()
            except RuntimeError:
                raise _Gone from None
            if got["type"] == "websocket.disconnect":
                raise _Gone
            if not self._bucket.take():
                await self._close(TOO_FAST)
                raise _Gone
            text = got.get("text") or got.get("bytes") or b""
            try:
                return messages.decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                self._nonsense += 1
                if self._nonsense > MOST_NONSENSE:
                    await self._close(NONSENSE)
                    raise _Gone from None
                refused = Refused("bad_message", why=str(error)[:200], allowed=messages.KINDS)
                self.send(self._refusal(messages.id_of(text), refused, None))

    async def _answer(self, message: messages.FromClient) -> None:
        if isinstance(message, messages.Pong):
            self._measure(message.n)
        elif isinstance(message, messages.Join):
            self.send(self._refusal("", Refused("joined_already", allowed=messages.LATER_KINDS), None))
        elif isinstance(message, messages.Hint):
            # A bot thinks for a while: other messages are answered meanwhile.
            if self._hinting is not None and not self._hinting.done():
                self.send(self._refusal(message.id, Refused("one_hint_at_a_time"), None))
            else:
                self._hinting = asyncio.get_running_loop().create_task(self._send_answer(message))
        else:
            await self._send_answer(message)

    async def _send_answer(self, message: messages.AnyRequest) -> None:
        began = time.perf_counter()
        self.send(await self._do(message))
        if isinstance(message, messages.Move):
            self._metrics.moved(time.perf_counter() - began)

    def _measure(self, number: int) -> None:
        sent = self._pinged.pop(number, None)
        if sent is not None:
            self._ways.append(round((time.monotonic() - sent) * 1000))
            # The shortest of the last ones: a single late answer is no slow connection.
            self._listener.lag = min(self._ways)

    async def _do(self, message: messages.AnyRequest) -> bytes:
        """The answer to a request."""
        position: int | None = None
        try:
            if isinstance(message, messages.Board):
                board = await self._live.read(lambda table: snapshots.text(table, self._listener.viewer(table)))
                return messages.encode(messages.Done(message.id, result=board))
            if self._person is None:
                raise Refused("no_person")
            asker = Asker(self._person.id, self._person.name, self._listener.lag)
            if isinstance(message, messages.Say):
                self._limits.take("words", asker.person)
            match message:
                case messages.Legal():
                    return messages.encode(await self._live.read(lambda table: self._legal(table, asker, message)))
                case messages.Try():
                    return messages.encode(await self._live.read(lambda table: self._try(table, asker, message)))
                case messages.Hint():
                    return await self._hint(asker, message)
                case messages.PlayAgain():
                    key = await self._house.play_again(asker, self._live, message.number)
                    return messages.encode(messages.Done(message.id, result=key))
                case _:
                    return messages.encode(await self._live.perform(asker, message))
        except Refused as refused:
            if refused.code != "no_such_table":
                position = await self._live.read(lambda table: table.position)
            return self._refusal(message.id, refused, position)
        except CannotWrite:
            return self._refusal(message.id, Refused("cannot_write"), None)
        except CannotRead:
            return self._refusal(message.id, Refused("cannot_read"), None)

    def _legal(self, table: Table, asker: Asker, message: messages.Legal) -> messages.Done:
        seat = seat_for(table, asker, message.seat)
        return messages.Done(message.id, table.position, snapshots.legal_moves(table, [seat]).get(seat, []))

    def _try(self, table: Table, asker: Asker, message: messages.Try) -> messages.Done:
        must_be(table, "running")
        seat = seat_for(table, asker, message.seat)
        return messages.Done(message.id, table.position, snapshots.tried(table, seat, message.move))

    async def _hint(self, asker: Asker, message: messages.Hint) -> bytes:
        """What a bot would do, with its reasons."""
        question = await self._live.read(lambda table: _hint_request(table, asker, message.seat))
        try:
            return messages.encode(messages.Done(message.id, result=await self._house.bots.suggest(question)))
        except (BotsBusy, BotFailed):
            raise Refused("bots_are_busy") from None

    def _refusal(self, request: str, refused: Refused, position: int | None) -> bytes:
        self._metrics.refused(refused.code)
        refusal = msgspec.structs.asdict(refused.refusal)
        return messages.encode(messages.RequestRefused(**refusal, id=request, position=position))


def _hint_request(table: Table, asker: Asker, seat: int | None) -> HintRequest:
    own = seat_for(table, asker, seat)
    if own not in table.to_act():
        raise Refused("not_your_turn", allowed=list(table.to_act()))
    return hint_for(table.playing, own)


def _to_nobody(frame: bytes) -> None:
    pass


def _cannot(frame: bytes) -> bool:
    """Another server than ours: every frame takes the way of ASGI."""
    return False


class _Gone(Exception):
    """The client has left."""


async def ping_all(connections: set[Connection]) -> None:
    """Ping every connection now and then, few at a time: a thousand at once would keep everybody else waiting."""
    number = 0
    while True:
        number += 1
        everybody = list(connections)
        step = len(everybody) // PING_STEPS + 1
        for first in range(0, PING_STEPS * step, step):
            for connection in everybody[first : first + step]:
                if connection in connections:
                    connection.ping(number)
            await asyncio.sleep(PING_EVERY / PING_STEPS)
