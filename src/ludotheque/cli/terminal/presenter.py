"""What is to be seen: made of the match, the choices on offer and the game's look. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rich.text import Text

from ludotheque.cli.session import Preview, Session
from ludotheque.cli.terminal.choices import Choices, Node, place_of
from ludotheque.match import Match
from ludotheque.terminal.canvas import Canvas, Place, Square
from ludotheque.terminal.display import Part, Scene, look_of

AGAIN, LEAVE = "again", "leave"
#: Events after which the board is no longer the one on which the move was made.
NEW_BOARD = {"round", "ended", "over"}
#: Events that cost the mover something.
COSTLY = {"collapsed"}


class Stage:
    """The picture of a session: board, facts, list, and what the highlighted move would do."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.look = look_of(session.match.game)
        self.choices = Choices()
        self.places: dict[Square, Place] = {}
        self.columns, self.rows = 46, 20
        self._previewed: tuple[object, Preview | None] = ("", None)

    def update(self) -> None:
        """Offer the moves of the position as it is now; at the end, another match."""
        if self.session.match.over:
            self.choices.offer([AGAIN, LEAVE], lambda word: [(Part(word),)])
        else:
            scene = self._scene(self.session.match)
            self.choices.offer(self.session.moves(), lambda move: self.look.ways(move, scene))

    def board(self) -> Canvas:
        """The board with all marks; puts the highlight near the last choice where it is still free to."""
        canvas = self._board()
        if self.choices.settle(canvas.places):
            canvas = self._board()
        self.places = canvas.places
        return canvas

    def _board(self) -> Canvas:
        preview = self.preview()
        ghost = preview is not None and self.look.ghosts and not NEW_BOARD.intersection(preview.events)
        match = preview.match if preview and ghost else self.session.match
        return self.look.board(self._scene(match, marked=True, ghost=ghost))

    def facts(self) -> Text:
        return self.look.facts(self._scene(self.session.match, marked=True))

    def centre(self) -> Place | None:
        """Where on the board the highlight is."""
        node = self._node()
        return place_of(node.part.aim, self.places) if node else None

    def ask(self) -> str:
        """What is to be chosen now, and how many choices there are."""
        choices = self.choices
        if self.session.match.over:
            return "What now?"
        if not choices.moves:
            return ""
        if choices.typed:
            number = len(choices.matching())
            return f"{number or 'no'} {'moves begin' if number > 1 else 'move begins'} so"
        question = self.look.ask(choices.steps, self._scene(self.session.match))
        # There is room for one step; the board shows them all.
        return f"{question} ({len(choices.choices)})  {''.join(choices.steps[-1:])}".rstrip()

    def preview(self) -> Preview | None:
        """What the highlighted move would do; None while it is not a whole move."""
        move = self.choices.move
        if move is None or not self.session.your_turn:
            return None
        key = (move, len(self.session.match.history), self.session.undone)
        if self._previewed[0] != key:
            self._previewed = key, self.session.preview(move)
        return self._previewed[1]

    def _scene(self, match: Match, *, marked: bool = False, ghost: bool = False) -> Scene:
        you = self.session.you
        scene = Scene(match.view(you), match.text(you), match.options, you, self.columns, self.rows)
        if not marked:
            return scene
        preview, node, choices = self.preview(), self._node(), self.choices
        return replace(
            scene,
            targets=_squares(choice.part.aim for choice in choices.choices),
            onward=_squares(child.part.aim for child in node.children.values()) if node else frozenset(),
            chosen=_squares(part.squares for part in (node or choices.path[-1]).only.trail),
            last=self._last(scene),
            ghost=ghost,
            warned=bool(preview and COSTLY.intersection(preview.events)),
        )

    def _node(self) -> Node | None:
        return None if self.session.match.over else self.choices.highlighted

    def _last(self, scene: Scene) -> frozenset[Square]:
        """Where the last move of another seat can be seen."""
        history = self.session.match.history
        if not history or history[-1][0] == self.session.you:
            return frozenset()
        return frozenset(self.look.trace(history[-1][1], scene))


def _squares(groups: Iterable[tuple[Square, ...]]) -> frozenset[Square]:
    return frozenset(square for group in groups for square in group)
