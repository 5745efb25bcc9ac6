"""The ASGI application: routes, middleware, and shared state."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from ludotheque.server.metrics import Metrics
from ludotheque.server.queries.reviews import Reviews
from ludotheque.server.settings import Settings
from ludotheque.server.tables.house import House
from ludotheque.server.tables.people import People
from ludotheque.server.web import (
    rest_games,
    rest_learning,
    rest_operation,
    rest_people,
    rest_puzzles,
    rest_replays,
    rest_results,
    rest_reviews,
    rest_tables,
    websocket,
)
from ludotheque.server.web.guard import Guard
from ludotheque.server.web.limits import Limits
from ludotheque.server.web.page import Page
from ludotheque.server.web.rest_common import document
from ludotheque.server.web.rest_operation import Readiness

PARTS = (
    rest_people,
    rest_games,
    rest_tables,
    rest_replays,
    rest_results,
    rest_reviews,
    rest_learning,
    rest_puzzles,
    rest_operation,
)
#: Seconds after which clients reconnect when the server closes.
AGAIN_IN = 2.0


def create_app(house: House, people: People, settings: Settings) -> FastAPI:
    """The application of a house that is open already; whoever opened it closes it.

    `app.state`: house, people, settings, metrics, limits, readiness, reviews, and connections (those of live play).
    """
    app = FastAPI(
        title="Ludothèque",
        version=version("ludotheque"),
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    state = app.state
    state.house, state.people, state.settings = house, people, settings
    state.metrics, state.limits, state.readiness = Metrics(), Limits(settings.limits), Readiness()
    state.reviews = Reviews(house.store, house.bots, house.spawn, settings.review_seconds)
    state.connections = set()
    _watch(app)
    for part in PARTS:
        app.router.routes.extend(part.router.routes)
    app.router.routes.append(WebSocketRoute("/live/{key}", websocket.live))
    app.router.default = Page()
    for error in (HTTPException, RequestValidationError):
        app.add_exception_handler(error, _pass_on)
    app.add_middleware(Guard, limits=state.limits, metrics=state.metrics)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]  # FastAPI's own way to extend it
    return app


async def _pass_on(request: Request, error: Exception) -> Any:
    """Leave errors to the guard, which answers all of them in the same form."""
    raise error


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    pings = asyncio.create_task(websocket.ping_all(app.state.connections), name="pings")
    try:
        yield
    finally:
        pings.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await pings


async def say_goodbye(app: FastAPI) -> None:
    """Tell all connections that the server is closing, and give them a moment to read it."""
    leaving = [connection.say_goodbye("closing", AGAIN_IN) for connection in list(app.state.connections)]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(3):
            await asyncio.gather(*leaving, return_exceptions=True)


def _watch(app: FastAPI) -> None:
    metrics, house, connections = app.state.metrics, app.state.house, app.state.connections
    metrics.watch("tables_in_memory", "Tables that this process holds in memory", lambda: len(house.live_tables))
    metrics.watch("sockets", "Open connections of live play", lambda: len(connections))
    metrics.watch("ready", "Whether the server is ready", lambda: not app.state.readiness.why_not)
    for name, help_ in {
        "waiting": "Requests that wait for a bot",
        "thinking": "Bots that are thinking",
        "failed": "Bot requests that failed, since the start",
        "replaced": "Bot workers that were replaced, since the start",
    }.items():
        metrics.watch(f"bots_{name}", help_, lambda name=name: getattr(house.bots, name))
    metrics.watch("store_batches", "Transactions of the store, since the start", lambda: _of_writer(house, "batches"))
    metrics.watch("store_waiting", "Changes that wait to be stored", lambda: _of_writer(house, "waiting"))


def _of_writer(house: House, name: str) -> int:
    return int(getattr(getattr(house.store, "writer", None), name, 0))
