"""The last planks of a Nasca round are played perfectly: the solver agrees with brute force."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotheque
from ludotheque import Match
from ludotheque.games.nasca.bot import endgame

NASCA = ludotheque.game("nasca")
MANY = 50_000_000


def late(planks: int, seed: int, options: dict[str, Any]) -> Match:
    """Return a random match in its first round with the given number of planks left in both hands."""
    chance = random.Random(seed)
    match = NASCA.start(seed=seed, options=options)
    while match.states[0].hands.sum() > planks:
        match.play(chance.choice(match.legal_moves()))
    return match


def lead_after(match: Match, move: str) -> int:
    """Return seat 0's lead at the end of the round under perfect play after the move, by brute force."""
    number = int(match.states[0].round_number)
    match.play(move)
    state = match.states[0]
    if match.over or int(state.round_number) != number:
        result = int(state.points[number - 1, 0] - state.points[number - 1, 1])
    else:
        best = max if match.to_act[0] == 0 else min
        result = best(lead_after(match, other) for other in match.legal_moves())
    match.undo()
    return result


@pytest.mark.parametrize(("planks", "seed"), [(1, 1), (1, 2), (1, 3), (1, 4)])
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_last_plank(planks: int, seed: int, rounds: int) -> None:
    check(late(planks, seed, {"rounds": rounds}))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_two_planks(seed: int) -> None:
    # On a board full of high planks there are few placements, so brute force is fast.
    check(late(2, seed, {"rounds": 1, "support": "end"}))


def check(match: Match) -> None:
    leads = {move: lead_after(match, move) for move in match.legal_moves()}
    seat = match.to_act[0]
    best = max(leads.values()) if seat == 0 else min(leads.values())
    found = endgame.solve(match.states[0], MANY)
    assert found is not None
    move = match.mode.text(found[0])
    assert leads[move] == best
    assert found[1] == (match.states[0].rounds == 1 and (best > 0 if seat == 0 else best < 0))


def test_larger_endgames_are_not_searched() -> None:
    assert endgame.solve(late(8, 1, {}).states[0], MANY) is None
    assert endgame.solve(late(2, 1, {}).states[0], 3) is None
