"""What moves are worth, by tree search.

The best move and the one that was played are searched each on its own, with the same determinizations and budget: a
move that a search would hardly visit is judged as fairly as its favourite.
"""

from __future__ import annotations

from ludotheque.bots import Budget
from ludotheque.bots.endgame import proved_best
from ludotheque.bots.mcts import ANY_ACTION
from ludotheque.bots.search_tree import SearchTree, ranked
from ludotheque.bots.workspace import Settings, perfect_score
from ludotheque.engine.chance import key_of
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match
from ludotheque.review.model import Worth, with_others_even

#: The part of a budget that looks for the best move; the rest compares it with the one that was played.
LOOKING = 0.4
#: A second move is compared, too, if it has at least this part of the visits of the favourite.
DOUBTFUL = 0.25
#: The nodes are enough for a second on one thread.
SETTINGS = Settings(threads=1, nodes=150_000)
#: A search gives nine tenths for winning and the rest for the lead. In a review only winning counts: with a margin that
#: no lead comes near, the part for the lead is the same constant for all.
NO_MARGIN = 1e9
WINNING, CONSTANT = 0.9, 0.05


def worth(match: Match, seat: int, played: int, redealt: int, budget: Budget, seed: str) -> Worth:
    """Compare the seat's action with the best one. `redealt`: what determinizations re-deal (see `bots/mcts.py`).

    The same seed and number of simulations give the same result.
    """
    mode = match.mode
    proof = proved_best(match, budget)
    if proof:
        others = [mode.parse(proof.move)]
    else:
        others = _favourites(_searched(match, seat, ANY_ACTION, redealt, budget.part(LOOKING), seed), match, seat)
    actions = list(dict.fromkeys([played, *others]))
    each = budget.part((1.0 - LOOKING) / len(actions))
    values = {action: values_after(match, seat, action, redealt, each, seed) for action in actions}
    if proof and proof.wins:
        values[others[0]] = with_others_even(1.0, seat, match.seats)
    best = max(actions, key=lambda action: values[action][seat])
    return Worth(mode.text(best), values[best], values[played])


def values_after(match: Match, seat: int, action: int, redealt: int, budget: Budget, seed: str) -> list[float]:
    """The values of all seats after an action of one: chances that add up to 1, or expected points."""
    root = _searched(match, seat, action, redealt, budget, seed).nodes[0]
    means = [float(mean) for mean in root["mean"][: match.seats]]
    if match.seats == 1:
        return [means[0] * perfect_score(knowledge_of(match.rules.dtype))]
    chances = [min(1.0, max(0.0, (mean - CONSTANT) / WINNING)) for mean in means]
    return [chance / sum(chances) for chance in chances]


def _searched(match: Match, seat: int, action: int, redealt: int, budget: Budget, seed: str) -> SearchTree:
    """A tree grown from the positions after an action (ANY_ACTION: from the one before)."""
    tree = SearchTree.of(match, SETTINGS)
    if match.seats > 1:
        tree.workspace[0].settings["margin"] = NO_MARGIN
    tree.run(seat, redealt, key_of(seed), budget, action)
    return tree


def _favourites(tree: SearchTree, match: Match, seat: int) -> list[int]:
    """The most visited action, and the next one where the search is in doubt."""
    candidates = ranked([tree], match, seat)
    enough = DOUBTFUL * candidates[0].visits
    return [match.mode.parse(each.move) for each in candidates[:2] if each.visits >= enough]
