"""Space: cells, directions, the 24 poses of a domino, and the marks that it shows in each (rules 1 and 2).

Inside the rules a cell is `column * 16 + z`, and the columns have a border of one column around the table, so that
every neighbour of a cell of the table is a number too: one addition of `STEP` away. Actions count only the cells of
the table, as *places*, in the same order.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import inlined

SIZE = 24
TOP = 12
LOW, HIGH = -12, 11  # of x and y
PLACES = SIZE * SIZE * TOP

WIDTH = SIZE + 2
COLUMNS = WIDTH * WIDTH
LAYERS = 16

DIRECTIONS = "EWNSUD"
EAST, WEST, NORTH, SOUTH, UP, DOWN = range(6)
VECTORS = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
STEP = np.array([x * WIDTH * LAYERS + y * LAYERS + z for x, y, z in VECTORS])

#: For each direction the four at right angles to it.
ACROSS = np.array([[other for other in range(6) if other // 2 != direction // 2] for direction in range(6)])

POSES = 24
#: Of a pose: where half 1 lies, seen from half 0, and where the domino's own U face points.
DIRECTION = np.repeat(np.arange(6), 4)
OWN_UP = ACROSS.reshape(POSES)

PLACEMENTS = PLACES * POSES


def cell_of(x: int, y: int, z: int) -> int:
    return ((x - LOW + 1) * WIDTH + (y - LOW + 1)) * LAYERS + z


#: The number of the lowest cell of each column among the cells of the table, and the way back.
PLACE_OF_COLUMN = np.full(COLUMNS, -1)
PLACE_OF_COLUMN.reshape(WIDTH, WIDTH)[1:-1, 1:-1] = np.arange(0, PLACES, TOP).reshape(SIZE, SIZE)
COLUMN_OF_PLACE = np.flatnonzero(PLACE_OF_COLUMN >= 0)
#: From a place to its neighbours.
PLACE_STEP = np.array([x * SIZE * TOP + y * TOP + z for x, y, z in VECTORS])


@inlined
def is_on_table(cell):
    return PLACE_OF_COLUMN[cell >> 4] >= 0 and cell & 15 < TOP


@inlined
def cell_of_place(place):
    return COLUMN_OF_PLACE[place // TOP] * LAYERS + place % TOP


@inlined
def place_of_cell(cell):
    return PLACE_OF_COLUMN[cell >> 4] + (cell & 15)


START = cell_of(0, 0, 0)

BOX: list[str] = json.loads((Path(__file__).parent / "box.json").read_text("utf-8"))["dominoes"]
DOMINOES = len(BOX)
ALL_DOMINOES = (1 << DOMINOES) - 1
LETTERS = "ABCDE"
OWN_FACES = ("WNSUD", "ENSUD")  # in the order of the box, half 0 and half 1


def _own_directions(pose: int) -> dict[str, int]:
    """Return where the domino's own six directions point in a pose: its own N is (own U) × (own E)."""
    east, up = int(DIRECTION[pose]), int(OWN_UP[pose])
    north = VECTORS.index(tuple(int(n) for n in np.cross(VECTORS[up], VECTORS[east])))
    return {"E": east, "W": east ^ 1, "N": north, "S": north ^ 1, "U": up, "D": up ^ 1}


def _marks() -> NDArray[np.int64]:
    marks = np.zeros((DOMINOES, POSES, 2, 6), np.int64)
    for pose in range(POSES):
        own = _own_directions(pose)
        for half, faces in enumerate(OWN_FACES):
            for place, face in enumerate(faces):
                for domino, letters in enumerate(BOX):
                    marks[domino, pose, half, own[face]] = LETTERS.index(letters[half * 5 + place]) + 1
    return marks


#: MARK[domino, pose, half, direction]: 1 to 5, or 0 where the other half is.
MARK = _marks()
