"""Values of moves: exact where possible, independent of hidden information, and known for every move."""

from __future__ import annotations

import random

import pytest

import ludotheque
from ludotheque import Match
from ludotheque.bots import Budget
from ludotheque.games import load_knowledge
from ludotheque.games.keks.bot import endgame
from ludotheque.review.judging import evaluate, judge

FEW, MORE = Budget(simulations=1500), Budget(simulations=12_000)


def endgame_of(seed: int, tiles: int = 9) -> Match:
    """Return a Keks match after random moves, with few enough tiles left to be solved."""
    match, chance = ludotheque.game("keks").start(seed=seed), random.Random(seed)
    while not match.over and int(match.states[0].tiles).bit_count() > tiles:
        match.play(chance.choice(match.legal_moves()))
    return match


def wins(match: Match, seat: int) -> bool:
    """Whether the seat wins, by the solver."""
    if match.over:
        return seat in match.winners
    won = endgame.solve(match.states[0], 10_000_000) is not None
    return won == (match.to_act == (seat,))


def test_solved_endgames_are_exact_with_any_budget() -> None:
    load_knowledge("keks")
    seen = set()
    for match in filter(lambda match: not match.over, map(endgame_of, range(5))):
        seat = match.to_act[0]
        for move in match.legal_moves():
            after = match.copy()
            after.play(move)
            expected = (float(wins(match, seat)), float(wins(after, seat)))
            for budget in (FEW, MORE):
                known = judge(match, seat, move, budget).known
                assert (known.best[seat], known.played[seat]) == expected
            seen.add(expected)
    assert seen == {(1.0, 1.0), (1.0, 0.0), (0.0, 0.0)}


#: Keks: three tiles are left, and the fifth colour of each seat can only be C.
LAST_THREE = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  {tiles} .  .  .  .
4   .  .  .  {below} .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: J
gone: A B C D E F G H I J
seat 0: won A D F G, holds C2
seat 1: won B E H I, holds {held}
"""


@pytest.mark.parametrize("budget", [FEW, Budget(seconds=0.05)])
@pytest.mark.parametrize(
    ("tiles", "below", "held", "played"),
    [
        # After c5, seat 1 has to take d5 or to stop: either way seat 0 takes the last C. Taking d4 would have won.
        ("J1 J2", "C1", "C2", 0.0),
        # After c5, seat 1 goes on and takes its third C.
        ("C1 C2", "J1", "C1", 1.0),
    ],
)
def test_where_a_seat_goes_on_after_its_move_the_value_is_still_its_own(
    tiles: str, below: str, held: str, played: float, budget: Budget
) -> None:
    load_knowledge("keks")
    match = ludotheque.game("keks").resume(LAST_THREE.format(tiles=tiles, below=below, held=held))
    after = match.copy()
    after.play("c5")
    assert after.to_act == (1,)
    known = judge(match, 1, "c5", budget).known
    assert (known.best, known.played) == ([0.0, 1.0], [1.0 - played, played])


@pytest.mark.parametrize("budget", [Budget(simulations=60), Budget(seconds=0.05)])
@pytest.mark.parametrize("name", ["keks", "nasca", "nasenspiel", "domino3d"])
def test_without_hidden_information_hindsight_is_the_same(name: str, budget: Budget) -> None:
    """To the last digit, even if a clock ends the search, which no two searches would agree on."""
    load_knowledge(name)
    match = ludotheque.game(name).start(seed=3)
    found = judge(match, 0, match.legal_moves()[-1], budget)
    assert found.known == found.hindsight
    assert sum(found.known.best) == pytest.approx(1.0)
    assert sum(found.known.played) == pytest.approx(1.0)


def test_hidden_information_changes_only_hindsight() -> None:
    load_knowledge("nox")
    match = ludotheque.game("nox").start(3, seed=5)
    move = match.legal_moves()[0]
    deals = [match, *(match.redeal(0, f"another world {k}") for k in range(3))]
    found = [[evaluate(each, 0, move, FEW, "seed", hindsight=late) for each in deals] for late in (False, True)]
    assert all(each == found[0][0] for each in found[0])
    assert len({tuple(each.played) for each in found[1]}) > 1


def test_the_same_seed_gives_the_same_judgement() -> None:
    load_knowledge("nox")
    match = ludotheque.game("nox").start(3, seed=5)
    move = match.legal_moves()[1]
    first, again, other = (judge(match, 0, move, Budget(simulations=300), seed) for seed in ("a", "a", "b"))
    assert first == again
    assert first.known.played != other.known.played


def test_a_move_that_no_search_would_try_is_searched_too() -> None:
    """Letting the sand timer run out is worse than any placement, but not worthless."""
    load_knowledge("domino3d")
    match = ludotheque.game("domino3d").start(2, seed=1)
    known = judge(match, 0, "timeout", Budget(simulations=900)).known
    assert known.best_move != "timeout"
    assert 0.1 < known.played[0] < known.best[0]


def test_in_solo_points_count() -> None:
    load_knowledge("domino3d")
    match = ludotheque.game("domino3d").start(1, seed=1, options={"mode": "solo", "several": False, "turns": 2})
    known = judge(match, 0, "timeout", Budget(simulations=300)).known
    assert known.best[0] > known.played[0] + 1.0
    assert 3.0 < known.best[0] < 30.0
