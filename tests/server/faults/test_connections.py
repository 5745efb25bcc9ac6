"""A real server and clients that do not finish what they begin, or whose handshake is refused, or who are too many.

Clients are plain sockets, written from docs/protocol.md. `test_mutants.py` shows that they fail with `waits_for_ever`
(half-sent requests), `refuses_with_an_error` (handshakes) and `accepts_every_connection` (descriptors).
"""

import asyncio
import contextlib
import json
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.client.client import Person
from tests.server.client.process import Server

pytestmark = pytest.mark.attack

MODULE = "ludotheque"
#: Instead of 15, so that the tests are quick.
SECONDS = 1.0
RATES = "open_sockets=2/300,sockets=60+120/300+600"
OPTIONS = ["--bots", "1", "--log-level", "info", "--rates", RATES]
ME, OPEN = {"who": "me"}, {"who": "open"}
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
KEY = "Sec-WebSocket-Key: bHVkb3RoZXF1ZSBsb2FkIQ==\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = [*OPTIONS, "--request-seconds", str(SECONDS)]
    with Server(tmp_path_factory.mktemp("house"), options=options) as server:
        yield server


def connected(server: Server, seconds: float = 60.0, source: str = "127.0.0.1") -> socket.socket:
    client = socket.create_connection(("127.0.0.1", server.port), source_address=(source, 0))
    client.settimeout(seconds)
    return client


def lines(server: Server, since: int = 0) -> list[dict[str, Any]]:
    """Return what the server has logged since that character."""
    return [json.loads(line) for line in server.log[since:].splitlines()]


def eventually(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "the condition was never met"
        time.sleep(0.02)


# Half-sent requests

HEADERS = "POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        ("", ""),
        ("GET / HT", ""),
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", "X-A: b\r\n"),
        ("GET /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n", "x"),
        (HEADERS + "Origin: http://evil.example\r\nContent-Length: 9999\r\n\r\n", "x"),
        (HEADERS + "Origin: http://x\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        ("GET /live/aaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: localhost\r\n" + UPGRADE, "X-A: b\r\n"),
        ("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHo", "s"),
    ],
    ids=["nothing", "line", "headers", "body", "refused body", "chunks", "handshake", "second request"],
)
def test_requests_that_are_never_finished_are_dropped(server: Server, begun: str, more: str) -> None:
    since, began = len(server.log), time.monotonic()
    with connected(server) as client:
        client.sendall(begun.encode())
        dribble(client, more.encode(), until=began + 30 * SECONDS)
        took = time.monotonic() - began
    assert SECONDS <= took < 20 * SECONDS, "a machine under load is slow, but does not wait for ever"
    eventually(lambda: any("not finished" in line["text"] for line in lines(server, since)))
    said = [line for line in lines(server, since) if "not finished" in line["text"]]
    assert [(line["level"], line["address"]) for line in said] == [("info", "127.0.0.1")]
    assert not [line for line in lines(server, since) if line["level"] != "info"]


def dribble(client: socket.socket, more: bytes, until: float) -> None:
    """Send a little again and again until the server ends the connection."""
    client.settimeout(0.1)
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < until:
            client.sendall(more)
            with contextlib.suppress(TimeoutError):
                if not client.recv(65536):
                    return


def test_slow_but_complete_requests_are_answered(server: Server) -> None:
    """A connection may be used for longer than one request may take, and a WebSocket for as long as one likes."""
    with connected(server) as client:
        began = time.monotonic()
        while time.monotonic() < began + 3 * SECONDS:
            for part in ("GET /healthz HTTP/1.1\r\n", "Host: localhost\r\n", "\r\n"):
                client.sendall(part.encode())
                time.sleep(0.02)
            answer = b""
            while not answer.endswith(b"\r\n\r\nok\n"):
                answer += client.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")

    async def watch() -> None:
        async with await Person.make(server.base, "Ada") as ada:
            table = await ada.make_table("keks", [ME, OPEN])
            async with ada.at(table) as seat:
                await asyncio.sleep(2 * SECONDS)
                assert (await seat.ask("say", text="still here"))["type"] == "done"
                assert seat.connections == 1

    asyncio.run(watch())


def test_heads_without_end_are_refused(server: Server) -> None:
    """At once they are read and refused; in parts they are not even read to their end."""
    line = b"X-A: " + 1000 * b"a" + b"\r\n"
    begun = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n"
    with connected(server) as client:
        client.sendall(begun + 40 * line + b"Connection: close\r\n\r\n")
        assert parsed(read(client))[0] in (400, 431), "it may arrive in parts"
    with connected(server) as client:
        client.sendall(begun)
        with contextlib.suppress(ConnectionError):
            for _ in range(100_000):
                client.sendall(line)
            raise AssertionError("the server reads for ever")


# Handshakes


def shake_hands(
    server: Server, path: str, *headers: str, host: str = ""
) -> tuple[socket.socket, int, dict[str, str], bytes]:
    """Return the connection, and the status, headers and body of the answer."""
    client = connected(server)
    lines = [f"GET {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{server.port}'}", *headers]
    client.sendall("\r\n".join(lines).encode() + b"\r\n" + UPGRADE.encode() + KEY.encode() + b"\r\n")
    return client, *parsed(read(client))


def parsed(answer: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers and the body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    return int(first.split()[1]), dict(line.lower().split(": ", 1) for line in rest), body


def read(client: socket.socket) -> bytes:
    """Return an answer with its body, or the head of a successful handshake."""
    found = b""
    while part := client.recv(65536):
        found += part
        if found.startswith(b"HTTP/1.1 101") and b"\r\n\r\n" in found:
            break
    return found


def test_refused_handshakes_say_why_and_are_no_errors(server: Server) -> None:
    made = httpx.post(f"{server.base}/api/people", json={"name": "Ada"}, headers={"Origin": server.base})
    origin, cookie = f"Origin: {server.base}", f"Cookie: ludotheque={made.cookies['ludotheque']}"
    since, live = len(server.log), "/live/" + "a" * 16
    opened = [shake_hands(server, live, origin, cookie) for _ in range(3)]
    assert [status for _, status, _, _ in opened] == [101, 101, 429]
    for path, more, status, code in [
        (live, ["Origin: https://evil.example"], 403, "foreign_origin"),
        (live, [], 403, "foreign_origin"),
        ("/elsewhere", [origin], 404, "no_such_page"),
        (live, [origin, cookie], 429, "too_many_requests"),
    ]:
        client, found, headers, body = shake_hands(server, path, *more)
        assert (found, json.loads(body)["code"]) == (status, code)
        assert headers["content-type"] == "application/json"
        assert ("retry-after" in headers) == (status == 429)
        client.close()
    for client, *_ in opened:
        client.close()
    assert httpx.get(f"{server.base}/healthz").status_code == 200
    assert not [line for line in lines(server, since) if line["level"] != "info"]


# Descriptors


def test_when_descriptors_run_out_new_connections_are_refused_and_others_go_on(tmp_path: Path) -> None:
    def few_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (150, 180))  # connections may have 52 of them

    surroundings = {"preexec_fn": few_files}
    options = ["--bots", "1", "--no-limits", "--log-level", "info"]
    with Server(tmp_path, options=options, module=MODULE, surroundings=surroundings) as server:

        async def play() -> None:
            async with await Person.make(server.base, "Ada") as ada:
                table = await ada.make_table("keks", [ME, OPEN])
                async with ada.at(table) as seat:
                    idle, answers = crowd(server, 250)
                    assert answers
                    assert all(answers), "dropped without an answer"
                    assert {told(answer)[:3] for answer in answers} == {(503, "house_is_full", "5")}
                    assert (await seat.ask("say", text="still here"))["type"] == "done"
                    assert seat.connections == 1
                    for client in idle:
                        client.close()
                    eventually(lambda: answers_again(server))

        asyncio.run(play())
        assert "Traceback" not in server.log
        assert '"level": "error"' not in server.log
        assert "180 files may be open, 52 of them connections" in server.log


def crowd(server: Server, number: int) -> tuple[list[socket.socket], list[bytes]]:
    """Open connections that send nothing; return those that stay, and what the others get."""
    idle, answers = [], []
    for _ in range(number):
        client = connected(server, 0.05)
        try:
            answers.append(client.recv(1000))
            client.close()
        except TimeoutError:
            idle.append(client)
    return idle, answers


def told(answer: bytes) -> tuple[int, str, str, dict[str, Any]]:
    """Return the status, the code, when to try again, and the parameters of a refusal."""
    status, headers, body = parsed(answer)
    refusal = json.loads(body)
    return status, refusal["code"], headers["retry-after"], refusal["params"]


def answers_again(server: Server) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{server.base}/healthz").status_code == 200
    return False
