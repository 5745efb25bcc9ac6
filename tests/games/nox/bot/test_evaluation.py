"""Knowledge of the bots about NOX. Positions are built by `positions.py`; it is always seat 0's turn."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.nox.positions import NOX, resumed

from ludotheque import Match
from ludotheque.games.nox.bot.knowledge import KNOWLEDGE
from ludotheque.games.nox.bot.tuning import SAMPLES
from ludotheque.games.nox.rules.notation import parse

ROOT = Path(__file__).parents[4]
TUNING = np.array(KNOWLEDGE.tuning)


def weights(match: Match) -> dict[str, float]:
    """Return the weight of every legal move of the seat to act."""
    (seat,) = match.to_act
    moves = match.legal_moves(seat)
    actions = np.array([parse(move) for move in moves], np.int32)
    found = np.zeros(len(moves))
    KNOWLEDGE.weigh(match.states[0], seat, actions, len(moves), found, TUNING)
    return dict(zip(moves, found.tolist(), strict=True))


def greedy(match: Match) -> str:
    found = weights(match)
    return max(found, key=lambda move: found[move])


def values(match: Match) -> list[float]:
    return [float(KNOWLEDGE.value(match.states[0], seat, TUNING)) for seat in range(match.seats)]


def reasons(match: Match, move: str) -> list[tuple[str, dict[str, Any]]]:
    return [(factor.key, factor.params) for factor in KNOWLEDGE.factors(match.states[0], 0, parse(move))]


def totals(*points: int) -> list[list[int]]:
    """Return rounds that add up to these totals, with at most 50 points each."""
    rounds = -(-max(points) // 50)
    return [[min(50, max(0, total - 50 * number)) for total in points] for number in range(rounds)]


def test_the_highest_card_begins_ones_own_display() -> None:
    assert greedy(resumed("", "", "", hands={0: "b15 g2 o3"})) == "b15>0"


def test_late_in_a_round_the_third_colour_is_preferred_to_points() -> None:
    found = weights(resumed("b4 g5", "b11 b15 g5 g12 o10", "b1", hands={0: "b15 g14 o3"}))
    assert found["o3>0"] > found["g14>0"] > found["g14>0:g5"]


def test_with_three_colours_the_highest_card_gives_most() -> None:
    found = weights(resumed("b4 g5 o8", "b4 g5 o8", "b4 g5 o8", hands={0: "b1 g14 o10"}))
    assert found["g14>0"] > found["o10>0"] > found["b1>0"]
    assert found["g14>0:g5"] > found["g14>1:g5"]


def test_a_lower_card_spoils_and_a_higher_one_helps() -> None:
    found = weights(resumed("b4 g5 o8", "b11 g5 o8", "b1 g5 o8", hands={0: "b9 b9 b9"}))
    assert found["b9>1:b11"] > found["b9>2:b1"]
    assert found["b9>0:b4"] > found["b9>2:b1"]


def test_the_leader_is_spoilt_rather_than_the_last() -> None:
    shown = "b15 g14 o13"
    found = weights(resumed("b4", shown, shown, hands={0: "b1 b4 b9"}, history=totals(60, 80, 20)))
    assert found["b1>1:b15"] > found["b1>2:b15"]


def test_in_hard_the_best_display_is_spoilt_rather_than_one_that_will_not_count() -> None:
    match = resumed("b9 g12 o8", "b15 g14 o13", "b15 g2 o3", hands={0: "b1 b4 b9"}, options={"variant": "hard"})
    found = weights(match)
    assert found["b1>1:b15"] > 2 * found["b1>2:b15"]


def test_a_round_is_ended_when_ahead() -> None:
    match = resumed("b9 b11 g5 g12 o8", "b4 o3", "g5 o3", hands={0: "b1 g14 o8"})
    assert greedy(match) == "g14>0"


def test_a_round_is_not_ended_when_behind() -> None:
    found = weights(resumed("b1 g2 o3", "b9 b11 g12 o10 o13", "b4 g5 o6", hands={0: "b15 g14 o8"}))
    ends = [move for move in found if move in ("b15>1", "g14>1", "o8>1")]
    assert max(found[move] for move in ends) < min(found["b15>0"], found["g14>0"], found["o8>1:o13"])


def test_a_match_is_ended_as_its_winner_even_with_the_smaller_display() -> None:
    match = resumed("b9 g12 o8", "b4 b9 b11 g12 o10", "b4", hands={0: "b1 b9 o3"}, history=totals(125, 20, 0))
    # 125 + 29 against 20 + 46 + 3: only an end wins now, with the b1 or the o3.
    assert greedy(match) in ("b1>1", "o3>1")


def test_a_match_is_not_ended_as_its_loser() -> None:
    match = resumed("b9 b11 g5 g12 o8", "b4 g5 o3", "b4", hands={0: "g14 b4 o6"}, history=totals(20, 145, 0))
    found = weights(match)
    # Seat 1 would have 157 against 79, 69 or 71.
    assert max(found["g14>0"], found["b4>0"], found["o6>0"]) == min(found.values())


def test_merging_two_of_five_stacks_delays_the_end() -> None:
    found = weights(resumed("b1", "b9 b11 g12 o10 o13", "b4 g2", hands={0: "o13 o10 b4"}))
    # Each takes one number away: o10 joins o10 and covers o13, or o13 joins o13 and covers o10.
    assert found["o10>1:o13"] > found["o10>1:o10"]
    assert found["o13>1:o10"] > found["o13>1:o13"]


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("variant", ["classic", "hard"])
def test_values_are_shares_of_one_win_and_weights_are_positive(seats: int, variant: str) -> None:
    match, choice = NOX.start(seats, seed=seats, options={"variant": variant}), random.Random(seats)
    while not match.over:
        found = values(match)
        assert all(0.0 <= value <= 1.0 for value in found)
        assert sum(found) == pytest.approx(1.0)
        weighed = weights(match)
        assert all(0.0 < weight < 1e50 for weight in weighed.values())
        match.play(choice.choice(list(weighed)))
    scores = match.scores
    assert values(match) == [float(score == max(scores)) / scores.count(max(scores)) for score in scores]


def test_totals_and_displays_raise_the_value() -> None:
    even = values(resumed("b9 g5 o8", "b9 g5 o8", "b9 g5 o8"))
    assert even == pytest.approx([1 / 3] * 3)
    ahead = values(resumed("b9 g5 o8", "b9 g5 o8", "b9 g5 o8", history=totals(60, 40, 20)))
    assert ahead[0] > ahead[1] > ahead[2]
    richer = values(resumed("b15 g14 o8", "b9 g5 o8", "b9 g5"))
    assert richer[0] > richer[1] > richer[2]


def test_a_lead_is_worth_more_near_the_target() -> None:
    early = values(resumed("b4", "b4", "b4", history=totals(30, 0, 0)))
    late = values(resumed("b4", "b4", "b4", history=totals(140, 110, 110)))
    assert late[0] > early[0] > 1 / 3


def test_a_tie_is_shared() -> None:
    match = resumed("b9 b11 g5 g12 o8", "b9 b11 g12 o8 o10", "b4", hands={0: "g14 b4 o6"}, history=totals(100, 109, 0))
    match.play("g14>0")
    assert match.over
    assert values(match) == [0.5, 0.5, 0.0]


def test_playouts_take_the_best_of_a_few_moves() -> None:
    match = resumed("b4 g5 o8", "b4 g5 o8", "b4 g5 o8", hands={0: "b1 g14 o10"})
    moves = match.legal_moves(0)
    actions = np.array([parse(move) for move in moves], np.int32)
    picks, many = np.array([1, 2, 3, 4]), TUNING.copy()
    many[SAMPLES] = 500
    assert moves[KNOWLEDGE.choose(match.states[0], 0, actions, len(moves), picks, many)] == "g14>0"
    one = TUNING.copy()
    one[SAMPLES] = 1
    seen = {int(KNOWLEDGE.choose(match.states[0], 0, actions, len(moves), picks, one)) for _ in range(500)}
    assert seen == set(range(len(moves)))


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("o3>0", [("completes", {"colour": "orange", "points": 12})]),
        ("b15>0", [("raises_later", {"points": 15})]),
        ("b15>0:b4", [("raises_later", {"points": 11})]),
        ("b9>0:b4", [("raises_later", {"points": 5})]),
        ("o3>1:o10", [("spoils_leader", {"seat": 1, "points": 7})]),
        ("b9>2:b11", [("spoils", {"seat": 2, "points": 2})]),
        ("b9>2", []),
    ],
)
def test_reasons_for_moves(move: str, expected: list[tuple[str, dict[str, Any]]]) -> None:
    assert reasons(resumed("b4 g5", "b9 g12 o10", "b11", hands={0: "b9 b15 o3"}), move) == expected


def test_reasons_for_a_new_colour_that_is_not_the_third() -> None:
    match = resumed("b4", "", "", hands={0: "b9 g14 o3"})
    assert reasons(match, "g14>0") == [("adds_colour", {"colour": "green"}), ("raises_later", {"points": 14})]


def test_reasons_for_hastening_or_delaying_the_end() -> None:
    match = resumed("b4 b9 g5 o8", "b4", "", hands={0: "b11 b9 g14"})
    assert reasons(match, "g14>0") == [("raises", {"points": 14, "worth": 40}), ("nears_end", {"display": 0})]
    match = resumed("b4", "b4 b9 b11 g5 o8", "", hands={0: "b4 b9 g14"})
    merged = reasons(match, "b4>1:b11")
    assert merged == [("spoils_leader", {"seat": 1, "points": 11}), ("puts_off_end", {"display": 1})]


def test_reasons_for_ending() -> None:
    shown = ("b9 b11 g5 g12 o8", "b4 g5 o3", "b4")
    match = resumed(*shown, hands={0: "g14 b4 o6"})
    assert reasons(match, "g14>0") == [("ends_ahead", {"points": 59}), ("ends_without", {"seat": 2})]
    match = resumed(*shown, hands={0: "g14 b4 o6"}, history=totals(100, 0, 0))
    assert reasons(match, "g14>0") == [("wins_match", {"points": 159})]
    match = resumed(*shown, hands={0: "g14 b4 o6"}, history=totals(20, 145, 0))
    assert reasons(match, "g14>0") == []
    match = resumed("b9 g5 o8", "b9 b11 g12 o8 o10", "b4 g5 o3", hands={0: "g14 b4 o6"})
    assert reasons(match, "o6>1") == [("ends_with", {"points": 22})]


def test_every_reason_has_its_sentence() -> None:
    messages = NOX.spec.words.messages["factors"]
    choice, met = random.Random(3), set()
    for seed in range(12):
        match = NOX.start(3, seed=seed)
        while not match.over:
            (seat,) = match.to_act
            moves = match.legal_moves(seat)
            for move in moves:
                for factor in KNOWLEDGE.factors(match.states[0], seat, parse(move)):
                    assert "{" not in NOX.spec.sentence_of("factors", factor.key, factor.params)
                    met.add(factor.key)
            match.play(greedy(match) if seed % 2 else choice.choice(moves))
    assert met == set(messages)


@pytest.mark.parametrize("variant", ["classic", "hard"])
def test_greedy_beats_random(variant: str) -> None:
    choice, wins = random.Random(1), 0
    for number in range(12):
        match = NOX.start(3, seed=number, options={"variant": variant})
        while not match.over:
            (seat,) = match.to_act
            match.play(greedy(match) if seat == number % 3 else choice.choice(match.legal_moves(seat)))
        wins += number % 3 in match.winners
    assert wins >= 10


def judgements() -> list[list[float]]:
    """Return weights, values and a playout's choices in one match of each variant."""
    found = []
    for variant, seats in (("classic", 3), ("hard", 4)):
        match, choice = NOX.start(seats, seed=7, options={"variant": variant}), random.Random(7)
        while not match.over and len(match.history) < 120:
            (seat,) = match.to_act
            moves = match.legal_moves(seat)
            actions = np.array([parse(move) for move in moves], np.int32)
            picks = np.array([1, 2, 3, len(match.history)])
            chosen = KNOWLEDGE.choose(match.states[0], seat, actions, len(moves), picks, TUNING)
            found.append([*weights(match).values(), *values(match), float(chosen)])
            match.play(choice.choice(moves))
    return found


def test_interpreted_and_compiled_code_agree() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.games.nox.bot.test_evaluation"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    plain = json.loads(done.stdout)
    compiled = judgements()
    assert len(plain) == len(compiled) > 100
    for one, other in zip(plain, compiled, strict=True):
        assert one == pytest.approx(other, rel=1e-9)


if __name__ == "__main__":
    print(json.dumps(judgements()))
