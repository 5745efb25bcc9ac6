"""Keks in the terminal: coloured tiles with their letters; those that can be taken have a raised edge and brackets."""

from __future__ import annotations

from rich.text import Text

from ludotheque.terminal.canvas import Canvas, Size, Square
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import FAINT, PAPER, TARGET, on
from ludotheque.terminal.seats import seat_name

SIZE, LEFT, COLUMNS = 8, 3, "abcdefgh"
CORNERS = ((0, 0), (0, 7), (7, 0), (7, 7))
GLAZES = dict(
    zip(
        "ABCDEFGHIJ",
        ("#d1495b", "#ee8434", "#f4c95d", "#a9bf3f", "#4f9d69", "#2aa198", "#6bb7dd", "#4c6ed7", "#8e5bb5", "#e59ac4"),
        strict=True,
    )
)


class KeksDisplay(TerminalDisplay):
    def question(self, steps: list[str], scene: Scene) -> str:
        return "Another tile, or stop?" if scene.view["colour"] else "Which tile?"

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        return [(MoveStep(move, () if move == "stop" else (move,)),)]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return (move,)

    def board(self, scene: Scene) -> Canvas:
        canvas, size = Canvas(), _size(scene)
        for x in range(SIZE):
            for y in range(SIZE):
                self._tile(canvas, scene, (x, y), size)
            column = LEFT + (size[0] + 1) * x + size[0] // 2
            canvas.put((size[1] + 1) * SIZE, column, COLUMNS[x], FAINT)
            canvas.put((size[1] + 1) * (SIZE - 1 - x) + size[1] // 2, 0, str(x + 1), FAINT)
        return canvas

    def _tile(self, canvas: Canvas, scene: Scene, cell: tuple[int, int], size: Size) -> None:
        (x, y), (width, height) = cell, size
        square = f"{COLUMNS[x]}{y + 1}"
        row, column = (height + 1) * (SIZE - 1 - y), LEFT + (width + 1) * x
        middle = row + height // 2, column + width // 2
        canvas.places[square] = middle
        letter, pips = scene.view["board"][SIZE - 1 - y][x], scene.view["pips"][SIZE - 1 - y][x]
        if letter not in GLAZES:
            if square in scene.last:
                canvas.put(*middle, "×", TARGET)
            elif cell not in CORNERS:
                canvas.put(*middle, "·", FAINT)
            return
        # Pips count only in the variant that uses them.
        name = letter + pips if _with_pips(scene) else letter
        if square in scene.chosen:
            canvas.tile(row, column, f"▸{name}◂", PAPER, size=size)
        elif square in scene.targets:
            canvas.tile(row, column, f"[{name}]", GLAZES[letter], PAPER, size=size)
        else:
            canvas.tile(row, column, name, GLAZES[letter], size=size)

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat, won in enumerate(view["won"]):
            text.append_text(seat_name(seat, scene))
            text.append(f"  {len(won)} of 5 won ").append_text(_chips(won)).append("\n")
            held = [letter + str(number) for letter, number in sorted(view["held"][seat].items()) if number]
            text.append("  holds ", FAINT).append_text(_chips(held)).append("\n")
        text.append("eliminated ", FAINT).append_text(_chips([view["eliminated"]] if view["eliminated"] else []))
        if not _with_pips(scene):
            text.append("\nfirst gone ", FAINT).append_text(_chips(view["gone"]))
        if view["colour"]:
            text.append("\nthis turn  ", FAINT).append_text(_chips([view["colour"]]))
        return text


def _with_pips(scene: Scene) -> bool:
    return scene.options.get("variant") == "eleven"


def _size(scene: Scene) -> Size:
    """Large tiles if they fit."""
    width, height = (4, 1) if _with_pips(scene) else (3, 1)
    large = (width + 4, height + 2)
    fits = LEFT + SIZE * (large[0] + 1) <= scene.columns and SIZE * (large[1] + 1) < scene.rows
    return large if fits else (width, height)


def _chips(names: list[str] | str) -> Text:
    """Draw small tiles in a row."""
    chips = [Text(name, on(GLAZES[name[0]])) for name in names]
    return Text(" ").join(chips) if chips else Text("–", FAINT)


DISPLAY = KeksDisplay()
