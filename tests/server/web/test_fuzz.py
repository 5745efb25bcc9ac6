"""Many requests that no client would send: each is answered, none with a 500, and the server still works.

`LUDOTHEQUE_FUZZ` sets their number; the default is 1,500.
"""

from __future__ import annotations

import json
import os
import random
import re
from typing import Any

from tests.server.admin.hosting import signed_in
from tests.server.web.guests import ADDRESS, KEKS, Open, open_house, story

import ludotheque
from ludotheque.games.spec import Json
from ludotheque.server.web.app import openapi

COUNT = int(os.environ.get("LUDOTHEQUE_FUZZ", "1500"))
METHODS = ("GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "")
ROUTES = openapi()["paths"]
#: Each with a key, or something else, in place of its parameter.
PATHS = [
    *(re.sub(r"{\w+}", "{}", path) for path in ROUTES),
    "/api/openapi.json",
    "/readyz",
    "/metrics",
    "/table/{}",
    "/",
]
PARAMETERS = sorted(
    {each["name"] for found in ROUTES.values() for operation in found.values() for each in operation["parameters"]}
    | {"x"}
)
#: Of those that everybody would notice, none.
ORDERS = [
    {"order": {"order": "close_table", "table": "a" * 16}},
    {"order": {"order": "mute", "person": "a", "reason": "b"}},
    {"order": {"order": "ban_address", "range": "198.51.100.0/24", "reason": "b", "days": 1}},
    {"order": {"order": "set", "name": "bot_pace", "value": "1"}},
    {"table": "a" * 16, "person": "a", "reason": "b", "entry": 1},
]
VALUES = (
    *(
        value.encode()
        for value in ("", "0", "1", "-1", "all", "none", "running", "over", "null", "true", "NaN", "1e99")
    ),
    *(name.encode() for name in ludotheque.games()),
    b"99999999999999999999",
    b"1700000000000-aaaaaaaaaaaaaaaa",
    b"bot:1",
    b"%00",
    b"\xff\xfe",
    b"'; DROP TABLE people; --",
    b"../../etc/passwd",
    b"%F0%9F%8E%B2",
    b"{}",
    b'{"turns":1}',
    b"[" * 1000,
)


def anything(chance: random.Random, depth: int = 0) -> Any:
    """Return a JSON value, mostly one that has a meaning for the server."""
    kind = chance.randrange(9 if depth < 3 else 6)
    if kind == 0:
        return chance.choice([None, True, False, 0, -1, 10**30, 0.5, 1e300])
    if kind < 4:
        return chance.choice(["me", "open", "bot", "keks", "nox", "classic", "bank", "\x00", "\u202e", "💡", "a" * 300])
    if kind < 6:
        return chance.randrange(-5, 100)
    if kind == 6:
        return [anything(chance, depth + 1) for _ in range(chance.randrange(4))]
    names = (
        "game",
        "seats",
        "options",
        "clock",
        "who",
        "level",
        "kind",
        "seconds",
        "name",
        "language",
        "token",
        "client_seed",
        "move",
        "seat",
        "history",
        "order",
        "table",
        "person",
        "reason",
        "range",
        "days",
    )
    return {chance.choice(names): anything(chance, depth + 1) for _ in range(chance.randrange(5))}


def body(chance: random.Random) -> bytes:
    start: Any = chance.choice([KEKS, {"name": "Ada"}, {"token": "x" * 43}, {"move": 1, "seat": 0}, *ORDERS, {}])
    if isinstance(start, dict) and chance.random() < 0.7:
        text = json.dumps({**start, **_some(chance)}).encode()
    else:
        text = json.dumps(anything(chance)).encode()
    if chance.random() < 0.3 and text:
        place = chance.randrange(len(text))
        text = text[:place] + chance.randbytes(chance.randrange(4)) + text[place + chance.randrange(3) :]
    return text


def _some(chance: random.Random) -> Json:
    found = anything(chance, 2)
    return found if isinstance(found, dict) else {}


def request(chance: random.Random, keys: list[str]) -> Json:
    """Return an ASGI scope, with the body in it."""
    key = chance.choice([*keys, chance.choice(VALUES).decode("latin-1"), "a" * 16])
    path = chance.choice(PATHS).replace("{}", key)
    query = b"&".join(
        chance.choice(PARAMETERS).encode() + b"=" + chance.choice(VALUES) for _ in range(chance.randrange(4))
    )
    headers = [(b"host", b"house.test"), (b"content-type", chance.choice([b"application/json"] * 50 + list(VALUES)))]
    if chance.random() < 0.9:
        headers.append((b"origin", ADDRESS.encode() if chance.random() < 0.9 else chance.choice(VALUES)))
    if chance.random() < 0.2:
        name = chance.choice(
            [b"cookie", b"content-length", b"sec-fetch-site", b"x-forwarded-for", b"transfer-encoding"]
        )
        headers.append((name, chance.choice(VALUES)))
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": chance.choice(METHODS[:4] if chance.random() < 0.8 else METHODS),
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "scheme": "http",
        "headers": headers,
        "client": ("192.0.2.1", 5000),
        "server": ("house.test", 80),
        "body": body(chance) if chance.random() < 0.8 else b"",
    }


async def status_of(house: Open, scope: Json) -> int:
    messages = [{"type": "http.request", "body": scope.pop("body"), "more_body": False}, {"type": "http.disconnect"}]
    statuses: list[int] = []

    async def receive() -> Any:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await house.app(scope, receive, send)
    (status,) = statuses
    return status


async def cookie_of(house: Open) -> tuple[bytes, bytes]:
    """Return the header of somebody who is a person and the host."""
    eve = house.guest()
    await eve.named("Eve")
    host = (await signed_in(house)).cookies["ludotheque_admin"]
    return b"cookie", f"ludotheque={eve.cookies['ludotheque']}; ludotheque_admin={host}".encode()


@story
async def test_strange_requests_are_answered() -> None:
    chance = random.Random("strange")
    seen: dict[int, int] = {}
    async with open_house(limits=False) as house:
        ada, bob = house.guest(), house.guest()
        ada_is, bob_is = await ada.named("Ada"), await bob.named("Bob")
        keys = [await ada.makes(KEKS), await house.table_of_two(ada, ada_is, bob_is)]
        await house.plays(ada_is, keys[-1])
        cookie = await cookie_of(house)
        for number in range(COUNT):
            scope = request(chance, keys)
            if number % 2:
                scope["headers"].append(cookie)
            sent = dict(scope)
            status = await status_of(house, scope)
            assert status < 500, sent
            seen[status] = seen.get(status, 0) + 1
            if status == 204:  # person or host have left
                cookie = await cookie_of(house)
        assert (await ada.get("/readyz")).status_code == 200
    assert {200, 201, 401, 403, 404, 405, 409, 415, 422} <= seen.keys()
