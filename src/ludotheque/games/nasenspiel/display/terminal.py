"""Nasenspiel in the terminal: noses as coloured tiles with numbers; equal neighbours join; pawns are letters."""

from __future__ import annotations

from typing import cast

from rich.text import Text

from ludotheque.terminal.canvas import Canvas, Size, Square
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import CHOSEN, FAINT, GROUND, PAPER, PIECES, TARGET, on
from ludotheque.terminal.seats import seat_name

LEFT = 4
SMALL, LARGE = (3, 1), (5, 2)
PAWNS = "abcde"
#: Dominoes of a hand per line.
PER_LINE = 7
NOSES = (
    "#e9dcc3", "#d1495b", "#ee8434", "#f4c95d", "#a9bf3f", "#4f9d69", "#2aa198", "#6bb7dd", "#8797e8", "#d68fc4",
)  # fmt: skip
Cell = tuple[int, int]


class NasenspielDisplay(TerminalDisplay):
    ghosts = True

    def question(self, steps: list[str], scene: Scene) -> str:
        if scene.view["asking"]:
            return "A pawn for this group?"
        return ("Which domino?", "Where?", "Which way round?")[len(steps)]

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        """Offer a domino, its two squares, and which nose comes first; or whether to place a pawn."""
        if move[0] not in "0123456789":
            at = _cell(move.removeprefix("pawn ")) if "," in move else None
            asking = tuple(scene.view["asking"] or ())
            # All answers concern the group in question. Arrow keys tell apart the square a pawn comes from, and none.
            squares = (asking, at) if at else (asking,)
            return [(MoveStep(move, squares, aim_at=(at,) if at else () if move == "skip" else (asking,)),)]
        noses, direction, anchor = move.split(" ")
        x, y = _cell(anchor)
        other = (x + 1, y) if direction == "E" else (x, y + 1)
        squares = ((x, y), other)
        domino = "-".join(sorted(noses.split("-")))
        return [(MoveStep(domino), MoveStep(f"{anchor} {direction}", squares), MoveStep(move, squares))]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return self.paths(move, scene)[0][-1].squares

    def board(self, scene: Scene) -> Canvas:
        noses: dict[Cell, int] = {(x, y): nose for x, y, nose in scene.view["squares"]}
        cells = cast("set[Cell]", {*noses, *scene.targets, *scene.onward, *scene.chosen} or {(0, 0)})
        xs, ys = [x for x, _ in cells], [y for _, y in cells]
        size = _size(scene, max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
        canvas = Canvas()
        for x in range(min(xs), max(xs) + 1):
            canvas.put(0, LEFT + (size[0] + 1) * (x - min(xs)), f"{x:^{size[0]}}", FAINT)
        for y in range(min(ys), max(ys) + 1):
            canvas.put(1 + (size[1] + 1) * (max(ys) - y) + size[1] // 2, 0, f"{y:3}", FAINT)
        for cell in sorted(cells):
            row, column = 1 + (size[1] + 1) * (max(ys) - cell[1]), LEFT + (size[0] + 1) * (cell[0] - min(xs))
            middle = canvas.places[cell] = row + size[1] // 2, column + size[0] // 2
            if cell in noses:
                self._nose(canvas, scene, cell, (row, column), noses, size)
            else:
                canvas.put(*middle, *(("◉", CHOSEN) if cell in scene.chosen else ("•", TARGET)))
        for pawn in scene.view["pawns"]:
            down, right = canvas.places[tuple(pawn["at"])]
            canvas.put(int(down), int(right) + 1, PAWNS[pawn["seat"]], on(PIECES[pawn["seat"]]))
        return canvas

    def _nose(
        self, canvas: Canvas, scene: Scene, cell: Cell, place: tuple[int, int], noses: dict[Cell, int], size: Size
    ) -> None:
        (x, y), (row, column), nose = cell, place, noses[cell]
        chosen = cell in scene.chosen
        tint = PAPER if chosen else NOSES[nose]

        def joins(other: Cell) -> bool:
            return noses.get(other) == nose and (other in scene.chosen) == chosen

        asked = list(cell) == scene.view["asking"] and not scene.ghost
        label = "?{}?" if asked else "▸{}◂" if chosen else "‹{}›" if cell in scene.last else "{}"
        canvas.tile(row, column, label.format(nose), tint, tint if joins((x, y - 1)) else GROUND, size)
        if joins((x + 1, y)):
            square = joins((x, y - 1)) and joins((x + 1, y - 1))
            canvas.tile(row, column + size[0], "", tint, tint if square else GROUND, (1, size[1]))

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat, hand in enumerate(view["hands"]):
            text.append_text(seat_name(seat, scene, PAWNS[seat])).append(f"  {view['scores'][seat]} noses", "bold")
            text.append(f", {view['reserve'][seat]} pawns\n")
            # Hands are open, but on a small screen only your own is shown.
            if scene.rows > 26 or seat == scene.you:
                for line in range(0, len(hand), PER_LINE):
                    text.append(f"   {' '.join(hand[line : line + PER_LINE])}\n", FAINT)
        text.rstrip()
        return text


def _size(scene: Scene, across: int, down: int) -> Size:
    """Large tiles if the whole layout and all squares that can be reached fit."""
    fits = LEFT + (LARGE[0] + 1) * across <= scene.columns and 1 + (LARGE[1] + 1) * down <= scene.rows
    return LARGE if fits else SMALL


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


DISPLAY = NasenspielDisplay()
