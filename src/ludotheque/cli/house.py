"""`ludotheque games` and `ludotheque rules`: what there is to play, and how."""

from __future__ import annotations

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from ludotheque.cli.arguments import GameName
from ludotheque.game import game
from ludotheque.games import names


def games() -> None:
    """List the games of the house."""
    table = Table(box=None, pad_edge=False)
    for heading in ("name", "title", "seats", "minutes", "by", "in a sentence"):
        table.add_column(heading, no_wrap=heading != "in a sentence")
    for name in names():
        spec = game(name).spec
        seats = str(spec.seats[0]) if len(spec.seats) == 1 else f"{spec.seats[0]}–{spec.seats[-1]}"
        table.add_row(name, spec.title, seats, str(spec.minutes), spec.designer, spec.sentence)
    Console().print(table)


def rules(name: GameName) -> None:
    """Print the rules of a game, its options and its moves."""
    spec = game(name).spec
    console = Console()
    console.print(Markdown((spec.folder / "README.md").read_text("utf-8")), width=min(console.width, 100))
