"""What a game's look tells the program: how its moves are put together, and how its board is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module, util
from typing import Any, Protocol, cast

from rich.text import Text

from ludotheque.terminal.canvas import Canvas, Square

Json = dict[str, Any]
Options = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One step of a move: its name in the list, the squares that it concerns, and those that arrows aim at."""

    name: str
    squares: tuple[Square, ...] = ()
    at: tuple[Square, ...] | None = None

    @property
    def aim(self) -> tuple[Square, ...]:
        return self.squares if self.at is None else self.at


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a seat's view as JSON and as text, and what is marked on it."""

    view: Json
    text: str
    options: Options
    you: int | None
    #: How many columns and rows there are. A look may use less, and more where it must.
    columns: int = 46
    rows: int = 20
    #: Squares that can be chosen now, that can be chosen after the highlighted one, that are highlighted, and those of
    #: the last move that was played.
    targets: frozenset[Square] = field(default_factory=frozenset)
    onward: frozenset[Square] = field(default_factory=frozenset)
    chosen: frozenset[Square] = field(default_factory=frozenset)
    last: frozenset[Square] = field(default_factory=frozenset)
    #: True where the view is already that after the chosen move.
    ghost: bool = False
    #: True where the chosen move would cost something.
    warned: bool = False


class Look(Protocol):
    """The look of a game. It knows the game's moves, its view's JSON and its text, and nothing of its inside."""

    #: True where the board after a move shows it best (a piece is laid down), False where a piece goes away.
    ghosts: bool

    def ask(self, steps: list[str], scene: Scene) -> str:
        """What is to be chosen after the steps that are done."""

    def ways(self, move: str, scene: Scene) -> list[tuple[Part, ...]]:
        """The ways to put a move together, step by step. The last part of each is the whole move."""

    def trace(self, move: str, scene: Scene) -> tuple[Square, ...]:
        """Where a move that has been played can still be seen."""

    def board(self, scene: Scene) -> Canvas:
        """The board."""

    def facts(self, scene: Scene) -> Text:
        """What stands beside the board: the seats, their points, what they hold."""


class TextLook:
    """For a game without a look of its own: the text board, and whole moves."""

    ghosts = False

    def ask(self, steps: list[str], scene: Scene) -> str:
        return "Your move"

    def ways(self, move: str, scene: Scene) -> list[tuple[Part, ...]]:
        return [(Part(move),)]

    def trace(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return ()

    def board(self, scene: Scene) -> Canvas:
        canvas = Canvas()
        for row, line in enumerate(scene.text.splitlines()):
            canvas.put(row, 0, line)
        return canvas

    def facts(self, scene: Scene) -> Text:
        return Text()


def look_of(game: str) -> Look:
    """The look of a game: `looks/<game>.py`, or its text."""
    name = f"ludotheque.cli.terminal.looks.{game}"
    if util.find_spec(name) is None:
        return TextLook()
    return cast("Look", import_module(name).LOOK)
