"""Moves, drawings and positions as text and JSON: exact round trips, and a reason for every refusal."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.nasca.positions import NASCA, after, position

from ludotheque import BadMove, BadState
from ludotheque.games.nasca.rules import notation
from ludotheque.games.nasca.rules.board import ACTIONS, PLANKS, SQUARES
from ludotheque.games.nasca.rules.landscapes import LANDSCAPES


def test_texts_of_actions_round_trip() -> None:
    texts = [notation.text(action) for action in range(ACTIONS)]
    assert ACTIONS == 670
    assert len(set(texts)) == ACTIONS
    assert [notation.parse(text) for text in texts] == list(range(ACTIONS))


def test_single_squares_follow_the_actions() -> None:
    assert [PLANKS[ACTIONS + square] for square in range(SQUARES)] == [(square,) for square in range(SQUARES)]
    assert notation.PLANK_TEXTS[ACTIONS : ACTIONS + 2] == ["a1", "b1"]
    assert notation.PLANK_TEXTS[-1] == "k10"


@pytest.mark.parametrize(
    "text",
    ["", "b3", "b3-", "-b3", "b3f3", "b3-f3-", "b03-f3", "b3-f03", "+b3-f3", "b3–f3", "b٣-f3", "b0-b3", "b3-f3x"],
)
def test_malformed_moves(text: str) -> None:
    with pytest.raises(BadMove, match="a move is the two end squares of a plank"):
        NASCA.start().play(text)


@pytest.mark.parametrize("text", ["f3-b3", "B3-F3", " b3-f3", "b3-f3\n", "b3 - f3", "F3-b3"])
def test_the_error_shows_the_right_order_and_case(text: str) -> None:
    with pytest.raises(BadMove, match=r"did you mean b3-f3\?"):
        NASCA.start().play(text)


def test_long_texts_are_truncated_in_the_error() -> None:
    with pytest.raises(BadMove) as caught:
        NASCA.start().play("b3-" * 10_000)
    assert len(str(caught.value)) < 300


DRAWN = """\
10  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 9  ·   ·   ·   ·   ·   ·   ·   ·   ·   O1──O1

 8  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 7  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 6  ·   ·   ·   ·   N2──N2──N2  ·   ·   ·   ·

 5  ·   ·   ·   ·   ·   ·   ·   ·   ·   ·   ·

 4  O1──O1  N1  ·   ·   ·   ·   ·   N1  ·   ·
                                    │
 3  X1  X2──X2  X1  ·   ·   ·   ·   N1  ·   ·
                │
 2  x   x   x   X1  ·   N1  ·   ·   ·   ·   ·
                │
 1  x   x   x   X1  ·   ·   ·   ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k

round 1, turn O
hand X: 5 5 5 4 4 4 4 3 3
hand O: 5 5 5 4 4 4 4 3 3 3
points: -
planks: N:e6 N:g6 N:e6-g6^1 N:c3-c4 N:i3-i4 N:f2 X:a3-b3 O:a4-b4 X:b3-c3^1
        O:j9-k9 X:d1-d3"""


def test_the_drawing_shows_planks_heights_and_areas() -> None:
    match = after("a3-b3 a4-b4 b3-c3 j9-k9 d1-d3", landscape="gate")
    assert match.text() == DRAWN
    assert position(DRAWN, landscape="gate").state() == match.state()


@pytest.mark.parametrize("landscape", ["none", *LANDSCAPES])
def test_drawings_and_states_restore_every_position_exactly(landscape: str) -> None:
    options = {"landscape": landscape}
    match = NASCA.start(seed=5, options=options)
    random_ = random.Random(5)
    while not match.over:
        match.play(random_.choice(match.legal_moves()))
        for given in (match.text(), match.state()):
            # Byte by byte, including what the record caches beside the visible position.
            other = NASCA.resume(given, options, seed=5)
            assert other.states.tobytes() == match.states.tobytes()


SMALL = """
 3  X1──X1──X1  ·   ·   ·   ·   ·   ·   ·   ·
 2  x   x   x   X1  ·   ·   ·   ·   ·   ·   ·
 1  x   x   x   X1  ·   O1──O1  ·   ·   ·   ·
    a   b   c   d   e   f   g   h   i   j   k
round 1, turn O
points: -
planks: X:a3-c3 O:f1-g1 X:d1-d2
"""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (" 3  X1──", " 3  Y1──", "a3: 'Y1' is neither a plank like X1 nor one of ·, x and o"),
        (" 3  X1──", " 3  O1──", "a3 shows O1, but the planks listed give X1"),
        (" 3  X1──", " 3  X2──", "a3 shows X2, but the planks listed give X1"),
        (" 3  X1──", " 3  X1  ·   ", "rows 10 to 1 from the top, of 11 squares each"),
        (" 2  x", " 3  x", "row 3 is drawn twice"),
        (" 2  x   x   x   X1  ·   ·   ·   ·   ·   ·   ·\n", "", "rows 10 to 1 from the top"),
        ("round 1, turn O", "round one", "this line of the drawing is not understood: 'round one'"),
        ("O:f1-g1", "O:g1-f1", "'O:g1-f1' is not a plank like"),
        ("O:f1-g1", "Of1-g1", "'Of1-g1' is not a plank like"),
        ("turn O", "turn X", "'turn' is 0, but the position implies 1"),
        ("round 1", "round 3", "there is no round 3: this match has 2"),
        ("points: -", "points: 3:4", "'points' has one pair for each finished round"),
        ("planks: X", "hand X: 5\nplanks: X", "'hands' is"),
    ],
)
def test_errors_say_what_is_wrong_with_a_drawing(old: str, new: str, reason: str) -> None:
    assert old in SMALL
    assert position(SMALL).scores == [6, 0]
    with pytest.raises(BadState, match=reason):
        position(SMALL.replace(old, new))


def changed(**changes: Any) -> dict[str, Any]:
    return {**position(SMALL).state(), **changes}


def planks(*texts: str) -> list[dict[str, Any]]:
    """Return planks on the ground; `0:a1-b1` is an owner and a place."""
    parts = [text.split(":") for text in texts]
    return [{"owner": int(owner) if owner in "01" else owner, "at": at, "level": 0} for owner, at in parts]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (changed(extra=1), "this is not a position: .*extra"),
        (changed(round="1"), "this is not a position"),
        (changed(turn=None), "'turn' is null when the match is over, but this is round 1 of 2"),
        (changed(round=0), "there is no round 0"),
        (changed(round=2), "'points' has one pair for each finished round"),
        (changed(round=2, points=[[-1, 3]]), "cannot have surrounded -1 and 3"),
        (changed(round=2, points=[[60, 51]]), "cannot have surrounded 60 and 51"),
        (changed(round=2, points=[[3, 4]]), "plank 1 .*: it is seat 0's, but seat 1 was to move"),
        (changed(areas=[[], []]), "'areas' is"),
        (changed(planks=planks("0:a3-c3", "0:d1-d2")), r"plank 2 \('d1-d2'\): it is seat 0's, but seat 1 was to move"),
        (changed(planks=planks("2:a3-c3")), "plank 1 .*: its owner is '2'"),
        (changed(planks=planks("neutral:a3-c3")), "plank 1 .*: its owner is 'neutral'"),
        (changed(planks=planks("0:c3-a3")), r"plank 1 \('c3-a3'\): a plank is written by its two ends"),
        (changed(planks=planks("0:c3")), "plank 1 .*: a plank is written by its two ends"),
        (changed(planks=planks("0:a3-c3", "1:c3-c4")), "plank 2 .*: its two ends are not at the same height"),
        (changed(planks=planks("0:a3-c3", "1:a3-c3")), "plank 2 .*: it would rest on the plank a3-c3 with more than"),
        (changed(planks=planks("0:a3-c3", "1:b2-b5")), "plank 2 .*: its ends lie on the ground"),
    ],
)
def test_impossible_positions(state: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadState, match=reason):
        NASCA.resume(state)


def test_a_position_of_another_landscape() -> None:
    state = NASCA.start(options={"landscape": "gate"}).state()
    with pytest.raises(BadState, match="its owner is 'neutral'"):
        NASCA.resume(state)
    with pytest.raises(BadState, match="the first 6 planks are the landscape of the options, all neutral: f4-f6, "):
        NASCA.resume(state, {"landscape": "condor"})


def finished() -> dict[str, Any]:
    match = NASCA.start(seed=1, options={"rounds": 1})
    while not match.over:
        match.play(match.legal_moves()[-1])
    return match.state()


def test_a_finished_match_can_be_restored() -> None:
    match = NASCA.resume(finished(), {"rounds": 1})
    assert match.over
    assert match.state() == finished()


def test_a_finished_round_is_not_a_position_of_a_longer_match() -> None:
    state = {**finished(), "turn": 0, "points": []}
    with pytest.raises(BadState, match="after the last plank round 1 is over, and round 2 has begun"):
        NASCA.resume(state)


def test_no_plank_can_follow_the_end_of_a_round() -> None:
    state = finished()
    state["planks"].append({"owner": 0, "at": "a1-b1", "level": 0})
    with pytest.raises(BadState, match="the round was over before it"):
        NASCA.resume(state, {"rounds": 1})
