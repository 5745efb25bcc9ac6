"""The server opens when the first game is compiled; other processes compile the rest."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.server import in_memory
from tests.server.web.guests import KEKS, open_house, refused, story

import ludotheque
from ludotheque import precompile as parts
from ludotheque.engine import compiling
from ludotheque.precompile import CompileJob
from ludotheque.server.bots import WorkerPool
from ludotheque.server.bots.process import PoolProcess
from ludotheque.server.precompiler import Precompiler, compile_in_process, load_rules
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_operation import Readiness
from ludotheque.worker_process import WorkerDied

PATIENCE = 300
GAMES = ludotheque.games()


class Steps:
    """Records what happened, in order; compiling waits for `go` where one is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, missing: list[CompileJob]) -> None:
        self.taken: list[str] = []
        self.go: dict[str, asyncio.Event] = {}
        monkeypatch.setattr(parts, "missing", lambda part: missing if part == "rules" else [])
        monkeypatch.setattr("ludotheque.server.precompiler.load_rules", self._load)
        monkeypatch.setattr("ludotheque.server.precompiler.compile_in_process", self._compile)

    async def _compile(self, job: CompileJob, *, urgent: bool) -> None:
        assert urgent == ("open" not in self.taken)
        if job.game in self.go:
            await self.go[job.game].wait()
        self.taken.append(f"compile {job.game}")

    async def _load(self, name: str) -> None:
        self.taken.append(f"load {name}")

    async def open(self) -> None:
        self.taken.append("open")


def run(played: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(played, PATIENCE))


def start(name: str) -> None:
    ludotheque.game(name).start()


def test_the_server_opens_with_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(monkeypatch, parts.all_jobs("rules"))
    precompiler = Precompiler(WorkerPool(1), cores=2)

    async def play() -> None:
        steps.go = {name: asyncio.Event() for name in GAMES if name != "keks"}
        with precompiler.guarding():
            opening = asyncio.create_task(precompiler.compile_rules(steps.open))
            while "open" not in steps.taken:
                await asyncio.sleep(0)
            assert steps.taken == ["compile keks", "load keks", "open"]
            assert precompiler.missing == [name for name in GAMES if name != "keks"]
            start("keks")
            with pytest.raises(Refused) as caught:
                start("nox")
            assert (caught.value.code, caught.value.params) == ("not_ready", {"why": "compiling", "game": "nox"})
            for event in steps.go.values():
                event.set()
            await opening
            assert precompiler.missing == []
            start("nox")

    run(play())
    assert steps.taken.count("open") == 1
    # A game with two modes is loaded when both are compiled.
    assert steps.taken.count("compile domino3d") == 2
    assert steps.taken.count("load domino3d") == 1


def test_games_that_are_compiled_can_be_played_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(monkeypatch, [])
    precompiler = Precompiler(WorkerPool(1))
    run(precompiler.compile_rules(steps.open))
    assert steps.taken == ["open"]
    run(precompiler.load_cached())
    assert steps.taken[1:] == [f"load {name}" for name in GAMES]


def test_rules_are_loaded_once_before_a_table_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another thread: a request that had to load them would hold the event loop."""
    steps = Steps(monkeypatch, [job for job in parts.all_jobs("rules") if job.game == "nox"])
    precompiler = Precompiler(WorkerPool(1))

    async def play() -> None:
        steps.go = {"nox": asyncio.Event()}
        compiling_nox = asyncio.create_task(precompiler.compile_rules(steps.open))
        while "open" not in steps.taken:
            await asyncio.sleep(0)
        async with in_memory.open_house() as house:
            house.load_rules = precompiler.load
            live = await in_memory.table_of(house, "keks", "ab")
            assert steps.taken == ["open", "load keks"]
            live.table = None  # as after a restart
            await live.read(lambda table: None)
            await precompiler.load("nox")
            assert steps.taken == ["open", "load keks"]
        steps.go["nox"].set()
        await compiling_nox
        await precompiler.load("nox")
        await precompiler.load_cached()

    run(play())
    assert [step for step in steps.taken if step.startswith("load")] == [
        *("load keks", "load nox"),
        *(f"load {name}" for name in GAMES if name not in ("keks", "nox")),
    ]


def test_without_a_cache_the_server_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "CACHE_FOLDER", None)
    steps = Steps(monkeypatch, parts.all_jobs("rules"))
    precompiler = Precompiler(WorkerPool(1))
    run(precompiler.compile_rules(steps.open))
    assert steps.taken == [f"load {GAMES[0]}", "open", *(f"load {name}" for name in GAMES[1:])]
    assert precompiler.missing == []


def test_after_the_guard_matches_compile_their_rules_again() -> None:
    precompiler = Precompiler(WorkerPool(1))
    with precompiler.guarding(), pytest.raises(Refused):
        start("keks")
    start("keks")


def test_a_process_compiles_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int | None, Any]] = []
    ask = PoolProcess.ask

    async def noting(worker: PoolProcess, job: Any) -> Any:
        asked.append((worker.id, job))
        return await ask(worker, job)

    monkeypatch.setattr(PoolProcess, "ask", noting)
    job = CompileJob("rules", "keks", {})
    run(compile_in_process(job))
    [(process, request)] = asked
    assert request == job
    assert process
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
    assert job.is_done()


def test_the_death_of_a_process_is_logged(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    async def die(worker: PoolProcess, job: Any) -> Any:
        raise WorkerDied("it died")

    monkeypatch.setattr(PoolProcess, "ask", die)
    run(compile_in_process(CompileJob("rules", "keks", {})))
    assert "compiling failed (Keks: rules): it died" in caplog.text


def test_loading_is_cancelled_when_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def load(rules: object, check: Callable[[int, int], None]) -> None:
        begun.set()
        try:
            while True:
                check(0, 1)
                time.sleep(0.001)
        finally:
            ended.set()

    async def play() -> None:
        loading = asyncio.create_task(load_rules("keks"))
        await asyncio.to_thread(begun.wait)
        loading.cancel()
        await asyncio.gather(loading, return_exceptions=True)
        assert await asyncio.to_thread(ended.wait, PATIENCE)

    monkeypatch.setattr("ludotheque.engine.precompile_rules.precompile", load)
    run(play())


@story
async def test_requests_for_a_game_that_is_not_ready_are_refused() -> None:
    async with open_house() as house:
        precompiler = Precompiler(WorkerPool(1))
        house.app.state.readiness = Readiness(precompiler=precompiler)
        ada = house.guest()
        await ada.named("Ada")
        with precompiler.guarding():
            assert (await ada.get("/api/games")).json()["preparing"] == GAMES
            assert refused(await ada.get("/readyz"), 503, "not_ready")["params"] == {"why": "compiling"}
            seats = [{"who": "me"}, {"who": "bot", "level": 1}]
            answered = await ada.post("/api/tables", json={"game": "keks", "seats": seats})
            assert refused(answered, 503, "not_ready")["params"] == {"why": "compiling", "game": "keks"}
        house.app.state.readiness = Readiness()
        assert (await ada.get("/api/games")).json()["preparing"] == []
        assert (await ada.get("/readyz")).status_code == 200
        await ada.makes(KEKS)
