"""`ludotheque games`: the list of games."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding

from ludotheque.games import names, spec_of


def games() -> None:
    """List the games."""
    console = Console(highlight=False)
    for name in names():
        about = spec_of(name)
        seats = str(about.seats[0]) if len(about.seats) == 1 else f"{about.seats[0]}–{about.seats[-1]}"
        designer = f", by {about.designer}" if about.year else ""
        console.print(f"[bold]{name:<12}[/]{about.title}{designer}; {seats} seats, {about.minutes} minutes")
        console.print(Padding(about.sentence, (0, 0, 0, 12)))
