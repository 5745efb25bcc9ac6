"""Moves as text: `d1` takes the tile on d1, `stop` ends the turn."""

from __future__ import annotations

from ludotheque.errors import BadMove
from ludotheque.games.keks.rules.board import COLOURS, SIZE, SQUARES
from ludotheque.games.keks.rules.state import STOP
from ludotheque.games.spec import quoted

COLUMNS = "abcdefgh"
LETTERS = "ABCDEFGHIJ"[:COLOURS]

_TEXTS = {int(square): COLUMNS[square % SIZE] + str(square // SIZE + 1) for square in SQUARES} | {STOP: "stop"}
_ACTIONS = {text: action for action, text in _TEXTS.items()}


def parse(move: str) -> int:
    action = _ACTIONS.get(move)
    if action is None:
        lower = move.strip().lower()
        hint = f"; did you mean {lower}?" if lower in _ACTIONS else ""
        raise BadMove(
            f"{quoted(move)} is not a move of Keks: a move is a square from b1 to g8 (columns a to h, rows 1 to 8, "
            f"no corners), or stop{hint}"
        )
    return action


def text(action: int) -> str:
    return _TEXTS[action]


def letters(colours: int) -> list[str]:
    """Write a set of colours, given as bits, as letters in alphabetical order."""
    return [letter for colour, letter in enumerate(LETTERS) if colours >> colour & 1]


def bits(colours: list[str]) -> int:
    """Read letters as bits: the inverse of `letters`."""
    return sum(1 << LETTERS.index(letter) for letter in colours)
