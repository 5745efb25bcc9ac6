"""Many sockets of one address ask for hints: computers answer everybody else as before.

Mutants are detected: a server without fair turns and quotas, and one without a worker for quick levels.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.client.client import Person, Refused, Seat
from tests.server.client.process import Server

pytestmark = pytest.mark.attack

OPTIONS = ["--trusted-proxy", "127.0.0.1", "--bot-pace", "0", "--bots", "2"]
ATTACKER, VISITOR = "192.0.2.1", "198.51.100.7"
IDENTITIES, SOCKETS = 12, 4  # of one address: sockets of each
ME, EACH = {"who": "me"}, 3
#: Seconds: a quick level; the thinking time of level 5, and how much of it may be added.
QUICK, SLOW = 1.0, 2.0
PATIENCE = 40.0


def run_server(folder: Path, monkeypatch: pytest.MonkeyPatch, mutant: str = "") -> Server:
    monkeypatch.setenv("LUDOTHEQUE_BOT_PRIORITY", "normal")  # other tests on the same cores do not count
    monkeypatch.setenv("MUTANT", mutant)
    return Server(folder, options=OPTIONS, module="tests.server.faults.mutants" if mutant else "ludotheque")


async def playing(person: Person, level: int) -> Seat:
    table = await person.make_table("keks", [ME, {"who": "bot", "level": level}])
    seat = await person.at(table).__aenter__()
    await seat.ask("start")
    await seat.until(lambda: bool(seat.legal()))
    return seat


async def answer_seconds(seat: Seat, most: float = PATIENCE) -> float:
    """Play until the bot has moved; return how long it took. TimeoutError: more than that."""
    while True:
        number, moves = next(iter(seat.legal().items()))
        began = time.monotonic()
        done = await seat.move(moves[0], seat=number)
        await seat.until(
            lambda done=done: len(seat.entries) > done["entry"] and bool(seat.legal()),  # type: ignore[misc]
            most,
        )
        if any(entry["fields"].get("by") == "bot" for entry in seat.entries[done["entry"] :]):
            return time.monotonic() - began


@contextlib.asynccontextmanager
async def flood(base: str) -> AsyncIterator[list[str]]:
    """Ask for hints over many sockets of one address; yields the answers, as they come."""
    answers: list[str] = []

    async def ask(seat: Seat) -> None:
        async with seat:
            while True:
                try:
                    answers.append((await seat.ask("hint"))["type"])
                except Refused as refused:
                    answers.append(refused.code)
                await asyncio.sleep(0.2)

    async with contextlib.AsyncExitStack() as stack:
        asking = []
        for number in range(IDENTITIES):
            eve = await stack.enter_async_context(await Person.make(base, f"Eve {number}", address=ATTACKER))
            table = await eve.make_table("keks", [ME, ME])
            async with eve.at(table) as seat:
                await seat.ask("start")
            asking += [asyncio.create_task(ask(eve.at(table))) for _ in range(SOCKETS)]
        async with asyncio.timeout(PATIENCE):
            while "done" not in answers:
                await asyncio.sleep(0.05)
        yield answers
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


async def attacked(base: str) -> None:
    async with await Person.make(base, "Ada", address=VISITOR) as ada:
        quick, slow = await playing(ada, 1), await playing(ada, 5)
        try:
            usual = max([await answer_seconds(slow) for _ in range(2)])  # everything is loaded now
            await answer_seconds(quick)
            at_once = max([await answer_seconds(quick) for _ in range(EACH)])  # other tests may keep the cores busy
            async with flood(base) as answers:
                for _ in range(EACH):
                    await answer_seconds(quick, max(QUICK, 3 * at_once))
                await answer_seconds(slow, 2 * max(usual, SLOW))
                assert "too_many_at_once" in answers or "one_hint_at_a_time" in answers
                metrics = (await ada.get("/metrics")).text
            assert 'ludotheque_bots_lane_running{lane="hints"} 1.0' in metrics
            assert 'ludotheque_bots_wait_seconds_count{lane="hints"}' in metrics
            assert metrics.count("ludotheque_bots_memory_bytes{worker=") == 2
        finally:
            for seat in (quick, slow):
                await seat.__aexit__()


def test_hints_of_one_address_delay_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with run_server(tmp_path, monkeypatch) as server:
        asyncio.run(attacked(server.base))


@pytest.mark.parametrize("mutant", ["serves_in_order_of_arrival", "keeps_no_worker_for_quick_levels"])
def test_a_server_that_is_not_fair_is_detected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str) -> None:
    with (
        run_server(tmp_path, monkeypatch, mutant) as server,
        pytest.raises((AssertionError, TimeoutError)),
    ):
        asyncio.run(attacked(server.base))
