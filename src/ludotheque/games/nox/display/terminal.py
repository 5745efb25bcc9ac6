"""NOX in the terminal: your hand, and below it all displays with six places each."""

from __future__ import annotations

from rich.text import Text

from ludotheque.games.nox import USUAL_TARGET
from ludotheque.games.nox.rules.board import COLOUR_NAMES, STACKS_TO_END
from ludotheque.terminal.canvas import Canvas, Size, Square
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import BRICK, CHOSEN, FAINT, GROUND, MUSTARD, PAPER, SEATS, TARGET, on
from ludotheque.terminal.seats import seat_name

LEFT = 2
SMALL, LARGE = (5, 1), (7, 3)
FAMILIES = {"b": "#3f6fd1", "g": "#4f9d5b", "o": "#e58a2c"}
HAND = "hand"


class NoxDisplay(TerminalDisplay):
    def question(self, steps: list[str], scene: Scene) -> str:
        return "Where to?" if steps else "Which card?"

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        card, _, where = move.partition(">")
        display, _, onto = where.partition(":")
        square = (int(display), onto or None)
        return [(MoveStep(card, ((HAND, card),)), MoveStep(move, (square,)))]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return ((int(move.partition(">")[2].partition(":")[0]), move.partition(">")[0]),)

    def board(self, scene: Scene) -> Canvas:
        canvas, size = Canvas(), _size(scene)
        hand = [] if scene.you is None else scene.view["hands"][scene.you]
        if scene.you is not None:
            canvas.put(size[1] // 2, 1, "your hand", FAINT)
        for index, card in enumerate(hand):
            column = 12 + (size[0] + 1) * index
            canvas.places[HAND, card] = size[1] // 2, column + 2
            _card(canvas, (0, column), [card], _highlight_of((HAND, card), scene), size)
        for display in range(len(scene.view["displays"])):
            self._display(canvas, scene, display, size)
        return canvas

    def _display(self, canvas: Canvas, scene: Scene, display: int, size: Size) -> None:
        stacks: list[list[str]] = scene.view["displays"][display]
        row = (size[1] + 2) * display + size[1] + 1
        _head(canvas, row, scene, display, [stack[-1] for stack in stacks])
        for place in range(STACKS_TO_END):
            column = LEFT + (size[0] + 1) * place
            middle = row + 1 + size[1] // 2, column + size[0] // 2
            if place < len(stacks):
                square = (display, stacks[place][-1])
                _card(canvas, (row + 1, column), stacks[place], _highlight_of(square, scene), size)
                canvas.places[square] = middle
            elif place == len(stacks) and _highlight_of((display, None), scene):
                style = CHOSEN if (display, None) in scene.chosen else TARGET
                canvas.put(middle[0], middle[1] - 2, "  +  " if place < STACKS_TO_END - 1 else " +6! ", style)
                canvas.places[display, None] = middle
            elif place == STACKS_TO_END - 1 == len(stacks):
                # The sixth stack ends the round.
                canvas.put(*middle, "6!", f"bold {BRICK}")
            else:
                canvas.put(*middle, "·", FAINT)

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat, total in enumerate(view["totals"]):
            text.append_text(seat_name(seat, scene)).append(f"  {total} points", "bold")
            noted = " ".join(str(points[seat]) for points in view["history"][-5:])
            text.append(f"  ({noted})\n" if noted else "\n", FAINT)
        target = scene.options["target"] or USUAL_TARGET[scene.options["variant"]]
        return text.append(f"round {view['round']}, {view['pile']} cards left, to {target}", FAINT)


def _highlight_of(square: object, scene: Scene) -> str:
    highlights = {
        "chosen": scene.chosen,
        "target": scene.targets | scene.onward,
        "last": scene.last,
    }
    return next((name for name, squares in highlights.items() if square in squares), "")


def _size(scene: Scene) -> Size:
    """Large cards if all displays fit."""
    width, height = LARGE
    fits = (
        LEFT + STACKS_TO_END * (width + 1) <= scene.columns and (height + 2) * (scene.view["seats"] + 1) <= scene.rows
    )
    return LARGE if fits else SMALL


def _head(canvas: Canvas, row: int, scene: Scene, display: int, shown: list[str]) -> None:
    """Write whose display it is, what it is worth, and which colours it lacks."""
    seat = seat_name(display, scene).plain
    canvas.put(row, 0, seat[0], "bold")
    canvas.put(row, 1, seat[1:], f"bold {SEATS[display]}")
    missing = [name for letter, name in COLOUR_NAMES.items() if not any(card[0] == letter for card in shown)]
    worth = sum(int(card[1:]) for card in shown)
    if shown and missing:
        canvas.put(row, 11, f"{worth} without {', '.join(missing)}", FAINT)
    elif shown:
        canvas.put(row, 11, f"worth {worth}", f"bold {MUSTARD}")


def _card(canvas: Canvas, place: tuple[int, int], stack: list[str], highlight: str, size: Size) -> None:
    """Draw the top card of a stack, and below it how many cards it covers."""
    (row, column), card = place, stack[-1]
    tint = PAPER if highlight == "chosen" else FAMILIES[card[0]]
    label = {"chosen": "▸{:3}◂", "target": "[{:3}]", "last": "‹{:3}›", "": "{:3}"}[highlight].format(card)
    canvas.tile(row, column, label, tint, PAPER if highlight == "target" else GROUND, size)
    if len(stack) > 1:
        canvas.put(row + size[1], column + 1, f"+{len(stack) - 1}", on(tint))


DISPLAY = NoxDisplay()
