"""Live play: one WebSocket per viewer and table. `docs/protocol.md` describes the protocol.

The messages of a connection are answered in order. Frames that the client has not read yet wait in a bounded queue; a
client that does not keep up is disconnected, and gets what it missed when it reconnects.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING, get_args

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludotheque.server.bots import HintRequest, JobFailed, WorkersBusy, hint_for
from ludotheque.server.store.base import CannotRead, CannotWrite
from ludotheque.server.tables import messages, snapshots
from ludotheque.server.tables.handlers import Requester, must_be, seat_for
from ludotheque.server.tables.house import KEY
from ludotheque.server.tables.refusals import Refused, busy_refusal
from ludotheque.server.tables.snapshots import Subscriber
from ludotheque.server.tables.table import Table
from ludotheque.server.web import house_channel
from ludotheque.server.web.limits import Bucket, Limits, TooMany
from ludotheque.server.web.security import asker_of, known_person, own_address_of

if TYPE_CHECKING:
    from ludotheque.server.metrics import Metrics
    from ludotheque.server.tables.house import House
    from ludotheque.server.tables.people import Person

log = logging.getLogger("ludotheque.live")

#: The most frames, and bytes, that wait for a client that reads slowly.
MAX_FRAMES = 200
MAX_WAITING = 2_000_000
#: Seconds within which a new connection must send `join`.
JOIN_WITHIN = 10.0
#: Seconds until a connection is dropped whose client does not even read that it is closed.
CLOSE_WITHIN = 5.0
#: Messages per second in the long run, and at once.
RATE, BURST = 20.0, 60.0
#: The most malformed messages before the connection is closed.
MAX_MALFORMED = 20
#: Seconds between two pings of a connection; those of all connections are spread over as many steps.
PING_EVERY = 20.0
PING_STEPS = 200
#: How many measured round trips count.
ROUND_TRIPS = 5

#: What fills the journal of a table without advancing the match; moves end with the match, and chat has its own limit.
TABLE_REQUESTS = tuple(
    kind for kind in get_args(messages.Command) if kind not in (messages.Move, messages.GoOn, messages.Say)
)

# Close codes.
MALFORMED, TOO_SLOW, TOO_FAST, NOT_JOINED, FORGOTTEN, CLOSING = 4400, 4408, 4429, 4401, 4410, 1012

#: By the code of the refusal that ends a connection; all others end it as not joined.
CLOSE_CODES = {"banned": house_channel.SENT_AWAY, "newer_version": CLOSING}


async def live(websocket: WebSocket) -> None:
    """Serve `/live/{key}`. A ban is told after the handshake, since pages learn nothing from a refused one."""
    person = await known_person(websocket)
    limits: Limits = websocket.app.state.limits
    with limits.connecting(person.id if person else ""):
        await _serve(websocket, person)


async def _serve(websocket: WebSocket, person: Person | None) -> None:
    app = websocket.app
    try:
        await websocket.accept()
    except WebSocketDisconnect:
        return
    connection = TableConnection(websocket, app.state.house, person, websocket.path_params["key"])
    app.state.connections.add(connection)
    try:
        await connection.run()
    finally:
        app.state.connections.discard(connection)


class TableConnection:
    """What one socket asks, and what it is sent."""

    def __init__(self, websocket: WebSocket, house: House, person: Person | None, key: str) -> None:
        self._websocket = websocket
        self._metrics: Metrics = websocket.app.state.metrics
        self._limits: Limits = websocket.app.state.limits
        self._house = house
        self._person = person
        self._live = house.live_table(key)
        self._asker = asker_of(websocket, person)
        self._address = own_address_of(websocket)
        self.subscriber = Subscriber(
            person.id if person else None, self.send, address=self._asker.address, end=self._end_table
        )
        self._waiting: deque[bytes] = deque()
        self._size = 0
        self._sender: asyncio.Task[None] | None = None
        self._runner: asyncio.Task[None] | None = None
        self._dropped = False
        self._bucket = Bucket(RATE, BURST)
        self._malformed = 0
        self._pinged: dict[int, float] = {}
        self._round_trips: deque[int] = deque(maxlen=ROUND_TRIPS)
        self._hinting: asyncio.Task[None] | None = None

    # Sending

    @property
    def waiting(self) -> int:
        """Frames that wait to be sent."""
        return len(self._waiting)

    def send(self, frame: bytes) -> None:
        """Queue a frame; never blocks. A client that does not keep up is disconnected."""
        self._waiting.append(frame)
        self._size += len(frame)
        waiting = len(self._waiting)
        # A single frame may be larger: a table with a long history can be joined all the same.
        if waiting > MAX_FRAMES or (waiting > 1 and self._size > MAX_WAITING):
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
            self._waiting.clear()  # the client is gone, as `run` will notice
        finally:
            self._sender = None

    def _give_up(self, code: int) -> None:
        self._live.leave(self.subscriber)
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
                self.drop()  # the client reads nothing, not even this
            except (RuntimeError, OSError):
                log.debug("a connection was closed already")

    def drop(self) -> None:
        """Stop serving a client that does not read; the system ends the connection after its time-out."""
        self._dropped = True
        if self._runner is not None and self._runner is not asyncio.current_task():
            self._runner.cancel()

    async def say_goodbye(self, why: str, again_in: float) -> None:
        """Say goodbye: the server is closing."""
        await self._close_with(messages.encode(messages.Goodbye(why, again_in)), CLOSING)

    async def _close_with(self, frame: bytes, code: int) -> None:
        """Close the connection after a last frame."""
        self.send(frame)
        if self._sender is not None:
            await asyncio.wait([self._sender], timeout=2)
        await self._close(code)

    def close_if_forgotten(self, person: str) -> None:
        """That person does not exist any more: if it is ours, close the connection."""
        if self._person is not None and self._person.id == person:
            self._person = None
            self._give_up(FORGOTTEN)

    async def obey(self, news: bytes | None) -> None:
        """Follow the host's order: pass the news on, or leave if this person or address is banned now."""
        try:
            self._check_welcome()
        except Refused as refused:
            await self._close_with(self._refusal("", refused, None), house_channel.SENT_AWAY)
        else:
            if news is not None:
                self.send(news)

    def _check_welcome(self) -> None:
        """Refused: the host has banned the person or the address."""
        self._house.host_orders.check(self._person.id if self._person else None, self._address)

    def _end_table(self, refused: Refused) -> None:
        """End the connection: the table was deleted, or only a newer version can read it."""
        self._house.spawn(lambda: self._refuse(refused))

    async def _refuse(self, refused: Refused) -> None:
        """Say why nothing more comes, and close the connection."""
        await self._close_with(self._refusal("", refused, None), CLOSE_CODES.get(refused.code, NOT_JOINED))

    def ping(self, number: int) -> None:
        """Measure the round-trip time."""
        self._pinged = {number: time.monotonic()}
        self.send(messages.encode(messages.Ping(number)))

    # Receiving

    async def run(self) -> None:
        """Serve the client until it leaves."""
        self._runner = asyncio.current_task()
        try:
            async with asyncio.timeout(JOIN_WITHIN):
                first = await self._receive()
            if not isinstance(first, messages.Join):
                await self._close(NOT_JOINED)
                return
            self._check_welcome()
            if not KEY.fullmatch(self._live.key):  # do not ask the store for an impossible key
                raise Refused("no_such_table")
            self.subscriber.legal = first.legal
            await self._live.join(self.subscriber, first.since)
            host_orders = self._house.host_orders
            if host_orders.announcement or host_orders.read_only:
                self.send(house_channel.news(host_orders))
            while True:
                await self._answer(await self._receive())
        except TimeoutError:
            await self._close(NOT_JOINED)
        except Refused as refused:
            self._house.drop(self._live)
            await self._refuse(refused)
        except (CannotRead, CannotWrite):
            await self._close_with(messages.encode(messages.Goodbye("store", 2.0)), CLOSING)
        except asyncio.CancelledError:
            if not self._dropped:
                raise
        except _Gone:
            pass
        finally:
            self._live.leave(self.subscriber)
            self._runner = None
            # Break the reference cycles, so that memory is freed at once.
            self.subscriber.send, self.subscriber.end = _to_nobody, _nothing
            if self._hinting is not None:
                self._hinting.cancel()

    async def _receive(self) -> messages.FromClient:
        """Receive the next well-formed message."""
        while True:
            try:
                event = await self._websocket.receive()
            except RuntimeError:
                raise _Gone from None
            if event["type"] == "websocket.disconnect":
                raise _Gone
            if self._is_too_fast():
                await self._close(TOO_FAST)
                raise _Gone
            text = event.get("text") or event.get("bytes") or b""
            try:
                return messages.decode(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
                self._malformed += 1
                if self._malformed > MAX_MALFORMED:
                    await self._close(MALFORMED)
                    raise _Gone from None
                refused = Refused("bad_message", why=str(error)[:200], allowed=messages.KINDS)
                self.send(self._refusal(messages.id_of(text), refused, None))

    def _is_too_fast(self) -> bool:
        """Count a message: of this connection, of all connections of the person, and of all of the address."""
        if not self._bucket.take():
            return True
        try:
            self._limits.take("messages", *self._asker)
        except TooMany:
            return True
        return False

    async def _answer(self, message: messages.FromClient) -> None:
        if isinstance(message, messages.Pong):
            self._measure(message.n)
        elif isinstance(message, messages.Join):
            self.send(self._refusal("", Refused("joined_already", allowed=messages.LATER_KINDS), None))
        elif isinstance(message, messages.AskHint):
            # A bot thinks for a while; other messages are answered meanwhile.
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
            self._round_trips.append(round((time.monotonic() - sent) * 1000))
            # The shortest of the latest: a single late answer does not make a slow connection.
            self.subscriber.lag = min(self._round_trips)

    async def _do(self, message: messages.AnyRequest) -> bytes:
        """Carry out a request; return the answer."""
        try:
            if isinstance(message, messages.Board):
                board = await self._live.read(lambda table: snapshots.text(table, self.subscriber.viewer(table)))
                return messages.encode(messages.Done(message.id, result=board))
            if self._person is None:
                raise Refused("no_person")
            self._check_welcome()
            requester = Requester(self._person.id, self._person.name, self.subscriber.lag, self._asker.address)
            if isinstance(message, messages.Say):
                self._house.host_orders.check_chat(self._person.id)
                self._limits.take("words", *self._asker)
            elif isinstance(message, TABLE_REQUESTS):
                self._limits.take("table_requests", *self._asker)
            match message:
                case messages.AskLegal():
                    return messages.encode(await self._live.read(lambda table: self._legal(table, requester, message)))
                case messages.Try():
                    return messages.encode(await self._live.read(lambda table: self._try(table, requester, message)))
                case messages.AskHint():
                    return await self._hint(requester, message)
                case messages.PlayAgain():
                    key = await self._play_again(requester)
                    return messages.encode(messages.Done(message.id, result=key))
                case _:
                    return messages.encode(await self._live.perform(requester, message))
        except Refused as refused:
            return self._refusal(message.id, refused, await self._version())
        except CannotWrite:
            return self._refusal(message.id, Refused("cannot_write"), None)
        except CannotRead:
            return self._refusal(message.id, Refused("cannot_read"), None)

    async def _version(self) -> int | None:
        """Return the match version now, if the table can be read."""
        try:
            version: int = await self._live.read(lambda table: table.match_version)
        except (Refused, CannotRead):
            return None
        return version

    async def _play_again(self, requester: Requester) -> str:
        if not await self._live.read(lambda table: table.rematch):
            await self._limits.count("tables", *self._asker)
        return await self._house.play_again(requester, self._live)

    def _legal(self, table: Table, requester: Requester, message: messages.AskLegal) -> messages.Done:
        seat = seat_for(table, requester, message.seat)
        return messages.Done(message.id, table.match_version, snapshots.legal_moves(table, [seat]).get(seat, []))

    def _try(self, table: Table, requester: Requester, message: messages.Try) -> messages.Done:
        must_be(table, "running")
        seat = seat_for(table, requester, message.seat)
        return messages.Done(message.id, table.match_version, snapshots.tried(table, seat, message.move))

    async def _hint(self, requester: Requester, message: messages.AskHint) -> bytes:
        """Return the best moves, with reasons."""
        bots = self._house.bots
        try:
            bots.check("hints", self._asker)  # before the match is re-dealt for it
            question = await self._live.read(lambda table: _hint_request(table, requester, message.seat))
            found = await bots.hints(question, self._asker)
        except WorkersBusy as busy:
            raise busy_refusal(busy) from None
        except JobFailed:
            raise Refused("failed") from None
        return messages.encode(messages.Done(message.id, result=found))

    def _refusal(self, request: str, refused: Refused, version: int | None) -> bytes:
        self._metrics.refused(refused.code)
        refusal = msgspec.structs.asdict(refused.refusal)
        return messages.encode(messages.RequestRefused(**refusal, id=request, match_version=version))


def _hint_request(table: Table, requester: Requester, seat: int | None) -> HintRequest:
    own = seat_for(table, requester, seat)
    if own not in table.to_act():
        raise Refused("not_your_turn", allowed=list(table.to_act()))
    return hint_for(table.playing, own)


def _nothing(refused: Refused) -> None:
    pass


def _to_nobody(frame: bytes) -> None:
    pass


class _Gone(Exception):
    """The client has left."""


def close_forgotten(connections: set[TableConnection], person: str) -> None:
    """Close all connections of a person who does not exist any more."""
    for connection in list(connections):
        connection.close_if_forgotten(person)


async def ping_all(connections: set[TableConnection]) -> None:
    """Ping all connections regularly, a few at a time: a thousand at once would delay everybody else."""
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
