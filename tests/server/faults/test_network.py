"""A real server and misbehaving clients: they do not read, send too much, have another origin, send nonsense.

`test_mutants.py` shows that the others fail with `trusts_every_origin` and `allows_any_number`. The first shows that
nobody is delayed and that memory is bounded. It does not show what ends the connection (it also passes without our
limits): `test_slow.py` does.
"""

import asyncio
import contextlib
import random
import re
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import httpx
import pytest
from tests.server.client.client import Person, Seat
from tests.server.client.process import Server
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

pytestmark = pytest.mark.attack

ME, OPEN = {"who": "me"}, {"who": "open"}
OPTIONS = ["--no-limits", "--bots", "1"]
#: Seconds to wait for the end of a connection.
CLOSED_WITHIN = 120.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), options=OPTIONS) as server:
        yield server


def run(what: Callable[[], Coroutine[Any, Any, None]], seconds: float = 600.0) -> None:
    asyncio.run(asyncio.wait_for(what(), seconds))


def sockets_of(server: Server) -> int:
    found = re.search(r"^ludotheque_sockets (\d+)", httpx.get(f"{server.base}/metrics").text, re.MULTILINE)
    assert found
    return int(found[1])


def handshake(server: Server, table: str, cookie: str) -> socket.socket:
    """Return a connected socket with the smallest buffer, from which nobody reads."""
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.connect(("127.0.0.1", server.port))
    lazy.sendall(
        f"GET /live/{table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.base}\r\n"
        f"Cookie: ludotheque={cookie}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: bHVkb3RoZXF1ZSBsb2FkIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in lazy.recv(100)
    text = b'{"type":"join","legal":true}'
    lazy.sendall(bytes((0x81, 0x80 | len(text))) + b"\0\0\0\0" + text)
    return lazy


def test_a_client_that_never_reads_is_disconnected_and_delays_nobody(server: Server) -> None:
    async def play() -> None:
        async with await Person.make(server.base, "Ada") as ada, await Person.make(server.base, "Bob") as bob:
            table = await ada.make_table("domino3d", [ME, OPEN], options={"mode": "race"})
            async with ada.at(table) as hers:
                await hers.ask("give_seed", client_seed="seed of Ada")
            seats = [bob.at(table) for _ in range(4)]
            async with seats[0], seats[1], seats[2], seats[3]:
                await seats[0].ask("sit")
                await seats[0].ask("start")
                lazy = handshake(server, table, ada.cookie)
                before, memory = sockets_of(server), server.memory()
                talking = [talk(seat, until=lambda: sockets_of(server) < before) for seat in seats]
                slowest = max(await asyncio.gather(*talking))
                assert sockets_of(server) == before - 1
                assert slowest < 10.0  # if the server waited for such a client, it would wait until the client leaves
                assert server.memory() - memory < 50e6
                lazy.close()

    run(play)


async def talk(seat: Seat, until: Callable[[], bool], seconds: float = 300.0) -> float:
    """Chat as fast as allowed until the condition holds; return the time of the slowest answer."""
    slowest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end:
        for _ in range(30):
            began = time.monotonic()
            await seat.ask("say", text="x" * 500)
            slowest = max(slowest, time.monotonic() - began)
        await asyncio.sleep(1.2)
        if await asyncio.to_thread(until):
            return slowest
    raise AssertionError("the condition was never met")


def test_pages_of_other_sites_are_refused(server: Server) -> None:
    async def ask() -> None:
        async with await Person.make(server.base, "Ada") as ada:
            table = await ada.make_table("keks", [ME, OPEN])
            address = f"{server.base.replace('http', 'ws', 1)}/live/{table}"
            for origin in ("https://evil.example", f"{server.base}.evil.example", "null", None):
                headers = {"Cookie": f"ludotheque={ada.cookie}"}
                with pytest.raises(InvalidStatus) as refused:
                    await connect(address, origin=Origin(origin) if origin else None, additional_headers=headers)
                assert refused.value.response.status_code == 403
            posted = await ada.http.post("/api/tables", json={}, headers={"Origin": "https://evil.example"})
            assert posted.status_code == 403

    run(ask)


async def device(server: Server, person: Person, table: str) -> ClientConnection:
    """Return a connection that has joined a table, without a well-behaved client."""
    address = f"{server.base.replace('http', 'ws', 1)}/live/{table}"
    headers = {"Cookie": f"ludotheque={person.cookie}"}
    opened = await connect(address, origin=Origin(server.base), additional_headers=headers, compression=None)
    await opened.send('{"type": "join"}')
    await opened.recv()
    return opened


async def _closed_with(opened: ClientConnection) -> int | None:
    async with asyncio.timeout(CLOSED_WITHIN):
        async for _ in opened:  # ends with the connection, or raises if its end was an error
            pass
    return opened.close_code


async def closed_with(opened: ClientConnection) -> int | None:
    with contextlib.suppress(ConnectionClosed):
        return await _closed_with(opened)
    return opened.close_code


def test_too_long_or_too_many_messages_and_nonsense_end_only_that_connection(server: Server) -> None:
    async def ask() -> None:
        async with await Person.make(server.base, "Ada") as ada:
            table = await ada.make_table("keks", [ME, OPEN])
            async with ada.at(table) as seat:
                too_long = await device(server, ada, table)
                await too_long.send('{"type": "say", "id": "a", "text": "' + "x" * 20_000 + '"}')
                assert await closed_with(too_long) == 1009
                too_many = await device(server, ada, table)
                for number in range(80):
                    await too_many.send('{"type": "legal", "id": "%d"}' % number)  # noqa: UP031  # braces
                assert await closed_with(too_many) == 4429
                nonsense = await device(server, ada, table)
                for _ in range(30):
                    await nonsense.send("{")
                assert await closed_with(nonsense) == 4400
                assert (await seat.ask("say", text="still here"))["type"] == "done"

    run(ask)


def test_bytes_that_are_not_websocket_frames_harm_nobody(server: Server) -> None:
    """Frames with wrong bits, lengths and masks are sent after a valid handshake."""

    async def ask() -> None:
        dice = random.Random(1)
        async with await Person.make(server.base, "Ada") as ada:
            table = await ada.make_table("keks", [ME, OPEN])
            async with ada.at(table) as seat:
                for _ in range(150):
                    lazy = handshake(server, table, ada.cookie)
                    lazy.sendall(dice.randbytes(dice.randrange(1, 200)))
                    lazy.close()
                assert (await asyncio.wait_for(seat.ask("say", text="still here"), 120))["type"] == "done"
        assert "Traceback" not in server.log

    run(ask)
