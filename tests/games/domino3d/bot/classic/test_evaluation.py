"""Knowledge of the bots about Domino 3D, classic and solo: weights, values, playouts and reasons."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.games.domino3d.positions import DOMINO, position, start

from ludotheque import Match
from ludotheque.bots.policy import weights_of
from ludotheque.engine.chance import key_of, seed_picks
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge
from ludotheque.games.domino3d.bot.classic.evaluation import MARGIN
from ludotheque.games.domino3d.bot.classic.knowledge import KNOWLEDGE
from ludotheque.games.domino3d.bot.classic.prospects import best_points, even_tops, points_to_come
from ludotheque.games.domino3d.bot.classic.tuning import PATIENCE
from ludotheque.games.domino3d.bot.race.knowledge import KNOWLEDGE as RACE_KNOWLEDGE
from ludotheque.games.domino3d.rules.classic.notation import parse
from ludotheque.games.domino3d.rules.classic.state import RULES, STATE, legal
from ludotheque.games.domino3d.rules.common.board import POSES, cell_of_place
from ludotheque.games.domino3d.rules.race import state as race

TUNING = np.zeros(32)
TUNING[: len(KNOWLEDGE.tuning)] = KNOWLEDGE.tuning
SOLO = {"mode": "solo"}


def state_of(match: Match) -> Any:
    return match.states[0]


def weights(match: Match) -> dict[str, float]:
    return dict(zip(match.legal_moves(), weights_of(match, match.to_act[0]), strict=True))


def heaviest(match: Match) -> str:
    found = weights(match)
    return max(found, key=lambda move: found[move])


def values(match: Match) -> list[float]:
    return [float(KNOWLEDGE.value(state_of(match), seat, TUNING)) for seat in range(match.seats)]


def reasons(match: Match, move: str) -> list[tuple[str, dict[str, Any]]]:
    return [(factor.key, factor.params) for factor in KNOWLEDGE.factors(state_of(match), match.to_act[0], parse(move))]


def points_of(match: Match, move: str) -> int:
    """Return the points that the move scores."""
    seat, then = match.to_act[0], match.copy()
    then.play(move)
    return then.scores[seat] - match.scores[seat]


def play(match: Match, turns: int, choice: random.Random | None = None) -> Match:
    """Play the heaviest moves, or random ones if `choice` is given."""
    while not match.over and turns:
        match.play(choice.choice(match.legal_moves()) if choice else heaviest(match))
        turns -= 1
    return match


def even_at(match: Match, move: str) -> int:
    action = parse(move)
    return int(even_tops(state_of(match), int(cell_of_place(action // POSES)), action % POSES))


def test_both_modes_are_registered_with_the_game() -> None:
    load_knowledge("domino3d")
    assert knowledge_of(STATE) is KNOWLEDGE
    assert knowledge_of(race.STATE) is RACE_KNOWLEDGE


def test_the_heaviest_move_beside_one_domino_scores_most() -> None:
    # Rule 10: on top of the start a domino wins 1 + 2, upright on the table 1 + 1, flat 1.
    match = position(start(9))
    found = weights(match)
    assert points_of(match, heaviest(match)) == 3
    assert found["1,0,2 D N"] > max(weight for move, weight in found.items() if points_of(match, move) == 2)
    assert min(weight for move, weight in found.items() if points_of(match, move) == 2) > max(
        weight for move, weight in found.items() if points_of(match, move) == 1
    )


def test_placing_nothing_is_worse_than_points_and_better_than_a_fall() -> None:
    for score in (0, 7, 20):
        match = position(start(9))
        state_of(match).scores[0] = score
        found = weights(match)
        falls = [move for move in found if move != "timeout" and points_of(match, move) <= 0]
        assert falls
        assert max(found[move] for move in falls) < found["timeout"]
        assert found["timeout"] < min(weight for move, weight in found.items() if move not in (*falls, "timeout"))


def test_columns_level_with_the_new_top_are_counted() -> None:
    match = position(start(9))
    assert even_at(match, "2,0,0 E U") == 1  # end to end
    assert even_at(match, "0,1,0 E U") == 2  # side by side
    assert even_at(match, "0,1,0 W U") == 1
    assert even_at(match, "2,0,0 U N") == even_at(match, "2,0,1 D N") == 0  # higher than the start
    assert even_at(match, "0,0,1 E U") == 0  # nothing else is as high
    tall = position(start(9, "domino 12 at -1,0,0 U W (seat 0)", turn=1, scores="2 0"))
    assert even_at(tall, "0,0,1 E U") == 1  # the upright one is two cells high


def test_of_two_placements_with_the_same_points_the_one_that_leaves_steps_is_heavier() -> None:
    match = position(start(30))
    found = weights(match)
    flat = {move: even_at(match, move) for move in found if move != "timeout" and points_of(match, move) == 1}
    assert set(flat.values()) == {1, 2}
    side_by_side = max(found[move] for move in flat if flat[move] == 2)
    assert side_by_side < min(found[move] for move in flat if flat[move] == 1)


def test_drawing_again_is_never_worse_than_stopping() -> None:
    match = DOMINO.start(2, 1, {"several": True})
    match.play(heaviest(match))
    assert weights(match)["draw"] > weights(match)["stop"]


def test_in_solo_a_domino_is_kept_for_later_except_in_the_last_turn() -> None:
    match = play(DOMINO.start(1, 3, SOLO), 40)
    while match.state()["drawn"] is None:
        match.play("draw")
    state, last = state_of(match).copy(), state_of(match).copy()
    last.turns_left = 1
    moves, found = RULES.scratch()[0].moves, np.zeros((2, RULES.max_actions))
    count = legal(state, 0, moves)
    tuning = TUNING.copy()
    tuning[PATIENCE] = best_points(state, int(state.drawn), RULES.scratch()[0].moves) + 1
    for i, position_ in enumerate((state, last)):
        KNOWLEDGE.weigh(position_, 0, moves, count, found[i], tuning)
    assert found[0, :count].argmax() == count - 1  # timeout
    assert found[1, :count].argmax() < count - 1


def test_the_best_points_are_those_of_the_best_placement() -> None:
    choice = random.Random(1)
    for seed in range(3):
        match = play(DOMINO.start(2, seed), 9, choice)
        state, room = state_of(match), RULES.scratch()[0].moves
        best = max(points_of(match, move) for move in match.legal_moves())
        assert best_points(state, int(state.drawn), room) == best
        by_hand = [int(best_points(state, domino, room)) for domino in match.state()["pile"]]
        assert points_to_come(state, room) == pytest.approx(sum(by_hand) / len(by_hand))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_values_are_shares_of_one_win(seats: int) -> None:
    choice = random.Random(seats)
    for seed in range(3):
        match = DOMINO.start(seats, seed)
        while not match.over:
            found = values(match)
            assert sum(found) == pytest.approx(1)
            assert all(0 < share < 1 for share in found)
            play(match, 5, choice)
            play(match, 5)
        for seat, share in enumerate(values(match)):
            assert share == pytest.approx(1 / len(match.winners) if seat in match.winners else 0, abs=1e-9)


def test_a_lead_is_worth_more_the_fewer_dominoes_are_left() -> None:
    early, late = DOMINO.start(2, 1), play(DOMINO.start(2, 1), 36)
    for match in (early, late):
        state_of(match).scores[0] = state_of(match).scores[1] + 6
        state_of(match).turn = 0
    assert 0.5 < values(early)[0] < values(late)[0] < 1


def test_the_seat_that_places_one_more_domino_has_the_better_prospects() -> None:
    # 39 dominoes are left: seat 0 places the first and the last of them.
    match = DOMINO.start(2, 1)
    assert values(match)[0] > values(match)[1]
    three = values(DOMINO.start(3, 1))
    assert three == pytest.approx([1 / 3] * 3)


def test_in_solo_the_value_grows_with_the_points_up_to_the_perfect_score() -> None:
    match = DOMINO.start(1, 1, SOLO)
    found = values(match)
    play(match, 1000)
    assert match.over
    assert 0 < found[0] < 1
    assert values(match) == pytest.approx([match.scores[0] / (4 * MARGIN)])


def test_playouts_choose_the_move_with_most_points() -> None:
    picks, moves, choice = np.zeros(4, np.int64), RULES.scratch()[0].moves, random.Random(2)
    seed_picks(picks, key_of("playouts"), 0)
    for options in ({"several": True}, {}):
        match = play(DOMINO.start(2, 5, options), 4, choice)
        for _ in range(15):
            seat = match.to_act[0]
            count = legal(state_of(match), seat, moves)
            move = match.legal_moves()[int(KNOWLEDGE.choose(state_of(match), seat, moves, count, picks, TUNING))]
            assert move != "stop"
            assert points_of(match, move) == max(points_of(match, other) for other in match.legal_moves())
            match.play(move)


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_heaviest_moves_beat_random_ones(seats: int) -> None:
    choice, won = random.Random(seats), 0
    for seed in range(10):
        match = DOMINO.start(seats, seed)
        greedy = seed % seats
        while not match.over:
            play(match, 1, None if match.to_act[0] == greedy else choice)
        won += match.winners == [greedy]
    assert won >= 9


def test_in_solo_the_heaviest_moves_score_far_more_than_random_ones() -> None:
    choice = random.Random(1)
    greedy = sum(play(DOMINO.start(1, seed, SOLO), 1000).scores[0] for seed in range(5))
    chance = sum(play(DOMINO.start(1, seed, SOLO), 1000, choice).scores[0] for seed in range(5))
    assert greedy > 500
    assert greedy > 10 * chance


def test_reasons_name_the_points_and_new_openings() -> None:
    match = position(start(9))
    before = state_of(match).copy()
    on_top, upright = reasons(match, "1,0,2 D N"), reasons(position(start(12)), "-1,0,0 U W")
    assert on_top[:2] == [("touches", {"number": 1}), ("rests_above", {})]
    assert upright[:2] == [("touches", {"number": 1}), ("stands_upright", {})]
    assert reasons(position(start(20)), "2,0,0 E U")[0] == ("touches", {"number": 1})
    assert state_of(match) == before


def test_reasons_for_a_fall_and_for_placing_nothing() -> None:
    match = position(start(9))
    state_of(match).scores[0] = 7
    fall = next(move for move in match.legal_moves() if points_of(match, move) < 0)
    assert reasons(match, fall) == [("falls", {"points": 7})]
    assert reasons(match, "timeout") == [("gives_away", {"points": 3})]
    stuck = position(start(2).replace("domino 18", "domino 0"), contact="differ")
    assert heaviest(stuck) == "timeout"
    assert reasons(stuck, "timeout") == [("fits_nowhere", {"domino": 2})]


def test_every_reason_of_classic_and_solo_has_a_sentence() -> None:
    seen: set[str] = set()
    choice = random.Random(1)
    for seats, options in ((2, {}), (2, {"several": True}), (1, SOLO), (2, {"contact": "differ"})):
        match = DOMINO.start(seats, 4, options)
        while not match.over:
            for move in [heaviest(match), *choice.sample(match.legal_moves(), 2), match.legal_moves()[-1]]:
                for key, params in reasons(match, move):
                    assert "{" not in DOMINO.spec.sentence_of("factors", key, params)
                    seen.add(key)
            match.play(heaviest(match))
    about_points = {"touches", "stands_upright", "rests_above", "opens", "shuts", "last", "falls"}
    assert seen - {"fits_nowhere"} == about_points | {"gives_away", "waits", "draws", "stops"}
    assert "{" not in DOMINO.spec.sentence_of("factors", "fits_nowhere", {"domino": 1})


AGREE = """
import random
from tests.games.domino3d.bot.classic.test_evaluation import DOMINO, SOLO, play, values, weights
for seats, options in ((2, {}), (3, {"several": True}), (1, SOLO)):
    match = DOMINO.start(seats, seats, options)
    choice = random.Random(seats)
    for turns in (1, 6, 12):
        play(match, turns, choice)
        print([f"{number:.9f}" for number in [*weights(match).values(), *values(match)]])
"""


def agree(script: str) -> bool:
    """Whether a script prints something, and the same with and without compilation."""

    def run(**extra: str) -> str:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p), **extra}
        command = [sys.executable, "-c", script]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=600).stdout

    return run(NUMBA_DISABLE_JIT="1") == run() != ""


def test_interpreted_and_compiled_code_agree() -> None:
    assert agree(AGREE)
