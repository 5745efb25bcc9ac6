"""Arguments that several commands share."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from ludotheque.errors import BadSetup
from ludotheque.games import names

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(names())}.", show_default=False)]
Seats = Annotated[int | None, typer.Option(help="How many seats; without it, the fewest.", show_default=False)]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same deal.", show_default=False)]
OptionTexts = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be given several times."),
]


def options(texts: list[str] | None) -> dict[str, Any]:
    """`["variant=eleven", "several=true"]` as a dict; values are JSON where they can be, else text."""
    found: dict[str, Any] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadSetup(f"--option {text}: write NAME=VALUE, for example --option variant=classic")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
