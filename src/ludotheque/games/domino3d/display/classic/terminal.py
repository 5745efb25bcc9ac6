"""Classic and solo in the terminal: one tower for all."""

from __future__ import annotations

from rich.text import Text

from ludotheque.games.domino3d.display.common.terminal_tower import cells_of, draw_domino, draw_tower, placement_steps
from ludotheque.games.domino3d.rules.common.model import model_of
from ludotheque.terminal.canvas import Canvas, Square
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import FAINT
from ludotheque.terminal.seats import seat_name


class ClassicDisplay(TerminalDisplay):
    ghosts = True
    new_board_events = frozenset({"ended", "over"})
    costly_events = frozenset({"collapsed"})
    help = (
        "The sand runs while it is your turn; when it has run out, the turn\n"
        "is over. Start with --option sand=0 to play without it."
    )

    def question(self, steps: list[str], scene: Scene) -> str:
        return "Another one?" if scene.view["drawn"] is None else "Turned how?" if steps else "Where?"

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        """Two cells, then which of the ways to turn the domino."""
        return [placement_steps(move, move) if "," in move else (MoveStep(move),)]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return cells_of(move) if "," in move else ()

    def board(self, scene: Scene) -> Canvas:
        return draw_tower(scene, model_of(scene.view["placed"]), scene.columns)

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat, score in enumerate(view["scores"]):
            text.append_text(seat_name(seat, scene)).append(f"  {score} points\n", "bold")
        left = f", {view['turns_left']} turns left" if view["turns_left"] is not None else ""
        text.append(f"pile {len(view['pile'])}{left}", FAINT)
        if view["drawn"] is not None:
            text.append("\n").append_text(draw_domino(view["drawn"]))
        return text


DISPLAY = ClassicDisplay()
