"""Many long records are uploaded at once: the server stays small and answers; what is too long is refused.

The last test shows that a mutant is detected: a server that replays records in its own process. `test_mutants.py` shows
it for one that takes records of any length.
"""

import asyncio
import contextlib
import time
from pathlib import Path

import httpx
import pytest
from tests.server.client.client import Person
from tests.server.client.process import Server

import ludotheque
from ludotheque.server.queries.uploaded_records import MAX_MOVES
from ludotheque.server.web.rest_common import MAX_RECORD

pytestmark = pytest.mark.attack

OPTIONS = ["--trusted-proxy", "127.0.0.1", "--bots", "1"]
ADDRESSES, IDENTITIES, TIMES = 4, 6, 2
#: Bytes by which the server may grow, and seconds within which it answers others.
GROWTH = 40 * 2**20
WITHIN = 2.0


def endless(moves: int) -> bytes:
    """A record in which one domino is lifted and put back again and again."""
    match = ludotheque.game("domino3d").start(6, 1, {"mode": "race"})
    while len(match.history) < 4 or match.history[-4:-2] != match.history[-2:]:
        match.play(match.legal_moves(0)[0], 0)
    record = match.record()
    record["history"] += record["history"][-2:] * moves
    del record["history"][moves:]
    text = httpx.Request("POST", "http://house.test", json=record).content
    assert len(text) <= MAX_RECORD
    return text


async def upload(person: Person, text: bytes) -> httpx.Response:
    path = f"/api/records?seat=all&after={MAX_MOVES - 100}"
    return await person.http.post(path, content=text, headers={"content-type": "application/json"})


async def flooded(server: Server) -> None:
    async with contextlib.AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(
                await Person.make(server.base, f"Eve {number}", address=f"192.0.2.{number % ADDRESSES}")
            )
            for number in range(ADDRESSES * IDENTITIES)
        ]
        text = endless(MAX_MOVES)
        first = await upload(people[0], text)
        assert first.status_code == 200, first.text
        assert (first.json()["moves"], first.json()["trouble"]) == (MAX_MOVES, None)
        before, most, slowest = server.memory(), 0, 0.0
        uploads = asyncio.gather(*(upload(person, text) for _ in range(TIMES) for person in people))
        ada = await stack.enter_async_context(await Person.nobody(server.base))
        while not uploads.done():
            began = time.monotonic()
            await ada.get("/healthz")
            slowest, most = max(slowest, time.monotonic() - began), max(most, server.memory())
            await asyncio.sleep(0.02)
        statuses = [answer.status_code for answer in await uploads]
    assert most - before < GROWTH, f"it grew by {(most - before) / 2**20:.0f} MB"
    assert slowest < WITHIN, f"it answered after {slowest:.1f} s"
    assert set(statuses) <= {200, 429, 503}
    assert statuses.count(200) >= 1
    assert set(statuses) - {200}, "more at once than the quotas allow"


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests on the same cores do not count."""
    monkeypatch.setenv("LUDOTHEQUE_BOT_PRIORITY", "normal")


def test_uploads_take_no_memory_of_the_server(tmp_path: Path) -> None:
    with Server(tmp_path, options=OPTIONS) as server:
        asyncio.run(flooded(server))


def check_that_a_long_record_is_refused(server: Server) -> None:
    async def ask() -> None:
        async with await Person.make(server.base, "Eve", address="192.0.2.1") as eve:
            answer = await upload(eve, endless(MAX_MOVES + 2))
            assert answer.status_code == 422
            assert answer.json()["code"] == "too_many_moves"
            assert answer.json()["allowed"] == MAX_MOVES

    asyncio.run(ask())


def test_a_record_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path, options=OPTIONS) as server:
        check_that_a_long_record_is_refused(server)


def test_a_server_that_replays_in_its_own_process_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MUTANT", "replays_in_the_serving_process")
    with (
        Server(tmp_path, options=OPTIONS, module="tests.server.faults.mutants") as server,
        pytest.raises(AssertionError),
    ):
        asyncio.run(flooded(server))
