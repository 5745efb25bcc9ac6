"""Rules 9 to 12 of the Nasenspiel, as numbered in the game's README.md: groups and pawns."""

from __future__ import annotations

from tests.games.nasenspiel.positions import GAME, position
from tests.games.refusals import refusal

MERGE = """
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
seat 0: points 4, reserve 3, hand 1-8 6-8 4-5 ...
seat 1: points 2, reserve 4, hand 3-9 5-7 3-3 ...
aside: 0
placed: 3-4 E 0,0; 3-5 E 0,1; 4-6 N 2,0; 3-6 E 1,2; 3-8 E 1,3
"""


def test_rule_9_a_lone_nose_is_no_group() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    assert match.state()["asking"] == [0, 2]
    match.play("skip")
    # Only the group of the 3s was decided: the 9 on 0,3 is alone.
    assert match.to_act == (0,)


def test_rule_9_if_only_the_other_square_has_a_group_only_that_is_decided() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    match.play("skip")
    # 1 on 3,2 is alone; 8 on 3,3 joins the 8 on 2,3.
    events = match.play("1-8 N 3,2")
    assert events[-1] == {"event": "asked", "seat": 0, "at": [3, 3], "noses": 2, "nose": 8}
    assert match.state()["asking"] == [3, 3]


def test_rule_9_a_double_is_a_group_even_as_the_first_domino() -> None:
    for seed in range(20):
        match = GAME.start(seats=2, seed=seed)
        doubles = [move for move in match.legal_moves() if move[0] == move[2]]
        if doubles:
            break
    match.play(doubles[0])
    assert match.state()["asking"] == [0, 0]
    assert match.legal_moves() == ["skip", "pawn"]
    match.play("pawn")
    assert match.state()["pawns"] == [{"seat": 0, "at": [0, 0]}]
    assert (match.state()["scores"], match.to_act) == ([2, 0], (1,))


def test_rule_10_all_pawns_of_the_joined_groups_go_back_before_anything_is_decided() -> None:
    match = position(MERGE)
    events = match.play("3-9 N 0,2")
    assert events == [
        {
            "event": "placed",
            "seat": 1,
            "move": "3-9 N 0,2",
            "domino": "3-9",
            "squares": [[0, 2, 3], [0, 3, 9]],
        },
        {"event": "returned", "seat": 0, "at": [1, 3], "nose": 3},
        {"event": "returned", "seat": 1, "at": [0, 1], "nose": 3},
        {"event": "asked", "seat": 1, "at": [0, 2], "noses": 5, "nose": 3},
    ]
    state = match.state()
    assert state["pawns"] == [{"seat": 0, "at": [2, 0]}]
    assert (state["reserve"], state["scores"]) == ([4, 5], [2, 0])


def test_rule_10_pawns_on_other_groups_stay() -> None:
    match = position(MERGE)
    # It joins the 3s on 0,0 and 0,1, not those on 1,2 and 1,3.
    match.play("3-3 E 0,-1")
    assert match.state()["pawns"] == [{"seat": 0, "at": [2, 0]}, {"seat": 0, "at": [1, 3]}]
    assert match.state()["reserve"] == [3, 5]


def test_rule_11_a_pawn_from_the_reserve() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    assert match.legal_moves() == ["skip", "pawn"]
    assert match.play("pawn") == [{"event": "put", "seat": 1, "at": [0, 2], "from": None, "noses": 5, "nose": 3}]
    state = match.state()
    assert {"seat": 1, "at": [0, 2]} in state["pawns"]
    assert (state["reserve"], state["scores"], state["turn"], state["asking"]) == ([4, 4], [2, 5], 0, None)


def test_rule_11_no_pawn_leaves_the_group_without_an_owner() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    assert match.play("skip") == [{"event": "declined", "seat": 1, "at": [0, 2], "noses": 5, "nose": 3}]
    assert match.state()["scores"] == [2, 0]
    assert match.state()["pawns"] == [{"seat": 0, "at": [2, 0]}]


def test_rule_11_a_pawn_from_another_group_though_the_reserve_is_not_empty() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    match.play("pawn")
    match.play("1-8 N 3,2")
    assert match.legal_moves() == ["skip", "pawn", "pawn 2,0"]
    assert match.play("pawn 2,0") == [{"event": "put", "seat": 0, "at": [3, 3], "from": [2, 0], "noses": 2, "nose": 8}]
    state = match.state()
    assert state["pawns"] == [{"seat": 1, "at": [0, 2]}, {"seat": 0, "at": [3, 3]}]
    assert (state["reserve"], state["scores"]) == ([4, 4], [2, 5])


def test_rule_11_two_groups_first_that_of_the_anchor() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    match.play("skip")
    # 6 joins the 6s on 2,1 and 2,2; 8 joins the 8 on 2,3.
    events = match.play("6-8 N 3,2")
    assert events[-1] == {"event": "asked", "seat": 0, "at": [3, 2], "noses": 3, "nose": 6}
    events = match.play("pawn")
    assert events[-1] == {"event": "asked", "seat": 0, "at": [3, 3], "noses": 2, "nose": 8}
    assert match.to_act == (0,)
    assert match.state()["scores"] == [5, 0]
    match.play("skip")
    assert match.to_act == (1,)


def test_rule_11_a_double_has_one_group_and_the_pawn_stands_on_the_anchor() -> None:
    match = position(MERGE)
    match.play("3-3 E 0,-1")
    assert match.state()["asking"] == [0, -1]
    match.play("pawn")
    assert {"seat": 1, "at": [0, -1]} in match.state()["pawns"]
    # The 3s on 0,0 and 0,1, and the two new ones.
    assert (match.to_act, match.scores) == ((0,), [4, 4])


def test_rule_11_a_decision_comes_before_the_next_domino() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    assert refusal(match, "3-3 E 0,-1") == (11, "answer_first")


def test_rule_11_only_own_pawns_and_only_where_they_stand() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    # On 2,0 there is a pawn of seat 0; on 0,1 there was one of seat 1 before this turn; 8,8 is empty.
    for at in ("2,0", "0,1", "8,8", "100,-100"):
        assert refusal(match, f"pawn {at}") == (11, "no_pawn")


NO_RESERVE = """
     -1   0   1   2   3
                ┌───────┐
  4             │ 2   1a│
        ┌───────┼───────┤
  3     │ 3   5b│ 5   1 │
        ├───────┼───────┤
  2     │ 9   2b│ 3b  1 │
        ├───────┼───┬───┤
  1     │ 4   2 │ 3 │ 3 │
        ├───────┤   │   │
  0     │ 4   7 │ 7b│ 8 │
    ┌───┼───────┼───┼───┤
 -1 │ 4b│ 4   9 │ 3 │ 8?│
    │   ├───────┤   │   │
 -2 │ 8 │ 5   9 │ 9a│ 1 │
    └───┴───────┴───┴───┘

turn: 1, asking 3,-1
seat 0: points 6, reserve 3, hand 0-4 0-5 0-7 0-9 1-1 1-4 1-6 2-5 2-6 2-7 2-8
    3-6 4-4 6-6 6-7 6-8 6-9 7-7 7-8 8-9
seat 1: points 13, reserve 0, hand 0-0 0-1 0-2 0-3 0-6 0-8 1-7 1-9 2-2 2-3 3-3
    3-4 4-5 4-6 5-5 5-6 5-7 5-8 7-9 8-8
aside: 0
placed: 4-7 E 0,0; 4-9 E 0,-1; 4-2 E 0,1; 7-3 N 2,0; 8-3 N 3,0; 9-2 E 0,2;
    5-9 E 0,-2; 3-1 E 2,2; 9-3 N 2,-2; 8-4 N -1,-2; 5-1 E 2,3; 3-5 E 0,3;
    2-1 E 2,4; 1-8 N 3,-2
"""


def test_rule_11_with_all_five_pawns_on_the_table_one_of_them_moves() -> None:
    match = GAME.resume(NO_RESERVE)
    # The five pawns of seat 1, from the bottom row up.
    assert match.legal_moves() == ["skip", "pawn -1,-1", "pawn 2,0", "pawn 1,2", "pawn 2,2", "pawn 1,3"]
    assert refusal(match, "pawn") == (11, "no_reserve")
    # b on 2,0 owned the two 7s; the group on 3,-1 has the 8s on 3,-1 and 3,0.
    match.play("pawn 2,0")
    assert match.scores == [6, 13]
    assert match.state()["reserve"] == [3, 0]


def test_rule_12_a_pawn_put_down_in_this_turn_stays() -> None:
    match = position(MERGE)
    match.play("3-9 N 0,2")
    match.play("skip")
    match.play("6-8 N 3,2")
    match.play("pawn")
    assert match.legal_moves() == ["skip", "pawn", "pawn 2,0"]
    assert refusal(match, "pawn 3,2") == (12, "fresh_pawn")


def test_rule_12_it_may_go_in_a_later_turn() -> None:
    match = position(MERGE)
    for move in ("3-9 N 0,2", "skip", "6-8 N 3,2", "pawn", "skip", "3-3 E 0,-1", "skip"):
        match.play(move)
    # 4 joins the 4s on 1,0 and 2,0, whose pawn goes back; 5 is alone.
    match.play("4-5 N 3,0")
    assert match.legal_moves() == ["skip", "pawn", "pawn 3,2"]
