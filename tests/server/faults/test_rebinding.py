"""DNS rebinding: a foreign page whose name was made to lead to this server is not answered.

To the browser, page and server are then one site: cookies, `Origin` and `Sec-Fetch-Site` all fit, and only the `Host`
header tells. `test_mutants.py` shows that the first test fails with `answers_under_every_name`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest
from tests.server.client.process import Server
from tests.server.faults.test_connections import lines, shake_hands

pytestmark = pytest.mark.attack

EVIL = "rebound.example"
PUBLIC = "games.example.org"
LIVE = "/live/aaaaaaaaaaaaaaaa"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), options=["--bots", "1"]) as server:
        yield server


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ["--bots", "1", "--public", f"https://{PUBLIC}"]
    with Server(tmp_path_factory.mktemp("house"), options=options) as server:
        yield server


def asks(server: Server, method: str, path: str, host: str) -> httpx.Response:
    """Send what a page at this host sends."""
    headers = {"host": host, "origin": f"http://{host}", "sec-fetch-site": "same-origin"}
    body = {"name": "Eve"} if method == "POST" else None
    return httpx.request(method, f"{server.base}{path}", headers=headers, json=body, timeout=60)


def handshake(server: Server, host: str) -> tuple[int, str]:
    """Return the status of the answer, and the code of the refusal."""
    client, status, _, body = shake_hands(server, LIVE, f"Origin: http://{host}", host=host)
    client.close()
    return status, json.loads(body)["code"] if body else ""


def test_a_page_with_a_foreign_name_gets_nothing(server: Server) -> None:
    host = f"{EVIL}:{server.port}"
    for method, path in [("GET", "/"), ("GET", "/api/tables"), ("GET", "/api/me"), ("POST", "/api/people")]:
        answer = asks(server, method, path, host)
        assert answer.status_code == 421
        assert answer.json()["code"] == "foreign_host"
        assert "set-cookie" not in answer.headers
    assert handshake(server, host) == (421, "foreign_host")
    assert any(EVIL in line["text"] and "--public" in line["text"] for line in lines(server))


def test_the_servers_own_names_are_answered(server: Server) -> None:
    for host in ("127.0.0.1", "localhost", f"localhost:{server.port}", f"[::1]:{server.port}", "192.168.0.7"):
        assert asks(server, "GET", "/", host).status_code == 200
        assert asks(server, "POST", "/api/people", host).status_code == 201
        assert handshake(server, host)[0] == 101


def test_with_a_public_address_only_its_name_is_answered(public: Server) -> None:
    assert asks(public, "POST", "/api/people", PUBLIC).status_code == 201
    assert handshake(public, PUBLIC)[0] == 101
    for host in (EVIL, f"127.0.0.1:{public.port}", f"{PUBLIC}.{EVIL}"):
        answer = asks(public, "GET", "/api/tables", host)
        assert (answer.status_code, answer.json()["allowed"]) == (421, [f"https://{PUBLIC}"])
        assert handshake(public, host) == (421, "foreign_host")


def test_probes_ask_under_any_name(server: Server, public: Server) -> None:
    for house in (server, public):
        for path in ("/healthz", "/readyz", "/metrics"):
            for host in ("127.0.0.1", "house:8000", EVIL):
                assert asks(house, "GET", path, host).status_code == 200
