"""Arguments shared by several commands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.errors import BadRecord, BadSetup
from ludotheque.games import names

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(names())}.", show_default=False)]
Seats = Annotated[int | None, typer.Option(help="Number of seats. Default: the fewest.", show_default=False)]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same deal.", show_default=False)]
RecordPath = Annotated[Path, typer.Argument(metavar="FILE", help="A record, as JSON.", show_default=False)]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; can be repeated."),
]


def options(texts: list[str] | None) -> dict[str, Any]:
    """Parse `["colours=5", "name=text"]` into a dict; values are JSON if they can be parsed, else text."""
    parsed: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"--option {text}: must be NAME=VALUE")
        parsed[name] = _value(value)
    return parsed


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of the file in front of what is wrong with its record."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}", error.position) from error


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
