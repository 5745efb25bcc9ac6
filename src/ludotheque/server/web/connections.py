"""Connections as uvicorn serves them, and what it leaves open: clients that never finish a request, or are too many."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import h11
from starlette.responses import Response
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.limits import Limits, neighbourhood
from ludotheque.server.web.refusal_responses import refusal_response

if TYPE_CHECKING:
    from ludotheque.server.settings import Settings

log = logging.getLogger("ludotheque.web")

#: The states of a client from which more of a request is expected.
UNFINISHED = (h11.IDLE, h11.SEND_BODY)


class HttpConnection(H11Protocol):
    """A request must arrive within some seconds; connections over the limit are refused at once.

    `most`: how many connections the whole server accepts.
    """

    most = 1_000_000
    _unfinished: asyncio.TimerHandle | None = None
    _upgraded = False
    _counted: contextlib.ExitStack

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's
        super().connection_made(transport)
        self._counted = contextlib.ExitStack()
        state = self.config.app.state  # type: ignore[union-attr]  # the app is Starlette's
        settings: Settings = state.settings
        self._seconds = settings.request_seconds
        try:
            if len(self.connections) > self.most:
                raise Refused("house_is_full")
            if settings.trusted_proxy is None:
                limits: Limits = state.limits
                self._counted.enter_context(limits.holding("connections", self._address()))
        except Refused as refused:
            log.info("a connection was refused: there are too many", extra={"address": self._address()})
            transport.write(_as_bytes(refusal_response(refused)))
            transport.close()
            return
        self.watch()

    def _address(self) -> str:
        return neighbourhood(self.client[0]) if self.client else "here"

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._counted.close()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        super().handle_websocket_upgrade(event)
        protocol: Any = self.transport.get_protocol()
        protocol.counted = self._counted

    def watch(self) -> None:
        """Time what the client has begun to send; what it sends after a complete request is the next one."""
        if self._upgraded or self.conn.their_state not in UNFINISHED:
            self._forget()
        elif self._unfinished is None and not self.transport.is_closing():
            self._unfinished = self.loop.call_later(self._seconds, self._give_up)

    def _forget(self) -> None:
        if self._unfinished is not None:
            self._unfinished.cancel()
            self._unfinished = None

    def _give_up(self) -> None:
        log.info("a request was not finished in time", extra={"address": self._address(), "seconds": self._seconds})
        self.transport.abort()


def _as_bytes(response: Response) -> bytes:
    """Return the response to a request that nobody has read, as bytes."""
    status = HTTPStatus(response.status_code)
    headers = [*response.raw_headers, (b"connection", b"close")]
    lines = [f"HTTP/1.1 {status.value} {status.phrase}".encode(), *(b"%s: %s" % header for header in headers)]
    return b"\r\n".join([*lines, b"", bytes(response.body)])


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A handshake that the app refuses is a normal response, not an error."""

    counted = contextlib.ExitStack()

    def connection_lost(self, exc: Exception | None) -> None:
        self.counted.close()
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True
