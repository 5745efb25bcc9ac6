"""The shorter way of frames: whatever a client sends, in whatever pieces, it is heard as on uvicorn's own way."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import uvicorn
from tests.server.web.guests import story
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from ludotheque.server.web import line
from ludotheque.server.web.line import LINE, Line

MOST = 1000
SHAKE = (
    b"GET /live/x HTTP/1.1\r\nHost: house.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: bHVkb3RoZXF1ZSBsb2FkIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Transport(asyncio.Transport):
    """What a socket would do, as far as it is asked for."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 5000), "sockname": ("192.0.2.2", 80)})
        self.written = b""
        self.reading = True
        self.closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data)

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True


class House:
    """An application that accepts everybody, and reads when it may."""

    def __init__(self, kind: type[WebSocketsSansIOProtocol] = Line) -> None:
        config = uvicorn.Config(
            self.app,
            interface="asgi3",
            ws_max_size=MOST,
            ws_per_message_deflate=False,
            ws_ping_interval=None,
            log_config=None,
        )
        self.line = kind(config, ServerState(), {}, asyncio.get_running_loop())
        self.transport = Transport()
        self.reads = asyncio.Event()
        self.reads.set()
        self.heard: list[Any] = []
        self.scope: Any = None
        self.line.connection_made(self.transport)

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        self.scope = scope
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while not self.heard or self.heard[-1]["type"] != "websocket.disconnect":
            await self.reads.wait()
            self.heard.append(await receive())

    async def shake_hands(self) -> House:
        self.line.data_received(SHAKE)
        await settle()
        assert self.transport.written.startswith(b"HTTP/1.1 101")
        self.transport.written = b""
        return self

    async def leave(self) -> None:
        self.line.connection_lost(None)
        await settle()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def frame(kind: Opcode, data: bytes, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(kind, data, fin).serialize(mask=mask)


def frames(chance: random.Random) -> Iterator[bytes]:
    """What a client may send."""
    for _ in range(chance.randint(1, 12)):
        text = chance.choice(["", "a", "é" * 30, "x" * 125, "x" * 126, "y" * MOST]).encode()
        match chance.choice(["text"] * 8 + ["ping", "pong", "parts"] * 2 + ["bytes"]):
            case "text":
                yield frame(Opcode.TEXT, text)
            case "ping":
                yield frame(Opcode.PING, text[:125])
            case "pong":
                yield frame(Opcode.PONG, text[:125])
            case "parts":
                yield frame(Opcode.TEXT, b"begun, ", fin=False)
                if chance.random() < 0.5:
                    yield frame(Opcode.PING, b"between")
                yield frame(Opcode.CONT, b"and ended")
            case _:
                yield frame(Opcode.BINARY, text)


#: What ends a connection.
LAST = [
    frame(Opcode.CLOSE, b"\x03\xe8bye"),
    frame(Opcode.TEXT, b"no mask", mask=False),
    frame(Opcode.TEXT, b"\xff\xfe"),
    frame(Opcode.TEXT, b"z" * (MOST + 1)),
    frame(Opcode.TEXT, b"z" * 70_000),
    frame(Opcode.CONT, b"of nothing"),
    b"\xf1" + frame(Opcode.TEXT, b"reserved bits")[1:],
    b"\x83" + frame(Opcode.TEXT, b"no such kind")[1:],
    b"\x89\xfe\x00\x7e" + bytes(4 + 126),  # a ping that is too long
]


def pieces(chance: random.Random, data: bytes) -> Iterator[bytes]:
    while data:
        cut = chance.choice([1, 2, 3, 7, 50, 1000, len(data)])
        yield data[:cut]
        data = data[cut:]


async def told(kind: type[WebSocketsSansIOProtocol], sent: Iterable[bytes]) -> tuple[list[Any], bytes, bool]:
    """What an application heard, what was answered, and whether the connection was closed."""
    house = await House(kind).shake_hands()
    for piece in sent:
        if house.transport.closing:
            break
        house.line.data_received(piece)
        await settle()
        assert house.transport.reading
    closed = house.transport.closing
    await house.leave()
    return house.heard, house.transport.written, closed


async def compare(seed: int) -> None:
    """What is wrong begins a piece of its own: of a piece with good frames before it, uvicorn forgets them, too."""
    chance = random.Random(seed)
    sent, last = list(frames(chance)), chance.choice(LAST)
    expected = await told(WebSocketsSansIOProtocol, [*sent, last])
    assert await told(Line, [*sent, last]) == expected
    assert await told(Line, [*pieces(chance, b"".join(sent)), *pieces(chance, last)]) == expected


def compare_all(seeds: range) -> None:
    for seed in seeds:
        asyncio.run(compare(seed))


@pytest.mark.parametrize("part", range(4))
def test_every_frame_is_heard_as_on_uvicorns_own_way(part: int) -> None:
    compare_all(range(100 * part, 100 * part + 100))


def test_a_fragment_taken_for_a_whole_text_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "TEXT", 0x01)
    with pytest.raises(AssertionError):
        compare_all(range(100))


@story
async def test_a_client_that_sends_faster_than_it_is_answered_must_wait() -> None:
    house = await House().shake_hands()
    house.reads.clear()
    house.line.data_received(frame(Opcode.TEXT, b"first"))
    await settle()
    house.line.data_received(frame(Opcode.TEXT, b"more") * (line.MOST_UNREAD - 1))
    assert house.transport.reading
    house.line.data_received(frame(Opcode.TEXT, b"last"))
    assert not house.transport.reading
    house.reads.set()
    await settle()
    assert house.transport.reading
    assert [heard["text"] for heard in house.heard] == ["first", *["more"] * (line.MOST_UNREAD - 1), "last"]
    await house.leave()


@story
async def test_what_is_written_at_once_arrives() -> None:
    house = await House().shake_hands()
    write = house.scope["extensions"][LINE]["write"]
    texts = [b"{}", b"x" * 125, b"x" * 126, b"x" * 65535, b"x" * 65536]
    assert all(write(text) for text in texts)
    client = Protocol(Side.CLIENT)
    client.receive_data(house.transport.written)
    assert [event.data for event in client.events_received() if isinstance(event, Frame)] == texts
    await house.leave()


@story
async def test_nothing_is_written_at_once_to_a_client_that_does_not_read_or_is_gone() -> None:
    house = await House().shake_hands()
    write = house.scope["extensions"][LINE]["write"]
    house.line.pause_writing()
    assert not write(b"{}")
    house.line.resume_writing()
    assert write(b"{}")
    house.line.data_received(frame(Opcode.CLOSE, b""))
    assert not write(b"{}")
    await house.leave()
    assert LINE not in house.scope["extensions"]
