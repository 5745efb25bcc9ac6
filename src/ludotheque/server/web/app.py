"""The ASGI application: routes, middleware, and shared state."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cache

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ludotheque.games.spec import Json
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
from ludotheque.server.web.openapi import document
from ludotheque.server.web.page import Page
from ludotheque.server.web.rest_common import RestRoute, json_response
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
REST = [each for part in PARTS for each in vars(part).values() if isinstance(each, RestRoute)]
#: Seconds after which clients reconnect when the server closes.
AGAIN_IN = 2.0


def create_app(house: House, people: People, settings: Settings) -> Starlette:
    """The application of a house that is open already; whoever opened it closes it.

    `app.state`: house, people, settings, metrics, limits, readiness, reviews, and connections (those of live play).
    """
    app = Starlette(
        routes=[*REST, Route("/api/openapi.json", _show_openapi), WebSocketRoute("/live/{key}", websocket.live)],
        exception_handlers={HTTPException: _pass_on},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.router.default = Page()
    state = app.state
    state.house, state.people, state.settings = house, people, settings
    state.metrics, state.limits, state.readiness = Metrics(), Limits(settings.limits), Readiness()
    state.reviews = Reviews(house.store, house.bots, house.spawn, settings.review_seconds)
    state.connections = set()
    _watch(app)
    app.add_middleware(Guard, limits=state.limits, metrics=state.metrics)
    return app


@cache
def openapi() -> Json:
    """The OpenAPI document; made once."""
    return document(REST)


async def _show_openapi(request: Request) -> Response:
    return json_response(openapi())


async def _pass_on(request: Request, error: Exception) -> Response:
    """Leave errors to the guard, which answers all of them in the same form."""
    raise error


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    pings = asyncio.create_task(websocket.ping_all(app.state.connections), name="pings")
    try:
        yield
    finally:
        pings.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await pings


async def say_goodbye(app: Starlette) -> None:
    """Tell all connections that the server is closing, and give them a moment to read it."""
    leaving = [connection.say_goodbye("closing", AGAIN_IN) for connection in list(app.state.connections)]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(3):
            await asyncio.gather(*leaving, return_exceptions=True)


def _watch(app: Starlette) -> None:
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
    metrics.watch("store_batches", "Transactions of the store, since the start", lambda: house.store.batches)
    metrics.watch("store_waiting", "Changes that wait to be stored", lambda: house.store.waiting)
