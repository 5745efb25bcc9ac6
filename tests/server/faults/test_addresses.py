"""A real server counts for the address that a request comes from, and believes a header only from its own proxy.

`test_mutants.py` shows that the tests fail with `believes_every_header`, `counts_every_ipv6_address` and
`counts_no_connections`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.client.process import Server
from tests.server.faults.test_connections import connected, eventually, read, told

pytestmark = pytest.mark.attack

#: People that an address may make, and connections that it may have.
PEOPLE, CONNECTIONS = 3, 20
OPTIONS = ["--bots", "1", "--rates", f"people={PEOPLE}+0.001,connections={CONNECTIONS}"]
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, options=OPTIONS) as server:
        yield server


@pytest.fixture
def behind_a_proxy(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, options=[*OPTIONS, "--trusted-proxy", HERE]) as server:
        yield server


def made(server: Server, source: str, forwarded: list[str]) -> int:
    """Return how many people are made by requests with these `X-Forwarded-For`; all others must be refused."""
    with httpx.Client(transport=httpx.HTTPTransport(local_address=source), timeout=60) as client:
        statuses = [make_person(client, server, each) for each in forwarded]
    assert set(statuses) <= {201, 429}
    return statuses.count(201)


def make_person(client: httpx.Client, server: Server, forwarded: str) -> int:
    client.cookies.clear()
    headers = {"origin": server.base, "x-forwarded-for": forwarded}
    return client.post(f"{server.base}/api/people", json={"name": "Eve"}, headers=headers).status_code


def test_without_a_proxy_no_header_changes_the_address(server: Server) -> None:
    assert made(server, HERE, [f"192.0.2.{number}" for number in range(PEOPLE + 3)]) == PEOPLE
    assert made(server, ELSEWHERE, ["192.0.2.1"] * (PEOPLE + 3)) == PEOPLE


def test_behind_a_proxy_the_address_is_what_the_proxy_adds(behind_a_proxy: Server) -> None:
    """A visitor may have sent a header already; the proxy adds the true address behind it."""
    server = behind_a_proxy
    assert made(server, HERE, [f"203.0.113.{number}, 192.0.2.1" for number in range(PEOPLE + 3)]) == PEOPLE
    assert made(server, HERE, ["192.0.2.2"]) == 1
    assert made(server, ELSEWHERE, [f"198.51.100.{number}" for number in range(PEOPLE + 3)]) == PEOPLE


def test_ipv6_addresses_of_one_network_count_as_one(behind_a_proxy: Server) -> None:
    assert made(behind_a_proxy, HERE, [f"2001:db8:1:2:{number}::1" for number in range(PEOPLE + 3)]) == PEOPLE
    assert made(behind_a_proxy, HERE, ["2001:db8:1:3::1"]) == 1


def test_an_address_has_only_so_many_connections(server: Server) -> None:
    with contextlib.ExitStack() as opened:
        idle = [opened.enter_context(connected(server)) for _ in range(CONNECTIONS)]
        with connected(server) as one_more:
            answer = read(one_more)
        assert answer, "it was accepted, and dropped because it sent nothing"
        status, code, again, params = told(answer)
        assert (status, code, again) == (429, "too_many_requests", "60")
        assert (params["what"], params["whose"]) == ("connections", "address")
        with httpx.Client(transport=httpx.HTTPTransport(local_address=ELSEWHERE), timeout=60) as client:
            assert client.get(f"{server.base}/healthz").status_code == 200
        idle.pop().close()
        eventually(lambda: is_served(server))


def is_served(server: Server) -> bool:
    with connected(server) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            return read(client).startswith(b"HTTP/1.1 200")
    return False
