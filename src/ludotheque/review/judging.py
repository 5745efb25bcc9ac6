"""One decision judged: by what its seat knew, and with hindsight."""

from __future__ import annotations

from ludotheque.bots import Budget
from ludotheque.bots.mcts import DRAWS, NOTHING, UNKNOWN
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match
from ludotheque.review import alpha_beta, tree_search
from ludotheque.review.model import Factor, Judgement, Worth

#: Enough for a sentence.
MAX_FACTORS = 3


def judge(match: Match, seat: int, move: str, budget: Budget, seed: str = "review") -> Judgement:
    """Judge the move of a seat in a position. The same seed and number of simulations give the same judgement."""
    number = len(match.played) + 1
    seed = f"{seed} {number}"
    if sees_all(match, seat):
        known = hindsight = worth(match, seat, move, budget, seed, hindsight=False)
    else:
        known = worth(match, seat, move, budget.part(0.5), seed, hindsight=False)
        hindsight = worth(match, seat, move, budget.part(0.5), seed, hindsight=True)
    why, instead = (_factors(match, seat, text, seed) for text in (known.better, move))
    return Judgement(number, seat, move, known, hindsight, why, instead)


def worth(match: Match, seat: int, move: str, budget: Budget, seed: str, *, hindsight: bool) -> Worth:
    """Compare a move with the best one, by the method that suits the game."""
    if is_planned(match):
        return _by_plan(match, seat, move)
    if knowledge_of(match.rules.dtype).position_key:
        return alpha_beta.worth(match, seat, move, budget)
    return tree_search.worth(match, seat, match.mode.parse(move), redealt(match, seat, hindsight), budget, seed)


def sees_all(match: Match, seat: int) -> bool:
    """Whether the seat sees everything that there is to see; nobody sees what is still to be drawn."""
    return not match.secret or match.view(seat) == match.state()


def redealt(match: Match, seat: int, hindsight: bool = False) -> int:
    """What determinizations re-deal (see `bots/mcts.py`). Hindsight sees all hands, but does not foretell a draw."""
    if not match.secret:
        return NOTHING
    return DRAWS if hindsight or sees_all(match, seat) else UNKNOWN


def is_planned(match: Match) -> bool:
    """Whether the knowledge of the game, which must be loaded, plans ahead by itself (see `Knowledge.planned`)."""
    return knowledge_of(match.rules.dtype).planned


def _by_plan(match: Match, seat: int, move: str) -> Worth:
    """The game's own verdict, which takes no budget."""
    mode = match.mode
    judge = knowledge_of(mode.rules.dtype).judge
    assert judge is not None, "knowledge that is planned judges moves, too"
    better, best, played = judge(match.states[0], seat, mode.parse(move))
    return Worth(mode.text(better), best, played)


def _factors(match: Match, seat: int, move: str, seed: str) -> list[Factor]:
    """What speaks for a move, by what the seat knew."""
    seen = match.redeal(seat, seed)
    mode = seen.mode
    factors = knowledge_of(mode.rules.dtype).factors(seen.states[0], seat, mode.parse(move))
    return [Factor(key, params) for key, params in factors[:MAX_FACTORS]]
