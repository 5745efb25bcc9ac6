"""Measure the speed of the tree search and, in the same run, of random matches. Part of `make bench`."""

from __future__ import annotations

import time
from typing import Any

from rich.console import Console
from rich.table import Table

import ludotheque
from ludotheque.bots import Budget
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.workspace import SearchSettings
from ludotheque.games import load_knowledge

SECONDS = 0.5
ROUNDS = 3

#: Game, seats, options. Domino 3D's race is missing: its bots plan instead of searching.
CASES: list[tuple[str, int, dict[str, Any]]] = [
    ("keks", 2, {}),
    ("nasca", 2, {}),
    ("nasenspiel", 2, {}),
    ("nasenspiel", 5, {}),
    ("nox", 3, {}),
    ("nox", 6, {}),
    ("domino3d", 2, {}),
    ("domino3d", 1, {"mode": "solo"}),
]


def simulations_per_second(name: str, seats: int, options: dict[str, Any], use_knowledge: bool) -> float:
    """Measure on one thread, from the first position."""
    bot = MctsBot("bench", Budget(seconds=SECONDS), SearchSettings(threads=1, use_knowledge=use_knowledge))
    match = ludotheque.game(name).start(seats, 1, options)
    best = 0.0
    for _ in range(ROUNDS + 1):  # the first round compiles
        trees = bot.plant(match)
        began = time.perf_counter()
        bot.grow(trees, match, 0, bot.budget, 1)
        best = max(best, trees[0].done / (time.perf_counter() - began))
    return best


def main() -> None:
    console = Console(width=110, highlight=False)
    table = Table(title="Tree search, one thread, from the first position", box=None)
    for heading in ("game", "seats", "options"):
        table.add_column(heading)
    for heading in ("random matches/s", "plain UCT/s", "ratio", "with knowledge/s"):
        table.add_column(heading, justify="right")
    with console.status("Measuring") as status:
        for name, seats, options in CASES:
            status.update(f"Measuring search in {name}, {seats} seats")
            load_knowledge(name)
            game = ludotheque.game(name)
            game.simulate(10, seats, 1, options)
            matches = max(100, int(game.simulate(100, seats, 1, options).matches_per_second * SECONDS))
            rate = max(game.simulate(matches, seats, 1, options).matches_per_second for _ in range(ROUNDS))
            plain = simulations_per_second(name, seats, options, use_knowledge=False)
            known = simulations_per_second(name, seats, options, use_knowledge=True)
            chosen = " ".join(f"{key}={value}" for key, value in options.items())
            table.add_row(
                name, str(seats), chosen, f"{rate:,.0f}", f"{plain:,.0f}", f"{plain / rate:.2f}", f"{known:,.0f}"
            )
    console.print(table)
    console.print("Ratio: plain UCT to random matches; the tree's cost makes it less than 1 (goal for Keks: 0.65).")


if __name__ == "__main__":
    main()
