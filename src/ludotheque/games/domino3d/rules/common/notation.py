"""Placements as text, `2,0,1 E U`: the cell of half 0, the direction of half 1, and that of its U face."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludotheque.errors import BadMove, IllegalMove, Refusal
from ludotheque.games.domino3d.rules.common.board import (
    ACROSS,
    DIRECTION,
    DIRECTIONS,
    HIGH,
    LOW,
    OWN_UP,
    PLACES,
    POSES,
    SIZE,
    TOP,
)
from ludotheque.games.spec import quoted

#: Of each pose, the two directions as letters.
TO = [DIRECTIONS[direction] for direction in DIRECTION.tolist()]
OWN_UP_TO = [DIRECTIONS[direction] for direction in OWN_UP.tolist()]


def _cell(place: int) -> tuple[int, int, int]:
    column, z = divmod(place, TOP)
    return column // SIZE + LOW, column % SIZE + LOW, z


# Tables, because a race lists thousands of moves at a time.
_CELL_TEXTS = ["{},{},{}".format(*_cell(place)) for place in range(PLACES)]
_POSE_TEXTS = [f"{to} {up}" for to, up in zip(TO, OWN_UP_TO, strict=True)]

_NUMBER = "(0|-?[1-9][0-9]{0,2})"
_PLACEMENT = re.compile(f"{_NUMBER},{_NUMBER},{_NUMBER} ([EWNSUD]) ([EWNSUD])")

EXAMPLE = "2,0,1 E U (the cell of half 0, the direction of half 1, the direction of its own U face)"


def placement_text(action: int) -> str:
    return f"{_CELL_TEXTS[action // POSES]} {_POSE_TEXTS[action % POSES]}"


def placement(action: int) -> tuple[tuple[int, int, int], str, str]:
    """Return the cell of half 0 and the two directions."""
    place, pose = divmod(action, POSES)
    return _cell(place), TO[pose], OWN_UP_TO[pose]


def placement_action(x: int, y: int, z: int, to: str, up: str) -> int:
    """Return the action of a placement: the inverse of `placement`.

    Raises ValueError if the cell is off the table or the directions are not at right angles.
    """
    if not (LOW <= x <= HIGH and LOW <= y <= HIGH and 0 <= z < TOP):
        raise ValueError(f"{x},{y},{z} is off the table: x and y go from {LOW} to {HIGH}, z from 0 to {TOP - 1}")
    direction = DIRECTIONS.index(to)
    ups: list[int] = ACROSS[direction].tolist()
    if DIRECTIONS.index(up) not in ups:
        raise ValueError(f"its own U face cannot point {up} when half 1 lies {to} of half 0")
    return (((x - LOW) * SIZE + y - LOW) * TOP + z) * POSES + direction * 4 + ups.index(DIRECTIONS.index(up))


def parse_move(move: str, parse_exactly: Callable[[str], int | None], moves: str) -> int:
    """Parse a move into its action; raises BadMove, which says what moves look like, and what was perhaps meant."""
    try:
        action = parse_exactly(move)
    except ValueError as error:
        raise BadMove(f"{quoted(move)} is not a move of Domino 3D: {error}") from None
    if action is None:
        raise BadMove(f"{quoted(move)} is not a move of Domino 3D: {moves}{_hint(move, parse_exactly)}")
    return action


def _hint(move: str, parse_exactly: Callable[[str], int | None]) -> str:
    """Return the move in the right order and case, if that is all that is wrong."""
    words = move[:80].split()
    ordered = sorted(words, key=lambda word: "EWNSUD".find(word.upper()) >= 0)
    tidy = " ".join(word.upper() if word.upper() in DIRECTIONS else word.lower() for word in ordered)
    try:
        return f"; did you mean {tidy}?" if parse_exactly(tidy) is not None else ""
    except (ValueError, IllegalMove):
        return ""


def parse_placement(move: str) -> int | None:
    """Raises ValueError if the directions are no right angle, IllegalMove if the cell is off the table (rule 3)."""
    match = _PLACEMENT.fullmatch(move)
    if match is None:
        return None
    x, y, z = int(match[1]), int(match[2]), int(match[3])
    placement_action(0, 0, 0, match[4], match[5])
    try:
        return placement_action(x, y, z, match[4], match[5])
    except ValueError:
        raise IllegalMove(move, Refusal(3, "off_table", {"at": f"{x},{y},{z}"})) from None
