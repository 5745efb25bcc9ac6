"""The line of one WebSocket: uvicorn's own, with a shorter way for what comes a thousand times a second.

A whole text frame is unpacked and handed over here, and one that the client can take now is written at once. All else
(handshakes, fragments, whatever is wrong) takes uvicorn's way: it is given the frames that are not ours, whole, so that
it knows where a frame begins.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # in C, or in Python where that is missing

#: The ASGI extension by which an application writes a frame at once (`write`), and cuts the connection (`cut`).
LINE = "ludotheque.line"
#: Messages of a client that may wait to be looked at; then nothing more is read of it.
MOST_UNREAD = 16
#: The first byte of a text, a ping and a pong that are whole; the second one's bit for a mask.
TEXT, PING, PONG, MASKED = 0x81, 0x89, 0x8A, 0x80
END_OF_REQUEST = b"\r\n\r\n"


def framed(text: bytes) -> bytes:
    """A text as a frame of a server.

    >>> framed(b"hi")
    b'\\x81\\x02hi'
    """
    length = len(text)
    if length < 126:
        return bytes((TEXT, length)) + text
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + text
    return b"\x81\x7f" + length.to_bytes(8, "big") + text


class Line(WebSocketsSansIOProtocol):
    """Messages are as long as `ws_max_size` at most; a client that sends faster than it is answered must wait."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._ours = False  # whether a frame begins with the next byte, as far as uvicorn knows
        self._rest = b""

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
        extensions[LINE] = {"write": self.write, "cut": self.transport.abort}
        try:
            await super().run_asgi()
        finally:
            del extensions[LINE]  # no longer a cycle: the memory of a closed connection is free at once

    # Sending

    def write(self, text: bytes) -> bool:
        """Send a text now. False: it must wait until the client has read more, or the connection is closed."""
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        self.transport.write(framed(text))
        return True

    # Receiving

    def data_received(self, data: bytes) -> None:
        if not self._ours:
            # A client that waits for the answer to its handshake, as it should, has sent the request and nothing else.
            self._ours = not self.handshake_complete and data.endswith(END_OF_REQUEST)
            super().data_received(data)
            return
        data, at = self._rest + data, 0
        while self._ours and (frame := self._frame_at(data, at)) is not None:
            begin, end = frame
            if data[at] != TEXT or not self._hand_over(apply_mask(data[begin:end], data[begin - 4 : begin])):
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]
        if not self._ours:
            self._rest = b""
            super().data_received(data[at:])

    def _frame_at(self, data: bytes, at: int) -> tuple[int, int] | None:
        """Where the frame has its text and where it ends, if all of it is there. One that is not ours is left."""
        if len(data) < at + 2:
            return None
        kind, length = data[at], data[at + 1] & ~MASKED
        begin = at + 6
        if length == 126:
            begin, length = at + 8, int.from_bytes(data[at + 2 : at + 4], "big")
        self._ours = kind in (TEXT, PING, PONG) and data[at + 1] >= MASKED and length != 127
        self._ours = self._ours and length <= (self.config.ws_max_size if kind == TEXT else 125)
        return (begin, begin + length) if self._ours and len(data) >= begin + length else None

    def _hand_over(self, text: bytes) -> bool:
        """To the application. False if it is not text."""
        try:
            message = text.decode()
        except UnicodeDecodeError:
            return False
        if not self.close_sent:  # then nobody looks at it any more
            self.queue.put_nowait({"type": "websocket.receive", "text": message})
            if not self.read_paused and self.queue.qsize() >= MOST_UNREAD:
                self.read_paused = True
                self.transport.pause_reading()
        return True
