"""How a game shows itself in the terminal program: the steps its moves are chosen in, and its board."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, ClassVar

from rich.text import Text

from ludotheque.terminal.canvas import Canvas, Square


@dataclass(frozen=True)
class MoveStep:
    """One step of choosing a move: its name in the list, its squares, and the squares that arrow keys go to."""

    name: str
    squares: tuple[Square, ...] = ()
    #: None: the same as `squares`.
    aim_at: tuple[Square, ...] | None = None

    @property
    def aim(self) -> tuple[Square, ...]:
        return self.squares if self.aim_at is None else self.aim_at


#: The steps of one move, in order. The last one stands for the whole move.
MoveSteps = tuple[MoveStep, ...]


@dataclass(frozen=True)
class Scene:
    """What to draw: a seat's view as JSON and as text, and what to highlight on it."""

    view: dict[str, Any]
    text: str
    options: dict[str, Any]
    you: int | None
    #: The columns and rows available. A board that needs more can be scrolled.
    columns: int = 46
    rows: int = 20
    #: Squares that can be chosen now.
    targets: frozenset[Square] = field(default_factory=frozenset)
    #: Squares that can be chosen after the highlighted ones.
    onward: frozenset[Square] = field(default_factory=frozenset)
    #: Squares of the highlighted move.
    chosen: frozenset[Square] = field(default_factory=frozenset)
    #: Squares of the last move another seat played.
    last: frozenset[Square] = field(default_factory=frozenset)
    #: Whether the view is already that after the chosen move.
    ghost: bool = False
    #: Whether the chosen move would cost the mover something.
    warned: bool = False


class TerminalDisplay:
    """A game in the terminal. This base class shows the text board and offers whole moves.

    A subclass knows the game's moves, the JSON of its views and its text board, and nothing of the rules' state.
    """

    #: Whether the board is drawn with the highlighted move already played, as if its piece were a ghost.
    ghosts: ClassVar[bool] = False
    #: Events after which the board is not the one the move was played on, so that it cannot show the move.
    new_board_events: ClassVar[frozenset[str]] = frozenset({"over"})
    #: Events that cost the mover something.
    costly_events: ClassVar[frozenset[str]] = frozenset()
    #: What the help says about this game, after the help on keys.
    help: ClassVar[str] = ""

    def question(self, steps: list[str], scene: Scene) -> str:
        """Ask for the step that follows the given ones."""
        return "Your move"

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        """Return every sequence of steps by which a move can be chosen."""
        return [(MoveStep(move),)]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        """Return the squares on which a move that has been played can still be seen."""
        return ()

    def board(self, scene: Scene) -> Canvas:
        canvas = Canvas()
        for row, line in enumerate(scene.text.splitlines()):
            canvas.put(row, 0, line)
        return canvas

    def summary(self, scene: Scene) -> Text:
        """Return what stands beside the board: the seats, their points and what they hold."""
        return Text()


def display_of(module: str | None) -> TerminalDisplay:
    """Return the display that a game's module declares; without one, a display that shows the text board."""
    display: TerminalDisplay = import_module(module).DISPLAY if module else TerminalDisplay()
    return display
