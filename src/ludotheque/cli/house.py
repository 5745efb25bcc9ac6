"""`ludotheque games` and `ludotheque rules`: what there is to play, and how."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding

from ludotheque.cli.arguments import GameName
from ludotheque.game import game
from ludotheque.games import names


def games() -> None:
    """List the games of the house."""
    console = Console(highlight=False)
    for name in names():
        spec = game(name).spec
        seats = str(spec.seats[0]) if len(spec.seats) == 1 else f"{spec.seats[0]}–{spec.seats[-1]}"
        by = f", by {spec.designer}" if spec.year else ""
        console.print(f"[bold]{name:<12}[/]{spec.title}{by}; {seats} seats, {spec.minutes} minutes")
        console.print(Padding(spec.sentence, (0, 0, 0, 12)))


def rules(name: GameName) -> None:
    """Print the rules of a game, its options and its moves."""
    spec = game(name).spec
    console = Console()
    console.print(Markdown((spec.folder / "README.md").read_text("utf-8")), width=min(console.width, 100))
