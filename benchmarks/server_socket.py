"""A WebSocket client cheap enough that thousands of them measure the server and not themselves."""

import asyncio
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
#: A mask of zeros leaves the payload unchanged. Masks protect proxies, and there is none here.
MASK = b"\0\0\0\0"

Hear = Callable[[bytes], None]
Gone = Callable[[], None]


class Socket(asyncio.Protocol):
    """Calls `hear` with every text frame, and `gone` once at the end."""

    def __init__(self, port: int, path: str, headers: Mapping[str, str], hear: Hear, gone: Gone) -> None:
        host = f"127.0.0.1:{port}"
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{more}Upgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: bHVkb3RoZXF1ZSBsb2FkIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self._hear = hear
        self._gone = gone
        self._buffer = bytearray()
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_result(False)
        self._gone()

    def data_received(self, data: bytes) -> None:
        if not self._buffer and self._open:
            rest = self._frames(data)
            if rest < len(data):
                self._buffer += data[rest:]
            return
        self._buffer += data
        if not self._open and not self._shake_hands():
            return
        del self._buffer[: self._frames(bytes(self._buffer))]

    def _shake_hands(self) -> bool:
        head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return False
        self._open = head.startswith(b"HTTP/1.1 101")
        if not self.opened.done():
            self.opened.set_result(self._open)
        self._buffer[:] = rest
        if not self._open:
            self.close()
        return self._open

    def _frames(self, data: bytes) -> int:
        """Handle all complete frames; return where the rest begins."""
        at = 0
        while len(data) - at >= 2:
            length, begin = data[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(data[begin : begin + 2], "big"), begin + 2
            elif length == 127:
                length, begin = int.from_bytes(data[begin : begin + 8], "big"), begin + 8
            if len(data) < begin + length:
                break
            self._frame(data[at] & 15, data[begin : begin + length])
            at = begin + length
        return at

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self._hear(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self.close()

    def send(self, text: bytes) -> None:
        self._write(TEXT, text)

    def _write(self, kind: int, payload: bytes) -> None:
        length = len(payload)
        if length < 126:
            head = bytes((0x80 | kind, 0x80 | length))
        else:
            head = bytes((0x80 | kind, 0x80 | 126)) + length.to_bytes(2, "big")
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(head + MASK + payload)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


async def open_socket(port: int, path: str, headers: Mapping[str, str], hear: Hear, gone: Gone) -> Socket | None:
    """Return None if the server refuses the connection."""
    try:
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: Socket(port, path, headers, hear, gone), "127.0.0.1", port
        )
    except OSError:
        return None
    return socket if await socket.opened else None
