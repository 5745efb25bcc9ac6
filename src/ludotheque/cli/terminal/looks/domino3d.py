"""Domino 3D from above, layer by layer. A cell shows the marks to be seen on its sides and, in the middle, on top:

    17 B
    A C D     domino 17: B to the North, A to the West, C on top, D to the East, E to the South
      E

`▴` in the middle: something lies on it.
"""

from __future__ import annotations

from typing import TypeGuard

from rich.text import Text

from ludotheque.cli.terminal.looks.domino3d_text import Cell, Cube, cells_of, cubes_of, own_marks_of
from ludotheque.games.spec import Json
from ludotheque.terminal.canvas import Canvas, Square
from ludotheque.terminal.display import Part, Scene
from ludotheque.terminal.palette import CHOSEN, FAINT, INK, MUSTARD, TARGET, WARNED
from ludotheque.terminal.seats import seat_name

LEFT, WIDE, HIGH, GAP = 4, 5, 3, 3
MARKS = {"A": "#ff9880", "B": "#86ccf0", "C": "#f4c95d", "D": "#93d6a2", "E": "#eba8dd"}
#: Neighbouring dominoes are told apart by their shade.
SHADES = ("#3d362c", "#2c3a45", "#432f3a", "#2e3f31", "#3a3450")
SPOTS = {"N": (0, 2), "W": (1, 0), "U": (1, 2), "E": (1, 4), "S": (2, 2)}
HELD = "held"


class Domino3dLook:
    ghosts = True

    def ask(self, steps: list[str], scene: Scene) -> str:
        if scene.view["mode"] != "race":
            return "Another one?" if scene.view["drawn"] is None else "Turned how?" if steps else "Where?"
        if scene.view["phase"] == "check":
            return "Do all marks match?"
        if steps == ["lift"]:
            return "Which one?"
        if not steps and scene.you is not None and not scene.view["hands"][scene.you]:
            return "All are placed: done?"
        return ("Which domino?", "Where?", "Turned how?")[len(steps)]

    def ways(self, move: str, scene: Scene) -> list[tuple[Part, ...]]:
        """A domino of the hand (race), its two cells, and which of its turns."""
        words = move.split(" ")
        if words[0] == "lift":
            cells = tuple(cell for cell, cube in self._cubes(scene).items() if cube.domino == words[1])
            return [(Part("lift"), Part(move, cells))]
        if words[0] == "place":
            name = f"{words[1]} {own_marks_of(scene.text, words[1])}"
            return [(Part(name, ((HELD, words[1]),), at=()), *_placement(words[2], words[3], move))]
        return [_placement(words[0], words[1], move) if "," in move else (Part(move),)]

    def trace(self, move: str, scene: Scene) -> tuple[Square, ...]:
        # In the race the others build on tables of their own.
        return cells_of(*move.split(" ")[:2]) if "," in move and scene.view["mode"] != "race" else ()

    def board(self, scene: Scene) -> Canvas:
        cubes = self._cubes(scene)
        marked = {cell for cell in scene.targets | scene.onward | scene.chosen if _is_cell(cell)}
        layers = sorted({z for _, _, z in [*cubes, *marked]}) or [0]
        canvas, row, column, deepest = Canvas(), 0, 0, 0
        if scene.view["mode"] == "race":
            shown = _shown_seat(scene)
            canvas.put(0, 0, "your table" if shown == scene.you else f"the table of seat {shown}", FAINT)
            row = 1
        for z in layers:
            layer = self._layer(scene, cubes, marked, z)
            if column and column + layer.width > scene.columns:
                row, column, deepest = row + deepest + 1, 0, 0
            canvas.paste(layer, row, column)
            column, deepest = column + layer.width + GAP, max(deepest, layer.height)
        return canvas

    def _cubes(self, scene: Scene) -> dict[Cell, Cube]:
        return cubes_of(scene.text, _shown_seat(scene) if scene.view["mode"] == "race" else None)

    def _layer(self, scene: Scene, cubes: dict[Cell, Cube], marked: set[Cell], z: int) -> Canvas:
        cells = sorted(cell for cell in {*cubes, *marked} if cell[2] == z) or [(0, 0, 0)]
        left, right = cells[0][0], cells[-1][0]
        bottom, top = min(y for _, y, _ in cells), max(y for _, y, _ in cells)
        canvas, shades = Canvas(), _shades(cubes)
        canvas.put(0, 0, f"z {z}", f"bold {FAINT}")
        for x in range(left, right + 1):
            canvas.put(0, LEFT + WIDE * (x - left) + 1, f"{x:2}", FAINT)
        for y in range(bottom, top + 1):
            row = 1 + HIGH * (top - y)
            canvas.put(row + 1, 0, f"{y:3}", FAINT)
            for x in range(left, right + 1):
                cell, column = (x, y, z), LEFT + WIDE * (x - left)
                canvas.places[cell] = row + 1, column + 2
                if cell in cubes:
                    chosen = _chosen_style(scene) if cell in scene.chosen else ""
                    _draw_cube(canvas, row, column, cubes[cell], shades[cubes[cell].domino], chosen)
                    if cell in scene.last and cubes[cell].half == 0 and not chosen:
                        canvas.put(row, column, cubes[cell].domino, f"bold {INK} on {MUSTARD}")
                elif cell in scene.chosen:
                    _fill(canvas, row, column, _chosen_style(scene))
                    canvas.put(row + 1, column + 2, "◉", _chosen_style(scene))
                elif cell in marked:
                    canvas.put(row + 1, column + 2, "•", TARGET)
                elif (x, y, z - 1) in cubes:
                    canvas.put(row + 1, column + 2, "·", FAINT)
        return canvas

    def facts(self, scene: Scene) -> Text:
        return _race_facts(scene) if scene.view["mode"] == "race" else _classic_facts(scene)


def _placement(at: str, to: str, move: str) -> tuple[Part, Part]:
    """Two cells, then the whole move. Arrows aim at the lower cell of an upright domino."""
    low, high = sorted(cells_of(at, to), key=lambda cell: (cell[2], cell))
    upright = low[2] != high[2]
    name = f"{_text(low)} upright" if upright else f"{_text(low)} + {_text(high)}"
    aim = (low,) if upright else (low, high)
    return Part(name, (low, high), aim), Part(move, (low, high), aim)


def _text(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _is_cell(square: object) -> TypeGuard[Cell]:
    return isinstance(square, tuple) and len(square) == 3


def _chosen_style(scene: Scene) -> str:
    return WARNED if scene.warned else CHOSEN


def _shown_seat(scene: Scene) -> int:
    """Whose table is shown in the race: your own, or that of the seat to your right when you have to check it."""
    you, view = scene.you or 0, scene.view
    checking = view["phase"] == "check" and scene.you in view["to_act"]
    return (you - 1) % len(view["totals"]) if checking else you


def _fill(canvas: Canvas, row: int, column: int, style: str) -> None:
    for line in range(HIGH):
        canvas.put(row + line, column, " " * WIDE, style)


def _shades(cubes: dict[Cell, Cube]) -> dict[str, str]:
    """A shade for each domino, in the order placed: none that it touches within a layer has the same."""
    shades: dict[str, str] = {}
    touching: dict[str, set[str]] = {}
    for (x, y, z), cube in cubes.items():
        beside = {
            cubes[cell].domino for cell in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)) if cell in cubes
        }
        touching.setdefault(cube.domino, set()).update(beside)
    for domino, others in touching.items():
        taken = {shades[other] for other in others if other in shades}
        shades[domino] = next((shade for shade in SHADES if shade not in taken), SHADES[-1])
    return shades


def _draw_cube(canvas: Canvas, row: int, column: int, cube: Cube, shade: str, chosen: str) -> None:
    _fill(canvas, row, column, chosen or f"on {shade}")
    if cube.half == 0:
        canvas.put(row, column, f"{cube.domino:<2}", chosen or f"{FAINT} on {shade}")
    for direction, (down, right) in SPOTS.items():
        mark = cube.marks[direction]
        if mark in MARKS:
            canvas.put(row + down, column + right, mark, chosen or f"bold {MARKS[mark]} on {shade}")
        elif direction == "U":
            canvas.put(row + down, column + right, "▴", chosen or f"{FAINT} on {shade}")


def _unfolded(domino: str, marks: str) -> Text:
    """A domino in its own frame: both halves from above, and below them what is on their under sides."""
    first, second = marks.split("+")
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


def _classic_facts(scene: Scene) -> Text:
    view = scene.view
    text = Text()
    for seat, score in enumerate(view["scores"]):
        text.append_text(seat_name(seat, scene)).append(f"  {score} points\n", "bold")
    left = f", {view['turns_left']} turns left" if view["turns_left"] is not None else ""
    text.append(f"pile {len(view['pile'])}{left}", FAINT)
    if view["drawn"] is not None:
        domino = str(view["drawn"])
        text.append("\n").append_text(_unfolded(domino, own_marks_of(scene.text, domino)))
    return text


def _progress(view: Json, seat: int) -> str:
    """How far a builder is."""
    if seat in view["finished"]:
        return "done"
    placed, hand = len(view["sets"][seat]), len(view["hands"][seat])
    return "gave up" if seat in view["given_up"] else f"{placed}/{placed + hand}"


def _race_facts(scene: Scene) -> Text:
    view = scene.view
    text = Text()
    for seat, total in enumerate(view["totals"]):
        text.append_text(seat_name(seat, scene)).append(f"  {total} points", "bold").append(
            f"  {_progress(view, seat)}\n"
        )
    text.append(f"round {view['round']}", FAINT)
    for square in scene.chosen:
        if isinstance(square, tuple) and square[0] == HELD:
            text.append("\n").append_text(_unfolded(square[1], own_marks_of(scene.text, square[1])))
    return text


LOOK = Domino3dLook()
