"""Sequential halving: all moves are compared in the same determinizations; otherwise a bot like every other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cases import Case

from ludotheque.bots import Budget, RandomBot, levels
from ludotheque.bots.halving import MAX_MOVES, MIN_WEIGHT, HalvingBot, compare, promising
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.policy import weights_of
from ludotheque.games import load_knowledge
from ludotheque.match import Match

BOT = HalvingBot("halving", Budget(simulations=200), playout_moves_per_seat=4, threads=2)
CASES = (Case("nox", 5, {}), Case("domino3d", 4, {}), Case("domino3d", 1, {"mode": "solo"}))


@pytest.fixture(autouse=True)
def _known() -> None:
    for name in ("nox", "domino3d"):
        load_knowledge(name)


def positions(case: Case, seed: int) -> Iterator[Match]:
    """Yield the positions of a random match, always the same object; a move is played between two of them."""
    match, chance = case.start(seed), RandomBot()
    while not match.over:
        yield match
        seat = match.to_act[0]
        match.play(chance.move(match, seat, seed=seed), seat)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_move_depends_on_position_seed_and_simulations_alone(case: Case) -> None:
    match = case.start(4)
    moves = [BOT.move(match, 0, seed=7), replace(BOT, name="again").move(match.redeal(0, "x"), 0, seed=7)]
    assert moves[0] == moves[1]
    assert moves[0] in match.legal_moves(0)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_all_moves_share_their_determinizations(case: Case) -> None:
    """So a move that is listed twice gets exactly the same result twice."""
    match = case.start(4)
    (own, other) = BOT.comparisons(match, 1)
    actions = action_ends(match)
    totals, alone = np.zeros(4), np.zeros(1)
    twice = np.array([actions[0], actions[1], actions[0], actions[1]])
    compare(own.states, own.workspace, match.seats, 0, own.key, 0, 20, twice, totals)
    assert totals[0] == totals[2]
    assert totals[1] == totals[3]
    compare(other.states, other.workspace, match.seats, 0, own.key, 0, 20, actions[:1], alone)
    assert alone[0] == totals[0]
    alone[0] = 0.0
    compare(other.states, other.workspace, match.seats, 0, other.key, 0, 20, actions[:1], alone)
    assert alone[0] != totals[0], "each thread has its own determinizations"


def action_ends(match: Match) -> NDArray[np.int64]:
    """Return the first and the last of the seat's legal actions."""
    moves = match.legal_moves(0)
    return np.array([match.mode.parse(moves[0]), match.mode.parse(moves[-1])])


def test_a_move_that_wins_at_once_is_played() -> None:
    found = 0
    for seed in range(6):
        for match in positions(Case("nox", 3, {"target": 40}), seed):
            seat = match.to_act[0]
            wins = {move for move in match.legal_moves(seat) if wins_with(match, seat, move)}
            if wins:
                assert BOT.move(match, seat, seed=seed) in wins
                found += 1
    assert found > 3


def wins_with(match: Match, seat: int, move: str) -> bool:
    after = match.redeal(seat, "try")
    after.play(move, seat)
    return after.over and list(after.winners) == [seat]


def test_the_most_promising_moves_are_compared() -> None:
    match = Case("domino3d", 4, {}).start(1)
    for _ in range(12):
        match.play(levels.greedy("domino3d").move(match, match.to_act[0]), match.to_act[0])
    seat = match.to_act[0]
    actions = promising(match, seat, BOT.comparisons(match, 0)[0].workspace)
    weights = dict(zip(match.legal_moves(seat), weights_of(match, seat), strict=True))
    found = [weights[match.mode.text(int(action))] for action in actions]
    best = max(weights.values())
    close = sorted((weight for weight in weights.values() if weight >= MIN_WEIGHT * best), reverse=True)
    assert 1 < len(close) < len(weights)
    assert found == close[:MAX_MOVES]


def test_a_budget_is_divided_among_the_rounds() -> None:
    assert Budget(simulations=240).per_thread(2, stages=4) == Budget(simulations=30)
    assert Budget(simulations=1).per_thread(2, stages=4) == Budget(simulations=1)
    assert Budget(seconds=1.0).per_thread(2, stages=4) == Budget(seconds=0.25)


@pytest.mark.parametrize("name", ["nox", "domino3d"])
def test_level_five_uses_halving_only_with_many_seats(name: str) -> None:
    few, many = Case(name, 3, {}).start(1), Case(name, 4, {}).start(1)
    bot = levels.level(name, 5)
    assert isinstance(bot, levels.LevelBot)
    assert isinstance(bot.player(many), HalvingBot)
    assert isinstance(bot.player(few), MctsBot)
    assert not isinstance(levels.level("nasenspiel", 5).player(Case("nasenspiel", 4, {}).start(1)), HalvingBot)  # type: ignore[attr-defined]
