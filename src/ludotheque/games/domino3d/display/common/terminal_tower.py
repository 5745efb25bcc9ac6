"""Domino 3D in the terminal: a tower from above, layer by layer.

A cell shows the marks that can be seen on its sides and, in the middle, on top:

    17 B
    A C D     domino 17: B to the North, A to the West, C on top, D to the East, E to the South
      E

`▴` in the middle: something lies on it.
"""

from __future__ import annotations

from typing import TypeGuard

from rich.text import Text

from ludotheque.games.domino3d.display.common.layers import own_marks
from ludotheque.games.domino3d.rules.common.board import DIRECTIONS
from ludotheque.games.domino3d.rules.common.model import Cell, Model, at, halves
from ludotheque.games.domino3d.rules.common.notation import placement_action
from ludotheque.terminal.canvas import Canvas
from ludotheque.terminal.display import MoveStep, Scene
from ludotheque.terminal.palette import CHOSEN, FAINT, INK, MUSTARD, TARGET, WARNED

LEFT, WIDE, HIGH, GAP = 4, 5, 3, 3
MARKS = {"A": "#ff9880", "B": "#86ccf0", "C": "#f4c95d", "D": "#93d6a2", "E": "#eba8dd"}
#: Neighbouring dominoes have different shades.
SHADES = ("#3d362c", "#2c3a45", "#432f3a", "#2e3f31", "#3a3450")
SPOTS = {"N": (0, 2), "W": (1, 0), "U": (1, 2), "E": (1, 4), "S": (2, 2)}


def cells_of(placement: str) -> tuple[Cell, Cell]:
    """Return the cells of half 0 and half 1 of a placement such as `0,1,0 E U`."""
    position, to, up = placement.split(" ")
    x, y, z = map(int, position.split(","))
    return halves(placement_action(x, y, z, to, up))


def placement_steps(placement: str, move: str) -> tuple[MoveStep, MoveStep]:
    """Two cells, then the whole move. Arrow keys go to the lower cell of an upright domino."""
    low, high = sorted(cells_of(placement), key=lambda cell: (cell[2], cell))
    upright = low[2] != high[2]
    name = f"{at(low)} upright" if upright else f"{at(low)} + {at(high)}"
    aim = (low,) if upright else (low, high)
    return MoveStep(name, (low, high), aim), MoveStep(move, (low, high), aim)


def draw_tower(scene: Scene, model: Model, columns: int) -> Canvas:
    """Draw all layers side by side, or one below the other where they do not fit in the columns."""
    marked = {cell for cell in scene.targets | scene.onward | scene.chosen if _is_cell(cell)}
    canvas, row, column, deepest = Canvas(), 0, 0, 0
    for z in sorted({z for _, _, z in [*model.filled, *marked]}) or [0]:
        layer = _layer(scene, model, marked, z)
        if column and column + layer.width > columns:
            row, column, deepest = row + deepest + 1, 0, 0
        canvas.paste(layer, row, column)
        column, deepest = column + layer.width + GAP, max(deepest, layer.height)
    return canvas


def _is_cell(square: object) -> TypeGuard[Cell]:
    return isinstance(square, tuple) and len(square) == 3


def _layer(scene: Scene, model: Model, marked: set[Cell], z: int) -> Canvas:
    cells = sorted(cell for cell in {*model.filled, *marked} if cell[2] == z) or [(0, 0, 0)]
    left, right = cells[0][0], cells[-1][0]
    bottom, top = min(y for _, y, _ in cells), max(y for _, y, _ in cells)
    canvas, shades = Canvas(), _shades(model)
    canvas.put(0, 0, f"z {z}", f"bold {FAINT}")
    for x in range(left, right + 1):
        canvas.put(0, LEFT + WIDE * (x - left) + 1, f"{x:2}", FAINT)
    for y in range(bottom, top + 1):
        row = 1 + HIGH * (top - y)
        canvas.put(row + 1, 0, f"{y:3}", FAINT)
        for x in range(left, right + 1):
            cell, column = (x, y, z), LEFT + WIDE * (x - left)
            canvas.places[cell] = row + 1, column + 2
            if cell in model.filled:
                _draw_half(canvas, (row, column), scene, model, cell, shades)
            else:
                _draw_empty(canvas, (row, column), scene, cell, marked, on_domino=(x, y, z - 1) in model.filled)
    return canvas


def _draw_half(
    canvas: Canvas, place: tuple[int, int], scene: Scene, model: Model, cell: Cell, shades: dict[int, str]
) -> None:
    (row, column), half = place, model.filled[cell]
    shade, chosen = shades[half.domino], _chosen_style(scene) if cell in scene.chosen else ""
    _fill(canvas, row, column, chosen or f"on {shade}")
    if half.half == 0:
        canvas.put(row, column, f"{half.domino:<2}", chosen or f"{FAINT} on {shade}")
        if cell in scene.last and not chosen:
            canvas.put(row, column, str(half.domino), f"bold {INK} on {MUSTARD}")
    for letter, (down, right) in SPOTS.items():
        direction = DIRECTIONS.index(letter)
        mark = half.letter(direction)
        if mark and model.is_visible(cell, direction):
            canvas.put(row + down, column + right, mark, chosen or f"bold {MARKS[mark]} on {shade}")
        elif letter == "U":
            canvas.put(row + down, column + right, "▴", chosen or f"{FAINT} on {shade}")


def _draw_empty(
    canvas: Canvas, place: tuple[int, int], scene: Scene, cell: Cell, marked: set[Cell], *, on_domino: bool
) -> None:
    row, column = place
    if cell in scene.chosen:
        _fill(canvas, row, column, _chosen_style(scene))
        canvas.put(row + 1, column + 2, "◉", _chosen_style(scene))
    elif cell in marked:
        canvas.put(row + 1, column + 2, "•", TARGET)
    elif on_domino:
        canvas.put(row + 1, column + 2, "·", FAINT)


def _chosen_style(scene: Scene) -> str:
    return WARNED if scene.warned else CHOSEN


def _fill(canvas: Canvas, row: int, column: int, style: str) -> None:
    for line in range(HIGH):
        canvas.put(row + line, column, " " * WIDE, style)


def _shades(model: Model) -> dict[int, str]:
    """Choose a shade for each domino, in placement order, different from those it touches in its layer."""
    shades: dict[int, str] = {}
    touching: dict[int, set[int]] = {}
    for (x, y, z), half in model.filled.items():
        beside = ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z))
        neighbours = {model.filled[cell].domino for cell in beside if cell in model.filled}
        touching.setdefault(half.domino, set()).update(neighbours)
    for domino, others in touching.items():
        taken = {shades[other] for other in others if other in shades}
        shades[domino] = next((shade for shade in SHADES if shade not in taken), SHADES[-1])
    return shades


def draw_domino(domino: int) -> Text:
    """Draw a domino in its own frame: both halves from above, and below them the marks on their undersides."""
    first, second = own_marks(domino).split("+")
    canvas = Canvas()
    canvas.put(1, 0, f"domino {domino}", f"bold {MUSTARD}")
    faces = {
        (0, 16): first[1], (1, 14): first[0], (1, 16): first[3], (2, 16): first[2],
        (0, 19): second[1], (1, 21): second[0], (1, 19): second[3], (2, 19): second[2],
    }  # fmt: skip
    for line in range(3):
        canvas.put(line, 13, " " * 10, f"on {SHADES[0]}")
    for (row, column), mark in faces.items():
        canvas.put(row, column, mark, f"bold {MARKS[mark]} on {SHADES[0]}")
    canvas.put(1, 24, "below", FAINT)
    for column, mark in ((25, first[4]), (27, second[4])):
        canvas.put(2, column, mark, f"bold {MARKS[mark]}")
    return canvas.render()
