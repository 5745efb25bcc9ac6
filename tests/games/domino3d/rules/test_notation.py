"""Moves as text: parsing is strict, and the inverse of formatting."""

from __future__ import annotations

import random

import pytest

from ludotheque import BadMove
from ludotheque.games.domino3d.rules.classic import notation
from ludotheque.games.domino3d.rules.classic import state as classic
from ludotheque.games.domino3d.rules.common.board import PLACEMENTS
from ludotheque.games.domino3d.rules.race import notation as race_notation
from ludotheque.games.domino3d.rules.race import state as race


def test_texts_of_placements_round_trip() -> None:
    random_ = random.Random(1)
    actions = [0, PLACEMENTS - 1, *(random_.randrange(PLACEMENTS) for _ in range(2000))]
    for action in [*actions, classic.TIMEOUT, classic.DRAW, classic.STOP]:
        assert notation.parse(notation.text(action)) == action
    assert notation.text(0) == "-12,-12,0 E N"
    assert notation.text(PLACEMENTS - 1) == "11,11,11 D S"


def test_texts_of_race_moves_round_trip() -> None:
    random_ = random.Random(2)
    actions = [0, *range(race.LIFT - 1, race.OBJECT + 1), *(random_.randrange(race.LIFT) for _ in range(2000))]
    for action in actions:
        assert race_notation.parse(race_notation.text(action)) == action
    assert race_notation.text(race.LIFT + 17) == "lift 17"
    assert race_notation.text(race.GIVE_UP) == "give up"


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "2,0,1", "2,0,1 E", "2,0,1 E U ", " 2,0,1 E U", "2,0,1  E U", "2, 0,1 E U", "02,0,1 E U", "+2,0,1 E U",
        "-0,0,1 E U", "2,0,1 e u", "2,0,1 E E", "2,0,1 E W", "2,0,1 X U", "2.0,0,1 E U", "1000,0,0 E U", "Timeout",
        "timeout!", "pass", "place 17 2,0,0 E U", "lift 17", "done", "２,0,1 E U", "2,0,1 E U\n", "9" * 100_000,
    ],
)  # fmt: skip
def test_malformed_moves_of_classic(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move of Domino 3D") as caught:
        notation.parse(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "", "2,0,0 E U", "place 2,0,0 E U", "place 40 2,0,0 E U", "place 017 2,0,0 E U", "place 17  2,0,0 E U",
        "place -1 2,0,0 E U", "place 17 2,0,0 E E", "lift", "lift 40", "lift 1000", "lift 07", "Done", "giveup",
        "give  up", "timeout", "draw", "stop", "place 17 2,0,0 E U\n",
    ],
)  # fmt: skip
def test_malformed_moves_of_the_race(text: str) -> None:
    with pytest.raises(BadMove, match="is not a move of Domino 3D"):
        race_notation.parse(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("2,0,1 e u", "2,0,1 E U"), ("E U 2,0,1", "2,0,1 E U"), (" 2,0,1  E U", "2,0,1 E U"), ("STOP", "stop")],
)
def test_the_error_shows_the_right_order_and_case(text: str, meant: str) -> None:
    with pytest.raises(BadMove, match=f"did you mean {meant}"):
        notation.parse(text)


def test_in_the_race_the_error_shows_the_right_order_and_case() -> None:
    with pytest.raises(BadMove, match="did you mean place 17 2,0,0 E U"):
        race_notation.parse("Place 17 2,0,0 e u")
    with pytest.raises(BadMove, match="there is no domino 40; the dominoes are 0 to 39"):
        race_notation.parse("lift 40")
