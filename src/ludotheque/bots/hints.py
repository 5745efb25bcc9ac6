"""Hints: the best moves in order, how good they are, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots.bot import Budget
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.search_tree import Candidate
from ludotheque.bots.workspace import Settings, perfect_score
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge, spec
from ludotheque.match import Match

#: A move's value is reliable if it has at least this part of the visits of the most visited move.
RELIABLE = 0.1


@dataclass(frozen=True)
class Suggestion:
    """A move, its chance to win from 0 to 1, and the reasons in words.

    `points`: in a solo match, the expected points; the chance is then their part of a perfect score.
    """

    move: str
    chance: float
    words: list[str]
    points: float | None = None

    @property
    def worth(self) -> str:
        """The chance, or the expected points, as people read it."""
        return f"{self.chance:.0%}" if self.points is None else f"{self.points:.0f} points"


def in_order(candidates: list[Candidate], steps: float = 100) -> list[Candidate]:
    """The moves with reliable values, the best first; then the others, as far as they do not look better.

    After few visits a high value is often mere luck. `steps`: the resolution in which values are shown, whole per cents
    or whole points. Of moves that are shown as equal the most visited comes first, not one that is better by a hair.
    """
    enough = max(candidate.visits for candidate in candidates) * RELIABLE
    best_first = sorted(candidates, key=lambda one: (-round(steps * one.value), -one.visits))
    reliable = [one for one in best_first if one.visits >= enough]
    lowest = min(one.value for one in reliable)
    return reliable + [one for one in best_first if one.visits < enough and one.value <= lowest]


def suggest(match: Match, seat: int, seconds: float, most: int = 5) -> list[Suggestion]:
    """The best moves of a seat, the best first, judged by what the seat may know."""
    load_knowledge(match.game)
    bot = MctsBot("hint", Budget(seconds=seconds), Settings(threads=2))
    seen = match.redeal(seat, "hint")
    mode = seen.mode
    known = knowledge_of(mode.rules.dtype)
    perfect = perfect_score(known) if match.seats == 1 else None
    suggestions = []
    for candidate in in_order(bot.candidates(seen, seat), perfect or 100)[:most]:
        reasons = known.factors(seen.states[0], seat, mode.parse(candidate.move))
        words = [spec(match.game).sentence_of("factors", key, params) for key, params in reasons]
        points = None if perfect is None else candidate.value * perfect
        suggestions.append(Suggestion(candidate.move, candidate.value, words, points))
    return suggestions
