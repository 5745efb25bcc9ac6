"""Puzzles: real positions with one best move, which is proved, or confirmed by a search with another seed."""

from __future__ import annotations

import datetime
import random
from typing import Any

import pytest

import ludotheque
from ludotheque.bots import Budget
from ludotheque.games import load_knowledge, spec_of
from ludotheque.games.keks.bot import puzzle_proof
from ludotheque.games.nasca.rules.landscapes import LANDSCAPES
from ludotheque.match import Match
from ludotheque.review.judging import values_after, what_to_redeal
from ludotheque.teaching.puzzles import daily, puzzles

GAMES = [name for name in ludotheque.games() if puzzles(name)]
ALL = [(name, number) for name in GAMES for number in range(len(puzzles(name)))]
#: How many puzzles of a game are searched again, and how many other moves of each.
SAMPLE, RIVALS = 4, 8
#: What must occur in some puzzle: numbers of seats, or values of an option.
USED: dict[str, dict[str, set[Any]]] = {
    "keks": {"variant": {"classic", "eleven"}},
    "nasca": {"landscape": {"none", *LANDSCAPES}, "support": {"any", "end"}, "rounds": {1, 2}},
    "nasenspiel": {"seats": {2, 3, 4, 5}},
    "domino3d": {"seats": {2, 3, 4}, "falls": {"penalty", "refuse"}, "contact": {"free", "differ"}},
}


@pytest.mark.parametrize("name", GAMES)
def test_there_are_at_least_thirty_different_puzzles(name: str) -> None:
    made = puzzles(name)
    assert len(made) >= 30
    assert len({one.seed for one in made}) == len(made)  # one per match
    assert len({str(one.moves[-4:]) for one in made}) == len(made)
    positions = [one.position(name) for one in made]
    assert len({str(match.state()) for match in positions}) == len(made)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_and_option_occurs(name: str) -> None:
    made = puzzles(name)
    assert {one.seat for one in made} >= {0, 1}
    for option, wanted in USED.get(name, {"seats": set(spec_of(name).seats)}).items():
        assert {one.seats if option == "seats" else one.options[option] for one in made} == wanted


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_puzzle_is_a_choice_with_one_clearly_best_move(name: str, number: int) -> None:
    puzzle = puzzles(name)[number]
    match = puzzle.position(name)
    assert match.to_act == (puzzle.seat,)
    assert puzzle.best in match.legal_moves()
    assert len(match.legal_moves()) >= 4
    assert puzzle.chance - puzzle.next >= spec_of(name).puzzle_search.lead - 0.001
    assert puzzle.proof == ("solved" if spec_of(name).puzzle_search.proof else "search")


@pytest.mark.parametrize("number", range(len(puzzles("keks"))))
def test_in_keks_only_the_best_move_wins(number: int) -> None:
    """Proved by searching all moves to the end."""
    puzzle = puzzles("keks")[number]
    match = puzzle.position("keks")
    assert [move for move in match.legal_moves() if _wins(match, move)] == [puzzle.best]


def _wins(match: Match, move: str) -> bool:
    after = match.copy()
    after.play(move)
    if after.over:
        return match.to_act[0] in after.winners
    wins = puzzle_proof.wins(after.states[0])
    assert wins is not None
    return wins == (after.to_act == match.to_act)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "keks"])
def test_in_other_games_a_search_with_another_seed_confirms_the_best_move(name: str) -> None:
    load_knowledge(name)
    chance = random.Random(name)
    for puzzle in chance.sample(puzzles(name), SAMPLE):
        match = puzzle.position(name)
        others = [move for move in match.legal_moves() if move != puzzle.best]
        assert all(
            _chance_after(match, puzzle.best) > _chance_after(match, move) + spec_of(name).puzzle_search.lead / 2
            for move in chance.sample(others, min(RIVALS, len(others)))
        )


def _chance_after(match: Match, move: str) -> float:
    seat = match.to_act[0]
    action, redealt = match.mode.parse(move), what_to_redeal(match, seat)
    return values_after(match, seat, action, redealt, Budget(simulations=2000), "a test")[seat]


def test_the_games_alternate_in_the_puzzle_of_the_day() -> None:
    found = [daily(datetime.date(2026, 1, 1) + datetime.timedelta(days=day)) for day in range(1000)]
    assert all({game for game, _ in found[day : day + len(GAMES)]} == set(GAMES) for day in range(0, 900, 7))
    for name in GAMES:
        numbers, count = [number for game, number in found if game == name], len(puzzles(name))
        assert sorted(numbers[:count]) == list(range(1, count + 1))
        assert numbers[count : 2 * count] == numbers[:count]
