"""For those who run the house: does it live, is it ready, how is it doing."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request
from sqlalchemy import literal, select
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.metrics import CONTENT_TYPE, Metrics
from ludotheque.server.store.base import CannotRead
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused

router = APIRouter(include_in_schema=False)

#: Seconds within which the store must answer.
ANSWER_WITHIN = 3.0


@dataclass
class Readiness:
    """Why the house is not ready, in a word; "" when it is."""

    why_not: str = ""


@router.get("/healthz")
async def healthz() -> Response:
    """The process lives."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """The rules are compiled, and the store answers."""
    readiness: Readiness = request.app.state.readiness
    if readiness.why_not:
        raise Refused("not_ready", why=readiness.why_not)
    house: House = request.app.state.house
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await house.store.read(select(literal(1)))
    except (CannotRead, TimeoutError):
        raise Refused("not_ready", why="store") from None
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For Prometheus."""
    watched: Metrics = request.app.state.metrics
    return Response(watched.text(), media_type=CONTENT_TYPE)
