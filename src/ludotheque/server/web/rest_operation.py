"""Health, readiness and metrics, for operators."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fastapi import APIRouter, Request
from sqlalchemy import literal, select
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.metrics import CONTENT_TYPE, Metrics
from ludotheque.server.precompile import Precompiler
from ludotheque.server.store.base import CannotRead
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused

router = APIRouter(include_in_schema=False)

#: Seconds within which the store must answer.
ANSWER_WITHIN = 3.0


@dataclass
class Readiness:
    """`why_not`: why the house answers nothing yet, in a word; "" when it does. The `precompiler` knows the rest."""

    why_not: str = ""
    precompiler: Precompiler | None = None

    @property
    def missing(self) -> list[str]:
        """The games that cannot be played yet."""
        return self.precompiler.missing if self.precompiler else []


@router.get("/healthz")
async def healthz() -> Response:
    """The process is alive."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """The rules of all games are compiled, and the store answers."""
    readiness: Readiness = request.app.state.readiness
    if readiness.why_not or readiness.missing:
        raise Refused("not_ready", why=readiness.why_not or "compiling")
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
