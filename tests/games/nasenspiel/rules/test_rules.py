"""Rules 1 to 8 of the Nasenspiel, as numbered in the game's README.md: dealing and placing."""

from __future__ import annotations

import pytest
from tests.games.nasenspiel.positions import DOMINOES, GAME, moves_with, position
from tests.games.refusals import refusal, refused

from ludotheque import BadSetup, IllegalMove, MatchOver, NotYourTurn

ONE = """
      0   1
    ┌───────┐
  0 │ 3   7 │
    └───────┘

turn: 1
seat 0: points 0, reserve 5, hand ...
seat 1: points 0, reserve 5, hand 3-5 4-4 7-7 ...
aside: 0
placed: 3-7 E 0,0
"""


@pytest.mark.parametrize("seats", [2, 3])
def test_rule_1_every_domino_is_dealt_once_and_there_is_no_9_9(seats: int) -> None:
    for seed in range(5):
        hands = GAME.start(seats=seats, seed=seed).state()["hands"]
        assert sorted(domino for hand in hands for domino in hand) == DOMINOES
    assert len(DOMINOES) == 54


def test_rule_1_a_domino_that_does_not_exist() -> None:
    assert refusal(GAME.start(seats=2, seed=1), "9-9 E 0,0") == (1, "no_such_domino")


@pytest.mark.parametrize(("seats", "each", "aside"), [(2, 27, 0), (3, 18, 0), (4, 13, 2), (5, 10, 4)])
def test_rule_2_equal_hands_the_rest_aside_five_pawns_and_seat_0_starts(seats: int, each: int, aside: int) -> None:
    match = GAME.start(seats=seats, seed=3)
    state = match.state()
    assert [len(hand) for hand in state["hands"]] == [each] * seats
    assert all(hand == sorted(hand) for hand in state["hands"])
    assert len({domino for hand in state["hands"] for domino in hand}) == 54 - aside
    assert (state["aside"], state["reserve"], match.to_act) == (aside, [5] * seats, (0,))
    assert match.events() == [{"event": "dealt", "hands": state["hands"], "aside": aside}]


def test_rule_2_the_deal_depends_on_the_seed() -> None:
    assert GAME.start(seed=1).state() == GAME.start(seed="1").state() != GAME.start(seed=2).state()


def test_rule_2_two_to_five_seats() -> None:
    assert list(GAME.seats) == [2, 3, 4, 5]
    for seats in (1, 6):
        with pytest.raises(BadSetup, match="2 to 5"):
            GAME.start(seats=seats)


def test_rule_2_turns_go_clockwise() -> None:
    match = GAME.start(seats=3, seed=1)
    movers: list[int] = []
    while len(movers) < 7:
        movers.append(match.to_act[0])
        match.play(match.legal_moves()[0])
        while match.state()["asking"]:
            match.play("skip")
    assert movers == [0, 1, 2, 0, 1, 2, 0]
    with pytest.raises(NotYourTurn):
        match.play("skip", seat=0)


def test_rule_3_a_domino_must_be_placed_before_anything_else() -> None:
    match = position(ONE)
    assert "skip" not in match.legal_moves()
    for answer in ("skip", "pawn", "pawn 0,0"):
        assert refusal(match, answer) == (3, "place_first")


def test_rule_3_only_dominoes_of_ones_own_hand() -> None:
    match = position(ONE)
    assert refusal(match, "3-7 E 0,1") == (3, "not_in_hand")
    assert "0-3" in match.state()["hands"][0]
    assert refusal(match, "3-0 E 0,1") == (3, "not_in_hand")
    with pytest.raises(IllegalMove, match="3-0 E 0,1: you do not have the domino 0-3"):
        match.play("3-0 E 0,1")


def test_rule_4_the_first_domino_lies_on_the_origin_in_one_way() -> None:
    match = GAME.start(seats=2, seed=1)
    hand = match.state()["hands"][0]
    assert match.legal_moves() == [f"{domino} E 0,0" for domino in hand]
    domino = next(domino for domino in hand if domino[0] != domino[2])
    for move in (f"{domino[::-1]} E 0,0", f"{domino} N 0,0", f"{domino} E 1,0", f"{domino} E 0,1"):
        assert refusal(match, move) == (4, "first")
    match.play(f"{domino} E 0,0")
    assert match.state()["squares"] == [[0, 0, int(domino[0])], [1, 0, int(domino[2])]]


def test_rule_5_beside_a_single_domino_only_two_places_touch_both_squares() -> None:
    match = position(ONE)
    assert {move[4:] for move in match.legal_moves()} == {"E 0,1", "E 0,-1"}
    # 3 must lie beside 3, so 5-3 would put 5 beside 3 and 3 beside 7.
    assert moves_with(match, "3-5") == ["3-5 E 0,-1", "3-5 E 0,1"]
    assert moves_with(match, "7-7") == ["7-7 E 0,-1", "7-7 E 0,1"]


def test_rule_5_touching_fewer_than_two_squares() -> None:
    match = position(ONE)
    assert refusal(match, "5-3 E -1,1") == (5, "touches_one")
    assert refusal(match, "3-5 N -1,0") == (5, "touches_one")
    with pytest.raises(IllegalMove, match="it touches only one square of the layout"):
        match.play("5-3 N 0,-2")
    with pytest.raises(IllegalMove, match="it touches no square of the layout"):
        match.play("5-3 E 4,4")


def test_rule_5_a_square_that_is_taken() -> None:
    match = position(ONE)
    assert refusal(match, "3-5 E 0,0") == (5, "taken")
    assert refusal(match, "5-3 E -1,0") == (5, "taken")
    error = refused(match, "5-7 N 1,-1")
    assert (error.sentence, error.params) == ("a domino already lies there", {"at": "1,0"})


NOTCH = """
      0   1   2
    ┌───────┐
  2 │ 3   6 │
    ├───────┼───┐
  1 │ 3   5 │ 2 │
    ├───────┤   │
  0 │ 3   7 │ 7 │
    └───────┴───┘

turn: 0
seat 0: points 0, reserve 5, hand 2-6 6-9 ...
seat 1: points 0, reserve 5, hand ...
aside: 0
placed: 3-7 E 0,0; 3-5 E 0,1; 7-2 N 2,0; 3-6 E 0,2
"""


def test_rule_5_one_half_may_touch_both_squares() -> None:
    # The square 2,2 touches 6 on its left and 2 below; the domino's other half touches nothing.
    match = position(NOTCH)
    assert {"6-9 N 2,2", "6-9 E 2,2", "6-2 N 2,2", "2-6 N 2,2"} <= set(match.legal_moves())
    assert refusal(match, "9-6 N 2,2") == (6, "no_equal_nose")


def test_rule_6_an_equal_nose_beside_it() -> None:
    match = position(ONE)
    assert refusal(match, "5-3 E 0,1") == (6, "no_equal_nose")


def test_rule_6_the_noses_of_a_double_do_not_count_for_each_other() -> None:
    match = position(ONE)
    assert "4-4" in match.state()["hands"][1]
    assert refusal(match, "4-4 E 0,1") == (6, "no_equal_nose")


ROW = """
      0   1   2   3   4   5   6   7   8
    ┌───────┬───┬───┬───┬───┬───┬───┬───┐
  1 │ 0   2 │ 3 │ 4 │ 5 │ 6 │ 7 │ 8 │ 9 │
    ├───────┤   │   │   │   │   │   │   │
  0 │ 0   1 │ 1 │ 1 │ 1 │ 1 │ 1 │ 1 │ 1 │
    └───────┴───┴───┴───┴───┴───┴───┴───┘

turn: 1
seat 0: points 0, reserve 5, hand 0-3 1-2 ...
seat 1: points 0, reserve 5, hand 0-0 1-1 ...
aside: 0
placed: 0-1 E 0,0; 0-2 E 0,1; 1-3 N 2,0; 1-4 N 3,0; 1-5 N 4,0; 1-6 N 5,0; 1-7 N 6,0; 1-8 N 7,0; 1-9 N 8,0
"""


def test_rule_7_the_layout_may_become_ten_wide_on_either_side() -> None:
    match = position(ROW)
    assert {"1-1 N 9,0", "0-0 N -1,0"} <= set(match.legal_moves())
    match.play("1-1 N 9,0")
    match.play("skip")
    assert refusal(match, "0-3 N -1,0") == (7, "frame")
    with pytest.raises(IllegalMove, match="the layout would be 11 wide and 2 high; the frame is 10 by 10"):
        match.play("0-3 N -1,0")


def test_rule_7_the_frame_is_not_fixed_to_the_table() -> None:
    match = position(ROW)
    match.play("0-0 N -1,0")
    match.play("skip")
    assert refusal(match, "1-2 N 9,0") == (7, "frame")
    assert all(not move.endswith(" N 9,0") for move in match.legal_moves())


TOWER = """
      0   1
    ┌───────┐
  8 │ 0   9 │
    ├───────┤
  7 │ 0   8 │
    ├───────┤
  6 │ 0   7 │
    ├───────┤
  5 │ 0   6 │
    ├───────┤
  4 │ 0   5 │
    ├───────┤
  3 │ 0   4 │
    ├───────┤
  2 │ 0   3 │
    ├───────┤
  1 │ 0   2 │
    ├───────┤
  0 │ 0   1 │
    └───────┘

turn: 1
seat 0: points 0, reserve 5, hand 1-2 ...
seat 1: points 0, reserve 5, hand 0-0 ...
aside: 0
placed: 0-1 E 0,0; 0-2 E 0,1; 0-3 E 0,2; 0-4 E 0,3; 0-5 E 0,4; 0-6 E 0,5; 0-7 E 0,6; 0-8 E 0,7; 0-9 E 0,8
"""


def test_rule_7_the_layout_may_become_ten_high_but_not_eleven() -> None:
    match = position(TOWER)
    match.play("0-0 E 0,9")
    match.play("skip")
    assert refusal(match, "2-1 E 0,-1") == (7, "frame")
    assert position(TOWER).play("0-0 E 0,-1")[0]["event"] == "placed"


def test_rule_7_squares_that_no_layout_can_reach() -> None:
    match = position(TOWER)
    for move in ("0-0 E 0,10", "0-0 E 9,0", "0-0 N 0,9", "0-0 E -9,0", "0-0 N 999,-999"):
        assert refusal(match, move) == (7, "far")


BAY = """
      0   1   2   3   4   5   6
                    ┌───────┐
  3                 │ 9   2 │
    ┌───────┐   ┌───┴───┬───┴───┐
  2 │ 0   8 │   │ 4   9 │ 6   3 │
    ├───────┼───┼───┬───┼───┬───┤
  1 │ 0   2 │ 3 │ 4 │ 5 │ 6 │ 7 │
    ├───────┤   │   │   │   │   │
  0 │ 0   1 │ 1 │ 1 │ 1 │ 1 │ 1 │
    └───────┴───┴───┴───┴───┴───┘

turn: 1
seat 0: points 0, reserve 5, hand ...
seat 1: points 0, reserve 5, hand 3-8 4-5 ...
aside: 0
placed: 0-1 E 0,0; 0-2 E 0,1; 1-3 N 2,0; 1-4 N 3,0; 1-5 N 4,0; 1-6 N 5,0; 1-7 N 6,0; 0-8 E 0,2; 4-9 E 3,2; 6-3 E 5,2; 9-2 E 4,3
"""  # noqa: E501 (the parser accepts a list over several lines, but the helper for hands does not)


def test_rule_8_no_hole_even_where_a_corner_is_open() -> None:
    # 2,2 would be closed on all four sides, though 1,3 beside its corner stays empty. 4 lies beside 4 on 3,2.
    match = position(BAY)
    assert refusal(match, "5-4 E 2,3") == (8, "hole")
    assert refused(match, "5-4 E 2,3").params == {"at": "2,2"}


def test_rule_8_a_bay_is_no_hole_and_may_be_filled() -> None:
    match = position(BAY)
    assert "3-8 N 2,2" in match.legal_moves()
    assert all(not move.endswith("E 2,3") for move in match.legal_moves())


def test_a_finished_match_accepts_no_move() -> None:
    match = GAME.start(seats=5, seed=1)
    while not match.over:
        match.play(match.legal_moves()[0])
    assert match.legal_moves() == []
    assert match.state()["turn"] is None
    with pytest.raises(MatchOver):
        match.play("skip")
