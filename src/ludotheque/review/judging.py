"""One decision judged: by what its seat knew then, and with hindsight."""

from __future__ import annotations

from ludotheque.bots import Budget
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match
from ludotheque.review.alpha_beta import by_lines
from ludotheque.review.model import Factor, Judgement, Worth
from ludotheque.review.plans import by_plan, is_planned
from ludotheque.review.question import Question, part_of
from ludotheque.review.tree_search import by_trees

#: So many factors are enough for a sentence.
MOST_FACTORS = 3


def judge(match: Match, seat: int, move: str, budget: Budget, seed: str = "review") -> Judgement:
    """Judge the move of a seat in a position. The same budget in simulations and seed give the same judgement."""
    question, number = Question(match, seat, move), len(match.played) + 1
    seed = f"{seed} {number}"
    if question.open:
        known = hindsight = _worth(question, budget, seed, hindsight=False)
    else:
        known = _worth(question, part_of(budget, 0.5), seed, hindsight=False)
        hindsight = _worth(question, part_of(budget, 0.5), seed, hindsight=True)
    why, instead = (_factors(question, text, seed) for text in (known.better, move))
    return Judgement(number, seat, move, known, hindsight, why, instead)


def _worth(question: Question, budget: Budget, seed: str, hindsight: bool) -> Worth:
    if is_planned(question.match):
        return by_plan(question)
    if knowledge_of(question.match.rules.dtype).position_key:
        return by_lines(question, budget)
    return by_trees(question, budget, seed, hindsight)


def _factors(question: Question, move: str, seed: str) -> list[Factor]:
    """What speaks for a move, by what the seat knew."""
    seen = question.match.redeal(question.seat, seed)
    mode = seen.mode
    found = knowledge_of(mode.rules.dtype).factors(seen.states[0], question.seat, mode.parse(move))
    return [Factor(key, params) for key, params in found[:MOST_FACTORS]]
