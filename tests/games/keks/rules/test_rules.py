"""The rules of Keks, one by one, as numbered in the game's README.md."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.keks.positions import EVEN
from tests.games.refusals import refusal

import ludotheque
from ludotheque import BadMove, BadState, IllegalMove, Match, MatchOver, NotYourTurn

KEKS = ludotheque.game("keks")


def position(drawing: str, variant: str = "classic") -> Match:
    return KEKS.resume(drawing, options={"variant": variant})


def test_rule_1_sixty_tiles_on_a_square_without_corners_and_seat_0_starts() -> None:
    for seed in range(5):
        state = KEKS.start(seed=seed).state()
        tiles = Counter(zip("".join(state["board"]), "".join(state["pips"]), strict=True))
        assert tiles.pop((".", ".")) == 4
        assert tiles == {(colour, pips): 1 for colour in "ABCDEFGHIJ" for pips in "123456"}
        assert [state["board"][row][column] for row in (0, 7) for column in (0, 7)] == ["."] * 4
        assert (state["turn"], state["colour"]) == (0, None)


def test_rule_1_another_seed_gives_another_biscuit() -> None:
    assert KEKS.start(seed=1).state() != KEKS.start(seed=2).state()
    assert KEKS.start(seed=1).state() == KEKS.start(seed="1").state()


def test_rule_2_only_tiles_of_the_same_colour_in_a_turn() -> None:
    match = position(EVEN)
    match.play("e3")
    # B2 was taken; B1 on d5 is held on three sides (c5, e5 and d4), so the turn ended by itself.
    assert match.to_act == (1,)
    match.play("c5")  # A1; A2 on e4 now has two neighbours, d4 and e5, joined by d5
    assert match.state()["colour"] == "A"
    assert refusal(match, "c4") == (2, "other_colour")
    match.play("e4")
    assert match.to_act == (0,)


def test_rule_2_a_square_without_a_tile() -> None:
    assert refusal(position(EVEN), "a2") == (2, "no_tile")


def test_rule_3_what_can_be_taken() -> None:
    # c5 has b5 and c6 free, and d5, c4 stay joined by d4. e5: likewise. c4: likewise. e3 has one neighbour.
    # d5 and d4 are held on three sides. e4 is held on three sides (e5, d4, e3).
    assert position(EVEN).legal_moves() == ["e3", "c4", "c5", "e5"]


def test_rule_3_a_tile_that_is_held_on_three_sides() -> None:
    assert refusal(position(EVEN), "d5") == (3, "held")
    with pytest.raises(IllegalMove, match="d5: it is held on three sides"):
        position(EVEN).play("d5")


CHAIN = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  A1 B1 .  .  .  .
4   .  .  .  C1 .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: J
gone: A B C D E F G H I J
seat 0: won D F G, holds A2 B2 C2
seat 1: won E H I, holds A2 B2 C2
"""


def test_rule_3_a_tile_whose_taking_breaks_the_biscuit() -> None:
    match = position(CHAIN)
    assert match.legal_moves() == ["d4", "c5"]
    assert refusal(match, "d5") == (3, "breaks")


def test_rule_3_two_opposite_neighbours_hold_the_biscuit_together() -> None:
    straight = CHAIN.replace("5   .  .  A1 B1 .", "5   .  .  .  A1 .").replace("4   .  .  .  C1", "4   .  .  .  B1")
    straight = straight.replace("3   .  .  .  .", "3   .  .  .  C1")
    match = position(straight)
    assert match.legal_moves() == ["d3", "d5"]
    assert refusal(match, "d4") == (3, "breaks")


LAST = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  .  B1 .  .  .  .
4   .  .  .  .  .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: J
gone: A B C D E F G H I J
seat 0: won A D F G, holds B2
seat 1: won C E H I, holds B2
"""


def test_rule_3_the_last_tile_may_be_taken() -> None:
    match = position(LAST)
    assert match.legal_moves() == ["d5"]
    match.play("d5")
    assert match.over
    assert match.winners == [1]


def test_rule_4_stop_only_after_a_take() -> None:
    match = position(EVEN)
    assert refusal(match, "stop") == (4, "nothing_taken")
    assert "stop" not in match.legal_moves()


def test_rule_4_the_turn_goes_on_while_a_tile_of_its_colour_can_be_taken_and_may_be_stopped() -> None:
    match = position(EVEN)
    match.play("e3")  # B2; B1 on d5 is still held on three sides, so the turn is over
    assert match.state()["turn"] == 1
    match.play("c5")  # A1; A2 on e4 now has two neighbours, d4 and e5, joined by d5
    assert match.legal_moves() == ["e4", "stop"]
    assert match.play("stop") == [{"event": "stopped", "seat": 1}]
    assert (match.state()["turn"], match.state()["colour"]) == (0, None)


def test_rule_5_the_first_tile_of_a_colour_belongs_to_nobody() -> None:
    match = KEKS.start(seed=1)
    colour, pips = match.state()["board"][7][1], int(match.state()["pips"][7][1])
    first, *_ = match.play("b1")
    assert first == {
        "event": "taken",
        "seat": 0,
        "at": "b1",
        "colour": colour,
        "pips": pips,
        "first": True,
        "kept": False,
    }
    assert match.state()["gone"] == [colour]
    assert match.state()["held"] == [{}, {}]


def test_rule_6_later_tiles_go_in_front_of_the_player() -> None:
    match = position(EVEN)
    taken, *rest = match.play("c5")
    assert taken == {"event": "taken", "seat": 0, "at": "c5", "colour": "A", "pips": 1, "first": False, "kept": True}
    assert rest == []
    assert match.state()["held"][0] == {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2}


DECIDED = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  J1 J2 .  .  .  .
4   .  .  .  C1 .  .  .  .
3   .  .  .  .  .  .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: J
gone: A B C D E F G H I J
seat 0: won A D F G, holds C2
seat 1: won B E H I, holds C2
"""


def test_rule_6_tiles_of_a_decided_colour_are_thrown_away_and_the_turn_may_continue() -> None:
    match = position(DECIDED)
    taken, *rest = match.play("c5")
    assert taken["kept"] is False
    assert rest == []
    assert match.legal_moves() == ["d5", "stop"]
    match.play("d5")
    assert match.state()["held"] == [{"C": 2}, {"C": 2}]
    assert match.state()["turn"] == 0


def test_rule_7_the_third_tile_wins_the_colour() -> None:
    match = position(EVEN)
    assert match.play("e3") == [
        {"event": "taken", "seat": 0, "at": "e3", "colour": "B", "pips": 2, "first": False, "kept": True},
        {"event": "won", "seat": 0, "colour": "B"},
    ]
    assert match.state()["won"] == [["B", "F", "G"], ["H", "I"]]
    assert "B" not in match.state()["held"][1]


EARLY = """
8      A1 B1 C1 D1 E1 F1
7   G1 H1 I1 J1 A2 B2 C2 D2
6   E2 F2 G2 H2 I2 J2 A3 B3
5   C3 D3 E3 F3 G3 H3 I3 J3
4   B4 C4 D4 E4 F4 G4 H4 I4
3   J4 B5 C5 D5 E5 F5 G5 H5
2   I5 J5 B6 C6 D6 E6 F6 G6
1      .  .  .  I6 J6 H6
    a  b  c  d  e  f  g  h
turn: 0
eliminated: -
gone: A
seat 0: won -, holds A2
seat 1: won -, holds -
"""


def test_rule_7_the_first_colour_won_is_eliminated_for_both() -> None:
    match = position(EARLY.replace("holds A2", "holds A1").replace("holds -", "holds A1"))
    match.play("b8")  # a fourth A: seat 0 holds two
    assert match.state()["held"][0] == {"A": 2}
    match = position(EARLY)
    taken, eliminated = match.play("b8")
    assert taken["kept"] is True
    assert eliminated == {"event": "eliminated", "colour": "A"}
    state = match.state()
    assert (state["eliminated"], state["held"], state["won"]) == ("A", [{}, {}], [[], []])


def test_rule_8_the_fifth_colour_ends_the_match_at_once() -> None:
    almost = EVEN.replace("won F G, holds A1 B2 C2 D2 E2", "won C F G I, holds A1 B2 E2")
    match = position(almost.replace("won H I, holds A2 B1 C2 D2 E2", "won D H, holds A2 B1 E2"))
    events = match.play("e3")
    assert events[-1] == {"event": "over", "scores": [5, 2], "winners": [0]}
    assert match.over
    assert match.legal_moves() == []
    assert (match.state()["turn"], match.state()["colour"]) == (None, None)
    with pytest.raises(MatchOver):
        match.play("c5")
    with pytest.raises(BadMove):
        match.play("z9")


def test_rule_9_the_score_is_the_colours_won() -> None:
    match = position(EVEN)
    assert match.scores == [2, 2]
    match.play("e3")
    assert match.scores == [3, 2]
    assert match.winners == []


ELEVEN = """
8      .  B1 C1 D1 E1 F1
7   G1 H1 I1 J1 A2 B2 C2 D2
6   E2 F2 G2 H2 I2 J2 A3 B3
5   C3 D3 E3 F3 G3 H3 I3 J3
4   B4 C4 D4 E4 F4 G4 H4 I4
3   J4 B5 C5 D5 E5 F5 G5 H5
2   A4 I5 J5 B6 C6 D6 E6 F6
1      G6 I6 J6 H6 A5 .
    a  b  c  d  e  f  g  h
turn: 1
eliminated: -
gone: -
seat 0: won -, holds A1
seat 1: won -, holds A6
"""


def test_rule_10_in_eleven_the_pips_count_and_no_first_tile_is_thrown_away() -> None:
    match = position(ELEVEN, "eleven")
    taken, eliminated = match.play("f1")  # 6 + 5 = 11: won, and the first to be won
    assert taken == {"event": "taken", "seat": 1, "at": "f1", "colour": "A", "pips": 5, "first": False, "kept": True}
    assert eliminated == {"event": "eliminated", "colour": "A"}
    match = position(ELEVEN.replace("turn: 1", "turn: 0"), "eleven")
    match.play("f1")
    assert match.state()["held"] == [{"A": 6}, {"A": 6}]
    match.play("a2")  # 10: not enough
    assert match.state()["held"] == [{"A": 10}, {"A": 6}]
    assert match.state()["gone"] == []


def test_rule_10_ten_points_do_not_win_eleven_do() -> None:
    late = LAST.replace("won A D F G, holds B2", "won A D F G, holds B10").replace(
        "gone: A B C D E F G H I J", "gone: -"
    )
    match = position(late.replace("holds B2", "holds B10"), "eleven")
    assert match.scores == [4, 4]
    match.play("d5")  # B1: 10 + 1
    assert match.winners == [1]


@pytest.mark.parametrize("text", ["", "a1", "h8", "D1", "d9", "i1", "d1 ", "stop!", "b3-f3", "д1", "d1" * 5000])
def test_malformed_moves(text: str) -> None:
    match = KEKS.start(seed=1)
    before = match.state()
    with pytest.raises(BadMove, match="is not a move of Keks"):
        match.play(text)
    assert match.state() == before


def test_a_seat_that_is_not_to_act() -> None:
    match = KEKS.start(seed=1)
    assert match.legal_moves(1) == []
    with pytest.raises(NotYourTurn, match="to act: 0"):
        match.play("b1", seat=1)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("A1", "Z1"), "neither a tile"),
        (("A1", "A2"), "twice"),
        (("A1", ". "), "do not fit|'gone'"),
        (("B2", ". "), "do not fit"),
        (("holds A1 B2", "holds A2 B2"), "do not fit"),
        (("holds A1 B2", "holds A1 B4"), "nobody can hold"),
        (("eliminated: J", "eliminated: -"), "eliminated"),
        (("won H I", "won H F"), "one seat only"),
        (("turn: 0", "turn: 0, colour E"), "that turn is over"),
        (("turn: 0", "turn: over"), "exactly when"),
        (("turn: 0", "turn: 3"), "not understood"),
        (("5   .  .  A1 B1 C1", "5   A3 .  A1 B1 C1"), "several pieces"),
        (("8      .", "7      ."), "row 7"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(change: tuple[str, str], reason: str) -> None:
    assert change[0] in EVEN
    with pytest.raises(BadState, match=reason):
        position(EVEN.replace(*change))


def test_in_eleven_what_is_held_must_be_sums_of_the_tiles_that_were_taken() -> None:
    """A1 and A6 are gone: one seat may hold both, or each one of them, but nobody 3 and the other 4."""

    def holding(first: str, second: str) -> Match:
        drawing = ELEVEN.replace("0: won -, holds A1", f"0: won -, holds {first}")
        return position(drawing.replace("1: won -, holds A6", f"1: won -, holds {second}"), "eleven")

    assert holding("A6", "A1").state()["held"] == [{"A": 6}, {"A": 1}]
    assert holding("A7", "-").state()["held"] == [{"A": 7}, {}]
    for first, second in (("A3", "A4"), ("A2", "A5"), ("A1", "A5"), ("A2", "A6")):
        with pytest.raises(BadState, match="do not fit"):
            holding(first, second)


def test_a_biscuit_with_a_hole_is_impossible() -> None:
    hole = EARLY.replace("E3", ". ")
    with pytest.raises(BadState, match="hole"):
        position(hole)
