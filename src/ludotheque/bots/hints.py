"""Hints: the best moves in order, how good they are, and the reasons for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludotheque.bots.bot import Budget
from ludotheque.bots.factors import factors_of
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.search_tree import Candidate
from ludotheque.bots.workspace import SearchSettings, perfect_score
from ludotheque.engine.knowledge import Factor, knowledge_of
from ludotheque.games import load_knowledge
from ludotheque.match import Match

#: A move's value is reliable if it has at least this part of the visits of the most visited move.
RELIABLE = 0.1


@dataclass(frozen=True)
class Hint:
    """A move, its chance to win from 0 to 1, and the reasons for it, also in words.

    `points`: in a solo match, the expected points; the chance is then their part of a perfect score.
    """

    move: str
    chance: float
    words: list[str]
    points: float | None = None
    factors: Sequence[Factor] = ()

    @property
    def worth(self) -> str:
        """The chance, or the expected points, as people read it."""
        return f"{self.chance:.0%}" if self.points is None else f"{self.points:.0f} points"


def in_order(candidates: list[Candidate], steps: float = 100) -> list[Candidate]:
    """Put the moves with reliable values first, best first; then the others, as far as they do not look better.

    After few visits a high value is often mere luck. `steps`: the resolution in which values are shown, whole per cents
    or whole points. Of moves that are shown as equal the most visited comes first, not one that is better by a hair.
    """
    enough = max(candidate.visits for candidate in candidates) * RELIABLE
    best_first = sorted(candidates, key=lambda one: (-round(steps * one.value), -one.visits))
    reliable = [one for one in best_first if one.visits >= enough]
    lowest = min(one.value for one in reliable)
    return reliable + [one for one in best_first if one.visits < enough and one.value <= lowest]


def find_hints(match: Match, seat: int, seconds: float, most: int = 5) -> list[Hint]:
    """Find the best moves of a seat, the best first, judged by what the seat may know."""
    return find_hints_within(match, seat, Budget(seconds=seconds), most, threads=2)


def find_hints_within(match: Match, seat: int, budget: Budget, most: int = 5, *, threads: int) -> list[Hint]:
    """Do the same within any budget: one of simulations with a single thread always gives the same hints."""
    load_knowledge(match.game)
    bot = MctsBot("hint", budget, SearchSettings(threads=threads))
    seen = match.redeal(seat, "hint")
    perfect = perfect_score(knowledge_of(seen.rules.dtype)) if match.seats == 1 else None
    hints = []
    for candidate in in_order(bot.candidates(seen, seat), perfect or 100)[:most]:
        factors = factors_of(seen, seat, candidate.move)
        words = [match.spec.sentence_of("factors", one.key, one.params) for one in factors]
        points = None if perfect is None else candidate.value * perfect
        hints.append(Hint(candidate.move, candidate.value, words, points, factors))
    return hints
