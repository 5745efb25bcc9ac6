"""What is refused to everybody: foreign origins, forms, large or frequent requests, nonsense."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from starlette.types import Message
from tests.server.web.guests import ADDRESS, HOST, KEKS, Open, open_house, refused, story

import ludotheque
from ludotheque.server.store import schema
from ludotheque.server.web import guard
from ludotheque.server.web.rest_common import MAX_BODY
from ludotheque.server.web.websocket import live

# Origins


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://house.test.evil.example"},
        {"origin": "http://house.test:81"},
        {"origin": "http://evil@house.test"},
        {"origin": "file://house.test"},
        {"origin": "http://house.test/path"},
        {"origin": "http://[::1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "none"},
        {"origin": "https://evil.example", "sec-fetch-site": "same-origin"},
        {},
    ],
)
@story
async def test_foreign_origins_change_nothing(headers: dict[str, str]) -> None:
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        del ada.headers["origin"]
        for method, path, body in [
            ("POST", "/api/tables", KEKS),
            ("PATCH", "/api/me", {"name": "Eve"}),
            ("POST", "/api/me/link", None),
            ("POST", "/api/people", {"name": "Eve"}),
            ("DELETE", "/api/me/device", None),
        ]:
            refused(await ada.request(method, path, json=body, headers=headers), 403, "foreign_origin")
        assert (await ada.get("/api/me", headers=headers)).json() == person
        assert await house.store.read(select(schema.tables)) == []


@pytest.mark.parametrize(
    "headers", [{"origin": ADDRESS}, {"origin": ADDRESS.upper()}, {"sec-fetch-site": "same-origin"}]
)
@story
async def test_our_own_origin_is_accepted(headers: dict[str, str]) -> None:
    async with open_house() as house:
        guest = house.guest()
        del guest.headers["origin"]
        assert (await guest.post("/api/people", json={"name": "Ada"}, headers=headers)).status_code == 201


@story
async def test_the_public_address_is_our_own_origin() -> None:
    async with open_house(public="https://Games.example.org/") as house:
        guest = house.guest(address="http://games.example.org")  # behind a proxy
        headers = {"origin": "https://games.example.org"}
        assert (await guest.post("/api/people", json={"name": "Ada"}, headers=headers)).status_code == 201


# Hosts


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("house.test", True),
        ("HOUSE.test:8000", True),
        ("house.test.", True),
        ("localhost:8000", True),
        ("keks.localhost", True),
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        (socket.gethostname(), True),
        (f"{socket.gethostname()}.local:8000", True),
        ("house.test.evil.example", False),
        ("evil.example", False),
        ("evil@house.test", False),
        ("house.test@evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("notlocalhost", False),
        ("house.test/", False),
        ("house.test:80:80", False),
        ("[::1", False),
        ("", False),
    ],
)
@story
async def test_only_own_names_are_answered(host: str, own: bool) -> None:
    async with open_house() as house:
        answer = await house.guest().get("/api/games", headers={"host": host})
        if own:
            assert answer.status_code == 200
        else:
            refused(answer, 421, "foreign_host")
        said = await shake_hands(house, {"origin": f"http://{host}"}, host=host)
        assert own or said[0]["status"] == 421
        assert (await house.guest().get("/healthz", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("games.example.org", True),
        ("Games.Example.org:443", True),
        ("house.test", False),
        ("127.0.0.1:8000", False),
        ("localhost", False),
        ("www.games.example.org", False),
        ("games.example.org.evil.example", False),
    ],
)
@story
async def test_with_a_public_address_its_name_counts_alone(host: str, own: bool) -> None:
    async with open_house(public="https://games.example.org") as house:
        status = (await house.guest().get("/api/games", headers={"host": host})).status_code
        assert status == (200 if own else 421)


async def shake_hands(
    house: Open, headers: dict[str, str], path: str = "/live/" + "a" * 16, host: str = HOST
) -> list[Message]:
    """Open a WebSocket; return the server's messages."""
    said: list[Message] = []
    incoming: asyncio.Queue[Message] = asyncio.Queue()
    await incoming.put({"type": "websocket.connect"})
    await incoming.put({"type": "websocket.disconnect", "code": 1000})

    async def send(message: Message) -> None:
        said.append(message)

    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [(b"host", host.encode()), *((k.encode(), v.encode()) for k, v in headers.items())],
        "client": ("192.0.2.1", 5000),
        "server": ("house.test", 80),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }
    await house.app(scope, incoming.get, send)
    return said


@story
async def test_sockets_from_foreign_origins_are_refused() -> None:
    async with open_house() as house:
        for headers in ({"origin": "https://evil.example"}, {}, {"origin": "null"}):
            said = await shake_hands(house, headers)
            assert said[0]["type"] == "websocket.http.response.start"
            assert said[0]["status"] == 403
        said = await shake_hands(house, {"origin": ADDRESS})
        assert said[0]["type"] == "websocket.accept"
        assert live is not None


@pytest.mark.attack
@story
async def test_sockets_are_refused_before_the_server_is_ready_and_when_too_frequent() -> None:
    async with open_house() as house:
        stop_clock(house)
        house.app.state.readiness.why_not = "compiling"
        assert (await shake_hands(house, {"origin": ADDRESS}))[0]["status"] == 503
        house.app.state.readiness.why_not = ""
        found = [(await shake_hands(house, {"origin": ADDRESS}))[0] for _ in range(301)]
        assert found[-1]["status"] == 429
        assert (b"retry-after", b"1") in found[-1]["headers"]


# Bodies


@pytest.mark.parametrize(
    "kind",
    ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain", "", "application/jsonx"],
)
@story
async def test_forms_are_refused(kind: str) -> None:
    async with open_house() as house:
        response = await house.guest().post("/api/people", content=b'{"name": "Ada"}', headers={"content-type": kind})
        refused(response, 415, "only_json")


@pytest.mark.attack
@story
async def test_large_bodies_are_refused() -> None:
    async def in_parts() -> Any:
        for _ in range(100):
            yield b" " * 1000

    async with open_house() as house:
        guest = house.guest()
        headers = {"content-type": "application/json"}
        fits = json.dumps({"name": "Ada"}).encode().ljust(MAX_BODY)
        assert (await guest.post("/api/people", content=fits, headers=headers)).status_code == 201
        guest = house.guest()
        refusal = refused(await guest.post("/api/people", content=fits + b" ", headers=headers), 413, "too_large")
        assert refusal["allowed"] == MAX_BODY
        refused(await guest.post("/api/people", content=in_parts(), headers=headers), 413, "too_large")
        refused(
            await guest.post("/api/people", content=b"{}", headers={**headers, "content-length": "-1"}),
            413,
            "too_large",
        )


async def large_heads() -> None:
    async with open_house() as house:
        guest, most = house.guest(), guard.MAX_HEAD
        for path, headers in [
            ("/api/games?" + most * "a", {}),
            ("/" + most * "a", {}),
            ("/api/games", {"x-a": most * "a"}),
            ("/healthz", {f"x-{number}": "a" for number in range(most // 4)}),
        ]:
            assert refused(await guest.get(path, headers=headers), 431, "head_too_large")["allowed"] == most
        fits = {"x-a": (most - 500) * "a"}
        assert (await guest.get("/api/games", headers=fits)).status_code == 200
        assert (await shake_hands(house, {"origin": ADDRESS, "x-a": most * "a"}))[0]["status"] == 431


@pytest.mark.attack
def test_large_heads_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    asyncio.run(large_heads())
    monkeypatch.setattr(guard, "_check_head", lambda connection: None)
    with pytest.raises(AssertionError):
        asyncio.run(large_heads())


@pytest.mark.attack
@story
async def test_a_missing_body_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.web.rest_common.BODY_WITHIN", 0.02)

    async def slowly() -> Any:
        yield b"{"
        await asyncio.sleep(60)

    async with open_house() as house:
        response = await house.guest().post(
            "/api/people", content=slowly(), headers={"content-type": "application/json"}
        )
        refused(response, 408, "too_slow")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"\xff\xfe",
        b'{"name": "\xed\xa0\x80"}',
        b'{"name": "\\ud800"}',
        b"null",
        b"[]",
        b"1e999",
        b'{"name": 7}',
        b'{"name": null}',
        b'{"name": "Ada", "admin": true}',
        b'{"nom": "Ada"}',
        b"[" * 10_000,
        b'{"a":' * 3000,
        b'{"name": "' + b"x" * 201 + b'"}',
    ],
)
@story
async def test_malformed_bodies_are_refused(body: bytes) -> None:
    async with open_house() as house:
        headers = {"content-type": "application/json"}
        response = await house.guest().post("/api/people", content=body, headers=headers)
        assert response.status_code == 422
        assert response.json()["code"] in ("bad_json", "bad_body")
        assert response.json()["allowed"] == ["name", "language"]
        assert await house.store.read(select(schema.people)) == []


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
SEATS = st.lists(
    st.fixed_dictionaries({"who": st.sampled_from(["me", "open", "bot", "x"])}, optional={"level": ANYTHING}),
    max_size=7,
)
OPTIONS = sorted({name for game in ludotheque.games() for name in ludotheque.game(game).options})


@given(
    setup=st.fixed_dictionaries(
        {"game": st.sampled_from([*ludotheque.games(), "chess"]), "seats": SEATS | ANYTHING},
        optional={
            "options": st.dictionaries(st.sampled_from(OPTIONS) | st.text(max_size=8), ANYTHING, max_size=3) | ANYTHING,
            "clock": st.fixed_dictionaries({}, optional={"kind": ANYTHING, "seconds": ANYTHING}) | ANYTHING,
            "hold": ANYTHING,
            "listed": ANYTHING,
            "client_seed": ANYTHING,
            "stand_in": ANYTHING,
        },
    )
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
def test_tables_of_every_kind_are_created_or_refused(setup: Any) -> None:
    async def check() -> None:
        async with open_house(limits=False) as house:
            ada = house.guest()
            await ada.named("Ada")
            body = json.dumps(setup).encode("utf-8", "surrogatepass")
            response = await ada.post("/api/tables", content=body, headers={"content-type": "application/json"})
            assert response.status_code in (201, 413, 422), response.text
            made = len(await house.store.read(select(schema.tables)))
            assert made == (response.status_code == 201)
            if made:
                assert (await ada.get(f"/api/tables/{response.json()['key']}")).status_code == 200

    asyncio.run(check())


@given(name=st.text(max_size=50))
@settings(max_examples=100)
def test_names_of_every_kind_are_accepted_or_refused(name: str) -> None:
    async def check() -> None:
        async with open_house() as house:
            response = await house.guest().post("/api/people", json={"name": name})
            assert response.status_code in (201, 422)
            if response.status_code == 422:
                assert response.json()["code"] in ("bad_name", "bad_json")

    asyncio.run(check())


# Identity


@story
async def test_unknown_cookies_identify_nobody() -> None:
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        for cookie in (
            person["id"],
            "x" * 43,
            "",
            "é",
            ada.cookies["ludotheque"][:-1],
            ada.cookies["ludotheque"] + "A",
        ):
            headers = {"cookie": f"ludotheque={cookie}".encode()}
            refused(await house.guest().get("/api/me", headers=headers), 401, "no_person")  # type: ignore[arg-type]
            response = await house.guest().post("/api/tables", json=KEKS, headers=headers)  # type: ignore[arg-type]
            refused(response, 401, "no_person")


# Limits


def stop_clock(house: Open) -> None:
    """Stop the clock, so that no bucket refills on a slow machine."""
    house.app.state.limits.clock = lambda: 0.0


@pytest.mark.attack
@story
async def test_too_many_requests_from_an_address_are_refused_for_a_while() -> None:
    async with open_house() as house:
        stop_clock(house)
        guest, other = house.guest(), house.guest(client=("192.0.2.2", 5000))
        for _ in range(300):
            last = await guest.get("/api/games")
        assert last.status_code == 200
        for _ in range(20):
            last = await guest.get("/api/games")
        refusal = refused(last, 429, "too_many_requests")
        assert last.headers["retry-after"] == str(refusal["params"]["seconds"])
        assert (await other.get("/api/games")).status_code == 200
        for path in ("/healthz", "/", "/table/abc"):
            assert (await guest.get(path)).status_code == 200


@pytest.mark.attack
@story
async def test_people_per_address_and_tables_per_person_are_limited() -> None:
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        for _ in range(30):
            await ada.makes(KEKS)
        refused(await ada.post("/api/tables", json=KEKS), 429, "too_many_requests")
        for _ in range(59):
            await house.guest().named("Somebody")
        refused(await house.guest().post("/api/people", json={"name": "Eve"}), 429, "too_many_requests")


# Failures


@story
async def test_storage_failures_are_reported() -> None:
    async with open_house() as house:
        ada = house.guest()
        await ada.named("Ada")
        house.store.full = True
        response = await ada.post("/api/tables", json=KEKS)
        refused(response, 503, "cannot_write")
        assert response.headers["retry-after"] == "5"
        assert (await ada.get("/api/tables")).status_code == 200
        assert refused(await ada.get("/readyz"), 503, "not_ready")["params"] == {"why": "disk"}
        house.store.away = True
        refused(await ada.get("/api/tables"), 503, "cannot_read")
        assert refused(await ada.get("/readyz"), 503, "not_ready")["params"] == {"why": "store"}
        assert (await ada.get("/healthz")).status_code == 200
        house.store.full = house.store.away = False
        await ada.makes(KEKS)


@story
async def test_before_the_rules_are_compiled_they_are_not_used() -> None:
    async with open_house() as house:
        house.app.state.readiness.why_not = "compiling"
        guest = house.guest()
        for path in ("/api/games", "/api/tables", "/readyz"):
            assert refused(await guest.get(path), 503, "not_ready")["params"] == {"why": "compiling"}
        assert (await guest.get("/")).status_code == 200
        assert (await guest.get("/healthz")).status_code == 200


@story
async def test_an_internal_error_is_logged_and_reveals_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async with open_house() as house:
        house.app.state.people = None
        guest = house.guest()
        guest.cookies["ludotheque"] = "x"
        with caplog.at_level(logging.ERROR):
            refusal = refused(await guest.get("/api/me"), 500, "failed")
        assert refusal == {"code": "failed", "key": "refused.failed", "params": {}, "allowed": None}
        assert "GET /api/me failed" in caplog.text


@story
async def test_metrics_contain_numbers_and_no_names() -> None:
    async with open_house() as house:
        ada = house.guest()
        person = await ada.named("Ada")
        key = await ada.makes(KEKS)
        await ada.get("/api/tables/" + "b" * 16)
        text = (await house.guest().get("/metrics")).text
        assert "ludotheque_tables_in_memory 1.0" in text
        assert 'ludotheque_refusals_total{code="no_such_table"} 1.0' in text
        for secret in (key, person["id"], "Ada", ada.cookies["ludotheque"], "b" * 16):
            assert secret not in text
