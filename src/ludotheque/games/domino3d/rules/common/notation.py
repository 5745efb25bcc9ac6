"""Moves as text. A placement is `2,0,1 E U`: the cell of half 0, the direction of half 1, that of the own U face.

Classic and solo: a placement, `timeout`, `draw`, `stop`. Race: `place 17 2,0,0 E U`, `lift 17`, `done`, `give up`,
`accept`, `object`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ludotheque.errors import BadMove, Refusal, Refused
from ludotheque.games.domino3d.rules.classic import state as classic
from ludotheque.games.domino3d.rules.common.board import (
    ACROSS,
    DIRECTION,
    DIRECTIONS,
    DOMINOES,
    HIGH,
    LOW,
    OWN_UP,
    PLACEMENTS,
    PLACES,
    POSES,
    SIZE,
    TOP,
)
from ludotheque.games.domino3d.rules.race import state as race
from ludotheque.games.spec import quoted

WORDS = {classic.TIMEOUT: "timeout", classic.DRAW: "draw", classic.STOP: "stop"}
RACE_WORDS = {race.DONE: "done", race.GIVE_UP: "give up", race.ACCEPT: "accept", race.OBJECT: "object"}
_ACTIONS = {word: action for action, word in WORDS.items()}
_RACE_ACTIONS = {word: action for action, word in RACE_WORDS.items()}

#: Of each pose, the two directions as letters.
TO = [DIRECTIONS[direction] for direction in DIRECTION.tolist()]
OWN_UP_TO = [DIRECTIONS[direction] for direction in OWN_UP.tolist()]


def _cell(place: int) -> tuple[int, int, int]:
    column, z = divmod(place, TOP)
    return column // SIZE + LOW, column % SIZE + LOW, z


# A race lists thousands of moves at a time.
_CELL_TEXTS = ["{},{},{}".format(*_cell(place)) for place in range(PLACES)]
_POSE_TEXTS = [f"{to} {up}" for to, up in zip(TO, OWN_UP_TO, strict=True)]

_NUMBER = "(0|-?[1-9][0-9]{0,2})"
_PLACEMENT = re.compile(f"{_NUMBER},{_NUMBER},{_NUMBER} ([EWNSUD]) ([EWNSUD])")
_PLACE = re.compile("place (0|[1-9][0-9]{0,2}) (.*)", re.DOTALL)
_LIFT = re.compile("lift (0|[1-9][0-9]{0,2})")

_EXAMPLE = "2,0,1 E U (the cell of half 0, the direction of half 1, the direction of its own U face)"
MOVES = f"a move is a placement like {_EXAMPLE}, or timeout, draw, stop"
RACE_MOVES = (
    f"a move is place and a domino with a placement like {_EXAMPLE}, lift and a domino, done, give up, accept or object"
)


def text(action: int) -> str:
    return WORDS[action] if action in WORDS else placement_text(action)


def race_text(action: int) -> str:
    if action in RACE_WORDS:
        return RACE_WORDS[action]
    if action >= race.LIFT:
        return f"lift {action - race.LIFT}"
    return f"place {action // PLACEMENTS} {placement_text(action % PLACEMENTS)}"


def placement_text(action: int) -> str:
    return f"{_CELL_TEXTS[action // POSES]} {_POSE_TEXTS[action % POSES]}"


def placement(action: int) -> tuple[tuple[int, int, int], str, str]:
    """The cell of half 0 and the two directions."""
    place, pose = divmod(action, POSES)
    return _cell(place), TO[pose], OWN_UP_TO[pose]


def placement_action(x: int, y: int, z: int, to: str, up: str) -> int:
    """The inverse of `placement`; ValueError if the cell is off the table or the directions are not at right angles."""
    if not (LOW <= x <= HIGH and LOW <= y <= HIGH and 0 <= z < TOP):
        raise ValueError(f"{x},{y},{z} is off the table: x and y go from {LOW} to {HIGH}, z from 0 to {TOP - 1}")
    direction = DIRECTIONS.index(to)
    ups: list[int] = ACROSS[direction].tolist()
    if DIRECTIONS.index(up) not in ups:
        raise ValueError(f"its own U face cannot point {up} when half 1 lies {to} of half 0")
    return (((x - LOW) * SIZE + y - LOW) * TOP + z) * POSES + direction * 4 + ups.index(DIRECTIONS.index(up))


def parse(move: str) -> int:
    return _parse(move, _parse_classic, MOVES)


def race_parse(move: str) -> int:
    return _parse(move, _parse_race, RACE_MOVES)


def _parse(move: str, parse_exactly: Callable[[str], int | None], moves: str) -> int:
    """The action, or BadMove that says what a move looks like, and which one may have been meant."""
    try:
        action = parse_exactly(move)
    except ValueError as error:
        raise BadMove(f"{quoted(move)} is not a move of Domino 3D: {error}") from None
    if action is None:
        raise BadMove(f"{quoted(move)} is not a move of Domino 3D: {moves}{_hint(move, parse_exactly)}")
    return action


def _hint(move: str, parse_exactly: Callable[[str], int | None]) -> str:
    """The move in the right order and case, if that is all that is wrong."""
    words = move[:80].split()
    ordered = sorted(words, key=lambda word: "EWNSUD".find(word.upper()) >= 0)
    tidy = " ".join(word.upper() if word.upper() in DIRECTIONS else word.lower() for word in ordered)
    try:
        return f"; did you mean {tidy}?" if parse_exactly(tidy) is not None else ""
    except (ValueError, Refused):
        return ""


def _parse_classic(move: str) -> int | None:
    return _ACTIONS[move] if move in _ACTIONS else _parse_placement(move)


def _parse_race(move: str) -> int | None:
    if move in _RACE_ACTIONS:
        return _RACE_ACTIONS[move]
    if lift := _LIFT.fullmatch(move):
        return race.LIFT + _domino(lift[1])
    if place := _PLACE.fullmatch(move):
        placed = _parse_placement(place[2])
        return None if placed is None else _domino(place[1]) * PLACEMENTS + placed
    return None


def _domino(number: str) -> int:
    if int(number) >= DOMINOES:
        raise ValueError(f"there is no domino {number}; the dominoes are 0 to {DOMINOES - 1}")
    return int(number)


def _parse_placement(move: str) -> int | None:
    """ValueError: the directions are not at right angles. Refused: the cell is off the table (rule 3)."""
    found = _PLACEMENT.fullmatch(move)
    if found is None:
        return None
    x, y, z = int(found[1]), int(found[2]), int(found[3])
    placement_action(0, 0, 0, found[4], found[5])
    try:
        return placement_action(x, y, z, found[4], found[5])
    except ValueError:
        raise Refused(Refusal(3, "off_table", {"at": f"{x},{y},{z}"})) from None
