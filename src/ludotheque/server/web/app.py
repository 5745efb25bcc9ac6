"""The ASGI application: routes, middleware, and shared state."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from functools import cache, partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from ludotheque.games.spec import Json
from ludotheque.server.admin.administration import Administration
from ludotheque.server.admin.run_time_settings import RunTimeSettings
from ludotheque.server.allowances import changed_allowances
from ludotheque.server.bots.lanes import changed_quotas
from ludotheque.server.metrics import Metrics
from ludotheque.server.queries.reviews import Reviews
from ludotheque.server.settings import Settings
from ludotheque.server.tables.forgetting import Forgetting
from ludotheque.server.tables.house import House, Pace
from ludotheque.server.tables.people import People
from ludotheque.server.tables.retention import Keeping, Retention
from ludotheque.server.web import (
    gauges,
    house_channel,
    rest_admin,
    rest_commitments,
    rest_games,
    rest_learning,
    rest_operation,
    rest_people,
    rest_privacy,
    rest_puzzles,
    rest_replays,
    rest_reports,
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
from ludotheque.server.web.shared_buckets import SharedBuckets

PARTS = (
    rest_people,
    rest_privacy,
    rest_games,
    rest_tables,
    rest_commitments,
    rest_replays,
    rest_results,
    rest_reviews,
    rest_learning,
    rest_puzzles,
    rest_reports,
    rest_admin,
    rest_operation,
)
REST = [each for part in PARTS for each in vars(part).values() if isinstance(each, RestRoute)]
LIVE = [WebSocketRoute("/live/{key}", websocket.live), WebSocketRoute("/live", house_channel.follow)]
#: Seconds after which clients reconnect when the server closes.
AGAIN_IN = 2.0


def create_app(house: House, people: People, settings: Settings) -> Starlette:
    """Make the application of a house that is open already; whoever opened it closes it.

    `app.state`: house, people, forgetting, settings, metrics, limits, readiness, reviews, retention, inventory,
    administration, connections (those of live play) and listeners (other pages).
    """
    app = Starlette(
        routes=[*REST, Route("/api/openapi.json", _show_openapi), *LIVE],
        exception_handlers={HTTPException: _pass_on},
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.router.default = Page()
    state = app.state
    state.house, state.people, state.settings = house, people, settings
    state.metrics, state.readiness = Metrics(), Readiness()
    state.limits = Limits(settings.limits, changed_allowances(settings.rates), SharedBuckets(house.store))
    state.reviews = Reviews(house.store, house.bots, house.spawn, settings.review_seconds, limited=settings.limits)
    state.connections, state.listeners = set(), set()
    state.forgetting = Forgetting(house)
    state.retention = Retention(house, _keeping(settings))
    house.on_forgotten += [people.drop_cached, partial(websocket.close_forgotten, state.connections)]
    state.inventory = gauges.Inventory(house.store, settings)
    gauges.watch(app)
    state.administration = Administration(house, _run_time_settings(app), lambda: gauges.load(app))
    state.administration.stored_orders.changed.append(house_channel.Broadcast(app).changed)
    app.add_middleware(Guard, limits=state.limits, metrics=state.metrics)
    return app


def _run_time_settings(app: Starlette) -> RunTimeSettings:
    """Return the settings, and what happens when the host changes them."""
    state = app.state
    settings = RunTimeSettings(state.settings)

    def apply(new: Settings) -> None:
        allowances = changed_allowances(new.rates)
        state.limits.change(allowances)
        state.house.listings.change(allowances["listed"] if new.limits else None)
        state.house.pace = Pace().times(new.bot_pace)
        state.house.bots.lanes.change(changed_quotas(new.quotas))
        state.reviews.change(new.review_seconds)
        state.retention.keeping = _keeping(new)

    settings.whenever_changed(apply)
    return settings


def _keeping(settings: Settings) -> Keeping:
    return Keeping(settings.keep_casual, settings.keep_chat, settings.keep_idle)


@cache
def openapi() -> Json:
    """Return the OpenAPI document; made once."""
    return document(REST)


async def _show_openapi(request: Request) -> Response:
    return json_response(openapi())


async def _pass_on(request: Request, error: Exception) -> Response:
    """Leave errors to the guard, which answers all of them in the same form."""
    raise error


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    tasks = [
        asyncio.create_task(websocket.ping_all(app.state.connections), name="pings"),
        asyncio.create_task(app.state.metrics.watch_loop(), name="loop lag"),
        asyncio.create_task(app.state.inventory.count_regularly(), name="inventory"),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def say_goodbye(app: Starlette) -> None:
    """Tell all connections that the server is closing, and give them a moment to read it."""
    leaving = [connection.say_goodbye("closing", AGAIN_IN) for connection in list(app.state.connections)]
    leaving += [listener.say_goodbye() for listener in list(app.state.listeners)]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(3):
            await asyncio.gather(*leaving, return_exceptions=True)
