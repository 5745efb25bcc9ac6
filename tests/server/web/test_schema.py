"""Valid and invalid requests generated from the OpenAPI document: every answer conforms to it, and none is a 500.

`LUDOTHEQUE_EXAMPLES` sets the number of examples per operation; the default is 12.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import (
    allow_header_conformance,
    content_type_conformance,
    negative_data_rejection,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.generation import GenerationMode
from tests.server.admin.hosting import signed_in
from tests.server.web.guests import ADDRESS, KEKS, Guest, Open, open_house

from ludotheque.server.admin import orders
from ludotheque.server.web.app import openapi

EXAMPLES = int(os.environ.get("LUDOTHEQUE_EXAMPLES", "12"))
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    allow_header_conformance,
    negative_data_rejection,
]


@dataclass
class Visit:
    """A server with tables of every kind, in its own event loop, and a guest."""

    runner: asyncio.Runner
    house: Open
    guest: Guest
    keys: list[str]
    document: Any

    def restore(self) -> None:
        """Be known again, as a person and as the host, in a house that is open."""
        administration = self.house.app.state.administration
        if "ludotheque" not in self.guest.cookies:
            self.runner.run(self.guest.named("Ada"))
        if self.house.house.host_orders.read_only:
            self.runner.run(administration.perform(orders.EndReadOnly(), "a test"))
        if self.runner.run(self.guest.get("/api/admin/session")).status_code != 200:
            self.runner.run(signed_in(self.house, self.guest))

    def ask(self, case: Any) -> httpx.Response:
        kwargs = case.as_transport_kwargs(base_url=ADDRESS)
        kwargs.pop("cookies", None)  # the guest has its own
        kwargs["content"] = kwargs.pop("data", None)
        kwargs["headers"] = {**dict(kwargs.get("headers") or {}), "origin": ADDRESS}
        if "json" in kwargs:
            kwargs.pop("content")
        return self.runner.run(self.guest.request(**{name: kwargs[name] for name in kwargs if name in ARGUMENTS}))


ARGUMENTS = ("method", "url", "params", "content", "json", "headers", "files")


@pytest.fixture(scope="module")
def visit() -> Iterator[Visit]:
    with asyncio.Runner() as runner:
        opening = open_house(limits=False)
        house = runner.run(opening.__aenter__())

        async def fill() -> Visit:
            ada, bob = house.guest(), house.guest()
            ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
            keys = [await ada.makes({**KEKS, "listed": True})]
            for game in ("keks", "nox"):
                keys.append(await house.table_of_two(ada, ada_is, bob_is, game=game, listed=True))
                await house.plays(ada_is, keys[-1], 5)
                keys.append(await house.table_of_two(ada, ada_is, bob_is, game=game))
                await house.plays(ada_is, keys[-1])
            await signed_in(house, ada)
            return Visit(runner, house, ada, keys, (await ada.get("/api/openapi.json")).json())

        yield runner.run(fill())
        runner.run(opening.__aexit__(None, None, None))


def operations() -> Iterator[Any]:
    """Yield all operations with valid requests, and with invalid ones where possible."""

    for path, found in openapi()["paths"].items():
        for method, operation in found.items():
            yield pytest.param(path, method, GenerationMode.POSITIVE, id=f"{method} {path} right")
            if "requestBody" in operation or any(each["in"] == "query" for each in operation.get("parameters", ())):
                yield pytest.param(path, method, GenerationMode.NEGATIVE, id=f"{method} {path} wrong")


@pytest.mark.parametrize(("path", "method", "mode"), list(operations()))
def test_answers_conform_to_the_document(visit: Visit, path: str, method: str, mode: GenerationMode) -> None:
    operation: Any = schemathesis.openapi.from_dict(visit.document)[path][method]

    @given(data=st.data())
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=EXAMPLES <= 12,
    )
    def check(data: st.DataObject) -> None:
        case: Any = data.draw(operation.as_strategy(generation_mode=mode))
        if "key" in (case.path_parameters or {}) and data.draw(st.integers(0, 3)):
            case.path_parameters["key"] = data.draw(st.sampled_from(visit.keys))
        if path in ("/api/people", "/api/me/device"):
            visit.guest.cookies.clear()  # these refuse known people, and forgotten ones cannot use the rest
        case.validate_response(visit.ask(case), checks=CHECKS)

    check()
    visit.restore()
