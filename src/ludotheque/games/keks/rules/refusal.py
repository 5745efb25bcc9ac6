"""Why a tile cannot be taken now."""

from __future__ import annotations

from ludotheque.errors import Refusal
from ludotheque.games.keks.rules.board import SIZE
from ludotheque.games.keks.rules.notation import LETTERS, text
from ludotheque.games.keks.rules.state import COLOUR_OF, NONE, STOP
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    if action == STOP:
        return Refusal(4, "nothing_taken")
    at = text(action)
    if not int(state.tiles) >> action & 1:
        return Refusal(2, "no_tile", {"at": at})
    colour = int(COLOUR_OF[state.tile[action]])
    if state.colour not in (NONE, colour):
        return Refusal(2, "other_colour", {"at": at, "colour": LETTERS[colour], "turn": LETTERS[state.colour]})
    held = sum(1 for other in _neighbours(action) if int(state.tiles) >> other & 1)
    if held > 2:
        return Refusal(3, "held", {"at": at, "sides": held})
    return Refusal(3, "breaks", {"at": at})


def _neighbours(square: int) -> list[int]:
    """Return the squares beyond the four edges that are on the board."""
    column, row = square % SIZE, square // SIZE
    beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [y * SIZE + x for x, y in beside if 0 <= x < SIZE and 0 <= y < SIZE]
