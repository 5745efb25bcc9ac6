"""Knowledge of the bots about the Nasenspiel: weights, values, playouts and reasons."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.games.nasenspiel.positions import GAME, position

from ludotheque import Match
from ludotheque.engine.chance import key_of, seed_picks
from ludotheque.games.nasenspiel.bot.knowledge import KNOWLEDGE
from ludotheque.games.nasenspiel.bot.prospects import covered, foreign_noses, group_openings
from ludotheque.games.nasenspiel.bot.tuning import SHUT
from ludotheque.games.nasenspiel.rules.board import CELLS, STEP, WORD, cell_at
from ludotheque.games.nasenspiel.rules.groups import NONE, root_of
from ludotheque.games.nasenspiel.rules.notation import parse, parts
from ludotheque.games.nasenspiel.rules.state import RULES, legal
from ludotheque.games.spec import State

TUNING = np.zeros(32)
TUNING[: len(KNOWLEDGE.tuning)] = KNOWLEDGE.tuning

# Groups: 3s of seat 0 on 1,2 and 1,3; 3s of seat 1 on 0,0 and 0,1; 4s of seat 0; 6s without a pawn.
DRAWING = """
      0   1   2
        ┌───────┐
  3     │ 3a  8 │
        ├───────┤
  2     │ 3   6 │
    ┌───┴───┬───┤
  1 │ 3b  5 │ 6 │
    ├───────┤   │
  0 │ 3   4 │ 4a│
    └───────┴───┘

turn: 1
seat 0: points 4, reserve 3, hand FIRST ...
seat 1: points 2, reserve 4, hand SECOND ...
aside: 0
placed: 3-4 E 0,0; 3-5 E 0,1; 4-6 N 2,0; 3-6 E 1,2; 3-8 E 1,3
"""
THREES = "0-3 1-3 2-3 3-3 3-7"


def drawn(first: str, second: str) -> Match:
    return position(DRAWING.replace("FIRST", first).replace("SECOND", second))


def record(match: Match) -> State:
    return match.states[0]


def weights(match: Match, tuning: NDArray[np.float64] = TUNING) -> dict[str, float]:
    """Return the weight of each legal move of the seat to act."""
    state, moves, found = record(match), RULES.scratch()[0].moves, np.zeros(RULES.max_actions)
    count = legal(state, match.to_act[0], moves)
    KNOWLEDGE.weigh(state, match.to_act[0], moves, count, found, tuning)
    return dict(zip(match.legal_moves(), found[:count].tolist(), strict=True))


def heaviest(match: Match) -> str:
    found = weights(match)
    return max(found, key=lambda move: found[move])


def values(match: Match) -> list[float]:
    return [float(KNOWLEDGE.value(record(match), seat, TUNING)) for seat in range(match.seats)]


def reasons(match: Match, move: str) -> list[tuple[str, dict[str, Any]]]:
    return [(factor.key, factor.params) for factor in KNOWLEDGE.factors(record(match), match.to_act[0], parse(move))]


def openings_at(match: Match, x: int, y: int) -> int:
    state = record(match)
    return int(group_openings(state, root_of(state, int(state.square[cell_at(x, y)]))))


def play_random(match: Match, choice: random.Random, turns: int) -> None:
    while not match.over and turns:
        match.play(choice.choice(match.legal_moves()))
        turns -= 1


def test_the_places_where_a_group_can_grow_are_counted() -> None:
    match = drawn("1-8", "3-9")
    assert openings_at(match, 1, 1) == 0  # the 5 has squares on all sides
    assert openings_at(match, 2, 3) == 2  # the 8: 2,4 and 3,3
    assert openings_at(match, 1, 0) == 3  # the 4s: 1,-1 and 2,-1 and 3,0
    # Beside the 3s lie 0,2 (twice), 0,3 and 1,4; 0,2 is free with 0,3 or -1,2.
    assert openings_at(match, 1, 2) == 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_cell_is_covered_if_a_hand_with_all_dominoes_could_place_one(seats: int) -> None:
    choice = random.Random(seats)
    for turns in (5, 30, 60, 75):
        match = GAME.start(seats=seats, seed=turns)
        play_random(match, choice, turns)
        state = record(match).copy()
        state.turn, state.asking = 0, NONE
        state.hands[0] = (1 << WORD) - 1
        moves = RULES.scratch()[0].moves
        spots = {parts(int(action))[:2] for action in moves[: legal(state, 0, moves)]}
        reached = {cell for _, cell in spots} | {cell + STEP[direction] for direction, cell in spots}
        near_table = [cell for cell in range(CELLS) if state.near[cell] and state.square[cell] == NONE]
        assert {cell for cell in near_table if covered(state, cell)} == reached & set(near_table)


def test_taking_over_more_is_better() -> None:
    # Nobody else has a 3 left, so all new groups of 3s are safe. 0,2 joins both groups of 3s, 0,-1 only the own one.
    found = weights(drawn("1-8", f"{THREES} 3-9"))
    assert found["3-9 N 0,2"] > found["3-9 E 0,-1"]
    assert found["3-3 N 0,2"] > found["3-3 E 0,-1"]


def test_a_group_for_which_others_have_noses_is_worth_less() -> None:
    safe = weights(drawn("1-8", f"{THREES} 3-9 5-6"))
    exposed = weights(drawn(THREES, "3-9 5-6"))
    # The same two moves: one makes 5 noses 3, the other 3 noses 6.
    assert safe["3-9 N 0,2"] / safe["5-6 N 3,0"] > exposed["3-9 N 0,2"] / exposed["5-6 N 3,0"]


def test_another_nose_beside_ones_group_protects_it() -> None:
    # Both moves add a 4 to the 4s of seat 0; the 9 of the first lies under the own 3s, that of the second beside a 6.
    def advantage(first: str, second: str, shut: float) -> float:
        tuning = TUNING.copy()
        tuning[SHUT] = shut
        found = weights(drawn(first, second), tuning)
        return found["9-4 E 0,-1"] / found["4-9 N 3,0"]

    assert advantage(THREES, "4-9", 1.0) > advantage(THREES, "4-9", 0.0)
    # Nobody else has a 3: there is nothing to protect.
    assert advantage("1-8", f"{THREES} 3-9 4-9", 1.0) == pytest.approx(advantage("1-8", f"{THREES} 3-9 4-9", 0.0))


def test_weights_without_memory_for_the_survey_are_refused() -> None:
    match = drawn("1-8", "3-9")
    state, moves = record(match), RULES.scratch()[0].moves
    count = legal(state, 1, moves)
    with pytest.raises(IndexError, match="too short"):
        KNOWLEDGE.weigh(state, 1, moves, count, np.zeros(count), TUNING)


def test_the_heaviest_answer_brings_the_most_points() -> None:
    asked = moved = skipped = 0
    choice = random.Random(4)
    for seed in range(6):
        match = GAME.start(seats=2 + seed % 4, seed=seed)
        while not match.over:
            if match.state()["asking"] is None or len(match.legal_moves()) == 1:
                match.play(choice.choice(match.legal_moves()))
                continue
            best, seat = heaviest(match), match.to_act[0]
            points = {}
            for move in match.legal_moves():
                then = match.copy()
                then.play(move)
                points[move] = then.scores[seat]
            assert points[best] == max(points.values())
            asked, moved, skipped = asked + 1, moved + ("," in best), skipped + (best == "skip")
            match.play(best)
    assert asked > 100
    assert moved > 5
    assert skipped > 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_values_are_shares_of_one_win(seats: int) -> None:
    choice = random.Random(seats)
    for seed in range(4):
        match = GAME.start(seats=seats, seed=seed)
        while not match.over:
            found = values(match)
            assert sum(found) == pytest.approx(1)
            assert all(0 < share < 1 for share in found)
            play_random(match, choice, 6)
        for seat, share in enumerate(values(match)):
            assert share == pytest.approx(1 / len(match.winners) if seat in match.winners else 0, abs=1e-9)


def test_a_safe_group_is_valued_higher_than_one_that_others_can_take() -> None:
    # Seat 1 has the 3s on 0,0 and 0,1, where they can grow.
    safe, exposed = drawn("1-8", THREES + " 3-9"), drawn(THREES + " 3-9", "5-6")
    assert values(safe)[1] > values(exposed)[1]
    assert foreign_noses(record(safe), 1, 3) == 0
    assert foreign_noses(record(exposed), 1, 3) == 6


def test_playouts_choose_legal_moves_and_take_their_points() -> None:
    points = [0, 0]
    picks, moves, chance = np.zeros(4, np.int64), RULES.scratch()[0].moves, random.Random(2)
    seed_picks(picks, key_of("playouts"), 0)
    for seed in range(10):
        match = GAME.start(seats=2, seed=seed)
        while not match.over:
            seat, state = match.to_act[0], record(match)
            count = legal(state, seat, moves)
            k = int(KNOWLEDGE.choose(state, seat, moves, count, picks, TUNING))
            assert 0 <= k < count
            match.play(match.legal_moves()[k if seat == seed % 2 else chance.randrange(count)])
        points[0] += match.scores[seed % 2]
        points[1] += match.scores[1 - seed % 2]
    assert points[0] > 2 * points[1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_heaviest_moves_beat_random_ones(seats: int) -> None:
    choice = random.Random(seats)
    won = 0
    for seed in range(10):
        match = GAME.start(seats=seats, seed=seed)
        greedy = seed % seats
        while not match.over:
            own = match.to_act[0] == greedy
            match.play(heaviest(match) if own else choice.choice(match.legal_moves()))
        won += match.winners == [greedy]
    assert won >= 9


def test_reasons_name_what_is_taken_joined_and_safe() -> None:
    match = drawn("1-8", f"{THREES} 3-9")
    before = record(match).copy()
    assert reasons(match, "3-9 N 0,2") == [
        ("joins", {"groups": 2, "noses": 5, "nose": 3}),
        ("safe", {"noses": 5, "nose": 3}),
        ("takes_over", {"seat": 0, "noses": 2, "nose": 3}),
    ]
    assert record(match) == before


def test_reasons_name_the_danger() -> None:
    match = drawn(THREES, "3-9")
    assert reasons(match, "3-9 E 0,-1") == [
        ("enlarges", {"seat": 1, "noses": 3, "nose": 3}),
        ("exposed", {"nose": 3, "dominoes": 5}),
    ]


def test_reasons_for_answers_count_what_is_gained_and_left() -> None:
    match = drawn("1-8", f"{THREES} 3-9 6-9")
    match.play("6-9 N 3,1")
    assert reasons(match, "pawn") == [("from_reserve", {"noses": 3})]
    assert reasons(match, "pawn 0,1") == [("from_group", {"noses": 3, "left": 2})]
    assert reasons(match, "skip") == [("no_pawn", {"noses": 3})]


def test_every_reason_has_a_sentence() -> None:
    choice = random.Random(1)
    seen = set()
    sentences = GAME.spec.words.messages["factors"]
    for seed in range(4):
        match = GAME.start(seats=2 + seed, seed=seed)
        while not match.over:
            for move in choice.sample(match.legal_moves(), min(3, len(match.legal_moves()))):
                found = reasons(match, move)
                assert found or match.state()["placed"] == []
                for key, params in found:
                    assert "{" not in GAME.spec.sentence_of("factors", key, params)
                    seen.add(key)
            match.play(heaviest(match))
    assert seen == set(sentences)


AGREE = """
import random
from tests.games.nasenspiel.bot.test_evaluation import GAME, play_random, values, weights
for seats in (2, 3, 5):
    match = GAME.start(seats=seats, seed=seats)
    choice = random.Random(seats)
    for _ in range(4):
        play_random(match, choice, 9)
        print([f"{number:.9f}" for number in [*weights(match).values(), *values(match)]])
"""


def test_interpreted_and_compiled_code_agree() -> None:
    def run(**extra: str) -> str:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **extra}
        command = [sys.executable, "-c", AGREE]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=600).stdout

    assert run(NUMBA_DISABLE_JIT="1") == run() != ""
