"""Knowledge of the bots about Nasca, in positions evaluated by hand."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.games.nasca.positions import NASCA, after, position
from tests.games.nasca.rules.test_rules import SKIPPED

from ludotheque import Match
from ludotheque.bots.bot import Bot, RandomBot
from ludotheque.bots.policy import PolicyBot, weights_of
from ludotheque.games.nasca.bot.evaluation import earliness, expected_lead, expected_lead_after, value
from ludotheque.games.nasca.bot.knowledge import KNOWLEDGE
from ludotheque.games.nasca.bot.prefilter import threshold_of_best
from ludotheque.games.nasca.bot.prospects import breakable, count_enclosed, enclosed
from ludotheque.games.nasca.bot.tuning import LAST, TUNING
from ludotheque.games.nasca.rules.board import PLANKS, squares_of
from ludotheque.games.nasca.rules.notation import SQUARE_TEXTS, parse
from ludotheque.games.nasca.rules.state import lay

ROOT = Path(__file__).parents[4]
#: Both seats have a corner: a1-c2 is X's, i1-k2 is O's.
CORNERS = "a3-c3 i3-k3 d1-d2 h1-h2"
#: X's a4-c4 and e1-e3 leave one square between them.
GAP = "a4-c4 k9-k10 e1-e3 j9-j10"
#: O's h1-h3 and i4-k4 surround nine squares; X's g2-g4 stands beside the wall.
BREAKABLE = "g2-g4 h1-h3 a9-b9 i4-k4"


def state_of(match: Match) -> Any:
    return match.states[0]


def chance_of(match: Match, seat: int = 0) -> float:
    return float(value(state_of(match), seat, np.array(TUNING)))


def weights(match: Match) -> dict[str, float]:
    return dict(zip(match.legal_moves(), weights_of(match, match.to_act[0]), strict=True))


def reasons(match: Match, move: str) -> dict[str, dict[str, Any]]:
    found = KNOWLEDGE.factors(state_of(match), match.to_act[0], parse(move))
    return {factor.key: factor.params for factor in found}


def played(seed: int, moves: int, **options: Any) -> Match:
    """Return a match after that many random moves, or at its end."""
    match = NASCA.start(seed=seed, options=options)
    while not match.over and len(match.history) < moves:
        match.play(RandomBot().move(match, match.to_act[0], seed=seed))
    return match


def near(match: Match, seat: int, reach: int) -> set[str]:
    """Return the squares that the seat's walls enclose if they reach that far."""
    colour = state_of(match).colour
    low, high = enclosed(colour[seat, 0], colour[seat, 1], colour[1 - seat, 0], colour[1 - seat, 1], reach)
    return {SQUARE_TEXTS[square] for square in squares_of(int(low), int(high))}


def block(columns: str, rows: range) -> set[str]:
    return {f"{column}{row}" for column in columns for row in rows}


def test_with_no_reach_what_is_enclosed_is_what_is_surrounded() -> None:
    assert near(after(CORNERS), 0, 0) == block("abc", range(1, 3))


def test_a_gap_of_one_square_is_closed_with_a_reach_of_one() -> None:
    match = after(GAP)
    assert near(match, 0, 0) == set()
    assert near(match, 0, 1) == block("abcd", range(1, 4))


def test_an_opponents_plank_keeps_a_gap_open() -> None:
    # Walls do not extend over d3-d5; what touches d3 is outside with it.
    match = after("a4-c4 d3-d5 e1-e3")
    assert near(match, 0, 1) == block("abcd", range(1, 4)) - {"d3", "c3", "c2", "d2"}


def test_only_empty_squares_count_as_promised() -> None:
    match = after(CORNERS + " j1-k1")
    assert near(match, 1, 0) == block("ijk", range(1, 3))
    assert count_enclosed(state_of(match), 1, 0) == 4


def weak(match: Match, seat: int) -> set[str]:
    low, high = breakable(state_of(match), seat, 0, 0, 0)
    return {SQUARE_TEXTS[square] for square in squares_of(int(low), int(high))}


def test_a_bridge_can_cover_what_is_in_line_with_an_opponents_plank_at_equal_height() -> None:
    match = after(BREAKABLE)
    # g2-h2, g3-h3, and g4-i4 over the empty h4.
    assert weak(match, 1) == {"h2", "h3", "i4"}
    # From h2 and h3 back to g2 and g3; from h1 nothing is in line; i4-g4 leads to g4.
    assert weak(match, 0) == {"g2", "g3", "g4"}


def test_a_higher_plank_is_not_covered_from_below_and_shields_what_is_behind_it() -> None:
    match = after(BREAKABLE + " g3-h3")
    assert weak(match, 0) == {"g2", "g4"}
    # X has no plank of length 2 left for g2-h2.
    assert weak(match, 1) == {"i4"}


def test_what_the_opponent_has_no_plank_for_is_safe() -> None:
    match = after(BREAKABLE)
    state_of(match).hands[0] = [0, 1, 0, 0]
    assert weak(match, 1) == {"i4"}
    state_of(match).hands[0] = 0
    assert weak(match, 1) == set()


@pytest.mark.parametrize("moves", range(4, 46, 3))
def test_what_is_breakable_can_be_covered_in_one_move(moves: int) -> None:
    match = played(11, moves)
    seat = match.to_act[0]
    covered = {SQUARE_TEXTS[square] for move in match.legal_moves() for square in PLANKS[parse(move)]}
    assert weak(match, 1 - seat) <= covered


@pytest.mark.parametrize("move", ["g3-h3", "f5-j5", "g4-i4"])
def test_a_plank_passed_with_the_state_counts_as_placed(move: str) -> None:
    match = after(BREAKABLE)
    action = parse(move)
    early = earliness(state_of(match), TUNING)
    expected = expected_lead_after(state_of(match), 0, action, early, np.array(TUNING))
    lay(state_of(match), 0, action)
    assert expected_lead(state_of(match), 0, 0, 0, early, np.array(TUNING)) == pytest.approx(expected)


@pytest.mark.parametrize("moves", [0, 1, 9, 23, 30, 47, 60])
def test_the_chances_of_both_seats_add_up_to_one(moves: int) -> None:
    match = played(3, moves)
    assert 0 <= chance_of(match) <= 1
    assert chance_of(match) + chance_of(match, 1) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(6))
def test_the_value_is_exact_when_the_match_is_over(seed: int) -> None:
    match = played(seed, 100)
    assert match.over
    own, other = match.scores
    assert chance_of(match) == (own > other) + 0.5 * (own == other)


def test_equal_scores_are_half_a_win() -> None:
    match = played(0, 100)
    state_of(match).points[:] = [[5, 3], [7, 9]]
    assert chance_of(match) == chance_of(match, 1) == 0.5


def test_surrounded_squares_are_better_than_promised_ones_which_are_better_than_none() -> None:
    surrounded, promising, nothing = (after(f"a4-c4 k9-k10 {move}") for move in ("d1-d3", "e1-e3", "g8-g10"))
    assert chance_of(surrounded) > chance_of(promising) > chance_of(nothing)


def test_the_same_lead_counts_more_the_fewer_planks_are_left() -> None:
    early, late = after("a3-c3 i5-j5 d1-d2 i7-j7"), after("a3-c3 i5-j5 d1-d2 i7-j7")
    state_of(late).hands[:] = [[1, 0, 0, 0], [1, 0, 0, 0]]
    assert chance_of(late) > chance_of(early) > 0.5


def test_a_wall_that_can_be_broken_is_worth_less() -> None:
    assert chance_of(after("a4-c4 d9-e9 d1-d3 h8-h9")) > chance_of(after("a4-c4 e1-e3 d1-d3 h8-h9"))


def test_keeping_short_planks_is_better() -> None:
    assert chance_of(after("e5-g5")) > chance_of(after("e5-f5"))


def test_the_seat_with_the_last_plank_is_ahead() -> None:
    # Seat 0 starts round 1, so that seat 1 has the last plank of it.
    assert chance_of(NASCA.start(seed=1, options={"rounds": 1})) < 0.5


def test_points_of_the_first_round_count_in_the_second() -> None:
    match = NASCA.start(seed=1)
    begun = state_of(match)
    begun.round_number = 2
    even = chance_of(match)
    begun.points[0] = [20, 8]
    assert chance_of(match) > even + 0.1


def test_a_lead_counts_less_with_a_round_to_come() -> None:
    tuning = np.array(TUNING)
    tuning[LAST] = 0
    two, one = (after("a3-c3 i5-j5 d1-d2 i7-j7", rounds=rounds) for rounds in (2, 1))
    assert 0.5 < value(state_of(two), 0, tuning) < value(state_of(one), 0, tuning)


def test_the_best_move_breaks_the_opponents_only_area() -> None:
    found = weights(after(BREAKABLE))
    # All other bridges would rest twice on a plank or leave h1-h3 and i4-k4 whole.
    assert max(found, key=found.__getitem__) in {"g2-h2", "g3-h3", "g4-i4"}


def test_closing_a_gap_is_better_than_building_inside_or_elsewhere() -> None:
    found = weights(after(GAP))
    assert found["d4-d8"] > 2 * max(found["a1-d1"], found["f4-f8"], found["f6-j6"])


def test_covering_the_opponents_squares_is_better_than_covering_ones_own() -> None:
    found = weights(after(CORNERS))
    assert found["j1-k1"] > found["a1-b1"]


@pytest.mark.parametrize("moves", [0, 5, 20, 40])
def test_weights_are_positive_and_the_state_is_unchanged(moves: int) -> None:
    match = played(5, moves, landscape="temple")
    before = match.states.tobytes()
    found = weights(match).values()
    assert min(found) > 0
    assert np.isfinite(sum(found))
    assert match.states.tobytes() == before


def test_the_limit_admits_about_the_wanted_number_of_moves() -> None:
    numbers = np.random.default_rng(1).normal(size=400)
    passing = sum(numbers >= threshold_of_best(numbers, 400, 40.0))
    assert 32 <= passing <= 40


def test_the_limit_admits_all_of_a_few_moves() -> None:
    assert threshold_of_best(np.array([3.0, 1.0, 2.0, 0.0]), 3, 40.0) == 1.0


def test_the_limit_admits_all_moves_of_equal_weight() -> None:
    assert threshold_of_best(np.ones(100), 100, 40.0) == 1.0


def test_a_reason_names_what_a_plank_surrounds() -> None:
    squares = {"count": 6, "squares": "a1, b1, c1, a2, b2, c2"}
    assert reasons(after("a3-c3 i5-j5"), "d1-d2")["surrounds"] == squares


def test_a_reason_names_what_a_bridge_frees() -> None:
    squares = {"count": 9, "squares": "i1, j1, k1, i2, j2, k2, i3, j3, …"}
    assert reasons(after(BREAKABLE), "g3-h3")["breaks"] == squares


def test_a_reason_names_the_opponents_squares_that_a_plank_covers() -> None:
    assert reasons(after(CORNERS), "j1-k1") == {"fills": {"count": 2, "squares": "j1, k1"}}


def test_a_reason_counts_what_is_nearly_surrounded() -> None:
    # a1-d3 lies behind a gap of one square.
    assert reasons(after("a4-c4 k9-k10"), "e1-e3")["nears"] == {"count": 12}


def test_a_reason_counts_what_the_opponent_can_hardly_surround_any_more() -> None:
    # Of h1-k3 only k1-k3 is more than two squares away from h3-h7, which leads outside.
    assert reasons(after("a9-b9 i4-k4 c9-d9 g1-g3"), "h3-h7")["hinders"] == {"count": 9}


def test_a_large_area_is_not_counted() -> None:
    # a1-e5 lies behind a gap of one square.
    found = reasons(after("a6-e6 k9-k10"), "f2-f6")
    assert "nears" not in found
    assert found["nears_much"]["count"] > 20


def test_places_for_planks_are_a_reason_only_where_one_has_many_more() -> None:
    assert reasons(after(""), "a1-b1") == {}
    match = after("a10-c10 c4-c8 g1-h1 k5-k9 d4-g4 d3-g3 a5-a8 b1-b5")
    found = reasons(match, "a8-a10")
    assert list(found) == ["room"]
    assert found["room"] == {"seat": 0, "count": 48}
    sentence = NASCA.spec.sentence_of("factors", "room", found["room"])
    assert sentence == "keeps 48 more places for planks than the opponent has"


def test_a_reason_says_that_the_opponent_is_skipped() -> None:
    match = after(" ".join(plank["at"] for plank in position(SKIPPED).state()["planks"][:-1]))
    assert reasons(match, "f1-f5")["skips"] == {}


def test_a_reason_says_how_the_round_ends() -> None:
    match = played(2, 100, rounds=1)
    before = played(2, len(match.history) - 1, rounds=1)
    seat = before.to_act[0]
    own, other = match.scores[seat], match.scores[1 - seat]
    assert reasons(before, match.history[-1][1])["ends"] == {"own": own, "other": other}


def test_every_reason_has_a_sentence_and_the_greatest_number_comes_first() -> None:
    seen = set()
    for moves in range(0, 48, 5):
        match = played(7, moves)
        for move in match.legal_moves()[::7]:
            found = KNOWLEDGE.factors(state_of(match), match.to_act[0], parse(move))
            counts = [factor.params["count"] for factor in found if "count" in factor.params]
            assert all(first >= second for first, second in pairwise(counts))
            for factor in found:
                seen.add(factor.key)
                assert "{" not in NASCA.spec.sentence_of("factors", factor.key, factor.params)
    assert seen >= {"surrounds", "breaks", "fills", "nears", "hinders"}


@pytest.mark.parametrize("seed", range(4))
def test_the_most_promising_moves_beat_random_ones(seed: int) -> None:
    match = NASCA.start(seed=seed)
    greedy = seed % 2
    while not match.over:
        seat = match.to_act[0]
        bot: Bot = PolicyBot("greedy") if seat == greedy else RandomBot()
        match.play(bot.move(match, seat, seed=seed))
    assert match.scores[greedy] > match.scores[1 - greedy] + 10


def some_numbers() -> list[list[float]]:
    """Return chances and weights in a few positions."""
    matches = [after(BREAKABLE), after(GAP), played(5, 30, landscape="temple")]
    return [[chance_of(match), chance_of(match, 1), *list(weights(match).values())[::9]] for match in matches]


def test_interpreted_and_compiled_code_agree() -> None:
    code = (
        "import json; from tests.games.nasca.bot.test_evaluation import some_numbers; print(json.dumps(some_numbers()))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for plain, compiled in zip(json.loads(done.stdout), some_numbers(), strict=True):
        assert plain == pytest.approx(compiled, rel=1e-9)
