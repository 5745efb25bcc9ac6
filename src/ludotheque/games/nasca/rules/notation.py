"""Squares, planks, moves and areas as text: `b3-f3` is the plank from b3 to f3, the left or lower end first."""

from __future__ import annotations

import re
from typing import NoReturn

from ludotheque.errors import BadMove, IllegalMove, Refusal
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import ACTIONS, COLUMNS, LENGTHS, PLANKS, ROWS, SQUARES, squares_of
from ludotheque.games.spec import State, quoted

Squares = list[str]

LETTERS = "abcdefghijk"
SQUARE_TEXTS = [LETTERS[square % COLUMNS] + str(square // COLUMNS + 1) for square in range(SQUARES)]
SQUARE_OF = {text: square for square, text in enumerate(SQUARE_TEXTS)}
#: A plank of one square is written as that square; only a landscape has such planks.
PLANK_TEXTS = ["-".join(SQUARE_TEXTS[end] for end in dict.fromkeys((plank[0], plank[-1]))) for plank in PLANKS]
PLANK_OF = {text: plank for plank, text in enumerate(PLANK_TEXTS)}

WELL_FORMED = re.compile(r"([a-z])([1-9][0-9]{0,2})-([a-z])([1-9][0-9]{0,2})")


def text(action: int) -> str:
    return PLANK_TEXTS[action]


def parse(move: str) -> int:
    action = PLANK_OF.get(move, ACTIONS)
    if action >= ACTIONS:
        _reject(move)
    return action


def _reject(move: str) -> NoReturn:
    """Raises IllegalMove for two squares that no plank joins, BadMove for everything else."""
    meant = _meant(move)
    parts = WELL_FORMED.fullmatch(move)
    if parts is None or meant is not None:
        hint = f"; did you mean {meant}?" if meant else ""
        raise BadMove(
            f"{quoted(move)} is not a move of Nasca: a move is the two end squares of a plank, the left or lower one "
            f"first, like b3-f3 or b3-b6 (columns a to k, rows 1 to 10){hint}"
        )
    raise IllegalMove(move, _why_no_plank(*parts.groups()))


def _meant(move: str) -> str | None:
    """Return the move that differs only in blanks, case or the order of its ends."""
    ends = [end.strip() for end in move.lower().split("-")]
    for candidate in ("-".join(ends), "-".join(reversed(ends))):
        if PLANK_OF.get(candidate, ACTIONS) < ACTIONS:
            return candidate
    return None


def _why_no_plank(column: str, row: str, last_column: str, last_row: str) -> Refusal:
    for square in (column + row, last_column + last_row):
        if square not in SQUARE_OF:
            return Refusal(1, "off_board", {"square": square, "last": f"{LETTERS[-1]}{ROWS}"})
    if column != last_column and row != last_row:
        return Refusal(4, "not_straight", {"first": column + row, "last": last_column + last_row})
    length = abs(LETTERS.index(column) - LETTERS.index(last_column)) + abs(int(row) - int(last_row)) + 1
    return Refusal(2, "no_such_length", {"length": length, "shortest": LENGTHS[0], "longest": LENGTHS[-1]})


def areas(position: State) -> list[Squares]:
    """Return the empty squares that score for each seat if the round ends now."""
    low_0, high_0, low_1, high_1 = paid_squares(position)
    return [
        [SQUARE_TEXTS[square] for square in squares_of(int(low), int(high))]
        for low, high in ((low_0, high_0), (low_1, high_1))
    ]
