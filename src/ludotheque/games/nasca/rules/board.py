"""The board of 11 by 10 squares, and every way to lay a plank on it, as masks of bits.

A set of squares is four `int64` words, because a line of squares is easiest to test where its squares are
neighbouring bits: words 0 and 1 hold the board row by row (rows 1-5 and 6-10, 12 bits per row, of which the last is
never set), words 2 and 3 hold it once more column by column (columns a-f and g-k, 10 bits per column).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

COLUMNS, ROWS = 11, 10
SQUARES = COLUMNS * ROWS
LENGTHS = (2, 3, 4, 5)
NEUTRAL = 2  # the owner of a landscape's planks; seats are 0 and 1
WORDS = 4
ROW_BITS, ROWS_OF_WORD = 12, 5
COLUMN_BITS, COLUMNS_OF_WORD = ROWS, 6


def bit_of(square: int, columnwise: bool) -> tuple[int, int]:
    """Return the word and the bit of a square (a1 = 0, b1 = 1, ... k10 = 109)."""
    row, column = divmod(square, COLUMNS)
    if columnwise:
        return 2 + column // COLUMNS_OF_WORD, column % COLUMNS_OF_WORD * COLUMN_BITS + row
    return row // ROWS_OF_WORD, row % ROWS_OF_WORD * ROW_BITS + column


def _lines(length: int) -> list[tuple[int, ...]]:
    """List all planks of one length: along the rows from a1 rightwards and upwards, then along the columns."""
    along_rows = [
        tuple(row * COLUMNS + column + i for i in range(length))
        for row in range(ROWS)
        for column in range(COLUMNS - length + 1)
    ]
    along_columns = [
        tuple((row + i) * COLUMNS + column for i in range(length))
        for column in range(COLUMNS)
        for row in range(ROWS - length + 1)
    ]
    return along_rows + along_columns


#: The squares of every plank, the left or lower end first. The first 670 are the actions of the game, by length,
#: direction, line and place; the planks of one square that only a landscape has follow.
PLANKS: tuple[tuple[int, ...], ...] = (
    *(plank for length in LENGTHS for plank in _lines(length)),
    *((square,) for square in range(SQUARES)),
)
ACTIONS = len(PLANKS) - SQUARES
LENGTH_OF = np.array([len(plank) for plank in PLANKS])


def _mask(squares: tuple[int, ...]) -> list[int]:
    words = [0] * WORDS
    for square in squares:
        for columnwise in (False, True):
            word, bit = bit_of(square, columnwise)
            words[word] |= 1 << bit
    return words


#: The squares of each plank.
MASK: NDArray[np.int64] = np.array([_mask(plank) for plank in PLANKS])
#: Its squares but the last, in the words that run along it: those whose next bit belongs to the same plank.
JOINED: NDArray[np.int64] = MASK & (MASK >> 1)
#: The word (row by row) and the bit of its first square.
FIRST: NDArray[np.int64] = np.array([bit_of(plank[0], False) for plank in PLANKS])
FULL: NDArray[np.int64] = np.array(_mask(tuple(range(SQUARES))))

#: For each length (from 2) and word: the first squares of planks that run along the word, the lowest action among
#: them, and how many of them there are in each line.
STARTS: NDArray[np.int64] = np.zeros((len(LENGTHS), WORDS), np.int64)
LOWEST_ACTION: NDArray[np.int64] = np.full((len(LENGTHS), WORDS), ACTIONS)
for _action, _plank in enumerate(PLANKS[:ACTIONS]):
    _word, _bit = bit_of(_plank[0], _plank[1] - _plank[0] == COLUMNS)
    STARTS[len(_plank) - 2, _word] |= 1 << _bit
    LOWEST_ACTION[len(_plank) - 2, _word] = min(_action, LOWEST_ACTION[len(_plank) - 2, _word])
STARTS_OF_LINE: NDArray[np.int64] = np.array(
    [[(COLUMNS if word < 2 else ROWS) + 1 - length for word in range(WORDS)] for length in LENGTHS]
)
#: The lines of each word, and the bits of a line.
LINES: NDArray[np.int64] = np.array([ROWS_OF_WORD, ROWS - ROWS_OF_WORD, COLUMNS_OF_WORD, COLUMNS - COLUMNS_OF_WORD])
LINE_BITS: NDArray[np.int64] = np.array([ROW_BITS, ROW_BITS, COLUMN_BITS, COLUMN_BITS])


def _rowwise(squares: list[int]) -> tuple[int, int]:
    words = _mask(tuple(squares))
    return words[0], words[1]


BOARD = _rowwise(list(range(SQUARES)))
LEFT = _rowwise([row * COLUMNS for row in range(ROWS)])
RIGHT = _rowwise([row * COLUMNS + COLUMNS - 1 for row in range(ROWS)])
BOTTOM = _rowwise(list(range(COLUMNS)))[0]
TOP = _rowwise(list(range(SQUARES - COLUMNS, SQUARES)))[1]


_SQUARE_AT = {bit_of(square, False): square for square in range(SQUARES)}


def squares_of(low: int, high: int) -> list[int]:
    """Return the squares of a set given by its words 0 and 1, row by row."""
    squares = []
    for word, left in enumerate((low, high)):
        while left:
            squares.append(_SQUARE_AT[word, (left & -left).bit_length() - 1])
            left &= left - 1
    return squares
