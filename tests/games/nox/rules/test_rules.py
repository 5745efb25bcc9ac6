"""The rules of NOX, one by one, as numbered in the game's README.md. Positions are built by `positions.py`."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.games.nox.positions import NOX, resumed, stacks
from tests.games.refusals import refused

from ludotheque import Match, MatchOver


def refusal(match: Match, move: str) -> tuple[int, str, str]:
    error = refused(match, move)
    return error.rule, error.key, error.sentence


def names(events: list[dict[str, Any]]) -> list[str]:
    return [event["event"] for event in events]


# Marie is seat 0, Anna seat 1, Claire seat 2, as in the examples of the printed rules.


def test_rule_1_six_copies_of_fifteen_numbers_each_of_one_colour() -> None:
    state = NOX.start(3, seed=1).state()
    cards = Counter(state["pile"] + [card for hand in state["hands"] for card in hand])
    blue = {"b1", "b4", "b9", "b11", "b15"}
    green = {"g2", "g5", "g7", "g12", "g14"}
    orange = {"o3", "o6", "o8", "o10", "o13"}
    assert cards == dict.fromkeys(blue | green | orange, 6)


@pytest.mark.parametrize("seats", range(2, 7))
def test_rule_2_three_cards_each_the_rest_is_the_pile_and_seat_0_starts(seats: int) -> None:
    state = NOX.start(seats, seed=2).state()
    assert [len(hand) for hand in state["hands"]] == [3] * seats
    assert len(state["pile"]) == 90 - 3 * seats
    assert (state["round"], state["starter"], state["turn"]) == (1, 0, 0)
    assert state["displays"] == [[]] * seats
    assert (state["totals"], state["history"], state["seats"]) == ([0] * seats, [], seats)


def test_rule_2_another_seed_is_another_deal_and_hands_are_sorted() -> None:
    assert NOX.start(3, seed=1).state() == NOX.start(3, seed="1").state()
    assert NOX.start(3, seed=1).state() != NOX.start(3, seed=2).state()
    for seed in range(20):
        for hand in NOX.start(3, seed=seed).state()["hands"]:
            assert hand == sorted(hand, key=lambda card: (card[0], int(card[1:])))


def test_rule_2_the_left_neighbour_of_the_last_starter_starts_the_next_round() -> None:
    match = resumed("b1 b4 b9 b11 b15", "", "", hands={0: "g2 g2 g2"}, turn=0)
    before = match.state()
    match.play("g2>0")
    after = match.state()
    assert after["round"] == before["round"] + 1
    assert after["turn"] == after["starter"] == (before["starter"] + 1) % 3
    assert after["displays"] == [[], [], []]
    assert [len(hand) for hand in after["hands"]] == [3, 3, 3]
    cards = Counter(after["pile"] + [card for hand in after["hands"] for card in hand])
    assert set(cards.values()) == {6}


def test_rule_2_a_rounds_deal_depends_only_on_the_seed() -> None:
    deals = set()
    for first in (0, -1):
        match = NOX.start(2, seed="same")
        while match.state()["round"] == 1:
            match.play(match.legal_moves()[first])
        deals.add(str((match.state()["hands"], match.state()["pile"])))
    assert len(deals) == 1


def test_rule_3_a_card_may_go_into_any_display() -> None:
    match = resumed("", "", "", "", hands={0: "b4 g14 o3"})
    assert match.legal_moves() == [f"{card}>{display}" for card in ("b4", "g14", "o3") for display in range(4)]


def test_rule_3_only_a_card_of_your_hand() -> None:
    match = resumed("", "", "", hands={0: "b4 g14 o3"})
    assert refusal(match, "g5>0") == (3, "not_in_hand", "you do not hold the g5")


def test_rule_3_only_displays_of_this_match() -> None:
    match = resumed("", "", "", hands={0: "b4 g14 o3"})
    sentence = "there is no display of seat 3 at this table"
    assert refusal(match, "g14>3") == (3, "no_display", sentence)
    assert refusal(match, "g14>5:g14")[1] == "no_display"


def test_rule_3_equal_cards_of_a_hand_are_one_move() -> None:
    match = resumed("", "", "", hands={0: "g14 g14 g14"})
    assert match.legal_moves() == ["g14>0", "g14>1", "g14>2"]
    match.play("g14>0")
    assert match.state()["hands"][0].count("g14") >= 2


def test_rule_4_beside_begins_a_new_stack_after_the_others() -> None:
    match = resumed("b1 o3", "", "", hands={0: "b4 g14 o3"})
    match.play("g14>0")
    assert match.state()["displays"][0] == [["b1"], ["o3"], ["g14"]]


@pytest.mark.parametrize("onto", ["b1", "b15"])
def test_rule_5_onto_a_stack_of_the_same_colour_higher_or_lower(onto: str) -> None:
    match = resumed("b1 b15 o3", "", "", hands={0: "b4 g14 o3"})
    events = match.play(f"b4>0:{onto}")
    assert events[0] == {"event": "played", "seat": 0, "card": "b4", "display": 0, "onto": onto}
    places = {"b1": [["b1", "b4"], ["b15"], ["o3"]], "b15": [["b1"], ["b15", "b4"], ["o3"]]}
    assert match.state()["displays"][0] == places[onto]


def test_rule_5_not_onto_another_colour() -> None:
    match = resumed("b1 o3", "", "", hands={0: "b4 g14 o3"})
    sentence = "a card goes only onto its own colour, not the g14 onto the b1"
    assert refusal(match, "g14>0:b1") == (5, "other_colour", sentence)


def test_rule_5_only_the_top_card_of_a_stack_counts() -> None:
    match = resumed("b1,b15 o3", "", "", hands={0: "b4 g14 o3"})
    sentence = "no stack in the display of seat 0 shows the b1; it shows b15, o3"
    assert refusal(match, "b4>0:b1") == (5, "not_shown", sentence)
    sentence = "the display of seat 1 is still empty: nothing there shows the b1"
    assert refusal(match, "b4>1:b1") == (5, "empty_display", sentence)
    assert match.legal_moves() == [
        "b4>0",
        "b4>0:b15",
        "b4>1",
        "b4>2",
        "g14>0",
        "g14>1",
        "g14>2",
        "o3>0:o3",
        "o3>1",
        "o3>2",
    ]


def test_rule_6_the_sheets_example_anna_shrinks_maries_display_to_four_cards() -> None:
    match = resumed("b1 g5 o6 g14 b15", "o3", "", hands={1: "g7 g14 o8"}, turn=1)
    # "Anna could also have laid her green 7 on Marie's green 5 or 14."
    assert {"g7>0:g5", "g7>0:g14"} <= set(match.legal_moves())
    events = match.play("g14>0:g5")
    assert match.state()["displays"][0] == [["b1"], ["g14", "g5", "g14"], ["o6"], ["b15"]]
    assert names(events) == ["played", "merged", "drawn"]
    assert events[1] == {"event": "merged", "display": 0, "card": "g14", "top": 1, "under": 3}


def test_rule_6_the_stack_played_onto_goes_on_top_and_the_earlier_place_stays() -> None:
    match = resumed("g2,g14 b1 g7,g5", "", "", hands={0: "g14 o3 o3"})
    events = match.play("g14>0:g5")
    assert match.state()["displays"][0] == [["g2", "g14", "g7", "g5", "g14"], ["b1"]]
    assert events[1] == {"event": "merged", "display": 0, "card": "g14", "top": 2, "under": 0}
    match = resumed("g7,g5 b1 g2,g14", "", "", hands={0: "g14 o3 o3"})
    match.play("g14>0:g5")
    assert match.state()["displays"][0] == [["g2", "g14", "g7", "g5", "g14"], ["b1"]]


def test_rule_6_a_merged_stack_is_one_stack_from_then_on() -> None:
    match = resumed("g5 b1 g14", "", hands={0: "g14 o3 o3", 1: "g2 o3 o3"})
    match.play("g14>0:g5")
    match.play("g2>0:g14")
    assert match.state()["displays"][0] == [["g14", "g5", "g14", "g2"], ["b1"]]


def test_rule_6_a_number_that_is_shown_joins_its_stack() -> None:
    match = resumed("g5 g14", "g5", "", hands={0: "g14 o3 o3"})
    sentence = "the display of seat 0 already shows the number 14: play g14>0:g14"
    assert refusal(match, "g14>0") == (6, "joins", sentence)
    assert match.legal_moves()[:5] == ["g14>0:g5", "g14>0:g14", "g14>1", "g14>1:g5", "g14>2"]
    events = match.play("g14>0:g14")
    assert names(events) == ["played", "drawn"]
    assert match.state()["displays"][0] == [["g5"], ["g14", "g14"]]


def test_rule_7_the_next_card_of_the_pile_is_its_last() -> None:
    match = resumed("", "", "", hands={0: "b4 g14 o3"}, top="b9 o10")
    assert match.play("g14>0")[-1] == {"event": "drawn", "seat": 0, "cards": ["o10"], "pile": 80}
    state = match.state()
    assert state["hands"][0] == ["b4", "o3", "o10"]
    assert (len(state["pile"]), state["pile"][-1]) == (80, "b9")


#: 84 cards in the displays of two seats: the pile is used up, three cards are in each hand.
LATE = (
    "b1,b1,b1,b1,b1,b1,b4,b4,b4,b4,b4,b4,b9,b9,b9,b9,b9,b9,b11,b11,b11,b11,b11,b11,b15 "
    "g2,g2,g2,g2,g2,g2,g5,g5,g5,g5,g5,g5,g7,g7,g7,g7,g7,g7,g12,g12,g12,g12,g12,g12,g14,g14,g14,g14",
    "o3,o3,o3,o3,o3,o3,o6,o6,o6,o6,o6,o6,o8,o8,o8,o8,o8,o8,o10,o10,o10,o10,o10,o10,o13,o13,o13,o13,o13,o13 b15",
)
LAST_CARDS = {0: "b15 b15 g14", 1: "b15 b15 g14"}


def test_rule_7_from_an_empty_pile_nobody_draws() -> None:
    match = resumed(*LATE, hands=LAST_CARDS)
    assert names(match.play("g14>0:g14")) == ["played"]
    assert match.state()["hands"] == [["b15", "b15"], ["b15", "b15", "g14"]]


def test_rule_8_the_left_neighbour_is_next() -> None:
    match = NOX.start(3, seed=1)
    order: list[int] = []
    for _ in range(5):
        order += match.to_act
        match.play(match.legal_moves()[0])
    assert order == [0, 1, 2, 0, 1]


def test_rules_8_and_9_hands_run_out_in_turn_and_the_last_card_ends_the_round() -> None:
    match = resumed(*LATE, hands=LAST_CARDS, history=[[0, 0]] * 2)
    order: list[int] = []
    events: list[dict[str, Any]] = []
    for move in ("g14>1", "g14>1:g14", "b15>0:b15", "b15>0:b15", "b15>0:b15", "b15>0:b15"):
        assert names(events) in ([], ["played"])
        order += match.to_act
        events = match.play(move)
    assert order == [0, 1, 0, 1, 0, 1]
    # Display 0 shows b15 and g14; display 1 shows o13, b15, g14: 13 + 15 + 14.
    assert names(events) == ["played", "round", "dealt"]
    assert events[1] == {
        "event": "round",
        "round": 3,
        "display": None,
        "worth": [0, 42],
        "noted": [0, 42],
        "totals": [0, 42],
    }
    assert match.state()["history"] == [[0, 0], [0, 0], [0, 42]]


def test_rule_9_the_sixth_stack_ends_the_round_at_once_and_nobody_draws() -> None:
    match = resumed("b1 b4 b9 b11 b15", "", "", hands={0: "g2 g5 g7"})
    assert names(match.play("g5>0")) == ["played", "round", "dealt"]
    assert match.state()["round"] == 3


def test_rule_9_anybody_may_end_a_round_in_any_display() -> None:
    match = resumed("b1", "b1 b4 b9 b11 g2", "o3", hands={2: "o3 g5 g7"}, turn=2)
    assert match.play("o3>1")[1]["display"] == 1


def test_rule_9_a_card_onto_one_of_five_stacks_ends_nothing() -> None:
    match = resumed("b1 b4 b9 b11 b15", "", "", hands={0: "b1 b4 b4"})
    assert names(match.play("b4>0:b1")) == ["played", "merged", "drawn"]
    assert match.state()["displays"][0] == stacks("b4,b1,b4 b9 b11 b15")


#: The scoring example of the printed rules, before Marie plays the blue 4 into Claire's display.
EXAMPLE = ("b4 g14 o6 b15", "g2 o3 o8 g7", "b1 g12 o6 o3 g2")


@pytest.mark.parametrize(("variant", "noted"), [("classic", [39, 0, 28]), ("hard", [39, 0, 0])])
def test_rules_10_and_11_the_sheets_example(variant: str, noted: list[int]) -> None:
    match = resumed(*EXAMPLE, hands={0: "b4 g5 o13"}, options={"variant": variant})
    counted = match.play("b4>2")[1]
    # 4+14+6+15; blue is missing; 1+12+6+3+2+4.
    assert counted["worth"] == [39, 0, 28]
    assert counted["noted"] == noted
    assert counted["display"] == 2
    assert match.state()["history"][-1] == noted
    assert match.scores == match.state()["totals"] == noted


def test_rule_10_only_the_top_cards_count_for_colours_and_sum() -> None:
    # Display 1 has blue cards only below a blue one; display 2 has an orange card of high worth below a low one.
    match = resumed("b1 b4 b9 b11 b15", "b15,b1 g2 o3", "b1 g2 o13,o3", hands={0: "g2 g5 g7"})
    assert match.play("g2>0")[1]["worth"] == [0, 6, 6]


def test_rule_10_each_missing_colour_makes_a_display_worthless() -> None:
    match = resumed("b1 b4 b9 b11 b15", "g2 o3", "b1 o3", "b1 g2", "b1 g2 o3", "", hands={0: "g2 g5 g7"})
    assert match.play("g2>0")[1]["worth"] == [0, 0, 0, 0, 6, 0]


def test_rule_11_in_hard_equal_best_displays_are_all_noted() -> None:
    displays = ("b4 g2 o3", "b1 g5 o3", "b1 g2 o3", "b1 b4 b9 b11 b15")
    match = resumed(*displays, hands={0: "g2 g5 g7"}, options={"variant": "hard"})
    counted = match.play("g2>3")[1]
    assert counted["worth"] == [9, 9, 6, 0]
    assert counted["noted"] == [9, 9, 0, 0]


@pytest.mark.parametrize("variant", ["classic", "hard"])
def test_rule_11_if_nobody_has_three_colours_nobody_notes_anything(variant: str) -> None:
    match = resumed("b1 b4 b9 b11 b15", "g2", "", hands={0: "g2 g5 g7"}, options={"variant": variant})
    assert match.play("g2>0")[1]["noted"] == [0, 0, 0]
    assert match.state()["history"][-1] == [0, 0, 0]


@pytest.mark.parametrize(
    ("options", "earlier", "over"),
    [
        ({}, 111, True),
        ({}, 110, False),
        ({"variant": "hard"}, 61, True),
        ({"variant": "hard"}, 60, False),
        ({"target": 50}, 11, True),
        ({"target": 50}, 10, False),
        ({"variant": "hard", "target": 1000}, 111, False),
        ({"target": 20}, 0, True),
    ],
)
def test_rule_12_the_match_ends_after_the_round_in_which_a_total_reaches_the_target(
    options: dict[str, Any], earlier: int, over: bool
) -> None:
    # Marie notes 39 in this round; the earlier points are spread over rounds of what a display can be worth.
    parts = {0: [], 10: [10], 11: [11], 60: [60], 61: [61], 110: [60, 50], 111: [61, 50]}[earlier]
    history = [[points, 0, 0] for points in parts]
    match = resumed(*EXAMPLE, hands={0: "b4 g5 o13"}, history=history, options=options)
    events = match.play("b4>2")
    assert match.over == over
    assert match.scores[0] == earlier + 39
    assert names(events)[-1] == ("over" if over else "dealt")


def test_rule_12_when_the_match_is_over_the_displays_stay() -> None:
    match = resumed(*EXAMPLE, hands={0: "b4 g5 o13"}, options={"target": 39})
    before = match.state()
    events = match.play("b4>2")
    assert events[-1] == {"event": "over", "scores": [39, 0, 28], "winners": [0]}
    after = match.state()
    assert after["turn"] is None
    assert after["hands"] == [["g5", "o13"], *before["hands"][1:]]
    assert after["displays"] == [*before["displays"][:2], stacks("b1 g12 o6 o3 g2 b4")]
    assert (after["pile"], after["round"], after["starter"]) == (before["pile"], before["round"], before["starter"])
    assert after["history"] == [*before["history"], [39, 0, 28]]
    assert (match.to_act, match.legal_moves(), match.winners) == ((), [], [0])
    with pytest.raises(MatchOver):
        match.play("g5>0")


def test_rule_12_the_highest_total_wins_not_the_one_who_ends_the_round() -> None:
    match = resumed(*EXAMPLE, hands={0: "b4 g5 o13"}, history=[[0, 50, 60], [0, 0, 45]], options={"target": 120})
    match.play("b4>2")
    assert match.scores == [39, 50, 133]
    assert match.winners == [2]


def test_rule_12_equal_totals_share_the_win() -> None:
    match = resumed(*EXAMPLE, hands={0: "b4 g5 o13"}, history=[[0, 0, 11]], options={"target": 39})
    assert match.play("b4>2")[-1] == {"event": "over", "scores": [39, 0, 39], "winners": [0, 2]}
    assert match.winners == [0, 2]
