"""`ludotheque leakcheck`: does anything that a seat gets depend on what is hidden from it?"""

from __future__ import annotations

from typing import Annotated

import typer

from ludotheque.catalogue import Game, game
from ludotheque.cli import arguments
from ludotheque.games import add, names
from ludotheque.leakcheck import Findings, check

OWN = "python:"


def leakcheck(
    name: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help=f"One of: {', '.join(names())}; or {OWN}MODULE, whose GAME is your own.",
            show_default=False,
        ),
    ],
    matches: Annotated[int, typer.Option(min=1, help="Number of matches in each mode.")] = 10,
    seats: arguments.Seats = None,
    seed: arguments.Seed = None,
    option: arguments.OptionTexts = None,
    hints: Annotated[bool, typer.Option(help="Also compare hints, which takes longer.")] = True,
) -> None:
    """Compare all that seats get in worlds that look the same to them. Exits with 1 if something leaks."""
    played = game(add(name.removeprefix(OWN)) if name.startswith(OWN) else name)
    given = arguments.options(option)
    leaks = 0
    for options in [given] if given else played.spec.options_by_mode():
        counts = [seats] if seats else _seats(played, options)
        for count in counts:
            findings = check(played, matches, count, seed or "leakcheck", options, hints=hints)
            leaks += _show(played, count, options, findings)
    if leaks:
        raise typer.Exit(1)


def _seats(played: Game, options: dict[str, object]) -> list[int]:
    """Return the fewest and the most seats accepted: what is hidden may depend on them."""
    accepted = played.spec.accepted_seats(played.spec.complete(options))
    return sorted({accepted[0], accepted[-1]})


def _show(played: Game, seats: int, options: dict[str, object], findings: Findings) -> int:
    """Print what was compared and what leaks; return how many channels do."""
    chosen = ", ".join(f"{name}={value}" for name, value in options.items())
    print(f"{played.title}, {seats} seats" + (f", {chosen}" if chosen else ""))
    print(f"  compared: {', '.join(findings.channels)}")
    print(
        f"  {findings.positions} positions, {findings.compared} pairs of worlds; "
        f"something hidden was dealt again in {findings.changed}"
    )
    for leak in findings.leaks.values():
        print(f"  LEAK in {leak}")
    if not findings.leaks:
        print("  no leak found")
    return len(findings.leaks)
