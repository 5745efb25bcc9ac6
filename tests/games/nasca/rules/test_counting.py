"""Rules 10 to 14 of Nasca, as numbered in the game's README.md: areas and points."""

from __future__ import annotations

import random

import numpy as np
import pytest
from tests.games.nasca.positions import NASCA, after, position
from tests.games.nasca.reference import BOARD, Plank, paid_squares, square_name

from ludotheque import BadState
from ludotheque.games.nasca.rules.board import bit_of
from ludotheque.games.nasca.rules.notation import SQUARE_OF, areas
from ludotheque.games.nasca.rules.state import RULES

# a3-c3 and d1-d2 touch only at a corner.
CORNER = """
 5  ·   ·   ·   ·   ·   ·   ·   ·   O1──O1  ·

 4  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 3  X1──X1──X1  ·   ·   ·   ·   ·   ·   ·   ·

 2  x   x   x   X1  ·   ·   ·   ·   ·   ·   ·
                │
 1  x   x   x   X1  ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:a3-c3 O:i5-j5 X:d1-d2
"""


def test_a_drawing_that_shows_other_areas_is_refused() -> None:
    with pytest.raises(BadState, match="'areas' is"):
        position(CORNER.replace("x", "·"))


def test_rule_11_two_adjacent_borders_and_diagonal_contact() -> None:
    assert position(CORNER).scores == [6, 0]
    assert position(CORNER).state()["areas"] == [["a1", "b1", "c1", "a2", "b2", "c2"], []]


def test_rule_11_an_open_corner_is_no_area() -> None:
    assert after("a3-b3 i5-j5 d1-d2").scores == [0, 0]


def test_rule_11_one_border() -> None:
    match = position("""
 4  ·   ·   ·   ·   ·   X1──X1  ·   ·   ·   ·
 3  ·   ·   ·   ·   X1  x   x   X1  ·   ·   ·
 2  ·   ·   ·   ·   X1  x   x   X1  ·   ·   ·
 1  O1──O1  ·   ·   X1  x   x   X1  ·   O1──O1
    a   b   c   d   e   f   g   h   i   j   k
planks: X:e1-e3 O:a1-b1 X:h1-h3 O:j1-k1 X:f4-g4
""")
    assert match.scores == [6, 0]


def test_rule_11_no_border() -> None:
    match = position("""
 8  ·   ·   ·   ·   ·   ·   X1  ·   ·   ·   ·
 7  ·   ·   ·   ·   X1──X1  X1  ·   ·   ·   ·
 6  ·   ·   ·   X1  x   x   X1  ·   ·   ·   ·
 5  ·   ·   ·   X1  X1──X1  ·   ·   ·   ·   ·
 4  ·   ·   ·   X1  ·   ·   ·   ·   ·   ·   ·
 3  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 2  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 1  O1──O1  O1──O1──O1  O1──O1──O1  ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:e7-f7 O:a1-b1 X:e5-f5 O:c1-e1 X:d4-d6 O:f1-h1 X:g6-g8
""")
    assert match.state()["areas"] == [["e6", "f6"], []]


def test_rule_11_a_wall_from_border_to_border_surrounds_nothing() -> None:
    match = after("f1-f5 b9-c9 f6-f10")
    assert match.scores == [0, 0]


# The wall ends below row 10, which X covers as far as e10: the squares on the left touch the left and lower border.
UNDER = """
10  X1──X1──X1──X1──X1  ·   ·   ·   ·   ·   ·
 9  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 8  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 7  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 6  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 5  x   x   x   x   x   X1  ·   O1──O1  ·   ·
 4  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 3  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 2  x   x   x   x   x   X1  ·   ·   O1──O1  ·
 1  x   x   x   x   x   X1  ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:f1-f5 O:i2-j2 X:f6-f9 O:h5-i5 X:a10-e10
"""


def test_rule_11_only_the_squares_of_a_region_touch_borders() -> None:
    assert position(UNDER).scores == [45, 0]


def test_rule_12_the_opponents_planks_inside_do_not_score() -> None:
    match = position(CORNER)
    assert match.play("a1-b1") == [
        {"event": "placed", "seat": 1, "at": "a1-b1", "level": 0},
        {"event": "lost", "seat": 0, "squares": ["a1", "b1"]},
    ]
    assert match.state()["areas"] == [["c1", "a2", "b2", "c2"], []]


def test_rule_12_neutral_planks_close_nothing_and_do_not_score() -> None:
    assert after("a3-c3 i5-j5", landscape=["d1-d2"]).scores == [0, 0]
    inside = after("a3-c3 i5-j5 d1-d2", landscape=["b1-b2"])
    assert inside.state()["areas"] == [["a1", "c1", "a2", "c2"], []]


def test_rule_10_only_the_highest_plank_counts() -> None:
    # O bridges from its b4-d4 over the middle of X's wall a3-c3: b3 is O's now, and the corner is open.
    match = after("a3-c3 b4-d4 d1-d2 b1-c1")
    assert match.scores == [4, 0]
    match.play("j1-j5")
    assert match.play("b1-b4") == [
        {"event": "placed", "seat": 1, "at": "b1-b4", "level": 1},
        {"event": "lost", "seat": 0, "squares": ["a1", "a2", "b2", "c2"]},
    ]


# X's area has 20 squares. In its corner O's has 4, closed by a3-b3 and c1-c2.
NESTED = """
 5  X1──X1──X1──X1──X1  ·   ·   ·   ·   ·   ·
 4  x   x   x   x   x   X1  ·   ·   ·   ·   ·
 3  O1──O1  x   x   x   X1  ·   ·   ·   ·   ·
 2  o   o   O1  x   x   X1  ·   ·   ·   ·   ·
 1  o   o   O1  x   x   X1  ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:a5-e5 O:a3-b3 X:f1-f4 O:c1-c2
"""


def test_rule_13_the_inner_area_scores() -> None:
    assert position(NESTED).scores == [12, 4]


def test_rule_13_the_outer_area_loses_the_inner_one() -> None:
    match = after("a5-e5 a3-b3 f1-f4")
    assert match.scores == [18, 0]
    assert match.play("c1-c2")[1:] == [
        {"event": "lost", "seat": 0, "squares": ["a1", "b1", "c1", "a2", "b2", "c2"]},
        {"event": "surrounded", "seat": 1, "squares": ["a1", "b1", "a2", "b2"]},
    ]


def test_rule_13_a_pocket_that_both_close_off_together_is_nobodys() -> None:
    assert after("a3-b3 c1-c2").scores == [0, 0]


# X closes off g6-k10, 25 squares; O closes off f6-f10 and g7-k10, also 25. Both walls pass between f6 and g5.
EQUAL = """
10  ·   ·   ·   ·   O1  X1  ·   ·   ·   ·   ·
 9  ·   ·   ·   ·   O1  X1  ·   ·   ·   ·   ·
 8  ·   ·   ·   ·   O1  X1  ·   ·   ·   ·   ·
 7  ·   ·   ·   ·   O1  X1  ·   ·   ·   ·   ·
 6  ·   ·   ·   ·   O1  X1  O1──O1──O1──O1──O1
 5  ·   ·   ·   ·   ·   O1  X1──X1──X1──X1──X1
 4  ·   ·   ·   ·   ·   O1  ·   ·   ·   ·   ·
 3  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 2  X1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
 1  X1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:f6-f10 O:e6-e10 X:g5-k5 O:g6-k6 X:a1-a2 O:f4-f5
"""


def test_rule_13_areas_of_the_same_size_score_for_nobody() -> None:
    assert position(EQUAL).scores == [0, 0]


def test_rule_13_planks_count_for_the_size_of_an_area() -> None:
    # A plank on g7-g8 leaves 18 empty squares. It cuts two squares off its owner's area, but none off the other's.
    match = position(EQUAL)
    match.play("g7-g8")
    assert match.scores == [18, 0]
    match = position(EQUAL)
    match.play("a4-a5")
    match.play("g7-g8")
    assert match.scores == [0, 18]


def test_rule_14_round_2_begins_at_once_and_seat_1_starts_it() -> None:
    match = after("")
    while match.state()["round"] == 1:
        running = match.scores
        assert running == [len(area) for area in match.state()["areas"]]
        seat, move = match.to_act[0], match.legal_moves()[-1]
        events = match.play(move)
    state = match.state()
    assert [event["event"] for event in events if event["event"] in ("round", "begun")] == ["round", "begun"]
    ended = next(event for event in events if event["event"] == "round")
    assert state["points"] == [ended["points"]]
    assert ended["points"] == [len(area) for area in ended["areas"]] == match.scores
    assert events[-1] == {"event": "begun", "round": 2, "seat": 1, "planks": []}
    assert events[0]["event"] == "placed"
    assert (events[0]["seat"], events[0]["at"]) == (seat, move)
    full = {"5": 3, "4": 4, "3": 3, "2": 2}
    assert (state["turn"], state["planks"], state["hands"], state["areas"]) == (1, [], [full, full], [[], []])


def test_rule_14_both_rounds_are_added_and_the_last_board_stays() -> None:
    match = after("")
    random_ = random.Random(2)
    while not match.over:
        events = match.play(random_.choice(match.legal_moves()))
    state = match.state()
    assert len(state["points"]) == 2
    assert (state["round"], state["turn"]) == (2, None)
    assert state["points"][1] == [len(area) for area in state["areas"]]
    assert match.scores == [sum(pair[seat] for pair in state["points"]) for seat in range(2)]
    assert events[-1] == {"event": "over", "scores": match.scores, "winners": match.winners}
    assert events[-2]["event"] == "round"


def test_rule_14_one_round_only() -> None:
    match = after("", rounds=1)
    while not match.over:
        match.play(match.legal_moves()[-1])
    assert (match.state()["round"], len(match.state()["points"])) == (1, 1)


def test_rule_14_equal_totals_share_the_win() -> None:
    for seed in range(200):
        match = NASCA.start(seed=1, options={"rounds": 1})
        random_ = random.Random(seed)
        while not match.over:
            match.play(random_.choice(match.legal_moves()))
        if match.scores[0] == match.scores[1]:
            assert match.winners == [0, 1]
            return
        assert match.winners == [match.scores.index(max(match.scores))]
    pytest.fail("no match ended in a tie")


def test_areas_of_random_patterns_agree_with_the_reference() -> None:
    """Also patterns that no match reaches: thin walls, many colours, hardly an empty square."""
    random_ = random.Random(8)
    for _ in range(300):
        weights = [random_.random() ** 2 for _ in range(4)]
        owners = dict(zip(sorted(BOARD), random_.choices([0, 1, "neutral", None], weights, k=110), strict=True))
        planks = [Plank(owner, (square,), 0) for square, owner in owners.items() if owner is not None]
        state = np.zeros(1, RULES.dtype)[0]
        for square, owner in owners.items():
            word, bit = bit_of(SQUARE_OF[square_name(square)], columnwise=False)
            if owner is None:
                state.at_height[0, word] |= 1 << bit
            elif owner != "neutral":
                state.colour[owner, word] |= 1 << bit
        expected = [[square_name(square) for square in squares] for squares in paid_squares(planks)]
        assert areas(state) == expected
