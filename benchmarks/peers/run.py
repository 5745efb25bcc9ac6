"""Compare random play with other libraries, in alternating rounds of one run: `make bench-peers`."""

from __future__ import annotations

import argparse
import json
import os
import statistics
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.peers.contestants import Contestants, Play, Tally, parts
from rich.console import Console
from rich.table import Table

Row = dict[str, Any]

HEADINGS = ("matches/s", "moves/s", "ratio, matches", "ratio, moves")
#: `--page` replaces what stands between these comments.
BEGIN, END = "<!-- figures -->", "<!-- end of figures -->"


def measure(makers: Contestants, rounds: int, seconds: float, console: Console) -> list[Row]:
    """Alternate rounds, so that all are exposed to the same noise; skip libraries that are not installed."""
    plays: dict[str, Play] = {}
    with console.status("") as status:
        for name, make in makers:
            status.update(f"Compiling {name}")
            try:
                plays[name] = make()
            except ImportError as error:
                console.print(f"{name}: not installed ({error.name})", highlight=False)
                continue
            plays[name](seconds / 4)  # a warm-up
        tallies: dict[str, list[Tally]] = {name: [] for name in plays}
        for number in range(rounds):
            for name, play in plays.items():
                status.update(f"Round {number + 1} of {rounds}: {name}")
                tallies[name].append(play(seconds))
    first = next(iter(plays))
    return [
        {
            "name": name,
            "matches_per_second": statistics.median(_rate(each, "matches") for each in tally),
            "moves_per_second": statistics.median(_rate(each, "moves") for each in tally),
            "matches_ratio": _ratio(tallies[first], tally, "matches"),
            "moves_ratio": _ratio(tallies[first], tally, "moves"),
        }
        for name, tally in tallies.items()
    ]


def _ratio(ours: list[Tally], theirs: list[Tally], what: str) -> float | None:
    """Return the median over the rounds of our rate divided by theirs; None if they finished nothing in a round."""
    rates = [(_rate(own, what), _rate(other, what)) for own, other in zip(ours, theirs, strict=True)]
    return statistics.median(own / other for own, other in rates) if all(other for _, other in rates) else None


def _rate(tally: Tally, what: str) -> float:
    return float(getattr(tally, what)) / tally.seconds


def table(title: str, rows: list[Row]) -> Table:
    made = Table(title=title, box=None, title_justify="left")
    made.add_column("")
    for heading in HEADINGS:
        made.add_column(heading, justify="right")
    for row in rows:
        made.add_row(row["name"], *cells(row))
    return made


def cells(row: Row) -> list[str]:
    rates = [f"{row[key]:,.0f}" for key in ("matches_per_second", "moves_per_second")]
    ratios = [row[key] for key in ("matches_ratio", "moves_ratio")]
    return rates + ["–" if ratio is None else f"{ratio:,.1f}" for ratio in ratios]


def markdown(title: str, rows: list[Row]) -> str:
    lines = [["", *HEADINGS], ["---", *["--:"] * len(HEADINGS)], *([row["name"], *cells(row)] for row in rows)]
    return "\n".join([f"## {title}", "", *(f"| {' | '.join(line)} |" for line in lines), ""])


def refill(page: Path, figures: dict[str, list[Row]], how: str) -> None:
    """Replace the tables between the comments of the page."""
    before, rest = page.read_text("utf-8").split(BEGIN)
    _, after = rest.split(END)
    tables = [markdown(title, rows) for title, rows in figures.items()]
    page.write_text("\n".join([f"{before}{BEGIN}", how, "", *tables, f"{END}{after}"]), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--page", type=Path, help="a Markdown page whose tables are replaced")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="per contestant and round")
    given = parser.parse_args()
    console = Console(width=110, highlight=False, stderr=given.json)
    load = os.getloadavg()[0]
    figures = {}
    for title, makers in parts():
        figures[title] = measure(makers, given.rounds, given.seconds, console)
        console.print(table(title, figures[title]))
        console.print()
    if given.json:
        print(json.dumps(figures, indent=2))
    else:
        console.print("Ratios: the rate in the first line of each table divided by this one; medians over the rounds.")
    if given.page:
        how = f"{given.rounds} rounds of {given.seconds:g} s each, {os.cpu_count()} cores; {date.today():%B %Y}."
        refill(given.page, figures, f"{how} Load average at the start: {load:.1f}.")


if __name__ == "__main__":
    main()
