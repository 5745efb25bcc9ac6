"""A seat may know its own hand and draws, everything that was played, and the numbers of cards, but nothing else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.cases import Case, steps
from tests.games.nox.positions import NOX, position, resumed

from ludotheque import Match


def test_a_view_counts_the_other_hands_and_the_pile() -> None:
    match = resumed("g5,g14 b4", "", "o3", hands={0: "b1 g2 o3", 1: "b4 b4 g5", 2: "o8 o8 o8"}, turn=1)
    state = match.state()
    counted = {**state, "hands": [3, ["b4", "b4", "g5"], 3], "pile": 77}
    assert match.view(1) == counted
    assert match.view(None) == {**counted, "hands": [3, 3, 3]}
    assert list(match.view(1)) == list(state)


def test_hands_stay_hidden_when_the_match_is_over() -> None:
    match = resumed("b1 g5 o3 b4 b9", "", "", hands={0: "b11 g2 o3"}, options={"target": 20})
    match.play("b11>0")
    assert match.over
    assert match.view(0)["hands"] == [["g2", "o3"], 3, 3]
    assert match.view(None)["hands"] == [2, 3, 3]


def test_the_deal_shows_a_seat_its_own_hand() -> None:
    match = NOX.start(3, seed=1)
    hands = match.state()["hands"]
    dealt = {"event": "dealt", "round": 1, "starter": 0, "pile": 81}
    assert match.events(0, 1) == [{**dealt, "hands": [3, hands[1], 3]}]
    assert match.events(0, None) == [{**dealt, "hands": [3, 3, 3]}]
    assert match.happened(0) == [{**dealt, "hands": hands}]


def test_a_draw_shows_the_card_only_to_its_seat() -> None:
    match = resumed("", "", "", hands={0: "b4 g14 o3"}, top="o10")
    match.play("g14>1")
    played = {"event": "played", "seat": 0, "card": "g14", "display": 1, "onto": None}
    drawn = {"event": "drawn", "seat": 0, "pile": 80}
    start = {"event": "set_up"}
    assert match.events(0, 0) == [start, played, {**drawn, "cards": ["o10"]}]
    assert match.events(0, 1) == match.events(0, None) == [start, played, {**drawn, "cards": 1}]


def hidden_cards(events: list[dict[str, Any]], seat: int | None) -> list[Any]:
    """Return everything that events reveal about cards in other hands."""
    found: list[Any] = []
    for event in events:
        if event["event"] == "dealt":
            found += [cards for other, cards in enumerate(event["hands"]) if other != seat]
        elif event["event"] == "drawn" and event["seat"] != seat:
            found.append(event["cards"])
    return found


def test_no_event_names_a_card_that_the_seat_cannot_see() -> None:
    match = NOX.start(4, seed=5)
    list(steps(match, random.Random(5), 120))
    assert match.state()["round"] > 2
    for seat in (None, 0, 1, 2, 3):
        found = hidden_cards(match.events(0, seat), seat)
        assert found
        assert all(isinstance(cards, int) for cards in found)
        shown_twice = match.redeal(seat, 1).events(0, seat)
        assert shown_twice == match.events(0, seat)


def test_a_seats_hand_follows_from_its_events() -> None:
    """A client that follows its events knows the same as the view."""
    match = NOX.start(3, seed=6)
    list(steps(match, random.Random(6), 77))
    hand: Counter[str] = Counter()
    for event in match.events(0, 1):
        if event["event"] == "dealt":
            hand = Counter(event["hands"][1])
        elif event["event"] == "played" and event["seat"] == 1:
            hand[event["card"]] -= 1
        elif event["event"] == "drawn" and event["seat"] == 1:
            hand.update(event["cards"])
    assert +hand == Counter(match.view(1)["hands"][1])


def known(match: Match, seat: int | None) -> list[Any]:
    moves = match.legal_moves(seat) if seat is not None else None
    return [match.view(seat), moves, match.events(0, seat), match.text(seat), match.history]


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_redeal_looks_the_same_to_the_seat_but_differs(seats: int) -> None:
    match = Case("nox", seats).start(7)
    for number, _ in enumerate(steps(match, random.Random(7), 60)):
        if number % 11:
            continue
        for seat in (None, *range(seats)):
            other = match.redeal(seat, number)
            assert known(other, seat) == known(match, seat)
            now, then = match.state(), other.state()
            assert [len(hand) for hand in then["hands"]] == [len(hand) for hand in now["hands"]]
            unseen = [c for s, hand in enumerate(now["hands"]) if s != seat for c in hand] + now["pile"]
            dealt = [c for s, hand in enumerate(then["hands"]) if s != seat for c in hand] + then["pile"]
            assert Counter(dealt) == Counter(unseen)
            assert dealt != unseen


def test_a_redeal_may_give_any_unseen_card_to_a_hand() -> None:
    # Five g14 lie in display 0 and the sixth is in seat 0's hand: the others can hold any card but that.
    match = resumed("g14,g14,g14,g14,g14", "", "", hands={0: "b1 g14 o3"}, turn=0)
    held: Counter[str] = Counter()
    for seed in range(300):
        held.update(match.redeal(0, seed).state()["hands"][1])
    assert len(held) == 14
    assert "g14" not in held
    # 900 cards of 83, of which six of most kinds: 65 on average, 54 of b1 and o3.
    assert all(30 < number < 105 for number in held.values())


def test_after_a_redeal_cards_are_drawn_in_the_order_of_the_pile() -> None:
    match = NOX.start(3, seed=8)
    list(steps(match, random.Random(8), 9))
    other = match.redeal(1, "again")
    pile = other.state()["pile"]
    for _ in range(5):
        events = other.play(other.legal_moves()[0])
        if events[-1]["event"] == "drawn":
            assert events[-1]["cards"] == [pile.pop()]
    assert other.state()["pile"] == pile


def test_a_drawing_of_a_view() -> None:
    given = position(
        "g5,g14 b4 o13", "", "o3", hands={0: "b4 g14 o3", 1: "b1 b1 b1"}, turn=2, history=[[39, 0, 28], [0, 0, 0]]
    )
    match = NOX.resume(given, seed=1)
    assert match.text(0) == (
        "round 4, started by seat 0; pile: 76 cards\n"
        "\n"
        "  seat 0   39 points   hand: b4 g14 o3\n"
        "  ┌───┐ ┌───┐ ┌───┐\n"
        "  │g14│ │b4 │ │o13│   worth 31\n"
        "  └+1─┘ └───┘ └───┘\n"
        "  g14 lies on g5\n"
        "\n"
        "  seat 1   0 points   hand: 3 cards\n"
        "  (no cards)\n"
        "\n"
        "> seat 2   28 points   hand: 3 cards\n"
        "  ┌───┐\n"
        "  │o3 │\n"
        "  └───┘\n"
        "\n"
        "noted, round by round: 0 0 0 | 39 0 28 | 0 0 0"
    )
    assert "hand: b1 b1 b1" in match.text(all_revealed=True)
    assert "b1 b1 b1" not in match.text(None)
    assert "pile, next card last:" in match.text(all_revealed=True)


def test_a_drawing_with_long_stacks_and_a_long_history_fits_in_eighty_columns() -> None:
    long = "o3,o3,o3,o3,o3,o3,o6,o6,o6,o6,o6,o6,o8,o8,o8,o8,o8,o8,o10,o10,o10,o10,o10,o10,o13,o13,o13,o13,o13"
    match = resumed(long, "b1", "b1", "b1", history=[[39, 60, 28, 0]] * 16, options={"target": 1000})
    for text in (match.text(None), match.text(0), match.text(all_revealed=True)):
        assert max(map(len, text.splitlines())) <= 80
        assert "o13 lies on o13 o13" in text
