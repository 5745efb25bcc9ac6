"""`ludotheque simulate`: statistics of random matches."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ludotheque.catalogue import game
from ludotheque.cli import arguments
from ludotheque.engine.simulation import Simulation


def simulate(
    name: arguments.GameName,
    matches: Annotated[int, typer.Option(help="Number of matches.")] = 1000,
    seats: arguments.Seats = None,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
    threads: Annotated[int, typer.Option(help="Number of threads.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Play random matches in compiled code and print statistics."""
    played = game(name)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(played.title, total=matches)
        result = played.simulate(
            matches,
            seats,
            seed,
            arguments.options(option),
            threads,
            lambda more: progress.advance(task, more),
        )
    if as_json:
        print(json.dumps({"game": name, "seats": len(result.wins), **dataclasses.asdict(result)}))
    else:
        show(result)


def show(result: Simulation) -> None:
    """Print a table of seats and a line about all matches."""
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "wins", "share", "mean score"):
        table.add_column(heading, justify="right")
    for seat, (wins, score) in enumerate(zip(result.wins, result.scores, strict=True)):
        table.add_row(str(seat), f"{wins:.1f}", f"{wins / result.matches:.1%}", f"{score:.2f}")
    console = Console(highlight=False)
    console.print(table)
    mean = result.moves / result.matches
    console.print(f"Moves per match: {mean:.1f} on average, {result.shortest} to {result.longest}.")
    console.print(
        f"{result.matches:,} matches, {result.moves:,} moves in {result.seconds:.2f} s: "
        f"{result.matches_per_second:,.0f} matches and {result.moves_per_second:,.0f} moves per second."
    )
