"""Measure the speed of the rules; ratios compare figures of the same run. Part of `make bench`."""

from __future__ import annotations

import json
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import ludotheque

HERE = Path(__file__).parent
ROUNDS = 5
SECONDS = 0.25

#: Game, seats, options.
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("keks", 2, {}),
    ("keks", 2, {"variant": "eleven"}),
    ("nasca", 2, {}),
    *(("nasenspiel", seats, {}) for seats in range(2, 6)),
    *(("nox", seats, {}) for seats in range(3, 7)),
    ("nox", 3, {"variant": "hard"}),
    *(("domino3d", seats, {}) for seats in (2, 4, 6)),
    ("domino3d", 1, {"mode": "solo"}),
    *(("domino3d", seats, {"mode": "race"}) for seats in (2, 4, 6)),
]


def best(measure: Callable[[], float]) -> float:
    """Return the best of several rounds, because other programs use the machine, too."""
    return max(measure() for _ in range(ROUNDS))


def matches_for(name: str, seats: int, options: dict[str, Any], seconds: float) -> int:
    """Return how many matches one thread plays in the given time."""
    game = ludotheque.game(name)
    game.simulate(2, seats, 1, options)
    matches = 4
    while True:
        found = game.simulate(matches, seats, 1, options)
        if found.seconds > seconds / 8:
            return max(8, int(found.matches_per_second * seconds))
        matches *= 4


def measure_case(name: str, seats: int, options: dict[str, Any]) -> list[str]:
    game = ludotheque.game(name)
    matches = matches_for(name, seats, options, SECONDS)
    found = game.simulate(matches, seats, 1, options)
    moves = found.moves / found.matches
    one, ratios = 0.0, list[tuple[float, float, float]]()
    for _ in range(ROUNDS):  # alternate, so that all are exposed to the same noise
        alone = game.simulate(matches, seats, 1, options).matches_per_second
        two = game.simulate(2 * matches, seats, 1, options, threads=2).matches_per_second
        steps = [batch_rate(name, seats, options, steps) / moves for steps in (1, 16)]
        one = max(one, alone)
        ratios.append((two / alone, steps[0] / alone, steps[1] / alone))
    rules = game.spec.mode(game.spec.complete(options)).rules
    chosen = " ".join(f"{key}={value}" for key, value in options.items())
    return [
        name,
        str(seats),
        chosen,
        f"{one:,.0f}",
        f"{one * moves:,.0f}",
        f"{moves:.0f}",
        *(f"{statistics.median(column):.2f}" for column in zip(*ratios, strict=True)),
        f"{rules.dtype.itemsize:,}",
    ]


def batch_rate(name: str, seats: int, options: dict[str, Any], steps: int, size: int = 4096) -> float:
    """Return the moves per second of `size` matches stepped together on all cores, `steps` moves per call."""
    batch = ludotheque.batch(name, size, seats, 1, options)
    calls, began = 0, time.perf_counter()
    while time.perf_counter() - began < SECONDS:
        batch.random_steps(steps)
        calls += 1
    return calls * steps * size / (time.perf_counter() - began)


def compare_keks_with_c() -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return "Keks compared with C: no C compiler found."
    program = HERE / "build" / "keks_random"
    program.parent.mkdir(exist_ok=True)
    subprocess.run([compiler, "-O3", "-march=native", str(HERE / "keks_random.c"), "-o", str(program)], check=True)
    rates = []
    for _ in range(ROUNDS):
        found = json.loads(subprocess.run([str(program), "300000"], capture_output=True, check=True).stdout)
        rates.append(
            (ludotheque.game("keks").simulate(300_000, seed=1).matches_per_second, found["matches"] / found["seconds"])
        )
    own, c = map(max, zip(*rates, strict=True))
    ratio = statistics.median(own / c for own, c in rates)
    return f"Keks compared with C: {own:,.0f} and {c:,.0f} matches per second, ratio {ratio:.2f} (goal 0.75)"


def measure_play() -> str:
    game = ludotheque.game("keks")
    match, random_ = game.start(seed=1), random.Random(1)
    while not match.over:
        match.play(random_.choice(match.legal_moves()))

    def measure() -> float:
        copies = [game.start(seed=1) for _ in range(40)]
        began = time.perf_counter()
        for copy in copies:
            for seat, move in match.history:
                copy.play(move, seat)
        return 40 * len(match.history) / (time.perf_counter() - began)

    return f"match.play from Python, Keks: {best(measure):,.0f} moves per second (goal 20,000)"


def measure_first_moves() -> list[str]:
    """Measure how long a new process takes to import, start a match and list its moves, from the compile cache."""
    lines = []
    for name in ludotheque.games():
        code = f"import ludotheque; m = ludotheque.game({name!r}).start(); m.legal_moves(m.to_act[0])"

        def measure(code: str = code) -> float:
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            return -(time.perf_counter() - began)

        lines.append(f"{name} {-best(measure):.2f} s")
    return lines


def main() -> None:
    console = Console(width=110, highlight=False)
    table = Table(title="Random matches in compiled code; every step lists all legal moves", box=None)
    for heading in ("game", "seats", "options"):
        table.add_column(heading)
    for heading in ("matches/s", "moves/s", "moves", "2 threads", "batch x1", "x16", "bytes"):
        table.add_column(heading, justify="right")
    with console.status("Measuring") as status:
        for case in CASES:
            status.update(f"Measuring {case[0]}, {case[1]} seats")
            table.add_row(*measure_case(*case))
    console.print(table)
    console.print(
        "Ratios to one thread that plays one match after another: 2 threads; a batch of 4,096 matches on all cores,"
        " with 1 and with 16 moves per call. Medians over the rounds."
    )
    console.print(compare_keks_with_c())
    console.print(measure_play())
    console.print(
        "New process, from import to the first list of moves (goal 1.5 s): " + ", ".join(measure_first_moves())
    )


if __name__ == "__main__":
    main()
