"""The real workers: every level of every game, at the lowest priority, and gone when the house is gone."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cases import CASES, Case, steps

import ludotheque
from ludotheque import precompile
from ludotheque.games import spec_of
from ludotheque.server.bots import BotRequest, WorkerPool, hint_for, request_for
from ludotheque.server.bots.jobs import HINT_MOVES, Begun, HintRequest, WorkerJob
from ludotheque.server.bots.process import Timeouts
from ludotheque.server.bots.worker import do
from ludotheque.server.serving import new_loop
from ludotheque.worker_process import Answer, JobRaised, Ready, WorkerProcess, lower_priority

FIRST = {name: next(case for case in CASES if case.name == name) for name in ludotheque.games()}
MODES = [*FIRST.values(), *(Case("domino3d", seats, {"mode": mode}) for seats, mode in ((1, "solo"), (3, "race")))]

#: However busy the machine is.
PATIENT = Timeouts(think=300.0)


class House:
    """A pool in an event loop that stands still between two questions."""

    def __init__(self) -> None:
        self.runner = asyncio.Runner(loop_factory=new_loop)
        self.pool = WorkerPool(2, timeouts=PATIENT)
        self.run(self.pool.start())

    def run(self, asked: Any) -> Any:
        return self.runner.run(asyncio.wait_for(asked, 400))  # the first may compile

    def close(self) -> None:
        self.run(self.pool.stop())
        self.runner.close()


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    made = House()
    yield made
    made.close()


@pytest.mark.parametrize("case", MODES, ids=str)
def test_every_level_of_every_game_answers_a_legal_move(house: House, case: Case) -> None:
    match = case.start(1)
    list(steps(match, random.Random(1), 6))
    seat = match.to_act[-1]
    requests = [request_for(match, seat, level) for level in range(1, 6)]

    async def ask() -> list[str]:
        return await asyncio.gather(*map(house.pool.move, requests))

    assert set(house.run(ask())) <= set(match.legal_moves(seat))
    assert (house.pool.failed, house.pool.replaced) == (0, 0)


@pytest.mark.parametrize("case", MODES, ids=str)
def test_hints_have_keys_and_parameters(house: House, case: Case) -> None:
    match = case.start(1)
    list(steps(match, random.Random(1), 6))
    seat = match.to_act[0]
    request = msgspec.structs.replace(hint_for(match, seat), seconds=0.1)
    found = house.run(house.pool.hints(request))
    assert 1 <= len(found) <= min(HINT_MOVES, len(match.legal_moves(seat)))
    for hint in found:
        assert hint.keys() == {"move", "chance", "points", "factors"}
        assert hint["move"] in match.legal_moves(seat)
        assert 0 <= hint["chance"] <= 1
        assert (hint["points"] is None) == (match.seats > 1)
        for factor in hint["factors"]:
            assert spec_of(case.name).sentence_of("factors", factor["key"], factor["params"])


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="no such policy on this system")
def test_workers_run_only_while_nobody_else_wants_the_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTHEQUE_BOT_PRIORITY")
    request = request_for(FIRST["keks"].start(1), 0, 5)

    async def look() -> tuple[set[int], int]:
        pool, policies, most = WorkerPool(1, timeouts=PATIENT), set[int](), 0
        await pool.start()
        thinking = asyncio.create_task(pool.move(request))
        while not thinking.done():  # threads come and go, those that search among them
            running = pool.processes if pool.thinking else []
            threads = [int(one.name) for process in running for one in Path(f"/proc/{process}/task").iterdir()]
            for thread in threads:
                with suppress(ProcessLookupError):  # it has ended
                    policies.add(os.sched_getscheduler(thread))
            most = max(most, len(threads))
            await asyncio.sleep(0.02)
        await pool.stop()
        return policies, most

    with asyncio.Runner(loop_factory=new_loop) as runner:
        policies, most = runner.run(asyncio.wait_for(look(), 900))
    assert most >= 3  # two of them search
    assert policies == {os.SCHED_IDLE}
    assert os.sched_getscheduler(0) != os.SCHED_IDLE


def test_where_there_is_no_such_policy_they_are_nice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int, int]] = []
    monkeypatch.delenv("LUDOTHEQUE_BOT_PRIORITY")
    monkeypatch.delattr(os, "sched_setscheduler", raising=False)
    monkeypatch.setattr(os, "setpriority", lambda *given: asked.append(given))
    lower_priority(5)
    assert asked == [(os.PRIO_PROCESS, 5, 19)]


def is_alive(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_house_that_is_killed_leaves_no_worker() -> None:
    """Not even one that is in the middle of a thought."""
    script = Path(__file__).with_name("doomed_parent.py")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = parent.stdout.readline().split()
        assert len(workers) == 2
        assert all(map(is_alive, workers))
        parent.kill()
    end = time.monotonic() + 120
    while any(map(is_alive, workers)):
        assert time.monotonic() < end, "a worker thinks on"
        time.sleep(0.02)


def done(job: WorkerJob) -> tuple[Begun, Any]:
    """All that a worker says about a job, and its answer."""
    said: list[Begun] = []
    answer = do(job, said.append)
    (begun,) = said
    return begun, answer


def test_loading_is_told_apart_from_thinking() -> None:
    match = FIRST["nox"].start(1)
    begun, answer = done(request_for(match, 0, 2))
    assert isinstance(begun, Begun)
    assert answer in match.legal_moves(0)
    begun, answer = done(precompile.CompileJob("players", "nox", match.options))
    assert isinstance(begun, Begun)
    assert answer is None
    # Now everything is in memory.
    assert done(precompile.CompileJob("players", "nox", match.options)) == (Begun(compiled=False), None)


def test_errors_are_told_and_do_not_end_the_worker() -> None:
    match = FIRST["keks"].start(1)
    jobs: list[WorkerJob] = [
        BotRequest("chess", {}, {}, 0, 1, 0),
        BotRequest("keks", {}, {}, 0, 1, 0),
        BotRequest("keks", {"variant": "none"}, {}, 0, 1, 0),
        HintRequest("keks", {}, {}, 0, 0),
        precompile.CompileJob("players", "chess", {}),
        precompile.CompileJob("bread", "keks", {}),
        *(BotRequest("keks", match.options, match.state(), seat, level, 0) for level, seat in ((9, 0), (1, 1), (1, 7))),
    ]
    worker = WorkerProcess(do)
    worker.start()
    try:
        assert worker.receive() == Ready()
        for job in jobs:
            worker.give(job)
            with pytest.raises(JobRaised):
                received(worker)
        worker.give(request_for(match, 0, 1))
        assert received(worker) in match.legal_moves(0)
    finally:
        worker.close()


def received(worker: WorkerProcess) -> Any:
    while not isinstance(message := worker.receive(), Answer):
        assert isinstance(message, Begun)
    return message.value


def test_the_same_request_gives_the_same_move() -> None:
    """Levels that count simulations, not seconds."""
    match = FIRST["nasca"].start(1)
    request = request_for(match, match.to_act[0], 4)
    assert done(request)[1] == done(request)[1]
