"""The pool: what becomes of bots that raise, hang, die or lie, of those who wait, and of the workers at the end."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from tests.server.bots import odd_worker
from tests.server.bots.odd_worker import (
    DIE,
    DIE_ONCE,
    HANG,
    HANG_ONCE,
    LIE,
    NUMBER,
    RAISE,
    SLEEP,
    SPIN,
    TALK,
    USUAL,
    WAIT,
)

import ludotheque
from ludotheque import BadSetup, precompile
from ludotheque.server.bots import (
    Asker,
    BotRequest,
    HintRequest,
    JobFailed,
    QueryRequest,
    TooManyAtOnce,
    WorkerPool,
    WorkersBusy,
    hint_for,
    request_for,
)
from ludotheque.server.bots.lanes import QUOTAS, Quota
from ludotheque.server.bots.pool import MEMORY
from ludotheque.server.bots.process import Timeouts
from ludotheque.server.bots.slot import Slot
from ludotheque.server.serving import new_loop
from ludotheque.worker_process import Work

Result = TypeVar("Result")
MATCH = ludotheque.game("nox").start(3, seed="a secret seed")
#: Seconds to wait for what must happen.
PATIENCE = 60.0
LEGAL = MATCH.legal_moves(0)
ADA = Asker("192.0.2.1", "ada")


def ask(seed: int, level: int = 1) -> BotRequest:
    return msgspec.structs.replace(request_for(MATCH, 0, level), seed=seed)


@pytest.fixture
def once(tmp_path: Path) -> Path:
    return tmp_path / "died"


@asynccontextmanager
async def pool_of(once: Path, workers: int = 2, think: float = 60.0, **more: Any) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(workers, timeouts=Timeouts(think=think), work=partial(odd_worker.do, once), **more)
    await pool.start()
    try:
        yield pool
    finally:
        await pool.stop(grace=0.0)


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def run(played: Coroutine[Any, Any, Result]) -> Result:
    """In an event loop of its own, as the house has it; what hangs fails."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(asyncio.wait_for(played, 300))


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_start_returns_at_once_and_requests_wait_for_the_workers(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once) as pool:
            await pool.stop()
            assert not pool.processes
        pool = WorkerPool(2, work=partial(odd_worker.do, once))
        await pool.start()
        assert not pool.processes
        assert await pool.move(ask(USUAL)) == LEGAL[0]
        await pool.stop()

    run(play())


@pytest.mark.parametrize(
    ("seed", "why", "replaced"),
    [
        (RAISE, "no idea", 0),
        (LIE, "not legal", 0),
        (NUMBER, "not legal", 0),
        (HANG, "within 1 s", 2),
        (SPIN, "within 1 s", 2),
        (DIE, "exit code 7", 2),
    ],
    ids=["raises", "lies", "answers a number", "hangs", "spins", "dies"],
)
def test_a_bot_that_fails_twice(
    once: Path, seed: int, why: str, replaced: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1, think=1.0 if seed in (HANG, SPIN) else 60.0) as pool:
            request = ask(seed)
            with pytest.raises(JobFailed, match=why) as caught:
                await pool.move(request)
            assert caught.value.fallback == request.fallback
            assert caught.value.fallback in LEGAL
            assert (pool.failed, pool.replaced, pool.waiting, pool.thinking) == (1, replaced, 0, 0)
            check_log(caplog, request)
            assert await pool.move(ask(USUAL)) == LEGAL[0]  # and the pool goes on

    run(play())


def check_log(caplog: pytest.LogCaptureFixture, request: BotRequest) -> None:
    """It tells the game and the position that the bot was asked about, but not the true one."""
    logged = caplog.records[-1].getMessage()
    assert caplog.records[-1].levelno == logging.ERROR
    assert json.dumps(request.position, separators=(",", ":"), ensure_ascii=False) in logged
    assert '"game":"nox"' in logged
    truth = MATCH.state()
    assert request.position != truth
    assert json.dumps(truth, separators=(",", ":"), ensure_ascii=False) not in caplog.text
    assert "a secret seed" not in caplog.text


def test_a_worker_that_dies_once_is_replaced_and_asked_again(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await until(lambda: pool.processes)
            before = pool.processes
            assert await pool.move(ask(DIE_ONCE)) == LEGAL[0]
            assert (pool.failed, pool.replaced) == (0, 1)
            assert pool.processes != before
            assert not is_alive(before[0])

    run(play())


def test_a_worker_that_is_killed_in_the_middle(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            asked = asyncio.create_task(pool.move(ask(HANG_ONCE)))
            await until(once.exists)
            os.kill(pool.processes[0], signal.SIGKILL)
            assert await asked == LEGAL[0]
            assert (pool.failed, pool.replaced) == (0, 1)

    run(play())


def test_a_worker_that_dies_while_idle_costs_no_try(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await pool.move(ask(USUAL))
            os.kill(pool.processes[0], signal.SIGKILL)
            await until(lambda: not pool.processes)
            assert await pool.move(ask(DIE_ONCE)) == LEGAL[0]

    run(play())


def test_signals_that_are_meant_for_the_house_do_not_end_a_worker(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await pool.move(ask(USUAL))
            process = pool.processes[0]
            assert os.getpgid(process) != os.getpgid(0)
            assert os.getsid(process) == os.getsid(0)  # priorities are compared within a session
            for number in (signal.SIGINT, signal.SIGTERM):
                os.kill(process, number)
            waiting = asyncio.create_task(pool.move(ask(WAIT)))
            await until(lambda: pool.thinking)
            once.touch()
            assert await waiting == LEGAL[0]
            assert pool.processes == [process]

    run(play())


def test_what_a_bot_prints_is_no_answer(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            assert await pool.move(ask(TALK)) == LEGAL[0]

    run(play())


def test_a_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.bots.slot.RESTART_DELAY", 0.05)

    async def play(work: Work) -> str:
        pool = WorkerPool(1, work=work)
        await pool.start()
        with pytest.raises(JobFailed) as caught:
            await pool.move(ask(USUAL))
        await pool.stop()
        assert caught.value.fallback in LEGAL
        return str(caught.value)

    assert "exit code 3" in run(play(odd_worker.Stillborn()))
    assert "cannot be read" in run(play(odd_worker.mumble))
    with monkeypatch.context() as patch:
        patch.setattr(SpawnProcess, "start", out_of_memory)
        assert "cannot be started" in run(play(odd_worker.mumble))


def out_of_memory(process: SpawnProcess) -> None:
    raise OSError("out of memory")


def test_quick_ones_do_not_wait_for_slow_ones(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once) as pool:
            await asyncio.gather(*(pool.move(ask(USUAL, level)) for level in (1, 5)))
            slow = [asyncio.create_task(pool.move(ask(WAIT, level=5))) for _ in range(4)]
            await until(lambda: pool.thinking)
            assert await asyncio.gather(*(pool.move(ask(USUAL, level)) for level in (1, 2, 3, 4))) == [LEGAL[0]] * 4
            assert not any(each.done() for each in slow)
            once.touch()
            assert await asyncio.gather(*slow) == [LEGAL[0]] * 4

    run(play())


@pytest.mark.parametrize("workers", [1, 2])
def test_slow_ones_get_their_turn_among_many_quick_ones(once: Path, workers: int) -> None:
    async def play() -> None:
        async with pool_of(once, workers) as pool:
            await asyncio.gather(*(pool.move(ask(USUAL, level)) for level in (1, 5)))  # every worker is ready
            answered: list[int] = []

            async def asked(level: int) -> None:
                await pool.move(ask(SLEEP, level))
                answered.append(level)

            await asyncio.gather(*(asked(level) for level in [1] * 8 + [5]))
            assert answered.index(5) < 6

    run(play())


def test_the_queue_is_bounded(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1, quotas={**QUOTAS, "quick": Quota(9, 9, 3)}) as pool:
            await pool.move(ask(USUAL))
            waiting = [asyncio.create_task(pool.move(ask(WAIT)))]
            await until(lambda: pool.thinking)
            waiting += [asyncio.create_task(pool.move(ask(USUAL))) for _ in range(3)]
            await until(lambda: pool.waiting == 3)
            with pytest.raises(WorkersBusy):
                await pool.move(ask(USUAL))
            once.touch()
            assert await asyncio.gather(*waiting) == [LEGAL[0]] * 4

    run(play())


def test_who_stops_waiting_leaves_the_queue(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await pool.move(ask(USUAL))
            thinking = asyncio.create_task(pool.move(ask(WAIT)))
            await until(lambda: pool.thinking)
            waiting = asyncio.create_task(pool.move(ask(HANG)))
            await until(lambda: pool.waiting)
            waiting.cancel()
            thinking.cancel()
            await asyncio.gather(waiting, thinking, return_exceptions=True)
            once.touch()
            assert pool.waiting == 0
            assert await pool.move(ask(USUAL)) == LEGAL[0]
            assert pool.replaced == 0

    run(play())


def test_stop_is_graceful(once: Path) -> None:
    """Who thinks may finish, who waits is turned away, and no process is left."""

    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await pool.move(ask(USUAL))
            process = pool.processes[0]
            thinking = asyncio.create_task(pool.move(ask(WAIT)))
            await until(lambda: pool.thinking)
            waiting = asyncio.create_task(pool.move(ask(USUAL)))
            await until(lambda: pool.waiting)
            stopping = asyncio.create_task(pool.stop(grace=60.0))
            await until(lambda: not pool.waiting)
            once.touch()
            await stopping
            assert await thinking == LEGAL[0]
            with pytest.raises(WorkersBusy):
                await waiting
            with pytest.raises(WorkersBusy, match="closing"):
                await pool.move(ask(USUAL))
            assert pool.processes == []
            assert not is_alive(process)

    run(play())


def test_stop_does_not_wait_for_a_bot_that_hangs(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            await pool.move(ask(USUAL))
            process = pool.processes[0]
            thinking = asyncio.create_task(pool.move(ask(SPIN)))
            await until(lambda: pool.thinking)
            began = time.perf_counter()
            await pool.stop(grace=0.2)
            assert time.perf_counter() - began < 30  # it would think for 60 s
            with pytest.raises(WorkersBusy):
                await thinking
            assert not is_alive(process)

    run(play())


def test_a_request_that_cannot_be_sent_costs_no_worker(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            with pytest.raises(JobFailed):
                await pool.move(msgspec.structs.replace(ask(USUAL), position={"odd": object()}))
            with pytest.raises(JobFailed):
                await pool.move(msgspec.structs.replace(ask(USUAL), position={"no": "position"}))
            assert await pool.move(ask(USUAL)) == LEGAL[0]

    run(play())


def test_hints_that_fail_have_no_fallback(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            broken: HintRequest = msgspec.structs.replace(hint_for(MATCH, 0), position={})
            with pytest.raises(JobFailed) as caught:
                await pool.hints(broken)
            assert caught.value.fallback == ""

    run(play())


def test_what_is_done_beforehand_never_stands_in_the_way(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, quotas={**QUOTAS, "slow": Quota(1, 1, 1)}) as pool:
            for job in precompile.all_jobs("players"):
                pool.preload(job)
            assert pool.waiting == 0
            assert await pool.move(ask(USUAL, level=5)) == LEGAL[0]
            await pool.stop()
            assert pool.failed == 0

    run(play())


def test_a_worker_that_has_compiled_is_replaced(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            assert await pool.move(ask(USUAL)) == LEGAL[0]
            first = pool.processes
            assert await pool.move(ask(USUAL, level=4)) == LEGAL[0]
            await until(lambda: pool.processes and pool.processes != first)
            [second] = pool.processes
            assert await pool.move(ask(USUAL)) == LEGAL[0]
            assert pool.processes == [second]
            assert not is_alive(first[0])
            assert pool.replaced == 0, "nothing failed"

    run(play())


def test_a_query_ends_when_nobody_waits_for_it(once: Path) -> None:
    """Its process goes on with the next one."""

    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            first = await pool.query(query(odd_worker.take_memory, 1), ADA)
            for _ in range(2):
                asked = asyncio.create_task(pool.query(query(odd_worker.endless, once), ADA))
                await until(once.exists)
                with pytest.raises(TooManyAtOnce):
                    await pool.query(query(os.getpid), ADA)
                asked.cancel()
                await until(lambda: not pool.thinking)
                once.unlink()
            assert await pool.query(query(os.getpid), ADA) == first
            assert (pool.failed, pool.replaced) == (0, 0)

    run(play())


def test_a_query_that_takes_too_long_is_ended_once(once: Path) -> None:
    async def play() -> None:
        pool = WorkerPool(1, timeouts=Timeouts(query=0.5), work=partial(odd_worker.do, once))
        await pool.start()
        with pytest.raises(JobFailed, match=r"within 0\.5 s"):
            await pool.query(query(time.sleep, 3600))
        assert (pool.failed, pool.replaced) == (1, 1)
        assert await pool.query(query(len, "four")) == 4
        await pool.stop(grace=0.0)

    run(play())


def test_a_large_answer_arrives(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1) as pool:
            text = b"x" * 3_000_000
            assert await pool.query(query(bytes.upper, text)) == text.upper()

    run(play())


def test_a_worker_that_has_grown_is_replaced_between_two_jobs(once: Path) -> None:
    async def play() -> None:
        async with pool_of(once, workers=1, memory=400 * 2**20) as pool:
            first = await pool.query(query(os.getpid))
            assert await pool.query(query(odd_worker.take_memory, 20)) == first
            assert pool.renewed == 0
            assert await pool.query(query(odd_worker.take_memory, 400)) == first
            await until(lambda: pool.renewed)
            second = await pool.query(query(odd_worker.take_memory, 500))
            assert second != first
            await until(lambda: not is_alive(first))
            assert max(pool.memory.values()) > 400 * 2**20
            # At most once a minute: whatever makes it grow, it also does its work.
            assert await pool.query(query(os.getpid)) == second
            assert (pool.renewed, pool.replaced, pool.failed) == (1, 0, 0)

    run(play())


@pytest.mark.parametrize(
    "story", [test_a_worker_that_has_compiled_is_replaced, test_a_worker_that_has_grown_is_replaced_between_two_jobs]
)
def test_a_pool_that_keeps_every_worker_is_detected(
    once: Path, monkeypatch: pytest.MonkeyPatch, story: Callable[..., None]
) -> None:
    monkeypatch.setattr(Slot, "renew_if_large", lambda self: None)
    monkeypatch.setitem(globals(), "PATIENCE", 3.0)
    with pytest.raises((AssertionError, TimeoutError)):
        story(once)


def test_a_worker_that_has_loaded_everything_stays_within_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it had to compile first, it does not keep."""
    monkeypatch.setenv("LUDOTHEQUE_BOT_PRIORITY", "normal")

    everything = precompile.all_jobs("players")
    assert 100 * 2**20 < run(memory_after_loading(WorkerPool(1), everything)) <= MEMORY


async def memory_after_loading(pool: WorkerPool, jobs: Sequence[precompile.CompileJob]) -> int:
    await pool.start()
    for job in jobs:
        pool.preload(job)
    async with asyncio.timeout(280):
        while pool.loading or pool.renewing:
            await asyncio.sleep(0.05)
    memory = pool.memory["0"]
    await pool.stop(grace=0.0)
    return memory


def test_a_worker_that_keeps_what_it_does_not_need_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Slot, "renew_if_large", lambda self: None)
    some = precompile.all_jobs("rules")[:3]
    assert run(memory_after_loading(WorkerPool(1, work=odd_worker.hoard), some)) > MEMORY


def query(work: Callable[..., Any], *arguments: Any) -> QueryRequest:
    return QueryRequest("uploads", "nox", work, arguments)


def test_a_pool_has_workers() -> None:
    with pytest.raises(BadSetup):
        WorkerPool(0)
