"""All games: each folder beside this file is one."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from ludotheque.engine.knowledge import knowledge_of
from ludotheque.errors import UnknownGame
from ludotheque.games.spec import Spec


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order."""
    return tuple(sorted(path.parent.name for path in Path(__file__).parent.glob("*/__init__.py")))


_added: dict[str, Spec] = {}


def add(module: str) -> str:
    """Let this process know the game that a module of somebody's own package declares as `GAME`; return its name.

    Raises UnknownGame if there is no such module, it declares no game, or there is a game of that name already.
    """
    try:
        game = import_module(module).GAME
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownGame(f"the module {module!r} declares no game: {error}") from error
    if not isinstance(game, Spec):
        raise UnknownGame(f"GAME of the module {module!r} is not a Spec")
    if game.name in names():
        raise UnknownGame(f"there is already a game {game.name!r}")
    _added[game.name] = game
    return game.name


@cache
def spec_of(name: str) -> Spec:
    """Return the game of that name; its code is loaded now and not before."""
    if name in _added:
        return _added[name]
    if name not in names():
        raise UnknownGame(f"there is no game {name!r}; the games are {', '.join(names())}")
    game: Spec = import_module(f"ludotheque.games.{name}").GAME
    return game


def load_knowledge(name: str) -> None:
    """Import the modules in which a game registers its knowledge; a mode without one is searched without knowledge."""
    for mode in spec_of(name).modes:
        if mode.knowledge:
            import_module(mode.knowledge)
        knowledge_of(mode.rules.dtype)  # registers the default if there is none
