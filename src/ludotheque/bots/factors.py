"""Reasons for a move, for hints, puzzles and reviews."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor, knowledge_of
from ludotheque.games import load_knowledge
from ludotheque.match import Match

#: Enough for a sentence.
MAX_FACTORS = 3


def factors_of(match: Match, seat: int, move: str, seed: str = "factors") -> list[Factor]:
    """Return the game's factors of a move, the weightiest first, in a match re-dealt for the seat.

    So they reveal no more than the view. `seed`: of the redeal.
    """
    load_knowledge(match.game)
    mode = match.mode
    seen = match.redeal(seat, seed)
    return knowledge_of(mode.rules.dtype).factors(seen.states[0], seat, mode.parse(move))
