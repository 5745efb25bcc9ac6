"""Puzzles: real positions, one best move, and where it can be had, the proof."""

from __future__ import annotations

import datetime

import numpy as np
import pytest

import ludotheque
from ludotheque.games.keks import endgame
from ludotheque.games.keks.weighing import TUNING
from ludotheque.match import Match
from ludotheque.teaching.puzzles import daily, puzzles

GAMES = [name for name in ludotheque.games() if puzzles(name)]
ALL = [(name, number) for name in GAMES for number in range(len(puzzles(name)))]


@pytest.mark.parametrize("name", GAMES)
def test_there_are_at_least_thirty_different_ones(name: str) -> None:
    assert len(puzzles(name)) >= 30
    assert len({(one.seed, len(one.moves)) for one in puzzles(name)}) == len(puzzles(name))


@pytest.mark.parametrize(("name", "number"), ALL)
def test_a_puzzle_is_a_choice_with_one_clearly_best_move(name: str, number: int) -> None:
    puzzle = puzzles(name)[number]
    match = puzzle.position(name)
    assert match.to_act == (puzzle.seat,)
    assert puzzle.best in match.legal_moves()
    assert len(match.legal_moves()) >= 4
    assert puzzle.chance - puzzle.next >= 0.2


@pytest.mark.parametrize("number", range(len(puzzles("keks"))))
def test_in_keks_only_the_best_move_wins(number: int) -> None:
    """Proved by trying all moves to the end."""
    puzzle = puzzles("keks")[number]
    match = puzzle.position("keks")
    assert [move for move in match.legal_moves() if _wins(match, move)] == [puzzle.best]


def _wins(match: Match, move: str) -> bool:
    after = match.copy()
    after.play(move)
    if after.over:
        return match.to_act[0] in after.winners
    room = endgame.Room()
    room.states[0] = after._states[0]
    found = endgame.outcome(room.states, room.line, room.table, np.array(TUNING), 40_000_000)
    assert found != endgame.UNKNOWN
    return bool((found == endgame.WON) == (after.to_act == match.to_act))


@pytest.mark.parametrize("name", GAMES)
def test_the_puzzle_of_the_day_comes_in_turn(name: str) -> None:
    first, count = datetime.date(2026, 1, 1), len(puzzles(name))
    found = [daily(name, first + datetime.timedelta(days=day)) for day in range(count)]
    assert sorted(found) == list(range(1, count + 1))
