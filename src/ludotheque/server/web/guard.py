"""Middleware: checks rate limits, host, origin and readiness, adds headers, and turns every error into a refusal."""

from __future__ import annotations

import logging
import time

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.server.metrics import Metrics
from ludotheque.server.settings import Settings
from ludotheque.server.tables.host_orders import HostOrders
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.refusal_responses import as_refused, refusal_response, status_of
from ludotheque.server.web.rest_common import most_body
from ludotheque.server.web.security import (
    ADMIN_PATH,
    HEADERS,
    SAFE,
    address_of,
    is_own_host,
    is_same_origin,
    own_address_of,
)

log = logging.getLogger("ludotheque.web")

#: Always answered, to everybody, under any name: probes ask by address or by a name of their own network.
OPERATION = frozenset({"/healthz", "/readyz", "/metrics"})
#: Requests that change nothing, though they have a body.
READING = frozenset({"/api/lesson", "/api/puzzle", "/api/records"})
#: The most bytes of a request's path, query and headers. Uvicorn itself bounds only those that arrive in parts.
MAX_HEAD = 32 * 1024


class Guard:
    """ASGI middleware that lets no error through."""

    def __init__(self, app: ASGIApp, limits: Limits, metrics: Metrics) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        path: str = scope["path"]
        extra = [*HEADERS, (b"cache-control", b"no-store")] if path.startswith("/api") or path in OPERATION else HEADERS
        status = 0

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": [*message.get("headers", ()), *extra]}
            await send(message)

        try:
            self._check_request(HTTPConnection(scope), path, scope["method"])
            await self._app(scope, receive, send_guarded)
        except ClientDisconnect:
            pass
        except Exception as error:
            refused = self._told(error, scope)
            if not status:
                await refusal_response(refused)(scope, receive, send_guarded)
        self._metrics.requested(status or 499, time.perf_counter() - began)

    def _check_request(self, connection: HTTPConnection, path: str, method: str) -> None:
        _check_head(connection)
        if path in OPERATION:
            return
        _check_host(connection)
        if path.startswith("/api"):  # files of the page are cheap, and many are loaded at once
            self._limits.take("requests", address_of(connection))
        if method not in SAFE and not is_same_origin(connection):
            raise Refused("foreign_origin")
        if path.startswith("/api/") and not path.startswith(ADMIN_PATH):
            self._check_host_orders(connection, path, method)
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > most_body(path):
            raise Refused("too_large", allowed=most_body(path))
        if path.startswith("/api/"):
            self._check_ready(connection)

    def _check_host_orders(self, connection: HTTPConnection, path: str, method: str) -> None:
        """Refused: what the host does not allow. People are checked when they are known."""
        host_orders: HostOrders = connection.app.state.house.host_orders
        host_orders.check_address(own_address_of(connection))
        if method not in SAFE and path not in READING:
            host_orders.check_writable()

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        accepted = False

        async def send_noting(message: Message) -> None:
            nonlocal accepted
            accepted = True
            await send(message)

        try:
            address = address_of(connection)
            self._limits.take("sockets", address)
            _check_head(connection)
            _check_host(connection)
            with self._limits.holding("open_sockets", address):
                if not is_same_origin(connection):
                    raise Refused("foreign_origin")
                self._check_ready(connection)
                await self._app(scope, receive, send_noting)
        except Exception as error:
            refused = self._told(error, scope)
            if not accepted:
                await _deny(refused, scope, receive, send)

    def _check_ready(self, connection: HTTPConnection) -> None:
        why = connection.app.state.readiness.why_not
        if why:
            raise Refused("not_ready", why=why)

    def _told(self, error: Exception, scope: Scope) -> Refused:
        refused = as_refused(error)
        if refused.code == "no_such_method":
            methods = {method for route in _routes(scope) for method in route.methods or ()}
            refused.allowed = sorted(methods) or refused.allowed
        self._metrics.refused(refused.code)
        if refused.code == "failed":
            where = next((route.path for route in _routes(scope)), "?")  # the actual path may contain a key
            log.error("%s %s failed", scope.get("method", "socket"), where, exc_info=error)
        elif status_of(refused.code) == 503 and not isinstance(error, Refused):
            log.warning("the store is not available: %s", error)
        return refused


def _check_head(connection: HTTPConnection) -> None:
    scope = connection.scope
    parts = [scope["path"].encode(), scope["query_string"], *(part for header in scope["headers"] for part in header)]
    if sum(map(len, parts)) > MAX_HEAD:
        raise Refused("head_too_large", allowed=MAX_HEAD)


def _check_host(connection: HTTPConnection) -> None:
    if is_own_host(connection):
        return
    settings: Settings = connection.app.state.settings
    host = connection.headers.get("host", "")[:100]
    log.warning("a request for the host %r was refused; --public is the address that people use", host)
    raise Refused("foreign_host", allowed=[settings.public or "localhost"])


def _routes(scope: Scope) -> list[Route]:
    """Return all routes of the path: each knows only its own method."""
    routes, path = scope["app"].routes, scope["path"]
    return [route for route in routes if isinstance(route, Route) and route.path_regex.match(path)]


async def _deny(refused: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a handshake with a refusal if the server supports that; else with 403."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await refusal_response(refused)(scope, receive, send)
    else:
        await send({"type": "websocket.close"})
