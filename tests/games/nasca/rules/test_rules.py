"""Rules 1 to 9 of Nasca, as numbered in the game's README.md: placing planks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.games.nasca.positions import NASCA, after, position, sentence
from tests.games.refusals import refusal

from ludotheque import Match, MatchOver, NotYourTurn
from ludotheque.games.nasca.rules.notation import text
from ludotheque.games.nasca.rules.state import RULES


def lengths(match: Match) -> Counter[int]:
    """Count the legal moves by length."""
    ends = [[(ord(end[0]) - ord("a"), int(end[1:])) for end in move.split("-")] for move in match.legal_moves()]
    return Counter(last[0] - first[0] + last[1] - first[1] + 1 for first, last in ends)


def test_rule_1_on_the_empty_board_every_plank_can_go_anywhere() -> None:
    # In a row of 11 a plank of length n has 12 - n places, in a column of 10 it has 11 - n.
    assert lengths(NASCA.start()) == {n: 10 * (12 - n) + 11 * (11 - n) for n in (2, 3, 4, 5)}
    assert len(NASCA.start().legal_moves()) == 670


def test_moves_are_listed_by_length_then_along_rows_then_along_columns() -> None:
    moves = NASCA.start().legal_moves()
    assert moves[:3] == ["a1-b1", "b1-c1", "c1-d1"]
    assert moves[10] == "a2-b2"
    assert moves[100:102] == ["a1-a2", "a2-a3"]
    assert moves[199] == "a1-c1"
    assert moves[-1] == "k6-k10"


def test_the_list_of_moves_is_the_same_in_any_kind_of_array() -> None:
    match = position(BRIDGES)
    for kind in (np.int32, np.int64):
        out = np.zeros(RULES.max_actions, kind)
        count = RULES.legal(match.states[0], 0, out)
        assert [text(action) for action in out[:count].tolist()] == match.legal_moves()


def test_rule_1_off_the_board() -> None:
    match = NASCA.start()
    assert refusal(match, "j1-l1") == (1, "off_board")
    assert refusal(match, "a9-a11") == (1, "off_board")
    assert sentence(match, "a9-a11") == "a9-a11: a11 is not on the board, which goes from a1 to k10"


def test_rule_2_twelve_planks_of_lengths_2_to_5() -> None:
    hand = {"5": 3, "4": 4, "3": 3, "2": 2}
    state = NASCA.start().state()
    assert state["hands"] == [hand, hand]
    assert list(state["hands"][0]) == ["5", "4", "3", "2"]
    assert refusal(NASCA.start(), "a1-f1") == (2, "no_such_length")
    assert refusal(NASCA.start(), "c3-c3") == (2, "no_such_length")


def test_rule_3_seat_0_starts_with_nothing_on_the_board() -> None:
    match = NASCA.start()
    state = match.state()
    assert (state["round"], state["turn"], state["planks"], state["points"]) == (1, 0, [], [])
    assert match.happened(0) == [{"event": "begun", "round": 1, "seat": 0, "planks": []}]


def test_rule_4_along_a_row_or_a_column() -> None:
    assert refusal(NASCA.start(), "a1-b2") == (4, "not_straight")


def test_rule_4_a_plank_leaves_the_hand_and_used_up_lengths_are_refused() -> None:
    match = after("a1-b1 a10-b10 a3-b3 d10-e10")
    assert match.state()["hands"][0] == {"5": 3, "4": 4, "3": 3, "2": 0}
    assert refusal(match, "a5-b5") == (4, "none_left")
    assert set(lengths(match)) == {3, 4, 5}


BRIDGES = """
 8  ·   ·   O1──O1──O1──O1  ·   ·   ·   ·   ·

 7  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 6  ·   ·   ·   ·   O1  ·   ·   ·   ·   ·   ·
                    │
 5  ·   ·   X1  ·   O1  ·   ·   ·   ·   ·   ·
            │       │
 4  ·   ·   X1  ·   O1  ·   X1──X1  ·   ·   ·
            │       │
 3  ·   ·   X1  ·   O1  ·   ·   ·   ·   ·   ·

 2  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:c3-c5 O:e3-e6 X:g4-h4 O:c8-f8
"""


def test_rule_5_on_the_ground_every_square_is_empty() -> None:
    match = position(BRIDGES)
    assert refusal(match, "b4-d4") == (5, "covered")
    assert sentence(match, "b4-d4") == "b4-d4: its ends lie on the ground, but there is a plank on c4"
    match.play("d1-d5")
    assert match.state()["planks"][-1] == {"owner": 0, "at": "d1-d5", "level": 0}


def test_rule_5_the_ends_of_a_plank_lie_at_the_same_height() -> None:
    assert refusal(position(BRIDGES), "c3-d3") == (5, "ends_differ")
    assert sentence(position(BRIDGES), "b3-c3").endswith("same height: b3 has height 0, c3 has height 1")


def test_rule_5_a_bridge_may_pass_over_empty_squares() -> None:
    match = position(BRIDGES)
    assert match.play("c3-e3") == [{"event": "placed", "seat": 0, "at": "c3-e3", "level": 1}]
    assert match.state()["planks"][-1] == {"owner": 0, "at": "c3-e3", "level": 1}


STEP = """
 6  ·   ·   ·   ·   O1  ·   ·   ·   ·   ·   ·
                    │
 5  ·   ·   X1  ·   O1  ·   ·   ·   ·   ·   ·
            │       │
 4  ·   ·   X1  ·   O1  ·   ·   ·   ·   ·   ·

 3  ·   O1  X2──X2──X2  X1  ·   ·   ·   ·   ·
        │               │
 2  ·   O1  ·   ·   ·   X1  ·   ·   ·   ·   ·

 1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:c3-c5 O:e3-e6 X:f2-f3 O:b2-b3 X:c3-e3^1
"""


def test_rule_5_a_bridge_cannot_pass_through_what_is_higher() -> None:
    assert refusal(position(STEP), "b3-f3") == (5, "too_high")
    assert sentence(position(STEP), "b3-f3") == "b3-f3: c3 has height 2 and is in the way of a bridge at height 1"


def test_rule_5_nothing_goes_under_a_bridge() -> None:
    # d3 is empty below the bridge c3-e3, but from above it has height 2.
    assert refusal(position(STEP), "d3-d4") == (5, "ends_differ")
    assert refusal(position(STEP), "d2-d4") == (5, "covered")


def test_rule_5_a_bridge_on_a_bridge() -> None:
    match = position(STEP)
    match.play("c5-e5")  # O: on X's c3-c5 and its own e3-e6, level 1 like c3-e3
    match.play("d3-d5")  # X: on both bridges
    assert match.state()["planks"][-1] == {"owner": 0, "at": "d3-d5", "level": 2}


def test_rule_6_on_each_plank_with_one_square_only() -> None:
    match = position(BRIDGES)
    assert refusal(match, "g4-h4") == (6, "twice")
    assert refusal(match, "c3-c5") == (6, "twice")
    # From e4 to h4: on O's e3-e6 with one square, but on g4-h4 with two.
    assert refusal(match, "e4-h4") == (6, "twice")
    assert sentence(match, "e4-h4") == "e4-h4: it would rest on the plank g4-h4 with more than one square"
    match.play("e4-g4")


LOW_BETWEEN = """
 6  ·   ·   X2──X2──X2  ·   ·   ·   O1  O1  O1
                                    │   │   │
 5  O1  ·   X1  ·   X1  ·   ·   ·   O1  O1  O1
    │       │                       │   │   │
 4  O1  ·   X1  ·   ·   ·   ·   ·   O1  O1  O1
                                    │   │   │
 3  X2──X2──X2  ·   ·   ·   ·   ·   O1  O1  O1
                                    │   │   │
 2  ·   ·   ·   ·   ·   ·   ·   ·   O1  O1  O1

 1  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
planks: X:c3-c6 O:a3-a5 X:e5-e6 O:j2-j6 X:a3-c3^1 O:k2-k6 X:c6-e6^1 O:i2-i6
"""


def test_rule_6_a_plank_that_lies_lower_is_not_rested_on() -> None:
    # Between the two bridges c4 and c5 are squares of one plank, but one level deeper.
    match = position(LOW_BETWEEN)
    match.play("c3-c6")
    assert match.state()["planks"][-1] == {"owner": 0, "at": "c3-c6", "level": 2}


def test_rule_7_a_bridge_must_rest_on_one_of_the_seats_planks() -> None:
    match = position(BRIDGES)
    # Both e3-e6 and c8-f8 are O's.
    assert refusal(match, "e6-e8") == (7, "not_yours")
    assert "e6-e8" not in match.legal_moves()
    match.play("j1-j2")
    assert "e6-e8" in match.legal_moves()


def test_rule_7_a_plank_between_the_ends_will_do_unless_support_is_end() -> None:
    # Under c4-g4 lie X's c3-c5, O's e3-e6 and X's g4-h4.
    for support, allowed in (("any", True), ("end", False)):
        match = position(BRIDGES, support=support)
        assert "c4-g4" in match.legal_moves()
        match.play("j1-j2")
        assert ("c4-g4" in match.legal_moves()) == allowed
    assert refusal(match, "c4-g4") == (7, "only_ends_count")


def test_rule_7_with_support_end_one_end_is_enough() -> None:
    match = position(BRIDGES, support="end")
    assert "c3-e3" in match.legal_moves()
    match.play("j1-j2")
    assert "c3-e3" in match.legal_moves()


@pytest.mark.parametrize("support", ["any", "end"])
def test_rule_7_anybody_may_build_on_neutral_planks_alone(support: str) -> None:
    match = after("", landscape=["c3", "e3", "g3"], support=support)
    assert {"c3-e3", "c3-g3", "e3-g3"} <= set(match.legal_moves())
    match.play("j1-j5")
    assert {"c3-e3", "c3-g3", "e3-g3"} <= set(match.legal_moves())


def test_rule_7_neutral_planks_together_with_the_opponents_do_not_suffice() -> None:
    match = after("e3-e5", landscape=["c3", "g3"])
    assert refusal(match, "c3-e3") == (7, "not_yours")
    assert refusal(match, "c3-g3") == (7, "not_yours")


def test_rule_7_with_support_end_ones_own_plank_between_neutral_ends_does_not_suffice() -> None:
    for support, allowed in (("any", True), ("end", False)):
        match = after("e3-e5 j1-j5", landscape=["c3", "g3"], support=support)
        assert ("c3-g3" in match.legal_moves()) == allowed
        assert "c3-e3" in match.legal_moves()


# X has only planks of length 5 left, and there is no place for any of them.
SKIPPED = """
10  ·   ·   ·   ·   O1  ·   O1  ·   O1  ·   ·
                    │       │       │
 9  X1──X1──X1──X1  O1  ·   O1  ·   O1  ·   ·
                    │       │       │
 8  ·   ·   ·   ·   O1  ·   O1  ·   O1  ·   ·
                            │
 7  ·   ·   X1──X1──X1  ·   O1  ·   ·   ·   ·

 6  ·   ·   ·   ·   O1  O1  ·   X1──X1──X1──X1
                    │
 5  ·   ·   ·   ·   O1  O2  X1──X1──X1──X1  ·
                    │   │
 4  X1  X1──X1──X1  O1  O2  ·   ·   ·   O1  O1
    │                   │               │   │
 3  X1  x   x   x   X2  O2  ·   ·   ·   O1  O1
                    │   │               │   │
 2  x   x   x   x   X2  O2  ·   ·   ·   O1  O1
                    │   │               │   │
 1  X1──X1──X1──X1  X2  O2  ·   ·   ·   O1  O1
    a   b   c   d   e   f   g   h   i   j   k

round 1, turn O
planks: X:g5-j5 O:e4-e6 X:a3-a4 O:e8-e10 X:h6-k6 O:e1-f1 X:c7-e7 O:j1-j4 X:e3-f3
        O:k1-k4 X:b4-d4 O:i8-i10 X:e1-e3^1 O:f5-f6 X:a9-d9 O:g7-g10 X:a1-d1
        O:f1-f5^1
"""


def test_rule_8_a_seat_without_a_place_for_any_of_its_planks_is_skipped() -> None:
    match = position(SKIPPED)
    assert match.state()["hands"][0] == {"5": 3, "4": 0, "3": 0, "2": 0}
    assert (match.to_act, match.legal_moves(0)) == ((1,), [])
    with pytest.raises(NotYourTurn):
        match.play("b4-b8", seat=0)


def test_rule_8_every_skip_is_an_event() -> None:
    match = position(SKIPPED)
    replayed = after(" ".join(plank["at"] for plank in match.state()["planks"][:-1]))
    assert replayed.play("f1-f5") == [
        {"event": "placed", "seat": 1, "at": "f1-f5", "level": 1},
        {"event": "skipped", "seat": 0},
    ]
    assert replayed.state() == match.state()


def test_rule_8_a_skipped_seat_plays_again_as_soon_as_it_can() -> None:
    match = position(SKIPPED)
    # Now b5 is as high as X's planks on b1 and b4, with b2 and b3 empty between them.
    assert match.play("b5-b8") == [{"event": "placed", "seat": 1, "at": "b5-b8", "level": 0}]
    assert match.to_act == (0,)
    assert match.legal_moves() == ["b1-b5"]


def test_rule_9_a_round_ends_when_neither_seat_can_place() -> None:
    match = position(SKIPPED, rounds=1)
    while not match.over:
        assert match.state()["round"] == 1
        match.play(match.legal_moves()[0])
    state = match.state()
    assert state["turn"] is None
    assert len(state["points"]) == 1
    assert state["points"][0] == [len(area) for area in state["areas"]] == match.scores
    with pytest.raises(MatchOver):
        match.play("a1-b1")
