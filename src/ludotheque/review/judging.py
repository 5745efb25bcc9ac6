"""One decision judged: what the move was worth beside the best one, by what its seat knew and with hindsight.

`judge` calls `evaluate`, which uses the method that suits the game: the game's own plan, tree search or alpha-beta.
"""

from __future__ import annotations

import time
from concurrent.futures import wait
from typing import Any

from numpy.typing import NDArray

from ludotheque.bots import Budget, alpha_beta, mcts
from ludotheque.bots.background import in_background
from ludotheque.bots.endgame import POSITIONS_PER_SIMULATION, UNLIMITED, proved_best, remaining
from ludotheque.bots.factors import MAX_FACTORS, factors_of
from ludotheque.bots.iterative_deepening import Deepening
from ludotheque.bots.search_tree import SearchTree, ranked
from ludotheque.bots.workspace import EVEN_LEAD_VALUE, WIN_VALUE, SearchSettings, perfect_score
from ludotheque.engine.chance import key_of
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match
from ludotheque.review.model import Evaluation, Judgement


def judge(match: Match, seat: int, move: str, budget: Budget, seed: str = "review") -> Judgement:
    """Judge the move of a seat in a position. The same seed and number of simulations give the same judgement."""
    number = len(match.played) + 1
    seed = f"{seed} {number}"
    if sees_all(match, seat):
        known = hindsight = evaluate(match, seat, move, budget, seed, hindsight=False)
    else:
        known = evaluate(match, seat, move, budget.part(0.5), seed, hindsight=False)
        hindsight = evaluate(match, seat, move, budget.part(0.5), seed, hindsight=True)
    factors = [factors_of(match, seat, text, seed)[:MAX_FACTORS] for text in (known.best_move, move)]
    return Judgement(number, seat, move, known, hindsight, *factors)


def sees_all(match: Match, seat: int) -> bool:
    """Return whether the seat sees everything that there is to see; nobody sees what is still to be drawn."""
    return not match.uncertain or match.view(seat) == match.state()


def evaluate(match: Match, seat: int, move: str, budget: Budget, seed: str, *, hindsight: bool) -> Evaluation:
    """Compare a move with the best one, by the method that suits the game."""
    if is_planned(match):
        return _by_plan(match, seat, move)
    if knowledge_of(match.rules.dtype).position_key:
        return _by_alpha_beta(match, seat, move, budget)
    return _by_tree_search(match, seat, match.mode.parse(move), what_to_redeal(match, seat, hindsight), budget, seed)


def is_planned(match: Match) -> bool:
    """Return whether the game's knowledge, which must be loaded, plans by itself (see `Knowledge.planned`)."""
    return knowledge_of(match.rules.dtype).planned


def _by_plan(match: Match, seat: int, move: str) -> Evaluation:
    """Return the game's own verdict, which takes no budget."""
    mode = match.mode
    judge = knowledge_of(mode.rules.dtype).judge
    assert judge is not None, "knowledge that is planned judges moves, too"
    best_move, best, played = judge(match.states[0], seat, mode.parse(move))
    return Evaluation(mode.text(best_move), best, played)


def _share_rest(value: float, seat: int, seats: int) -> list[float]:
    """Return the values of all seats where one is known and the other seats share the rest."""
    return [value if other == seat else (1.0 - value) / max(1, seats - 1) for other in range(seats)]


# Tree search
#
# The best move and the one that was played are searched separately, with the same determinizations and budget: a move
# that a search would hardly visit is judged as fairly as its favourite.

#: The part of a budget that looks for the best move; the rest compares it with the one that was played.
LOOKING = 0.4
#: A second move is compared, too, if it has at least this part of the visits of the favourite.
DOUBTFUL = 0.25
#: The nodes are enough for a second on one thread.
SETTINGS = SearchSettings(threads=1, nodes=150_000)
#: In a review only winning counts: with a margin that no lead comes near, every lead is worth `EVEN_LEAD_VALUE`.
NO_MARGIN = 1e9


def what_to_redeal(match: Match, seat: int, hindsight: bool = False) -> int:
    """Return what determinizations re-deal (see `bots/mcts.py`). Hindsight sees hands, but foretells no draw."""
    if not match.uncertain:
        return mcts.NOTHING
    return mcts.DRAWS if hindsight or sees_all(match, seat) else mcts.UNKNOWN


def _by_tree_search(match: Match, seat: int, played: int, redealt: int, budget: Budget, seed: str) -> Evaluation:
    """Compare the seat's action with the best one. `redealt`: what determinizations re-deal.

    The same seed and number of simulations give the same result.
    """
    mode = match.mode
    proof = proved_best(match, budget)
    if proof:
        others = [mode.parse(proof.move)]
    else:
        tree = _grow_tree(match, seat, mcts.ANY_ACTION, redealt, budget.part(LOOKING), seed)
        others = _favourites(tree, match, seat)
    actions = list(dict.fromkeys([played, *others]))
    each = budget.part((1.0 - LOOKING) / len(actions))
    values = {action: values_after(match, seat, action, redealt, each, seed) for action in actions}
    if proof and proof.wins:
        values[others[0]] = _share_rest(1.0, seat, match.seats)
    best = max(actions, key=lambda action: values[action][seat])
    return Evaluation(mode.text(best), values[best], values[played])


def values_after(match: Match, seat: int, action: int, redealt: int, budget: Budget, seed: str) -> list[float]:
    """Return the values of all seats after an action of one: chances that add up to 1, or expected points."""
    root = _grow_tree(match, seat, action, redealt, budget, seed).nodes[0]
    means = [float(mean) for mean in root["mean"][: match.seats]]
    if match.seats == 1:
        return [means[0] * perfect_score(knowledge_of(match.rules.dtype))]
    chances = [min(1.0, max(0.0, (mean - EVEN_LEAD_VALUE) / WIN_VALUE)) for mean in means]
    return [chance / sum(chances) for chance in chances]


def _grow_tree(match: Match, seat: int, action: int, redealt: int, budget: Budget, seed: str) -> SearchTree:
    """Grow a tree from the positions after an action (ANY_ACTION: from the one before)."""
    tree = SearchTree.of(match, SETTINGS)
    if match.seats > 1:
        tree.workspace[0].settings["margin"] = NO_MARGIN
    tree.run(seat, redealt, key_of(seed), budget, action)
    return tree


def _favourites(tree: SearchTree, match: Match, seat: int) -> list[int]:
    """Return the most visited action, and the next one where the search is in doubt."""
    candidates = ranked([tree], match, seat)
    enough = DOUBTFUL * candidates[0].visits
    return [match.mode.parse(each.move) for each in candidates[:2] if each.visits >= enough]


# Alpha-beta, for games that have a position key (see `Knowledge`)
#
# The positions before and after the move are searched to the same horizon, the latter one ply less deep. A proved value
# is exactly 0 or 1 and stays so with any larger budget.

#: The part of a budget that goes into solving the two positions.
SOLVING = 0.4
#: The first iteration sees the replies to the move; it is short, and always complete.
FIRST_DEPTH = 2


def _by_alpha_beta(match: Match, seat: int, move: str, budget: Budget) -> Evaluation:
    """Compare the seat's move with the best one. Nothing is random: the number of simulations decides the result."""
    began = time.perf_counter()
    match_after = match.copy()
    match_after.play(move, seat)
    solving = budget.part(SOLVING / 2)
    before, after = _Position(match, solving), _Position(match_after, solving)
    _deepen(before, after, remaining(budget, began))
    best, played = before.value, after.value_for(seat)
    best_move = match.mode.text(before.best_action) if best > played else move
    return Evaluation(
        best_move, _share_rest(max(best, played), seat, match.seats), _share_rest(played, seat, match.seats)
    )


class _Position:
    """One of the two positions: its value for the seat to move, as far as it is known."""

    def __init__(self, match: Match, budget: Budget) -> None:
        """Run the endgame solver within the budget."""
        self.match = match
        self.value = 0.5
        self.best_action = alpha_beta.NO_ACTION
        self.solved = match.over
        self.deepening = Deepening.of(match)
        proof = None if match.over else proved_best(match, budget)
        if proof and proof.wins:
            self.value, self.solved = 1.0, True
            self.best_action = match.mode.parse(proof.move)

    def search(self, table: NDArray[Any], depth: int) -> tuple[float, int] | None:
        """Search to that depth: the value and the best action; None if the search was stopped."""
        if self.solved:
            return self.value, self.best_action
        result = self.deepening.search(table, depth)
        return None if result == alpha_beta.UNKNOWN else (result / alpha_beta.WON, self.deepening.best_action)

    def update(self, value: float, best_action: int) -> None:
        self.value, self.best_action = value, best_action
        self.solved = self.solved or value in (0.0, 1.0)

    def value_for(self, seat: int) -> float:
        if self.match.over:
            return 1.0 / len(self.match.winners) if seat in self.match.winners else 0.0
        return self.value if self.match.to_act == (seat,) else 1.0 - self.value


def _deepen(before: _Position, after: _Position, budget: Budget) -> None:
    """Search both positions deeper and deeper until they are solved or the budget is used up.

    The position after the move is searched one ply less deep; a depth counts only if both searches reached it.
    """
    table = alpha_beta.new_table()
    searches = (before.deepening, after.deepening)

    def deepen(first: int, last: int) -> None:
        for depth in range(first, last + 1):
            found_before, found_after = before.search(table, depth), after.search(table, depth - 1)
            if found_before is None or found_after is None:
                return
            before.update(*found_before)
            after.update(*found_after)
            if before.solved and after.solved:
                return

    for search in searches:
        search.allow(UNLIMITED)
    deepen(FIRST_DEPTH, FIRST_DEPTH)
    if budget.simulations is not None:
        for search in searches:
            search.allow(budget.simulations * POSITIONS_PER_SIMULATION)
    future = in_background(deepen, FIRST_DEPTH + 1, alpha_beta.MAX_DEPTH - 1)
    wait([future], budget.seconds)
    for search in searches:
        search.stop()
    future.result()
