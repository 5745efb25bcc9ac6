"""The race in the terminal: your own tower, or the one that you have to check."""

from __future__ import annotations

from rich.text import Text

from ludotheque.games.domino3d.display.common.layers import own_marks
from ludotheque.games.domino3d.display.common.terminal_tower import draw_domino, draw_tower, placement_steps
from ludotheque.games.domino3d.rules.common.model import action_of, halves, model_of
from ludotheque.games.spec import Json
from ludotheque.terminal.canvas import Canvas
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import FAINT
from ludotheque.terminal.seats import seat_name

HELD = "held"


class RaceDisplay(TerminalDisplay):
    ghosts = True
    new_board_events = frozenset({"round", "over"})
    help = "All build at the same time, each at a table of their own. No move is\ntaken back: lift a domino instead."

    def question(self, steps: list[str], scene: Scene) -> str:
        if scene.view["phase"] == "check":
            return "Do all marks match?"
        if steps == ["lift"]:
            return "Which one?"
        if not steps and scene.you is not None and not scene.view["hands"][scene.you]:
            return "All are placed: done?"
        return ("Which domino?", "Where?", "Turned how?")[len(steps)]

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        """Offer a domino of the hand, its two cells, and which of the ways to turn it; or a domino to lift."""
        match move.split(" ", 2):
            case ["lift", domino]:
                pieces = scene.view["sets"][_shown_seat(scene)]
                (lifted,) = (piece for piece in pieces if piece["domino"] == int(domino))
                return [(MoveStep("lift"), MoveStep(move, halves(action_of(lifted))))]
            case ["place", domino, placement]:
                held = MoveStep(f"{domino} {own_marks(int(domino))}", ((HELD, int(domino)),), aim_at=())
                return [(held, *placement_steps(placement, move))]
        return [(MoveStep(move),)]

    def board(self, scene: Scene) -> Canvas:
        seat = _shown_seat(scene)
        canvas = Canvas()
        canvas.put(0, 0, "your table" if seat == scene.you else f"the table of seat {seat}", FAINT)
        canvas.paste(draw_tower(scene, model_of(scene.view["sets"][seat]), scene.columns), 1, 0)
        return canvas

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat, total in enumerate(view["totals"]):
            text.append_text(seat_name(seat, scene)).append(f"  {total} points", "bold")
            text.append(f"  {_progress(view, seat)}\n")
        text.append(f"round {view['round']}", FAINT)
        for square in scene.chosen:
            if isinstance(square, tuple) and square[0] == HELD:
                text.append("\n").append_text(draw_domino(square[1]))
        return text


def _shown_seat(scene: Scene) -> int:
    """Whose table is shown: your own, or that of the seat to your right when you have to check it."""
    you, view = scene.you or 0, scene.view
    checking = view["phase"] == "check" and scene.you in view["to_act"]
    return (you - 1) % len(view["totals"]) if checking else you


def _progress(view: Json, seat: int) -> str:
    if seat in view["finished"]:
        return "done"
    placed, hand = len(view["sets"][seat]), len(view["hands"][seat])
    return "gave up" if seat in view["given_up"] else f"{placed}/{placed + hand}"


DISPLAY = RaceDisplay()
