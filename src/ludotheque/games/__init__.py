"""The games of the house: each folder beside this file is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from ludotheque.errors import UnknownGame
from ludotheque.games.spec import Spec


@cache
def names() -> tuple[str, ...]:
    """All games, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))


@cache
def spec(name: str) -> Spec:
    """The game of that name; its code is loaded now and not before."""
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    found: Spec = import_module(f"ludotheque.games.{name}").GAME
    return found
