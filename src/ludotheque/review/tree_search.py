"""What moves are worth, by tree search.

The best move and the one that was played are searched each on its own, in the same worlds and for as long: a move that
a search would hardly try is judged as fairly as its favourite.
"""

from __future__ import annotations

import time

from ludotheque.bots import Budget
from ludotheque.bots.after import ANY, grow_after
from ludotheque.bots.endgame import proved
from ludotheque.bots.mcts_bot import SearchBot, Settings, _Tree, points_of_all
from ludotheque.engine.chance import key_of
from ludotheque.match import Match
from ludotheque.review.model import Worth
from ludotheque.review.question import Question, part_of

#: The part of a budget that looks for the best move; the rest weighs it against the one that was played.
LOOKING = 0.4
#: A second move is weighed too if it was tried at least so often, as a part of the tries of the favourite.
OFTEN = 0.25
#: Iterations between two looks at the clock.
STRIDE = 64
#: Enough for a second of thought on one thread.
BOT = SearchBot("review", Budget(simulations=1), Settings(threads=1, nodes=150_000))
#: A search gives nine tenths for winning, the rest by the lead. Here only winning counts: with a margin that no lead
#: comes near, the rest is the same for all.
NO_MARGIN = 1e9
WINNING, REST = 0.9, 0.05


def by_trees(question: Question, budget: Budget, seed: str, hindsight: bool) -> Worth:
    """The same seed and number of simulations give the same worth."""
    mode, played = question.match.mode, question.action
    solved = proved(question.match, budget)
    if solved:
        others = [mode.parse(solved[0])]
    else:
        others = _favourites(_searched(question, ANY, part_of(budget, LOOKING), seed, hindsight), question)
    actions = list(dict.fromkeys([played, *others]))
    each = part_of(budget, (1.0 - LOOKING) / len(actions))
    values = {action: _values(_searched(question, action, each, seed, hindsight), question.match) for action in actions}
    if solved and solved[1]:
        values[others[0]] = question.certainly(1.0)
    best = max(actions, key=lambda action: values[action][question.seat])
    return Worth(mode.text(best), values[best], values[played])


def chances_after(match: Match, seat: int, move: str, budget: Budget, seed: str) -> list[float]:
    """The chances of all seats after a move, by a search of its own and by what its seat knows."""
    question = Question(match, seat, move)
    return _values(_searched(question, question.action, budget, seed, hindsight=False), match)


def _searched(question: Question, action: int, budget: Budget, seed: str, hindsight: bool) -> _Tree:
    """A tree grown from the positions after an action (ANY: from the one before)."""
    match, anew = question.match, question.drawn_anew(hindsight)
    (own,) = BOT._plant(match)
    if match.seats > 1:
        own.room[0].settings["margin"] = NO_MARGIN
    key = key_of(seed)
    deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
    while True:
        count = STRIDE if budget.simulations is None else min(STRIDE, budget.simulations - own.done)
        grow_after(own.states, own.nodes, own.room, match.seats, question.seat, anew, key, own.done, count, action)
        own.done += count
        if own.done == budget.simulations or (deadline is not None and time.perf_counter() >= deadline):
            return own


def _favourites(looked: _Tree, question: Question) -> list[int]:
    """The move that was tried most, and the next one where the search was not sure."""
    found = BOT._gather([looked], question.match, question.seat)
    parse = question.match.mode.parse
    return [parse(each.move) for each in found[:2] if each.visits >= OFTEN * found[0].visits]


def _values(searched: _Tree, match: Match) -> list[float]:
    """The mean results: chances that add up to 1, or points."""
    means = [float(mean) for mean in searched.nodes[0]["mean"][: match.seats]]
    if match.seats == 1:
        return [means[0] * points_of_all(match)]
    chances = [min(1.0, max(0.0, (mean - REST) / WINNING)) for mean in means]
    return [chance / sum(chances) for chance in chances]
