"""The server's benchmark fails if a goal is missed: what it judges, without any load."""

from __future__ import annotations

import itertools
import subprocess
import sys
import time
from typing import Any

import pytest
from benchmarks import server as benchmark
from benchmarks.goals import GOALS, missed

from tests.server.client.process import memory_of_session

GOOD = {name: dict.fromkeys(goals, 1.0) for name, goals in GOALS.items()}
ANSWERS = {"p50_ms": 1.0, "max_ms": 1.0, "memory_mb": 1, "kb_per_socket": 1.0, "server_ms_per_move": 1.0}
GAPLESS = dict.fromkeys(benchmark.GAPLESS, 0)


def run(monkeypatch: pytest.MonkeyPatch, **figures: Any) -> None:
    """Run `--only h`, as if these figures had been measured."""
    measured = {**GOOD["h"], **ANSWERS, **GAPLESS, "clean": True, **figures}

    def h(bench: benchmark.Bench) -> benchmark.Figures:
        """Attacks"""
        return measured

    monkeypatch.setattr(benchmark, "SCENARIOS", {"h": h})
    monkeypatch.setattr(sys, "argv", ["server", "--only", "h"])
    benchmark.main()


def test_every_scenario_has_goals() -> None:
    assert set(GOALS) == set(benchmark.SCENARIOS)
    for name, goals in GOALS.items():
        assert missed(name, {**goals, "clean": True}) == []
        for figure, most in goals.items():
            assert missed(name, {**goals, figure: most * 1.01, "clean": True})


def test_a_run_that_reaches_its_goals_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"p99_ms": 100.1}, "h: p99_ms is 100.1, not <= 100"),
        ({"p99_ms": None}, "h: p99_ms is None, not <= 100"),
        ({"grown_mb": 201}, "h: grown_mb is 201, not <= 200"),
        ({"clean": False, "gaps": 1}, "h: it is not clean"),
    ],
)
def test_a_missed_goal_or_an_unclean_run_fails(
    monkeypatch: pytest.MonkeyPatch, figures: dict[str, Any], said: str
) -> None:
    with pytest.raises(SystemExit, match=said) as ended:
        run(monkeypatch, **figures)
    assert ended.value.code not in (0, None)


def test_the_peak_counts_not_what_is_left() -> None:
    measured = itertools.chain([5, 900], itertools.repeat(5))
    with benchmark.sampled(lambda: next(measured), every=0.001) as samples:
        while len(samples) < 5:
            time.sleep(0.001)
    assert (max(samples), samples[-1]) == (900, 5)


ALLOCATE = "import sys; x = bytearray(b'x' * 60_000_000); print(flush=True); sys.stdin.read()"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {ALLOCATE!r}])"


def test_the_memory_of_workers_counts() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", PARENT], stdin=pipe, stdout=pipe, start_new_session=True) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        assert memory_of_session(process.pid) > 60e6
        process.stdin.close()
        process.wait()
    assert memory_of_session(process.pid) == 0
