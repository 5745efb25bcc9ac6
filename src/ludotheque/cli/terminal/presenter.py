"""What the screen shows, made of the match, the moves on offer and the game's display. Knows nothing of Textual."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.text import Text

from ludotheque.cli.session import Preview, Session
from ludotheque.cli.terminal.move_chooser import MoveChooser, Node, place_of
from ludotheque.match import Match
from ludotheque.terminal.canvas import Canvas, Place, Square
from ludotheque.terminal.display import MoveStep, Scene, display_of

AGAIN, LEAVE = "again", "leave"


class Presenter:
    """A session as it is shown: board, summary, list of choices, and what the highlighted move would do."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.display = display_of(session.match.mode.terminal)
        self.chooser = MoveChooser()
        self.places: dict[Square, Place] = {}
        self.columns, self.rows = 46, 20
        self._preview: tuple[object, Preview | None] = ("", None)

    def update(self) -> None:
        """Offer the legal moves of the current position; when the match is over, another match."""
        if self.session.match.over:
            self.chooser.offer([AGAIN, LEAVE], lambda word: [(MoveStep(word),)])
        else:
            scene = self._scene(self.session.match)
            self.chooser.offer(self.session.moves(), lambda move: self.display.paths(move, scene))

    def board(self) -> Canvas:
        """Draw the board with its highlights. A highlight nobody has moved yet goes near the last choice."""
        canvas = self._board()
        if self.chooser.settle(canvas.places):
            canvas = self._board()
        self.places = canvas.places
        return canvas

    def _board(self) -> Canvas:
        preview, display = self.preview(), self.display
        ghost = preview is not None and display.ghosts and not display.new_board_events.intersection(preview.events)
        match = preview.match if preview and ghost else self.session.match
        return display.board(self._scene(match, highlighted=True, ghost=ghost))

    def summary(self) -> Text:
        return self.display.summary(self._scene(self.session.match, highlighted=True))

    def centre(self) -> Place | None:
        """Return where on the board the highlight is."""
        node = self._node()
        return place_of(node.step.aim, self.places) if node else None

    def question(self) -> str:
        """Say what to choose now, and among how many."""
        chooser = self.chooser
        if self.session.match.over:
            return "What now?"
        if not chooser.moves:
            return ""
        if chooser.typed:
            number = len(chooser.matching())
            return f"{number or 'no'} matching {'move' if number == 1 else 'moves'}"
        question = self.display.question(chooser.steps, self._scene(self.session.match))
        # The line has room for one step; the board shows them all.
        return f"{question} ({len(chooser.choices)})  {''.join(chooser.steps[-1:])}".rstrip()

    def preview(self) -> Preview | None:
        """Return what the highlighted move would do, or None while it is incomplete."""
        move = self.chooser.move
        if move is None or not self.session.your_turn:
            return None
        key = (move, len(self.session.match.history), self.session.undone)
        if self._preview[0] != key:
            self._preview = key, self.session.preview(move)
        return self._preview[1]

    def _scene(self, match: Match, *, highlighted: bool = False, ghost: bool = False) -> Scene:
        you = self.session.you
        scene = Scene(match.view(you), match.text(you), match.options, you, self.columns, self.rows)
        if not highlighted:
            return scene
        preview, node, chooser = self.preview(), self._node(), self.chooser
        return replace(
            scene,
            targets=_squares(choice.step.aim for choice in chooser.choices),
            onward=_squares(child.step.aim for child in node.children.values()) if node else frozenset(),
            chosen=_squares(step.squares for step in (node or chooser.path[-1]).only.trail),
            last=self._last(scene),
            ghost=ghost,
            warned=bool(preview and self.display.costly_events.intersection(preview.events)),
        )

    def _node(self) -> Node | None:
        return None if self.session.match.over else self.chooser.highlighted

    def _last(self, scene: Scene) -> frozenset[Square]:
        """Return the squares of the last move, if another seat played it."""
        history = self.session.match.history
        if not history or history[-1][0] == self.session.you:
            return frozenset()
        return frozenset(self.display.played_squares(history[-1][1], scene))


def _squares(groups: Iterable[tuple[Square, ...]]) -> frozenset[Square]:
    return frozenset(square for group in groups for square in group)
