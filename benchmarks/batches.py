"""Measure batches of every game and mode on one thread: steps and observations per second. Part of `make bench`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.table import Table

import ludotheque

#: Game, seats, options.
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("keks", 2, {}),
    ("nasca", 2, {}),
    ("nasenspiel", 2, {}),
    ("nox", 3, {}),
    ("domino3d", 2, {}),
    ("domino3d", 1, {"mode": "solo"}),
    ("domino3d", 3, {"mode": "race"}),
]
SIZES = (64, 1024)
STEPS = 64
#: Steps before measuring, so that the positions come from the middle of a match.
FIRST_STEPS = 30


def rate(work: Callable[[], Any], each: int, rounds: int, seconds: float) -> float:
    """Return the best rate per second of CPU time, because other programs use the machine, too.

    One call of `work` counts as `each`.
    """
    rates = []
    for _ in range(rounds):
        calls, began = 0, time.process_time()
        while (passed := time.process_time() - began) < seconds:
            work()
            calls += 1
        rates.append(calls * each / passed)
    return max(rates)


def row(name: str, seats: int, options: dict[str, Any], rounds: int, seconds: float) -> list[str]:
    steps, together = [], 0.0
    for size in SIZES:
        matches = ludotheque.batch(name, size, seats, 1, options, threads=1)
        matches.random_steps(FIRST_STEPS)
        steps.append(rate(lambda m=matches: m.step(m.random_actions()), size, rounds, seconds))  # type: ignore[misc]
        together = rate(lambda m=matches: m.random_steps(STEPS), size * STEPS, rounds, seconds)  # type: ignore[misc]
    observed = rate(matches.observe, len(matches), rounds, seconds)
    rates = (f"{number:,.0f}" for number in (*steps, together, observed))
    return [f"{name} {options.get('mode', '')}", str(seats), *rates, f"{matches.layout.size:,}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="per figure and round")
    given = parser.parse_args()
    console = Console(width=120, highlight=False)
    table = Table(title="ludotheque.batch on one thread: per second of CPU time, best of the rounds", box=None)
    table.add_column("game")
    largest = f"{SIZES[-1]:,}"
    for heading in (
        "seats",
        *(f"steps of {size:,}" for size in SIZES),
        f"{STEPS} per call, {largest}",
        f"observed, {largest}",
        "floats",
    ):
        table.add_column(heading, justify="right")
    with console.status("Measuring") as status:
        for case in CASES:
            status.update(f"Measuring batches of {case[0]}")
            table.add_row(*row(*case, given.rounds, given.seconds))
    console.print(table)


if __name__ == "__main__":
    main()
