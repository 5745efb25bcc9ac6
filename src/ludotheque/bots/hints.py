"""Hints: the best moves in order, how good they are, and what speaks for each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.bots.bot import Budget
from ludotheque.bots.mcts_bot import Candidate, SearchBot, Settings, load_knowledge, points_of_all
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import spec
from ludotheque.match import Match

#: A move's chance is known well enough if it was tried at least so often, as a part of the tries of the favourite.
OFTEN = 0.1


@dataclass(frozen=True)
class Suggestion:
    """A move, its chance to win from 0 to 1, and why, in words.

    `points`: alone at the table, the points to expect; the chance is then their part of a perfect result.
    """

    move: str
    chance: float
    words: list[str]
    points: float | None = None

    @property
    def worth(self) -> str:
        """The chance, or the points to expect, as people read it."""
        return f"{self.chance:.0%}" if self.points is None else f"{self.points:.0f} points"


def in_order(candidates: list[Candidate], steps: float = 100) -> list[Candidate]:
    """The best chance first, of moves that were tried often enough to know it.

    Of the others those follow that do not look better: after few tries a good chance is often mere luck. `steps`: what
    is told of a chance, whole per cents or whole points; where that is the same the one comes first that the search
    tried most, rather than one that is better by a hair.
    """
    often = max(candidate.visits for candidate in candidates) * OFTEN
    best_first = sorted(candidates, key=lambda one: (-round(steps * one.value), -one.visits))
    known = [one for one in best_first if one.visits >= often]
    least = min(one.value for one in known)
    return known + [one for one in best_first if one.visits < often and one.value <= least]


def suggest(match: Match, seat: int, seconds: float, most: int = 5) -> list[Suggestion]:
    """The best moves of a seat, the best first; judged by what the seat may know."""
    load_knowledge(match.game)
    bot = SearchBot("hint", Budget(seconds=seconds), replace(Settings(), threads=2))
    seen = match.redeal(seat, "hint")
    mode = seen.mode
    factors = knowledge_of(mode.rules.dtype).factors
    all_points = points_of_all(match) if match.seats == 1 else None
    found = []
    for candidate in in_order(bot.candidates(seen, seat), all_points or 100)[:most]:
        reasons = factors(seen.states[0], seat, mode.parse(candidate.move))
        words = [spec(match.game).sentence_of("factors", key, params) for key, params in reasons]
        points = None if all_points is None else candidate.value * all_points
        found.append(Suggestion(candidate.move, candidate.value, words, points))
    return found
