"""A grid of styled characters to draw a board on."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import groupby

from rich.text import Text

from ludotheque.terminal.palette import GROUND, on

#: Whatever a game uses to name a place on its board.
Square = Hashable
Place = tuple[float, float]
Size = tuple[int, int]


@dataclass
class Canvas:
    """Characters with styles; it grows as needed. `places`: the row and column of each square."""

    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    places: dict[Square, Place] = field(default_factory=dict)

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self.cells[row, column + offset] = character, style

    def tile(self, row: int, column: int, label: str, tint: str, below: str = GROUND, size: Size = (3, 1)) -> None:
        """Draw a tile with a label in its middle. `size`: columns, and rows without the half row of its lower edge."""
        width, height = size
        for line in range(height):
            text = label if line == height // 2 else ""
            self.put(row + line, column, f"{text:^{width}}", on(tint))
        self.put(row + height, column, "▀" * width, f"{tint} on {below}")

    def paste(self, other: Canvas, row: int, column: int) -> None:
        """Copy another canvas and its places here, its upper left corner at the given row and column."""
        for (r, c), cell in other.cells.items():
            self.cells[row + r, column + c] = cell
        self.places.update({square: (row + r, column + c) for square, (r, c) in other.places.items()})

    @property
    def height(self) -> int:
        return max((row for row, _ in self.cells), default=-1) + 1

    @property
    def width(self) -> int:
        return max((column for _, column in self.cells), default=-1) + 1

    def render(self) -> Text:
        """Return all rows as one text, which must not be wrapped."""
        rows: list[dict[int, tuple[str, str]]] = [{} for _ in range(self.height)]
        for (row, column), cell in self.cells.items():
            rows[row][column] = cell
        return Text("\n", no_wrap=True).join(_line(row) for row in rows)


def _line(row: dict[int, tuple[str, str]]) -> Text:
    cells = [row.get(column, (" ", "")) for column in range(max(row, default=-1) + 1)]
    line = Text()
    for style, alike in groupby(cells, key=lambda cell: cell[1]):
        line.append("".join(character for character, _ in alike), style)
    return line
