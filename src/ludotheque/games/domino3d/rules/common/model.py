"""Towers in plain Python, where speed does not matter: why a placement is impossible, and which marks are visible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ludotheque.errors import BadState, Refusal
from ludotheque.games.domino3d.rules.common.board import (
    ACROSS,
    DIRECTION,
    DIRECTIONS,
    HIGH,
    LETTERS,
    LOW,
    MARK,
    POSES,
    TOP,
    UP,
    VECTORS,
)
from ludotheque.games.domino3d.rules.common.notation import placement, placement_action
from ludotheque.games.domino3d.rules.common.tower import MAX_UPRIGHT
from ludotheque.games.spec import Json

Cell = tuple[int, int, int]


@dataclass(frozen=True)
class Half:
    domino: int
    pose: int
    half: int

    def letter(self, direction: int) -> str:
        """Return the mark in that direction; '' towards the other half."""
        mark = int(MARK[self.domino, self.pose, self.half, direction])
        return LETTERS[mark - 1] if mark else ""


def beyond(cell: Cell, direction: int) -> Cell:
    x, y, z = VECTORS[direction]
    return cell[0] + x, cell[1] + y, cell[2] + z


def halves(action: int) -> tuple[Cell, Cell]:
    """Return the cells of half 0 and half 1."""
    cell = placement(action)[0]
    return cell, beyond(cell, int(DIRECTION[action % POSES]))


def at(cell: Cell) -> str:
    return ",".join(map(str, cell))


@dataclass(frozen=True)
class Difference:
    """Two marks side by side at a joint that differ: the cells, the side on which they are seen, and the marks."""

    cells: tuple[Cell, Cell]
    side: int
    marks: tuple[str, str]


@dataclass
class Model:
    """The dominoes on one table."""

    filled: dict[Cell, Half] = field(default_factory=dict)

    def add(self, domino: int, action: int) -> None:
        for half, cell in enumerate(halves(action)):
            self.filled[cell] = Half(domino, action % POSES, half)

    def is_visible(self, cell: Cell, direction: int) -> bool:
        """Rule 4: whether a face of a filled cell can be seen."""
        other = beyond(cell, direction)
        return other not in self.filled and other[2] >= 0

    def touched(self, action: int) -> list[int]:
        """Return the dominoes that a placement touches, by number."""
        return sorted({half.domino for _, _, half in self._joints(action)})

    def _joints(self, action: int) -> Iterator[tuple[Cell, int, Half]]:
        """Cell, direction and what lies there, wherever a new half touches an old one."""
        for cell in halves(action):
            for direction in range(6):
                if half := self.filled.get(beyond(cell, direction)):
                    yield cell, direction, half

    def differences(self, cell: Cell, direction: int) -> Iterator[Difference]:
        """Rule 4: what is visible on both sides of the joint of two filled cells, and does not match."""
        other = beyond(cell, direction)
        for along in ACROSS[direction].tolist():
            marks = self.filled[cell].letter(along), self.filled[other].letter(along)
            if marks[0] != marks[1] and self.is_visible(cell, along) and self.is_visible(other, along):
                yield Difference((cell, other), along, marks)

    def errors(self) -> Iterator[Difference]:
        """Rule 21: those of all joints, each once."""
        for cell, half in self.filled.items():
            for direction in range(0, 6, 2):  # East, North, up
                beside = self.filled.get(beyond(cell, direction))
                if beside and beside.domino != half.domino:
                    yield from self.differences(cell, direction)

    # Why a placement is impossible: the first reason, or None.

    def off_or_filled(self, action: int) -> Refusal | None:
        """Rule 3: both cells are on the table and free."""
        for x, y, z in halves(action):
            if not (LOW <= x <= HIGH and LOW <= y <= HIGH and 0 <= z < TOP):
                return Refusal(3, "off_table", {"at": at((x, y, z))})
            if half := self.filled.get((x, y, z)):
                return Refusal(3, "filled", {"at": at((x, y, z)), "domino": half.domino})
        return None

    def apart(self, action: int) -> Refusal | None:
        """Rule 3: it touches a domino."""
        return None if self.touched(action) else Refusal(3, "apart")

    def blocked(self, action: int) -> Refusal | None:
        """Rule 7: no cell lies on a column with four upright dominoes."""
        for x, y, z in halves(action):
            column = {(half.domino) for (a, b, _), half in self.filled.items() if (a, b) == (x, y) and _upright(half)}
            if (x, y, z - 1) in self.filled and len(column) >= MAX_UPRIGHT:
                return Refusal(7, "column", {"at": at((x, y, z))})
        return None

    def unsupported(self, action: int) -> Refusal | None:
        """Rule 6."""
        cells = halves(action)
        for x, y, z in cells:
            below = (x, y, z - 1)
            if z > 0 and below not in self.filled and below not in cells:
                return Refusal(6, "unsupported", {"at": at((x, y, z))})
        return None

    def mismatch(self, domino: int, action: int) -> Refusal | None:
        """Rule 4: all that is visible on both sides of a joint matches."""
        after = Model(dict(self.filled))
        after.add(domino, action)
        for cell, direction, old in self._joints(action):
            for found in after.differences(cell, direction):
                mark, other = found.marks
                params = {"at": at(cell), "side": DIRECTIONS[found.side], "mark": mark, "other": other}
                return Refusal(4, "mismatch", params | {"domino": old.domino})
        return None

    def same_contact(self, domino: int, action: int) -> Refusal | None:
        """Rule 5 with `contact: differ`."""
        for cell, direction, old in self._joints(action):
            new = Half(domino, action % POSES, halves(action).index(cell))
            mark = new.letter(direction)
            if mark == old.letter(direction ^ 1):
                return Refusal(5, "same_contact", {"at": at(cell), "mark": mark, "domino": old.domino})
        return None


def _upright(half: Half) -> bool:
    return bool(DIRECTION[half.pose] >= UP)


def action_of(piece: Json) -> int:
    """Return the placement of an entry of `placed` or `sets`; raises BadState if there is no such pose."""
    x, y, z = piece["at"]
    try:
        return placement_action(x, y, z, piece["to"], piece["up"])
    except ValueError as error:
        raise BadState(f"domino {piece['domino']}: {error}") from None


def model_of(pieces: list[Json]) -> Model:
    model = Model()
    for piece in pieces:
        model.add(piece["domino"], action_of(piece))
    return model
