"""What moves are worth where all move at once and bots follow a plan (see `Knowledge.planned`): as the game says."""

from __future__ import annotations

from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match
from ludotheque.review.model import Worth
from ludotheque.review.question import Question


def is_planned(match: Match) -> bool:
    """Of a match whose game's knowledge is loaded."""
    return knowledge_of(match.rules.dtype).planned


def by_plan(question: Question) -> Worth:
    """Always the same: it takes no budget."""
    mode = question.match.mode
    judge = knowledge_of(mode.rules.dtype).judge
    assert judge is not None, "a game that plans judges moves, too"
    better, best, played = judge(question.match.states[0], question.seat, question.action)
    return Worth(mode.text(better), best, played)
