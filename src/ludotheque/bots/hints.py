"""Hints: the best moves in order, how good they are, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.bots.bot import Budget
from ludotheque.bots.search import SearchBot, Settings, load_knowledge
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import spec
from ludotheque.match import Match


@dataclass(frozen=True)
class Suggestion:
    """A move, its chance to win from 0 to 1 (alone at the table: the part of a good result), and why, in words."""

    move: str
    chance: float
    words: list[str]


def suggest(match: Match, seat: int, seconds: float, most: int = 5) -> list[Suggestion]:
    """The best moves of a seat, the best first; judged by what the seat may know."""
    load_knowledge(match.game)
    bot = SearchBot("hint", Budget(seconds=seconds), replace(Settings(), threads=2))
    seen = match.redeal(seat, "hint")
    mode = seen._start.mode
    factors = knowledge_of(mode.rules.dtype).factors
    found = []
    for candidate in bot.candidates(seen, seat)[:most]:
        reasons = factors(seen._states[0], seat, mode.parse(candidate.move))
        words = [spec(match.game).sentence_of("factors", key, params) for key, params in reasons]
        found.append(Suggestion(candidate.move, candidate.value, words))
    return found
