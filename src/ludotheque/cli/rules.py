"""`ludotheque rules`: the rulebook of a game."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer
from rich.console import Console

from ludotheque.catalogue import game
from ludotheque.cli.arguments import GameName
from ludotheque.teaching import rulebook
from ludotheque.teaching.languages import LANGUAGES

#: A diagram alone on its line.
_DIAGRAM = re.compile(r"^!\[(.*?)\]\((\w[\w-]*)\)$", re.MULTILINE | re.DOTALL)


def rules(
    name: GameName,
    language: Annotated[
        str | None,
        typer.Option("--lang", help=f"One of: {', '.join(LANGUAGES)}. Default: the system's language if it is listed."),
    ] = None,
) -> None:
    """Print the rulebook of a game."""
    # Imported here so that the other commands start quickly.
    from rich.markdown import Markdown

    console = Console()
    text = _with_text_boards(game(name).name, language or _system_language())
    console.print(Markdown(text), width=min(console.width, 100))


def _with_text_boards(name: str, language: str) -> str:
    """Return the rulebook with text boards in place of its diagrams."""
    diagrams = rulebook.diagrams(name)

    def board(diagram: re.Match[str]) -> str:
        caption, key = diagram.groups()
        return f"```\n{diagrams[key].text}\n```\n\n{caption}"

    return _DIAGRAM.sub(board, rulebook.source(name, language))


def _system_language() -> str:
    """Return the language of the locale, or English if there is no rulebook in it."""
    locale = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES else "en"
