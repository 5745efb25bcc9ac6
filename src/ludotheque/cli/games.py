"""`ludotheque games` and `ludotheque rules`: what there is to play, and how."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding

from ludotheque.catalogue import game
from ludotheque.cli.arguments import GameName
from ludotheque.games import names
from ludotheque.teaching import rulebook
from ludotheque.teaching.languages import LANGUAGES


def games() -> None:
    """List the games of the house."""
    console = Console(highlight=False)
    for name in names():
        spec = game(name).spec
        seats = str(spec.seats[0]) if len(spec.seats) == 1 else f"{spec.seats[0]}–{spec.seats[-1]}"
        by = f", by {spec.designer}" if spec.year else ""
        console.print(f"[bold]{name:<12}[/]{spec.title}{by}; {seats} seats, {spec.minutes} minutes")
        console.print(Padding(spec.sentence, (0, 0, 0, 12)))


#: A diagram, alone on its line.
_DIAGRAM = re.compile(r"^!\[(.*?)\]\((\w[\w-]*)\)$", re.MULTILINE | re.DOTALL)


def rules(
    name: GameName,
    language: Annotated[
        str | None, typer.Option("--lang", help="fr, en, de or nl; by default the system's, if it is one of these.")
    ] = None,
) -> None:
    """Print the rulebook of a game."""
    console = Console()
    text = _with_boards(game(name).name, language or _system_language())
    console.print(Markdown(text), width=min(console.width, 100))


def _with_boards(name: str, language: str) -> str:
    """The rulebook with its diagrams as text boards."""
    shown = rulebook.diagrams(name)

    def board(found: re.Match[str]) -> str:
        return f"```\n{shown[found[2]].text}\n```\n\n{found[1]}"

    return _DIAGRAM.sub(board, rulebook.source(name, language))


def _system_language() -> str:
    """What the environment asks for, as other programs read it."""
    wanted = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    found = wanted[:2].lower()
    return found if found in LANGUAGES else "en"
