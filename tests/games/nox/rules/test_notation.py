"""Moves, options and seats: what is accepted, and what the errors say."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.nox.positions import NOX

from ludotheque import BadMove, BadSetup
from ludotheque.games.nox.rules import notation
from ludotheque.games.nox.rules.board import CARDS


def test_texts_of_actions_round_trip() -> None:
    targets = {letter: [card for card in CARDS if card[0] == letter] for letter in "bgo"}
    moves = [
        f"{card}>{display}{onto}"
        for card in CARDS
        for display in range(6)
        for onto in ("", *(f":{other}" for other in targets[card[0]]))
    ]
    actions = [notation.parse(move) for move in moves]
    assert len(moves) == 15 * 6 * 6
    assert actions == sorted(set(actions))
    assert [notation.text(action) for action in actions] == moves


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("g4>1", "there is no g4, the 4 is blue: b4"),
        ("b4>1:b14", "there is no b14, the 14 is green: g14"),
        ("g16>1", "the cards are b1, b4"),
        ("g014>1", "the cards are b1, b4"),
        ("g14>6", "numbered 0 to 5"),
        ("G14>1", "did you mean g14>1?"),
        (" g14>1:g5\n", "did you mean g14>1:g5?"),
        ("g14 > 1", "did you mean g14>1?"),
        ("g14", "like g14>1"),
        ("g14>", "like g14>1"),
        ("g14>01", "like g14>1"),
        ("g14>+1", "like g14>1"),
        ("g14>-1", "like g14>1"),
        ("g14>1:", "like g14>1"),
        ("g14>1:g5:g5", "like g14>1"),
        ("g14>١", "like g14>1"),
        ("g١٤>1", "like g14>1"),
        ("14>1", "the cards are"),
        ("g14>1\x00", "like g14>1"),
        ("", "like g14>1"),
        ("g" * 100_000, "ggg\\.\\.\\.' is not a move"),
    ],
)
def test_malformed_moves(text: str, hint: str) -> None:
    match = NOX.start(3, seed=1)
    before = match.state()
    with pytest.raises(BadMove, match="is not a move of NOX") as caught:
        match.play(text)
    assert caught.match(hint.replace("?", "\\?"))
    assert len(str(caught.value)) < 400
    assert match.state() == before


@pytest.mark.parametrize("target", [19, 1001, 0, -5, 150.0, "150", True, [150]])
def test_impossible_targets_are_refused(target: Any) -> None:
    with pytest.raises(BadSetup, match="an integer from 20 to 1000, or null"):
        NOX.start(3, options={"target": target})


@pytest.mark.parametrize("target", [20, 1000, None])
def test_possible_targets_are_accepted(target: Any) -> None:
    assert NOX.start(3, options={"target": target}).options == {"variant": "classic", "target": target}


def test_variants_and_seats() -> None:
    assert NOX.seats == range(3, 7)
    with pytest.raises(BadSetup, match='"classic", "hard"'):
        NOX.start(3, options={"variant": "soft"})
    for seats in (1, 7):
        with pytest.raises(BadSetup, match="2 to 6"):
            NOX.start(seats)
    for seats in range(2, 7):
        assert NOX.start(seats).seats == seats
    assert NOX.start().seats == 3
