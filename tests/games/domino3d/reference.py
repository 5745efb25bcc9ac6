"""Domino 3D exactly as in its rules: the blocks in space, the classic game and solo.

A table is a dict from cell to what lies there, and every placement near the tower is tested. The race is in
`reference_race.py`; `Reference` serves all three modes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .reference_race import Race

# One row for each domino, in its own frame: half 0: W N S U D, half 1: E N S U D.
# fmt: off
BOX = (
    "ECBEEECBBB", "EECDADDCDA", "AAADDBADCD", "DEEBBACEAB", "BDEEEEBCAD",
    "CADACEECBB", "EAADBAAEED", "ECCDBCEDEB", "CCCBABCEED", "BADAEBACAB",
    "EABCAAEDAD", "CDCABACDBB", "DEBBDCDAAE", "BDADEDDDBA", "BACCBBEDEC",
    "DCBACACCAE", "CCABCACEDD", "BDEDDDAECE", "DEBEECABED", "ABDADDAADB",
    "CABEEADCAA", "CCECEBAEAB", "CADEEDCCDD", "BCECCCBECE", "DECBBCCDAB",
    "CEEBBBABAD", "DCBBAECCAD", "CDAEBCEABE", "DDEDEDEBDA", "BDCAEAACAC",
    "CADEEDEAED", "DDABBADCBD", "EDAEBEBCEC", "CCABACCDBB", "DBACAEABEB",
    "DBBBDBECDA", "ADADEEBEBB", "CEBDACCCCB", "CDACEBBEBB", "ACDADAAEEC",
)
# fmt: on

Cell = tuple[int, int, int]
Cells = tuple[Cell, Cell]
Marks = dict[str, str]

DIRECTIONS: dict[str, Cell] = {
    "E": (1, 0, 0),
    "W": (-1, 0, 0),
    "N": (0, 1, 0),
    "S": (0, -1, 0),
    "U": (0, 0, 1),
    "D": (0, 0, -1),
}
OPPOSITE = {"E": "W", "W": "E", "N": "S", "S": "N", "U": "D", "D": "U"}
UPRIGHT = ("U", "D")
TALLEST = 4


class Pose(NamedTuple):
    """Where half 0 lies, and where in the world the domino's own E and own U point."""

    at: Cell
    to: str
    up: str

    @property
    def cells(self) -> Cells:
        return self.at, beyond(self.at, self.to)

    def __str__(self) -> str:
        x, y, z = self.at
        return f"{x},{y},{z} {self.to} {self.up}"


Piece = tuple[int, Pose]


def beyond(cell: Cell, direction: str) -> Cell:
    dx, dy, dz = DIRECTIONS[direction]
    return cell[0] + dx, cell[1] + dy, cell[2] + dz


def across(direction: str) -> list[str]:
    """Return the four directions at a right angle to this one."""
    return [other for other in DIRECTIONS if other not in (direction, OPPOSITE[direction])]


def cross(first: str, second: str) -> str:
    """Return the direction that is the cross product of two directions at a right angle."""
    a, b = DIRECTIONS[first], DIRECTIONS[second]
    product = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return next(name for name, vector in DIRECTIONS.items() if vector == product)


@cache
def marks_of(domino: int, to: str, up: str) -> tuple[Marks, Marks]:
    """Return the marks of half 0 and of half 1 by the direction in the world in which each face points."""
    north = cross(up, to)
    world = {"E": to, "W": OPPOSITE[to], "N": north, "S": OPPOSITE[north], "U": up, "D": OPPOSITE[up]}
    row = BOX[domino]
    half_0 = {world[own]: mark for own, mark in zip("WNSUD", row[:5], strict=True)}
    half_1 = {world[own]: mark for own, mark in zip("ENSUD", row[5:], strict=True)}
    return half_0, half_1


def on_the_table(cell: Cell) -> bool:
    x, y, z = cell
    return -12 <= x <= 11 and -12 <= y <= 11 and 0 <= z <= 11


class Tower:
    """The dominoes on one table, in the order placed."""

    def __init__(self, pieces: Iterable[Piece] = ()) -> None:
        self.poses: dict[int, Pose] = {}
        self.domino_at: dict[Cell, int] = {}
        self.marks_at: dict[Cell, Marks] = {}
        for domino, pose in pieces:
            self.place(domino, pose)

    def place(self, domino: int, pose: Pose) -> None:
        self.poses[domino] = pose
        for cell, marks in zip(pose.cells, marks_of(domino, pose.to, pose.up), strict=True):
            self.domino_at[cell] = domino
            self.marks_at[cell] = marks

    def lift(self, domino: int) -> None:
        for cell in self.poses.pop(domino).cells:
            del self.domino_at[cell]
            del self.marks_at[cell]

    def joints(self, cells: Cells) -> list[tuple[int, str, Cell]]:
        """List which half of a domino on these cells would touch, in which direction, which taken cell."""
        return [
            (half, direction, beyond(cell, direction))
            for half, cell in enumerate(cells)
            for direction in DIRECTIONS
            if beyond(cell, direction) in self.domino_at
        ]

    def touched(self, cells: Cells) -> set[int]:
        return {self.domino_at[old] for _, _, old in self.joints(cells)}

    def spots(self) -> Iterable[tuple[Cell, str]]:
        """Yield half 0's cell and direction of all placements that are possible and not too high."""
        near = {beyond(cell, direction) for cell in self.domino_at for direction in DIRECTIONS}
        spots = {(cell, to) for cell in near for to in DIRECTIONS}
        spots |= {(beyond(cell, OPPOSITE[to]), to) for cell in near for to in DIRECTIONS}
        return ((at, to) for at, to in spots if self.possible((at, beyond(at, to))))

    def possible(self, cells: Cells) -> bool:
        free = all(on_the_table(cell) and cell not in self.domino_at for cell in cells)
        return free and bool(self.joints(cells)) and not any(self.too_high(cell) for cell in cells)

    def too_high(self, cell: Cell) -> bool:
        """Return whether the cell lies directly on a column with four upright dominoes."""
        x, y, z = cell
        if (x, y, z - 1) not in self.domino_at:
            return False
        below = {self.domino_at[x, y, h] for h in range(z) if (x, y, h) in self.domino_at}
        return len([domino for domino in below if self.poses[domino].to in UPRIGHT]) >= TALLEST

    def supported(self, cells: Cells) -> bool:
        lowest = min(z for _, _, z in cells)
        feet = [cell for cell in cells if cell[2] == lowest]
        return all(cell[2] == 0 or beyond(cell, "D") in self.domino_at for cell in feet)

    def visible(self, cell: Cell, direction: str, new: Cells) -> bool:
        """Return whether that face shows when a domino lies on the cells `new` too."""
        if cell[2] == 0 and direction == "D":
            return False
        return beyond(cell, direction) not in self.domino_at and beyond(cell, direction) not in new

    def demands(self, cells: Cells, differ: bool) -> list[tuple[int, str, bool, str]]:
        """List what a domino on these cells must show to match: (half, direction, equal or not, mark)."""
        found = []
        for half, joint, old in self.joints(cells):
            for direction in across(joint):
                if self.visible(cells[half], direction, cells) and self.visible(old, direction, cells):
                    found.append((half, direction, True, self.marks_at[old][direction]))
            if differ:
                found.append((half, joint, False, self.marks_at[old][OPPOSITE[joint]]))
        return found

    def matching(self, dominoes: Iterable[int], differ: bool, only_supported: bool) -> Iterable[Piece]:
        """Yield every placement of one of the dominoes that matches."""
        for at, to in self.spots():
            cells = (at, beyond(at, to))
            if only_supported and not self.supported(cells):
                continue
            demands = self.demands(cells, differ)
            for domino in dominoes:
                for up in across(to):
                    if meets(demands, domino, to, up):
                        yield domino, Pose(at, to, up)


def meets(demands: list[tuple[int, str, bool, str]], domino: int, to: str, up: str) -> bool:
    halves = marks_of(domino, to, up)
    return all((halves[half][direction] == mark) == equal for half, direction, equal, mark in demands)


def pose_from(text: str) -> Pose:
    """Read a pose as moves write it; the inverse of `str`."""
    at, to, up = text.split(" ")
    x, y, z = (int(coordinate) for coordinate in at.split(","))
    return Pose((x, y, z), to, up)


def pose_of(entry: dict[str, Any]) -> Pose:
    x, y, z = entry["at"]
    return Pose((x, y, z), entry["to"], entry["up"])


def entry_of(domino: int, pose: Pose) -> dict[str, Any]:
    return {"domino": domino, "at": list(pose.at), "to": pose.to, "up": pose.up}


class Classic:
    """A match of the classic game or of solo."""

    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.mode: str = state["mode"]
        self.several: bool = self.mode == "solo" if options["several"] is None else options["several"]
        self.refuse: bool = options["falls"] == "refuse"
        self.differ: bool = options["contact"] == "differ"
        self.turn: int | None = state["turn"]
        self.drawn: int | None = state["drawn"]
        self.tower = Tower((entry["domino"], pose_of(entry)) for entry in state["placed"])
        self.placed_by: list[int | None] = [entry["seat"] for entry in state["placed"]]
        self.pile: list[int] = list(state["pile"])
        self.scores: list[int] = list(state["scores"])
        self.turns_left: int | None = state["turns_left"]
        self.idle: int = state["idle"]
        # In solo with `several` a position does not determine this; it is known only in a match played from its deal.
        self.placed_this_turn = self.several and self.idle == 0 and self.placed_by[-1] == self.turn

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    def legal_moves(self, seat: int) -> set[str]:
        if seat != self.turn:
            return set()
        if self.drawn is None:
            return {"draw", "stop"}
        placements = self.tower.matching([self.drawn], self.differ, only_supported=self.refuse)
        return {"timeout", *(str(pose) for _, pose in placements)}

    def play(self, seat: int, move: str, after: dict[str, Any] | None) -> None:
        if move not in self.legal_moves(seat):
            raise ValueError(f"{move!r} is not a legal move of seat {seat}")
        if move == "draw":
            self._draw(after)
        elif move == "stop":
            self._end_turn(after)
        elif move == "timeout":
            self._put_back()
            self._end_turn(after)
        else:
            self._place(seat, pose_from(move), after)

    def _place(self, seat: int, pose: Pose, after: dict[str, Any] | None) -> None:
        assert self.drawn is not None
        if not self.tower.supported(pose.cells):
            self.scores[seat] = max(0, self.scores[seat] - 10)
            self._put_back()
            self._end_turn(after)
            return
        self.scores[seat] += self._points(pose)
        self.tower.place(self.drawn, pose)
        self.placed_by.append(seat)
        self.drawn = None
        self.idle = 0
        self.placed_this_turn = True
        if not self.several:
            self._end_turn(after)
        elif self._stuck():
            self.turn = None

    def _points(self, pose: Pose) -> int:
        points = len(self.tower.touched(pose.cells))
        if min(z for _, _, z in pose.cells) > 0:
            return points + 2
        return points + 1 if pose.to in UPRIGHT else points

    def _put_back(self) -> None:
        assert self.drawn is not None
        self.pile = sorted([*self.pile, self.drawn])
        self.drawn = None

    def _end_turn(self, after: dict[str, Any] | None) -> None:
        assert self.turn is not None
        if not self.placed_this_turn:
            self.idle += 1
        self.placed_this_turn = False
        if self.turns_left is not None:
            self.turns_left -= 1
        if self.turns_left == 0 or (self.mode == "classic" and self.idle >= 3 * self.seats):
            self.turn = None
        else:
            self.turn = (self.turn + 1) % self.seats
            self._draw(after)

    def _stuck(self) -> bool:
        """Return whether no unplaced domino, if there is any, has a placement that matches and is supported."""
        return not any(True for _ in self.tower.matching(self.pile, self.differ, only_supported=True))

    def _draw(self, after: dict[str, Any] | None) -> None:
        if self._stuck():
            self.turn = None
            return
        if after is None:
            raise ValueError("a domino was drawn: the state after the move is needed")
        if after["drawn"] not in self.pile:
            raise ValueError(f"domino {after['drawn']} cannot be drawn from {self.pile}")
        self.drawn = after["drawn"]
        self.pile = [domino for domino in self.pile if domino != self.drawn]

    def state(self) -> dict[str, Any]:
        pieces = zip(self.tower.poses.items(), self.placed_by, strict=True)
        return {
            "mode": self.mode,
            "turn": self.turn,
            "drawn": self.drawn,
            "placed": [{**entry_of(domino, pose), "seat": seat} for (domino, pose), seat in pieces],
            "pile": list(self.pile),
            "scores": list(self.scores),
            "turns_left": self.turns_left,
            "idle": self.idle,
        }

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        mode = options["mode"]
        if seats not in (range(1, 2) if mode == "solo" else range(2, 7)):
            raise ValueError(f"{mode} is not for {seats} seats")
        if not state["placed"] or state["placed"][0]["domino"] not in range(len(BOX)):
            raise ValueError("there is no start domino")
        start = state["placed"][0]["domino"]
        before_draw = {
            "mode": mode,
            "turn": 0,
            "drawn": None,
            "placed": [{**entry_of(start, Pose((0, 0, 0), "E", "U")), "seat": None}],
            "pile": [domino for domino in range(len(BOX)) if domino != start],
            "scores": [0] * seats,
            "turns_left": options["turns"] if mode == "solo" else None,
            "idle": 0,
        }
        expected = Classic(before_draw, seats, options)
        expected._draw(state)
        if state != expected.state():
            raise ValueError(f"not an initial position: {state}")


class Reference:
    """A match of Domino 3D in any of its three modes."""

    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        if state["mode"] != options["mode"]:
            raise ValueError(f"a position of {state['mode']} in a match of {options['mode']}")
        self._match: Classic | Race = rules_of(options)(state, seats, options)

    @property
    def to_act(self) -> tuple[int, ...]:
        return self._match.to_act

    @property
    def over(self) -> bool:
        return self.to_act == ()

    @property
    def scores(self) -> list[int]:
        return list(self._match.scores)

    @property
    def winners(self) -> list[int]:
        best = max(self.scores)
        return [seat for seat, score in enumerate(self.scores) if score == best] if self.over else []

    def legal_moves(self, seat: int) -> set[str]:
        return self._match.legal_moves(seat)

    def play(self, seat: int, move: str, after: dict[str, Any] | None = None) -> None:
        """Play a move; `after` provides the domino drawn, or in the race the hands of a new round."""
        self._match.play(seat, move, after)

    def state(self) -> dict[str, Any]:
        return self._match.state()

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        """Raise ValueError unless this is a position in which a match can begin."""
        rules_of(options).check_deal(state, seats, options)


def rules_of(options: dict[str, Any]) -> type[Classic] | type[Race]:
    from .reference_race import Race  # a circular import at the top of the file

    return Race if options["mode"] == "race" else Classic
