"""Health, readiness and metrics, for operators."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from sqlalchemy import literal, select
from starlette.responses import PlainTextResponse, Response

from ludotheque.server.metrics import CONTENT_TYPE, Metrics
from ludotheque.server.precompiler import Precompiler
from ludotheque.server.store.base import CannotRead
from ludotheque.server.tables.house import House
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.gauges import Inventory
from ludotheque.server.web.rest_common import route

#: Seconds within which the store must answer.
ANSWER_WITHIN = 3.0


@dataclass
class Readiness:
    """`why_not`: why the server is not ready yet, in a word; "" when it is. The `precompiler` knows the rest."""

    why_not: str = ""
    precompiler: Precompiler | None = None

    @property
    def missing(self) -> list[str]:
        """The games that cannot be played yet."""
        return self.precompiler.missing if self.precompiler else []


@route("GET /healthz")
async def healthz() -> Response:
    """Answer as long as the process is alive."""
    return PlainTextResponse("ok\n")


@route("GET /readyz")
async def readyz(readiness: Readiness, house: House, inventory: Inventory) -> Response:
    """Answer once all rules are compiled, the store answers, and there is space on its disk."""
    if readiness.why_not or readiness.missing:
        raise Refused("not_ready", why=readiness.why_not or "compiling")
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            await house.store.read(select(literal(1)))
    except (CannotRead, TimeoutError):
        raise Refused("not_ready", why="store") from None
    if inventory.disk_is_full:
        raise Refused("not_ready", why="disk")
    return PlainTextResponse("ready\n")


@route("GET /metrics")
async def show_metrics(metrics: Metrics) -> Response:
    """Return the metrics, for Prometheus."""
    return Response(metrics.text(), media_type=CONTENT_TYPE)
