"""Positions as JSON: a reachable one can be resumed exactly; an impossible one is refused with a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.cases import Case, steps
from tests.games.nox.positions import NOX, position
from tests.games.nox.reference import Reference
from tests.games.nox.rules.test_rules import LAST_CARDS, LATE

from ludotheque import BadState

OPTIONS: list[dict[str, Any]] = [{}, {"variant": "hard"}, {"target": 20}, {"variant": "hard", "target": 400}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_match_resumed_with_its_seed_continues_identically(seats: int, options: dict[str, Any]) -> None:
    case = Case("nox", seats, options)
    match, random_ = case.start(3), random.Random(3)
    resumed = [(0, case.start(3))]
    for number, _ in enumerate(steps(match, random_, 300)):
        if number % 50 == 17:
            resumed.append((number, NOX.resume(match.state(), options, seed=3)))
    for number, other in resumed:
        for seat, move in match.history[number:]:
            other.play(move, seat)
        assert other.state() == match.state()
    assert NOX.resume(match.state(), options).state() == match.state()


def longest(moves: list[str], displays: list[Any], random_: random.Random) -> str:
    """Return a move after which the round continues, if there is one."""
    growing = [move for move in moves if ":" not in move and len(displays[int(move[-1])]) == 5]
    return random_.choice([move for move in moves if move not in growing] or moves)


@pytest.mark.parametrize("seats", range(2, 7))
def test_rounds_that_exhaust_the_pile_agree_with_the_reference(seats: int) -> None:
    random_ = random.Random(seats)
    match = NOX.start(seats, seed=4)
    slow = Reference(match.state(), seats, match.options)
    empty, used_up = 0, 0
    while match.state()["round"] < 4 and not match.over:
        state = match.state()
        empty += not state["pile"]
        seat, move = state["turn"], longest(match.legal_moves(), state["displays"], random_)
        events = match.play(move)
        used_up += any(event["event"] == "round" and event["display"] is None for event in events)
        slow.play(seat, move, match.state())
        assert match.state() == slow.state()
        if not state["pile"]:
            assert NOX.resume(state, seed=1).state() == state
            assert NOX.resume(match.redeal(seat, 1).state(), seed=1).view(seat) == match.view(seat)
    assert used_up > 0
    assert empty >= used_up * 3 * seats


def test_rounds_without_points_are_kept() -> None:
    history = [[0, 0]] * 3 + [[39, 28]] + [[0, 0]] * 40 + [[0, 6], [6, 0]] + [[0, 0]] * 2
    match = NOX.resume(position("b1 b4 b9 b11 b15", "", hands={0: "g2 g2 g2"}, history=history), seed=1)
    history = match.state()["history"]
    assert len(history) in (48, 49)
    match.play("g2>0")
    assert match.state()["history"] == [*history, [0, 0]]
    assert match.scores == [45, 34]


def test_the_longest_possible_history_fits() -> None:
    """166 rounds of 6 points for each of six seats, each after a round without points: 996 < 1000."""
    history: list[list[int]] = []
    for number in range(6 * 166):
        history += [[0] * 6, [6 if seat == number % 6 else 0 for seat in range(6)]]
    given = position("b1 b4 g2 g5 o3", "", "", "", "", "b1 g2 o3", hands={0: "o6 o8 o8"}, history=history)
    match = NOX.resume(given, {"target": 1000}, seed=1)
    match.play("o6>0")
    assert match.state()["history"] == [*given["history"], [21, 0, 0, 0, 0, 6]]
    assert match.over
    assert match.scores == [996 + 21, 996, 996, 996, 996, 1002]


def changed(**changes: Any) -> dict[str, Any]:
    given = position("g5,g14 b4", "", "o3", hands={2: "b4 g14 o3"}, turn=2, history=[[39, 0, 28]])
    assert (given["round"], given["starter"]) == (2, 1)
    return {**given, **changes}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"round": 3}, "'round' is 3, but the position implies 2"),
        ({"starter": 0}, "'starter' is 0, but the position implies 1"),
        ({"turn": 0}, "'turn' is 0, but the position implies 2"),
        ({"turn": 7}, "'turn' is 7, but"),
        ({"turn": None}, "'turn' is null exactly when the match is over"),
        ({"turn": "0"}, "not a position.*turn"),
        ({"totals": [39, 0, 29]}, "'totals' is"),
        ({"totals": [39, 0]}, "'hands' has 3 entries, but there are 2 seats"),
        ({"seats": 4}, "'seats' is 4"),
        ({"history": [[39, 0]]}, "'history' has 2 entries for round 1"),
        ({"history": [[39, 0, 7]]}, "no display can be worth 7"),
        ({"history": [[39, 0, 76]]}, "no display can be worth 76"),
        ({"history": [[39, 0, -6]]}, "no display can be worth -6"),
        ({"history": [[75, 0, 0], [75, 0, 0]]}, "'turn' is null exactly when a total has reached 150"),
        ({"history": [[75, 0, 0], [75, 0, 0], [75, 0, 0]]}, "over after round 2: a total had reached 150"),
        ({"hands": [["b1", "b1", "b1"], ["b1", "b1", "b1"], ["b4", "g14", "o3"]]}, "b1 is there"),
        ({"displays": [[["g5", "g14"], ["b4"]], [], [["x3"]]]}, "there is no card 'x3'"),
        ({"displays": [[["g5", "b4"], ["g14"]], [], [["o3"]]]}, "display 0: a stack has cards of one colour"),
        ({"displays": [[["g5", "g14"], ["b4"], []], [], [["o3"]]]}, "display 0: a stack has cards of one colour"),
        ({"displays": [[["g5", "g14"], ["b4"]], []]}, "'displays' has 2 entries"),
        ({"pile": "o6"}, "not a position.*pile"),
        ({"extra": 1}, "not a position.*extra"),
    ],
    ids=str,
)
def test_impossible_positions_are_refused_with_a_reason(changes: dict[str, Any], reason: str) -> None:
    assert NOX.resume(changed(), seed=1).state() == changed()
    with pytest.raises(BadState, match=reason):
        NOX.resume(changed(**changes))


def test_a_missing_field_is_refused() -> None:
    given = changed()
    del given["pile"]
    with pytest.raises(BadState, match="pile"):
        NOX.resume(given)


def test_a_hand_out_of_order_is_refused() -> None:
    given = changed()
    given["hands"][2] = ["o3", "b4", "g14"]
    with pytest.raises(BadState, match="'hands' is"):
        NOX.resume(given)


def test_cards_in_the_wrong_place_are_refused() -> None:
    given = changed()
    given["pile"].append(given["hands"][0].pop())
    with pytest.raises(BadState, match="after 4 cards played the pile has 77 cards, not 78"):
        NOX.resume(given)
    given["hands"][1].append(given["pile"].pop(0))
    with pytest.raises(BadState, match="after 4 cards played seat 0 holds 3 cards, not 2"):
        NOX.resume(given)


def test_equal_numbers_and_too_many_stacks_are_refused() -> None:
    with pytest.raises(BadState, match="display 0 shows g5, b4, g5: equal numbers share a stack"):
        NOX.resume(position("g5 b4 g5", "", ""))
    with pytest.raises(BadState, match="'turn' is null exactly when"):
        NOX.resume(position("b1 b4 b9 b11 b15 g2", "", ""))
    with pytest.raises(BadState, match="the sixth stack of one display"):
        NOX.resume(position("b1 b4 b9 b11 b15 g2 g5", "", ""))
    with pytest.raises(BadState, match="the sixth stack of one display"):
        NOX.resume(position("b1 b4 b9 b11 b15 g2", "b1 b4 b9 b11 b15 g2", ""))


def test_in_hard_only_equal_points_can_be_noted() -> None:
    with pytest.raises(BadState, match="only the best display is noted"):
        NOX.resume(position("", "", history=[[39, 28]]), {"variant": "hard"})
    assert NOX.resume(position("", "", history=[[39, 39]]), {"variant": "hard"}).scores == [39, 39]


def test_the_end_of_a_match_is_checked() -> None:
    match = NOX.resume(position("b1 g5 o3 b4 b9", "", "", hands={0: "b11 g2 o3"}), {"target": 20}, seed=1)
    match.play("b11>0")
    over = match.state()
    assert NOX.resume(over, {"target": 20}).winners == [0]
    with pytest.raises(BadState, match="'turn' is null exactly when a total has reached 150"):
        NOX.resume(over)
    with pytest.raises(BadState, match=r"give \[33, 0, 0\] to note, not \[34, 0, 0\]"):
        NOX.resume({**over, "history": [*over["history"][:-1], [34, 0, 0]]}, {"target": 20})
    drawn = [*over["hands"][0], over["pile"][-1]]
    with pytest.raises(BadState, match="the pile has"):
        NOX.resume({**over, "hands": [drawn, *over["hands"][1:]], "pile": over["pile"][:-1]}, {"target": 20})


def test_a_position_with_all_cards_played_cannot_be_resumed() -> None:
    given = position(*LATE, hands=LAST_CARDS)
    assert NOX.resume(given, seed=1).state() == given
    first, second = given["displays"]
    lying = [[first[0] + ["b15"] * 4, first[1] + ["g14"] * 2], second]
    with pytest.raises(BadState, match="all cards played"):
        NOX.resume({**given, "displays": lying, "hands": [[], []]})


def test_a_drawing_cannot_be_read() -> None:
    with pytest.raises(BadState, match="no text board that can be read back"):
        NOX.resume(NOX.start(3).text(None))
