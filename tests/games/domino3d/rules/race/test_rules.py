"""Rules 16 to 23: the race."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.domino3d.positions import DOMINO, FLAWLESS, RACE_FACTS, position, race
from tests.games.refusals import refusal

from ludotheque import Match, NotYourTurn

#: In FLAWLESS domino 20 upside down has its own N to the South: errors on both sides of it.
FLAWED = FLAWLESS.replace("domino 20 at 2,0,0 E U", "domino 20 at 2,0,0 E D")
#: To the South domino 18 shows B; to the North and the South domino 11 shows D and C.
WRONG = [
    {"cells": [[1, 0, 0], [2, 0, 0]], "side": "S", "marks": ["B", "A"]},
    {"cells": [[3, 0, 0], [4, 0, 0]], "side": "N", "marks": ["C", "D"]},
    {"cells": [[3, 0, 0], [4, 0, 0]], "side": "S", "marks": ["D", "C"]},
]


def start(seats: int = 2, seed: int = 1, **options: Any) -> Match:
    return DOMINO.start(seats, seed, {"mode": "race", **options})


def build(match: Match, seat: int) -> None:
    """Lay down all dominoes of a hand: a row to the East, one to the North, the last one upright."""
    *hand, last = match.state()["hands"][seat]
    cells = [(x, y) for y in (0, 1) for x in range(0, 12, 2)]
    for domino, (x, y) in zip(hand, cells, strict=False):
        match.play(f"place {domino} {x},{y},0 E U", seat)
    match.play(f"place {last} -1,0,0 U N", seat)


def give_up_all_but(match: Match, *seats: int) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = []
    for seat in range(match.seats):
        if seat not in seats:
            events = match.play("give up", seat)
    return events


@pytest.mark.parametrize(("seats", "number"), [(2, 10), (3, 10), (4, 10), (5, 8), (6, 6)])
def test_rule_16_everybody_gets_dominoes_and_may_begin(seats: int, number: int) -> None:
    match = start(seats)
    state = match.state()
    assert [len(hand) for hand in state["hands"]] == [number] * seats
    assert [sorted(hand) for hand in state["hands"]] == state["hands"]
    assert len({domino for hand in state["hands"] for domino in hand}) == seats * number
    assert match.to_act == tuple(range(seats))
    assert state["to_act"] == list(range(seats))
    assert (state["phase"], state["round"], state["totals"]) == ("build", 1, [0] * seats)
    assert match.events() == [{"event": "dealt", "round": 1, "hands": state["hands"]}]


def test_rule_16_a_domino_of_another_seat_is_refused() -> None:
    match = start()
    theirs = match.state()["hands"][1][0]
    assert refusal(match, f"place {theirs} 0,0,0 E U", 0) == (16, "not_yours")


def test_rule_17_the_first_domino_in_the_middle_in_20_poses() -> None:
    match = start()
    mine = match.state()["hands"][0][0]
    poses = [move for move in match.legal_moves(0) if move.startswith(f"place {mine} ")]
    assert len(poses) == 20
    assert all(move.startswith(f"place {mine} 0,0,0 ") for move in poses)
    assert not any(move.split()[3] == "D" for move in poses)
    assert refusal(match, f"place {mine} 1,0,0 E U", 0) == (17, "not_in_the_middle")
    assert refusal(match, f"place {mine} 0,0,0 D N", 0) == (3, "off_table")


def test_rule_17_a_domino_must_touch_and_be_supported_whatever_its_marks() -> None:
    match = start()
    first, second = match.state()["hands"][0][:2]
    assert match.play(f"place {first} 0,0,0 E U", 0) == [
        {"event": "placed", "seat": 0, "domino": first, "at": [0, 0, 0], "to": "E", "up": "U", "left": 9}
    ]
    moves = set(match.legal_moves(0))
    for up in "NSUD":  # whatever the marks
        assert f"place {second} 2,0,0 E {up}" in moves
    assert refusal(match, f"place {second} 3,0,0 E U", 0) == (3, "apart")
    assert refusal(match, f"place {second} 1,0,1 E U", 0) == (6, "unsupported")
    assert refusal(match, f"place {second} 1,0,0 E U", 0) == (3, "filled")
    assert refusal(match, f"place {first} 2,0,0 E U", 0) == (17, "already_placed")


def test_rule_17_the_number_of_placements_beside_one_flat_domino() -> None:
    # Upright: on 2 cells of the domino and 6 beside it, 8 poses each. Flat on top: 8 poses. Flat on the table: pairs of
    # neighbouring free cells with at least one of the 6 beside it. Around a 2 x 1 block these are: out of each end
    # cell 3 ways (straight, left, right), the two of them to the corners; out of each of the four cells at the sides
    # straight and to the corner, and the two pairs along the sides: 3 + 3 + 4 + 4 + 2 = 16 pairs, 8 poses each.
    match = start()
    first, second = match.state()["hands"][0][:2]
    match.play(f"place {first} 0,0,0 E U", 0)
    moves = [move for move in match.legal_moves(0) if move.startswith(f"place {second} ")]
    assert len(moves) == 8 * 8 + 8 + 16 * 8


def test_rule_17_everybody_builds_at_the_same_time_on_their_own_table() -> None:
    match = start(3)
    hands = match.state()["hands"]
    match.play(f"place {hands[2][0]} 0,0,0 E U", 2)
    match.play(f"place {hands[0][0]} 0,0,0 E U", 0)
    match.play(f"place {hands[2][1]} 2,0,0 E U", 2)
    assert [len(built) for built in match.state()["sets"]] == [1, 0, 2]
    with pytest.raises(NotYourTurn, match="name the seat"):
        match.play("give up")


def test_rule_18_a_domino_with_nothing_on_it_can_be_taken_back() -> None:
    match = position(race(FLAWLESS), mode="race")
    # Domino 9 stands on half 1 of domino 18.
    assert refusal(match, "lift 18", 0) == (18, "carries")
    assert refusal(match, "lift 0", 0) == (18, "not_placed")
    assert match.play("lift 9", 0) == [{"event": "lifted", "seat": 0, "domino": 9, "left": 1}]
    match.play("lift 18", 0)
    state = match.state()
    assert state["hands"][0] == [9, 18]
    assert [piece["domino"] for piece in state["sets"][0]] == [20, 30, 11, 12]
    assert "done" not in match.legal_moves(0)


def test_rule_18_taking_back_may_leave_two_pieces() -> None:
    match = position(race(FLAWLESS), mode="race")
    match.play("lift 20", 0)  # domino 11 then stands alone
    match.play("place 20 6,0,0 E U", 0)  # beside domino 11 only
    assert refusal(match, "done", 0) == (19, "pieces")


def test_rule_18_after_all_were_taken_back_the_next_goes_in_the_middle_again() -> None:
    match = start()
    first = match.state()["hands"][0][0]
    match.play(f"place {first} 0,0,0 U N", 0)
    match.play(f"lift {first}", 0)
    assert match.state() == start().state()
    assert len([move for move in match.legal_moves(0) if move.startswith("place")]) == 20 * 10


def test_rule_19_done_needs_all_dominoes_in_one_piece_and_one_upright() -> None:
    match = position(race(FLAWLESS), mode="race")
    match.play("lift 12", 0)
    assert refusal(match, "done", 0) == (19, "hand_left")
    match.play("place 12 -1,0,0 W U", 0)
    assert match.legal_moves(0)[-2:] == ["done", "give up"]
    match.play("lift 9", 0)
    match.play("place 9 -1,1,0 W U", 0)
    assert refusal(match, "done", 0) == (19, "no_upright")
    done = position(race(FLAWLESS), mode="race")
    assert done.play("done", 0) == [{"event": "done", "seat": 0, "place": 1}]
    assert (done.state()["finished"], done.to_act) == ([0], (1, 2, 3, 4, 5))
    with pytest.raises(NotYourTurn):
        done.play("lift 9", 0)


def test_rule_20_giving_up_is_always_possible_while_building() -> None:
    match = start(3)
    assert match.legal_moves(1)[-1] == "give up"
    assert match.play("give up", 2) == [{"event": "gave_up", "seat": 2}]
    match.play("give up", 0)
    assert (match.state()["given_up"], match.to_act) == ([0, 2], (1,))


def test_rule_20_when_all_give_up_the_next_round_is_dealt() -> None:
    match = start(3)
    before = match.state()["hands"]
    gave_up, end, dealt = give_up_all_but(match)
    state = match.state()
    assert gave_up["event"] == "gave_up"
    assert end == {"event": "round", "round": 1, "totals": [0, 0, 0]}
    assert dealt == {"event": "dealt", "round": 2, "hands": state["hands"]}
    assert state["hands"] != before
    assert (state["round"], state["phase"], state["given_up"]) == (2, "build", [])


@pytest.mark.parametrize(("built", "wrong", "points"), [(FLAWLESS, [], 6), (FLAWED, WRONG, -3)])
def test_rule_21_the_computer_finds_every_error(built: str, wrong: list[Any], points: int) -> None:
    facts = RACE_FACTS.replace("round: 1", "round: 2")
    match = position(race(built, facts=facts, totals="3 0 0 0 0 0"), mode="race")
    match.play("done", 0)
    events = give_up_all_but(match, 0)
    told = {"event": "checked", "seat": 0, "by": None, "error": bool(wrong), "wrong": wrong, "points": points}
    assert events[1] == told
    assert match.scores[0] == 3 + points
    assert match.state()["phase"] == "build"


def test_rule_21_hidden_faces_and_faces_on_the_table_are_no_errors() -> None:
    # Domino 9 stands on 1,0,0 and hides its U face; between dominoes 18 and 20 both hide C; down they have D and E.
    match = position(race(FLAWLESS), mode="race")
    match.play("done", 0)
    assert give_up_all_but(match, 0)[1]["error"] is False


def check(built: str) -> Match:
    """Return a match with the referee `neighbour` in which seat 0 is done and all others have given up."""
    match = position(race(built), mode="race", referee="neighbour")
    match.play("done", 0)
    give_up_all_but(match, 0)
    return match


def test_rule_21_the_neighbour_to_the_left_gives_a_verdict_even_after_giving_up() -> None:
    match = check(FLAWED)
    state = match.state()
    assert (state["phase"], state["to_act"], state["verdicts"]) == ("check", [1], [None] * 6)
    assert match.legal_moves(1) == ["accept", "object"]
    assert refusal(match, "give up", 1) == (21, "checking")
    assert match.play("accept", 1)[:2] == [
        {"event": "verdict", "seat": 1, "builder": 0, "verdict": "accept"},
        {"event": "checked", "seat": 0, "by": 1, "error": False, "wrong": [], "points": 6},
    ]
    assert match.state()["verdicts"] == [None] * 6


@pytest.mark.parametrize(("built", "points"), [(FLAWLESS, 6), (FLAWED, 0)])
def test_rule_21_an_objection_counts_only_if_there_is_an_error(built: str, points: int) -> None:
    match = check(built)
    match.play("object", 1)
    assert match.scores == [points, 0, 0, 0, 0, 0]


def test_rule_21_no_verdicts_while_somebody_builds() -> None:
    assert refusal(start(), "accept", 0) == (21, "building")
    assert refusal(start(), "object", 1) == (21, "building")


def test_rule_21_the_last_seat_is_checked_by_seat_0() -> None:
    match = start(2, referee="neighbour")
    build(match, 1)
    match.play("give up", 0)
    match.play("done", 1)
    assert match.to_act == (0,)
    assert match.play("accept", 0)[0] == {"event": "verdict", "seat": 0, "builder": 1, "verdict": "accept"}
    assert match.scores == [0, 2]


def test_rule_22_the_first_gets_as_many_points_as_there_are_seats() -> None:
    match = start(4, referee="neighbour")
    for seat in (2, 0, 3):
        build(match, seat)
    assert match.play("done", 2)[0]["place"] == 1
    assert match.play("done", 0)[0]["place"] == 2
    match.play("give up", 1)
    assert match.play("done", 3)[0]["place"] == 3
    state = match.state()
    assert (state["finished"], state["given_up"], state["to_act"]) == ([2, 0, 3], [1], [0, 1, 3])
    match.play("accept", 1)
    match.play("accept", 3)
    assert match.state()["verdicts"] == ["accept", None, "accept", None]
    verdict, *checked, _, _ = match.play("accept", 0)
    assert verdict["builder"] == 3
    assert [(event["seat"], event["points"]) for event in checked] == [(2, 4), (0, 3), (3, 2)]
    assert match.scores == [3, 0, 4, 2]


def rounds(match: Match, number: int) -> list[dict[str, Any]]:
    """Let everybody give up for some rounds."""
    for _ in range(number):
        events = give_up_all_but(match)
    return events


def test_rule_23_rounds_four_rounds() -> None:
    match = start(2, goal="rounds")
    rounds(match, 3)
    assert not match.over
    hands = match.state()["hands"]
    events = rounds(match, 1)
    assert events[-1] == {"event": "over", "scores": [0, 0], "winners": [0, 1]}
    state = match.state()
    assert (state["phase"], state["round"], state["to_act"]) == ("over", 4, [])
    # Everything else is unchanged.
    assert (state["hands"], state["given_up"]) == (hands, [0, 1])
    assert match.over


def test_rule_23_points_until_somebody_has_fifteen() -> None:
    facts = RACE_FACTS.replace("round: 1", "round: 3")
    for total, over in ((8, False), (9, True)):
        match = position(race(FLAWLESS, facts=facts, totals=f"{total} 12 0 0 0 0"), mode="race")
        match.play("done", 0)
        give_up_all_but(match, 0)
        assert match.over is over
        assert match.scores == [total + 6, 12, 0, 0, 0, 0]
        assert match.winners == ([0] if over else [])
        assert match.state()["phase"] == ("over" if over else "build")


def test_rule_23_after_twenty_rounds_in_any_case() -> None:
    match = start(2)
    rounds(match, 19)
    assert match.state()["round"] == 20
    rounds(match, 1)
    assert match.over
    assert match.winners == [0, 1]
