"""A position from its JSON."""

from __future__ import annotations

import msgspec
from ludotheque.games.pebbles.rules.state import HEAP, NONE

from ludotheque.errors import BadState
from ludotheque.games.spec import Json, Options, State, decoded


class Position(msgspec.Struct, forbid_unknown_fields=True):
    pebbles: int
    turn: int | None
    scores: list[int]


def restore(state: State, given: Json, seats: int, options: Options) -> None:
    """Write the position into a record. The caller checks that the record gives the same JSON."""
    position = decoded(given, Position)
    if not 0 <= position.pebbles <= HEAP:
        raise BadState(f"there are 0 to {HEAP} pebbles, not {position.pebbles}")
    state.pebbles = position.pebbles
    state.turn = NONE if position.turn is None else position.turn
    state.winner = position.scores.index(1) if 1 in position.scores else NONE
