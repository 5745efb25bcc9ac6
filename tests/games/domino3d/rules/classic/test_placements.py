"""Rules 1 to 7: the box, space, and which placements match and stand."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.games.domino3d.positions import FLAWLESS, position, race, start
from tests.games.refusals import refusal

from ludotheque import BadMove
from ludotheque.games.domino3d.rules.classic.notation import parse
from ludotheque.games.domino3d.rules.common.board import BOX
from ludotheque.games.domino3d.rules.common.model import Half


def shown(domino: int, pose: str) -> list[str]:
    """Return the marks of both halves in world coordinates, in the order E W N S U D; '' towards the other half."""
    pose_number = parse(f"0,0,1 {pose}") % 24
    return [" ".join(Half(domino, pose_number, half).letter(d) or "-" for d in range(6)) for half in range(2)]


def test_rule_1_forty_dominoes_and_every_mark_on_80_faces() -> None:
    assert len(BOX) == 40
    assert Counter("".join(BOX)) == dict.fromkeys("ABCDE", 80)


def test_rule_2_a_domino_in_its_own_frame() -> None:
    # DEBEE CABED: half 0 W N S U D, half 1 E N S U D.
    assert shown(18, "E U") == ["- D E B E E", "C - A B E D"]


def test_rule_2_own_north_is_own_up_cross_own_east() -> None:
    # Upside down: own N is D × E = S, so North shows the own S, and up the own D.
    assert shown(18, "E D") == ["- D B E E E", "C - B A D E"]
    # Half 1 to the North: own N is U × N = W. Half 0: own W looks South, own S looks East.
    assert shown(18, "N U") == ["B E - D E E", "B A C - E D"]
    # Upright, own U to the North: own N is N × U = E. Half 0: own W looks down, own S West, own D South.
    assert shown(18, "U N") == ["E B E E - D", "A B E D C -"]


def test_rule_2_there_are_24_poses() -> None:
    directions = "EWNSUD"
    poses = 0
    for to in directions:
        for up in directions:
            if directions.index(to) // 2 == directions.index(up) // 2:
                with pytest.raises(BadMove, match="its own U face cannot point"):
                    parse(f"0,0,0 {to} {up}")
            else:
                poses += 1
                assert parse(f"0,0,0 {to} {up}") >= 0
    assert poses == 24


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("12,0,0 E U", "off_table"),
        ("0,-13,0 E U", "off_table"),
        ("0,0,-1 E U", "off_table"),
        ("0,0,12 E U", "off_table"),
        ("11,0,0 E U", "off_table"),  # half 1 on 12,0,0
        ("-12,0,0 W U", "off_table"),
        ("0,11,0 N U", "off_table"),
        ("0,-12,0 S U", "off_table"),
        ("0,0,11 U N", "off_table"),
        ("2,0,0 D N", "off_table"),
        ("1,0,0 E U", "filled"),
        ("-1,0,0 E U", "filled"),  # half 1 on 0,0,0
        ("3,0,0 E U", "apart"),  # one cell between
        ("2,1,0 E U", "apart"),  # across an edge only
        ("2,0,1 E U", "apart"),
    ],
)
def test_rule_3_free_cells_on_the_table_that_touch_a_domino(move: str, key: str) -> None:
    assert refusal(position(start(20)), move) == (3, key)


def test_rule_3_coordinates_of_more_than_three_digits_are_malformed() -> None:
    assert refusal(position(start(20)), "999,0,0 E U") == (3, "off_table")
    with pytest.raises(BadMove):
        position(start(20)).play("1000,0,0 E U")


def test_rule_4_the_visible_marks_along_the_joint_match() -> None:
    # Beside 1,0,0 (N A, S B, U E) domino 20, CABEE, shows N A, S B, U E.
    assert "2,0,0 E U" in position(start(20)).legal_moves()
    # Upside down it shows N B where the start shows A.
    assert refusal(position(start(20)), "2,0,0 E D") == (4, "mismatch")


def test_rule_4_the_sentence_names_the_marks() -> None:
    with pytest.raises(Exception, match="its N side shows B, but the domino beside it shows A"):
        position(start(20)).play("2,0,0 E D")


def test_rule_4_faces_on_the_table_are_not_visible() -> None:
    # Down, domino 20 has E and the start has D. Both lie on the table.
    assert shown(20, "E U")[0][-1] == "E"
    assert shown(18, "E U")[1][-1] == "D"
    assert "2,0,0 E U" in position(start(20)).legal_moves()


def test_rule_4_faces_with_a_filled_cell_beyond_are_not_visible() -> None:
    # Domino 30, CADEE DEAED, North of the start and of domino 20: the joints lie in the South, so E, W and U count.
    # Towards each other the halves hide E and W, and so do dominoes 18 and 20. Up: E beside E, twice.
    match = position(start(30, "domino 20 at 2,0,0 E U (seat 0)", turn=1, scores="1 0"))
    assert "1,1,0 E U" in match.legal_moves()
    # Without domino 20 the East face of 1,0,0 does not count either: half 1 hides the East face of 1,1,0.
    assert "1,1,0 E U" in position(start(30)).legal_moves()
    # With half 1 to the North the East counts: 1,0,0 shows C there, and domino 30 its own S, D.
    assert refusal(position(start(30)), "1,1,0 N U") == (4, "mismatch")


def test_rule_5_hidden_faces_may_carry_the_same_mark() -> None:
    # The start shows C to the East, domino 20 has C in the West.
    assert "2,0,0 E U" in position(start(20), contact="free").legal_moves()


def test_rule_5_with_differ_they_must_not() -> None:
    match = position(start(20), contact="differ")
    assert "2,0,0 E U" not in match.legal_moves()
    assert refusal(match, "2,0,0 E U") == (5, "same_contact")
    # Domino 8, CCCBA BCEED, upright with own U to the South: own W (C) is down, its own D (A) looks North, its own U
    # (B) South, its own N (S × U = W) is C in the West: the same as the start's C.
    assert shown(8, "U S")[0] == "C C A B - C"
    assert refusal(position(start(8), contact="differ"), "2,0,0 U S") == (5, "same_contact")
    # Domino 34, DBACA EABEB, upright with own U to the East, has its own D (A) in the West: A beside C.
    assert shown(34, "U E")[0].split()[1] == "A"
    assert "2,0,0 U E" in position(start(34), contact="differ").legal_moves()


def test_rule_6_upright_its_lower_cell_is_supported() -> None:
    # Domino 8 on the start, and with its half 1 below: domino 9, BADAE BACAB, own U North.
    refuse = {"falls": "refuse"}
    assert "1,0,1 U S" in position(start(8), **refuse).legal_moves()
    assert "1,0,2 D N" in position(start(9), **refuse).legal_moves()


def test_rule_6_flat_both_cells_are_supported() -> None:
    # Domino 20 on 1,0,1 matches the start below (N A, S B), but under 2,0,1 there is nothing.
    assert "1,0,1 E U" in position(start(20), falls="penalty").legal_moves()
    match = position(start(20), falls="refuse")
    assert "1,0,1 E U" not in match.legal_moves()
    assert refusal(match, "1,0,1 E U") == (6, "unsupported")


def test_rule_7_nothing_lies_on_four_upright_dominoes() -> None:
    tower = "\n".join(f"domino {d} at 0,0,{z} U N" for d, z in ((18, 0), (20, 2), (30, 4), (9, 6)))
    match = position(race(tower, "11, 12"), mode="race")
    assert refusal(match, "place 11 0,0,8 U N", 0) == (7, "column")
    assert refusal(match, "place 11 0,0,8 E U", 0) == (7, "column")
    assert refusal(match, "place 11 1,0,8 W U", 0) == (7, "column")
    assert "place 11 1,0,0 U N" in match.legal_moves(0)
    three = tower.replace("domino 9 at 0,0,6 U N", "")
    assert "place 11 0,0,6 U N" in position(race(three, "9, 11, 12"), mode="race").legal_moves(0)


def test_rule_7_flat_dominoes_between_do_not_reset_the_count() -> None:
    # Two columns of one upright each, a flat domino on both, three uprights on it: four in the first column.
    facts = "\n".join(("mode: race", "phase: build", "round: 1", "verdicts: - -", "to act: 0 1"))
    lines = [f"domino {d} at 0,0,{z} U N" for d, z in ((18, 0), (20, 3), (30, 5), (9, 7))]
    lines[1:1] = ["domino 11 at 1,0,0 U N", "domino 12 at 0,0,2 E U"]
    other = "seat 1: 0 points\nhand: 0, 1, 2, 3, 4, 5, 6, 7, 8, 10"
    drawing = "\n".join(["seat 0: 0 points", "hand: 13, 14, 15, 16", *lines, other, facts])
    match = position(drawing, mode="race")
    assert refusal(match, "place 13 0,0,9 U N", 0) == (7, "column")
    assert "place 13 1,0,3 U N" in match.legal_moves(0)


#: Four upright dominoes beside the start, one on the other. Domino 3 would match on top, with one cell in the air.
COLUMN = """
    domino 0 at 0,0,0 E U (start)
    domino 17 at 0,1,0 U N (seat 0)
    domino 39 at 0,1,3 D S (seat 1)
    domino 1 at 0,1,5 D N (seat 0)
    domino 35 at 0,1,7 D N (seat 1)
    mode: classic
    turn: 0
    drawn: 3
    scores: 5 6
"""


def test_rule_7_in_classic_a_domino_may_not_even_fall_from_there() -> None:
    match = position(COLUMN)
    assert refusal(match, "0,1,8 N E") == (7, "column")
    assert "0,1,8 N E" not in match.legal_moves()


def test_the_flawless_set_is_flawless() -> None:
    assert "done" in position(race(FLAWLESS), mode="race").legal_moves(0)
