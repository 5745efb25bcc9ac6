"""Moves as text: `3-7 E 2,-1` places a domino; `skip`, `pawn` and `pawn 2,3` answer for a group."""

from __future__ import annotations

import re

from ludotheque.errors import BadMove, IllegalMove, Refusal
from ludotheque.games.nasenspiel.rules.board import (
    CELLS,
    EAST,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    NORTH,
    NOSES,
    cell_at,
    square_of,
)
from ludotheque.games.nasenspiel.rules.placements import PAIRS
from ludotheque.games.nasenspiel.rules.state import PAWN, PAWN_FROM, SKIP
from ludotheque.games.spec import quoted

NUMBER = "(0|-?[1-9][0-9]{0,2})"
PLACEMENT = re.compile(f"([0-9])-([0-9]) ([EN]) {NUMBER},{NUMBER}")
FROM = re.compile(f"pawn {NUMBER},{NUMBER}")
BACKWARD = re.compile(f"([0-9])-([0-9]) ([WS]) {NUMBER},{NUMBER}")
DIRECTIONS = {"E": EAST, "N": NORTH}

Square = tuple[int, int]


def parse(move: str) -> int:
    if placement := PLACEMENT.fullmatch(move):
        return _placement(placement)
    if origin := FROM.fullmatch(move):
        return _pawn_from((int(origin[1]), int(origin[2])))
    if move in ("skip", "pawn"):
        return SKIP if move == "skip" else PAWN
    raise BadMove(
        f"{quoted(move)} is not a move of the Nasenspiel: a move places a domino, like 3-7 E 2,-1 (nose 3 on 2,-1 and "
        f"nose 7 East of it) or 7-3 N 0,4 (nose 3 North of nose 7), or answers for a group: skip, pawn, or pawn 2,3"
        f"{_hint(move)}"
    )


def _placement(match: re.Match[str]) -> int:
    direction, anchor = DIRECTIONS[match[3]], (int(match[4]), int(match[5]))
    if not (on_table(anchor) and on_table(beyond(anchor, direction))):
        raise IllegalMove(match[0], Refusal(7, "far", {"at": square_text(anchor)}))
    return (direction * CELLS + cell_at(*anchor)) * PAIRS + int(match[1]) * NOSES + int(match[2])


def _pawn_from(square: Square) -> int:
    if not on_table(square):
        raise IllegalMove(f"pawn {square_text(square)}", Refusal(11, "no_pawn", {"at": square_text(square)}))
    return PAWN_FROM + cell_at(*square)


def _hint(move: str) -> str:
    """Return the move that was perhaps meant: without blanks around it, in the right case, or from the other end."""
    plain = " ".join(move.lower().split())
    if re.match("[0-9]", plain):
        plain = plain.upper()
    if match := BACKWARD.fullmatch(plain):
        x, y = int(match[4]) - (match[3] == "W"), int(match[5]) - (match[3] == "S")
        plain = f"{match[2]}-{match[1]} {'E' if match[3] == 'W' else 'N'} {x},{y}"
    known = PLACEMENT.fullmatch(plain) or FROM.fullmatch(plain) or plain in ("skip", "pawn")
    return f"; did you mean {plain}?" if known else ""


def text(action: int) -> str:
    if action in (SKIP, PAWN):
        return "skip" if action == SKIP else "pawn"
    if action >= PAWN_FROM:
        return f"pawn {square_text(square_of(action - PAWN_FROM))}"
    direction, cell, nose, other = parts(action)
    return f"{nose}-{other} {'EN'[direction]} {square_text(square_of(cell))}"


def parts(action: int) -> tuple[int, int, int, int]:
    """Direction, anchor cell, nose on it and other nose of a placement."""
    place, pair = divmod(int(action), PAIRS)
    return place // CELLS, place % CELLS, pair // NOSES, pair % NOSES


def on_table(square: Square) -> bool:
    """Return whether a layout within the frame can reach that square from the first domino."""
    return MIN_X <= square[0] <= MAX_X and MIN_Y <= square[1] <= MAX_Y


def beyond(anchor: Square, direction: int) -> Square:
    """Return the other square of a domino."""
    return (anchor[0] + 1, anchor[1]) if direction == EAST else (anchor[0], anchor[1] + 1)


def square_text(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def domino_text(one: int, two: int) -> str:
    """Write a domino as in a hand: the smaller nose first."""
    return f"{min(one, two)}-{max(one, two)}"
