"""What the text board of Domino 3D says about its dominoes: where they lie, and the marks that can be seen."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

Cell = tuple[int, int, int]
STEPS = {"E": (1, 0, 0), "W": (-1, 0, 0), "N": (0, 1, 0), "S": (0, -1, 0), "U": (0, 0, 1), "D": (0, 0, -1)}
SEAT = re.compile(r"seat ([0-5]): ")
DOMINO = re.compile(r"domino (\d+) at (\S+) ([EWNSUD]) [EWNSUD](?: \(.+\))?: (.+) \+ (.+)")
OWN = re.compile(r"\b(\d+) ([A-E]{5}\+[A-E]{5})")


@dataclass(frozen=True)
class Cube:
    """Half a domino. `marks`: by direction the mark that can be seen, `.` if hidden, `-` towards the other half."""

    domino: str
    half: int
    marks: dict[str, str]


def cells_of(at: str, to: str) -> tuple[Cell, Cell]:
    """The cells of half 0 and half 1."""
    x, y, z = map(int, at.split(","))
    right, back, up = STEPS[to]
    return (x, y, z), (x + right, y + back, z + up)


@lru_cache(maxsize=8)
def cubes_of(text: str, seat: int | None) -> dict[Cell, Cube]:
    """All halves on the table; in the race (`seat` is not None) those of that seat's table."""
    found: dict[Cell, Cube] = {}
    table: int | None = None
    for line in text.splitlines():
        if of_seat := SEAT.match(line):
            table = int(of_seat[1])
        if table == seat and (domino := DOMINO.match(line)):
            for half, cell in enumerate(cells_of(domino[2], domino[3])):
                marks = {token[0]: token[1] for token in domino[4 + half].split(" ")}
                found[cell] = Cube(domino[1], half, marks)
    return found


@lru_cache(maxsize=8)
def _own_marks(text: str) -> dict[str, str]:
    return dict(OWN.findall(text))


def own_marks_of(text: str, domino: str) -> str:
    """The faces of a domino that is drawn or in a hand, in its own frame: half 0 W N S U D + half 1 E N S U D."""
    return _own_marks(text)[domino]
