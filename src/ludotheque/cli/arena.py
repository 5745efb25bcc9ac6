"""`ludotheque arena`: matches between bots, and their ratings."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

import platformdirs
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from ludotheque.arena.cluster import Cluster
from ludotheque.arena.output import as_data, check_plot, describe_failure, summary, write_plot
from ludotheque.arena.plan import Plan, check_matches, prepare
from ludotheque.arena.playing import ArenaResult, Runner
from ludotheque.arena.processes import Processes
from ludotheque.arena.results import ResultsFile, missing, run, stored_seed
from ludotheque.arena.standings import Interval, Meeting, Standing, meetings, standings
from ludotheque.catalogue import game
from ludotheque.cli import arguments

INTERRUPTED = 130

Bots = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BOT...",
        help="The bots: 1 to 5 (levels), 5:0.2s (a level with another budget), random, greedy, "
        "uct:1s, uct:500ms, uct:5000 (simulations), python:module.function (your own).",
        show_default=False,
    ),
]
#: Typer's options take one value each: of `--bots 5 4 random`, these are the second and the third.
MoreBots = Annotated[
    list[str] | None, typer.Argument(metavar="BOT", help="More bots, as in: --bots 5 4 random.", show_default=False)
]
Matches = Annotated[int, typer.Option(help="Number of matches, rounded up to whole deals.")]
Seed = Annotated[
    str | None, typer.Option(help="The same seed gives the same deals. Default: a new one.", show_default=False)
]
Pairing = Annotated[
    str | None,
    typer.Option(
        metavar="mixed|one-among",
        help="Who meets, with 3 seats or more. mixed: all sets of different bots (if there are enough); "
        "one-among: one bot among copies of another, for every two bots, both ways.",
        show_default=False,
    ),
]
ProcessCount = Annotated[int, typer.Option(help="How many matches at once, each in a process of its own.")]
Ray = Annotated[
    str | None,
    typer.Option(
        metavar="auto|local|ADDRESS",
        help="Play on a Ray cluster: a running one (auto), a new one on this machine (local), or an address.",
        show_default=False,
    ),
]
Results = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The file that keeps every match; an arena with the same file resumes where it stopped. "
        "Default: a new file in your state folder.",
        show_default=False,
    ),
]
Plot = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Plot the ratings to a .svg or .png file.", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


def arena(
    name: arguments.GameName,
    more: MoreBots = None,
    bots: Bots = None,
    matches: Matches = 400,
    seats: arguments.Seats = None,
    seed: Seed = None,
    option: arguments.OptionTexts = None,
    pairing: Pairing = None,
    processes: ProcessCount = 1,
    results: Results = None,
    plot: Plot = None,
    as_json: AsJson = False,
    ray: Ray = None,
) -> None:
    """Let bots play against each other: every set of opponents on the same deals, in all seat orders.

    Then print the share of wins and the rating of each bot, with 95% intervals.

    Budgets in simulations give the same matches everywhere; budgets in seconds need idle cores.
    """
    check_matches(matches)
    if plot is not None:
        check_plot(plot)
    runner: Runner = Processes(processes) if ray is None else Cluster(ray, processes)
    path = results or _new_file(name)
    plan = prepare(
        name,
        [*(bots or []), *(more or [])],
        seats,
        arguments.options(option),
        pairing,
        seed if seed is not None else stored_seed(path),
    )
    notes = Console(stderr=True, highlight=False)
    with ResultsFile(path, plan) as file:
        finished = _play(plan, matches, runner, file, notes)
    rows = standings(file.results)
    _print_results(plan, file.results, rows, as_json=as_json)
    if plot is not None and rows:
        write_plot(plot, game(name).title, summary(plan, file.results), rows)
    _print_failures(notes, file.results)
    if not finished:
        notes.print(f"Interrupted; resume with: --results {path}", markup=False, soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    notes.print(f"Seed {plan.seed}; every match is in {path}", markup=False, soft_wrap=True)


def _new_file(name: str) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return platformdirs.user_state_path("ludotheque") / "arena" / f"{name}-{stamp}.jsonl"


def _play(plan: Plan, matches: int, runner: Runner, file: ResultsFile, notes: Console) -> bool:
    """Play with a progress bar; False if it was interrupted."""
    if file.other_code:
        notes.print(f"{file.path} has matches by other versions of the rules or bots.", style="yellow")
    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    left = missing(plan, matches, file.results)
    with Progress(TextColumn("{task.description}"), *columns, console=notes, transient=True) as progress:
        task = progress.add_task(game(plan.game).title, total=left + len(file.results), completed=len(file.results))

        failures: list[ArenaResult] = []

        def count(result: ArenaResult) -> None:
            if result.failure is not None:
                failures.append(result)
            note = f" ({len(failures)} failures)" if failures else ""
            progress.update(task, advance=1, description=game(plan.game).title + note)

        try:
            run(plan, matches, runner, file, count)
        except KeyboardInterrupt:
            file.reread()
            return False
    return True


def _print_results(plan: Plan, results: list[ArenaResult], rows: list[Standing], *, as_json: bool) -> None:
    sets = meetings(results)
    if as_json:
        print(json.dumps(as_data(plan, results, rows, sets)))
        return
    console = Console(highlight=False)
    console.print(f"{game(plan.game).title}: {summary(plan, results)}", markup=False)
    console.print(_standings_table(rows))
    if len({row.bots for row in sets}) > 1:
        console.print()
        console.print(_meetings_table(sets))


def _standings_table(rows: list[Standing]) -> Table:
    table = _table("bot", "matches", "share", "95%", "rating", "95%", "score", "slowest")
    for row in rows:
        low, high = row.interval
        table.add_row(
            row.name,
            str(row.matches),
            f"{row.share:.1%}",
            _percent(row.share_interval),
            f"{row.rating:.0f}",
            f"{low:.0f}–{high:.0f}",
            f"{row.points:.1f}",
            f"{row.slowest:.2f} s",
        )
    return table


def _meetings_table(rows: list[Meeting]) -> Table:
    table = _table("bot", "against", "matches", "share", "95%", "of fair")
    for row in rows:
        if _is_shown(row):
            others = list(row.bots)
            others.remove(row.name)
            of_fair = f"{row.share * len(row.bots):.2f}"
            share, interval = f"{row.share:.1%}", _percent(row.interval)
            table.add_row(row.name, " ".join(others), str(row.matches), share, interval, of_fair)
    return table


def _is_shown(row: Meeting) -> bool:
    """Return whether a row is shown. Of two bots that meet, that of the lone or of the better bot is enough."""
    if len(set(row.bots)) > 2:
        return True
    if len(row.bots) > 2:
        return row.bots.count(row.name) == 1
    return row.share > 0.5 or (row.share == 0.5 and row.name == row.bots[0])


def _table(*headings: str) -> Table:
    """Return a table that wraps names in a narrow terminal, but never numbers."""
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        named = heading in ("bot", "against")
        table.add_column(heading, justify="left" if named else "right", no_wrap=not named, overflow="fold")
    return table


def _percent(interval: Interval) -> str:
    return f"{100 * interval[0]:.1f}–{100 * interval[1]:.1f}%"


def _print_failures(notes: Console, results: list[ArenaResult]) -> None:
    failures = [result for result in results if result.failure is not None]
    if failures:
        notes.print(f"{len(failures)} of {len(results)} matches ended with a failure:", style="red")
    for result in failures[:10]:
        notes.print(f"  {describe_failure(result)}", style="red", markup=False, soft_wrap=True)
    if len(failures) > 10:
        notes.print(f"  and {len(failures) - 10} more, all in the results file", style="red")
