"""Restoring matches from positions as text and JSON, and what makes a position impossible."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from tests.games.domino3d.positions import DOMINO, FLAWLESS, RACE_FACTS, position, race, start

from ludotheque import BadState, Match

TWO = "domino 20 at 2,0,0 E U (seat 0)"


def test_a_drawing_of_classic() -> None:
    match = position(start(30, TWO, turn=1, scores="1 0"))
    assert match.text() == "\n".join(
        [
            "z 0     0  1  2  3",
            "   0   18 18 20 20",
            "",
            "domino 18 at 0,0,0 E U (start): E- WD NE SB UE D. + E. W- NA SB UE D.",
            "domino 20 at 2,0,0 E U (seat 0): E- W. NA SB UE D. + EA W- ND SC UA D.",
            "",
            "mode: classic",
            "turn: 1",
            "drawn: 30 CADEE+DEAED (half 0 W N S U D + half 1 E N S U D)",
            "scores: 1 0",
            "idle: 0",
            "pile: 37",
        ]
    )


def test_a_drawing_of_the_race() -> None:
    text = position(race(FLAWLESS, totals="0 0 0 0 0 0"), mode="race").text()
    lines = text.splitlines()
    assert lines[:2] == ["seat 0: 0 points", "hand: -"]
    assert lines[3:6] == ["z 0    -1  0  1  2  3  4  5", "   1    .  . 30 30  .  .  .", "   0   12 18 18 20 20 11 11"]
    assert lines[7:10] == ["z 1    -1  0  1", "   0   12  .  9", ""]
    assert "hand: 0 ECBEE+ECBBB, 1 EECDA+DDCDA, 2 AAADD+BADCD, 3 DEEBB+ACEAB" in lines
    assert lines[-1] == "to act: 0 1 2 3 4 5"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {"several": True}),
        (2, {"contact": "differ", "falls": "refuse"}),
        (1, {"mode": "solo"}),
        (1, {"mode": "solo", "several": False}),
        (2, {"mode": "race", "referee": "neighbour", "goal": "rounds"}),
        (6, {"mode": "race", "referee": "neighbour", "goal": "rounds"}),
    ],
)
def test_every_position_of_a_match_can_be_drawn_and_restored(seats: int, options: dict[str, Any]) -> None:
    match, random_ = DOMINO.start(seats, 7, options), random.Random(7)
    while not match.over:
        check_restored(match, options)
        seat = random_.choice(match.to_act)
        moves = match.legal_moves(seat)
        match.play(moves[-1] if random_.random() < 0.15 else random_.choice(moves), seat)
    check_restored(match, options)


def check_restored(match: Match, options: dict[str, Any]) -> None:
    drawing = match.text()
    assert max(map(len, drawing.splitlines())) <= 80
    restored = DOMINO.resume(drawing, options, seed=1)
    assert restored.state() == match.state()
    assert restored.text() == drawing
    for seat in match.to_act:
        assert restored.legal_moves(seat) == match.legal_moves(seat)


def test_a_restored_turn_continues() -> None:
    """With `several` a seat that has placed and drawn again is not idle when its time is up."""
    match = position(start(30, TWO, scores="1 0"), several=True)
    match.play("timeout")
    assert (match.state()["turn"], match.state()["idle"]) == (1, 0)
    fresh = position(start(30, TWO, turn=1, scores="1 0"), several=True)
    fresh.play("timeout")
    assert (fresh.state()["turn"], fresh.state()["idle"]) == (0, 1)


CLASSIC_ERRORS = [
    (("mode: classic", "mode: solo"), {}, "options say 'classic'"),
    (("(start)", "(seat 0)"), {}, "first domino is the start"),
    (("18 at 0,0,0 E U", "18 at 0,0,0 E D"), {}, "first domino is the start"),
    (("18 at 0,0,0 E U", "18 at 30,0,0 E U"), {}, "off the table"),
    (("18 at 0,0,0 E U", "18 at 0,0,0 E W"), {}, "own U face cannot point"),
    (("domino 18", "domino 48"), {}, "no domino 48"),
    (("domino 20", "domino 18"), {}, "placed twice"),
    (("drawn: 30", "drawn: 20"), {}, "it is placed already"),
    (("drawn: 30", "drawn: 40"), {}, "no domino 40"),
    (("drawn: 30", "drawn: x"), {}, "not a number"),
    (("drawn: 30", "drawn: -"), {}, "only when the match is over"),
    (("drawn: 30", ""), {}, "has a line 'drawn: ...'"),
    (("2,0,0 E U (seat 0)", "2,0,0 E D (seat 0)"), {}, "rule 4"),
    (("2,0,0 E U (seat 0)", "5,0,0 E U (seat 0)"), {}, "rule 3"),
    (("2,0,0 E U (seat 0)", "1,0,1 E U (seat 0)"), {}, "rule 6"),
    (("", ""), {"contact": "differ"}, "rule 5"),
    (("(seat 0)", "(seat 2)"), {}, "seat from 0 to 1"),
    (("(seat 0)", "(start)"), {}, "seat from 0 to 1"),
    (("scores: 1 0", "scores: 2 0"), {}, "have won 1"),
    (("scores: 1 0", "scores: 0 0"), {"falls": "refuse"}, "have won 1"),
    (("scores: 1 0", "scores: 1 0 0 0 0 0 0"), {}, "2 to 6 seats"),
    (("turn: 1", "turn: 0"), {}, "turn of seat 1"),
    (("turn: 1", "turn: over"), {}, "the match is not over"),
    (("turn: 1", "turn: 7"), {}, "not a position"),
    (("idle: 0", "idle: 1"), {}, "turn of seat 0"),
    (("idle: 0", "idle: 6"), {}, "the match is over"),
    (("idle: 0", "idle: 8"), {}, "ends after 6 turns"),
    (("idle: 0", "idle: 0\nturns left: 3"), {}, "null in classic"),
    (("idle: 0", "idle: 0\npile: 12"), {}, "37 dominoes are neither"),
    (("idle: 0", "hello"), {}, "not understood"),
    (("domino 20", "z 0    0  1\n   0  18 18\ndomino 20"), {}, "layers of the drawing"),
    (("(start)", "(start): E- WA NE SB UE D. + E. W- NA SB UE D."), {}, "not the marks that can be seen"),
]


@pytest.mark.parametrize(("change", "options", "reason"), CLASSIC_ERRORS)
def test_impossible_positions_of_classic(change: tuple[str, str], options: dict[str, Any], reason: str) -> None:
    drawing = start(30, TWO, turn=1, scores="1 0")
    assert change[0] in drawing
    with pytest.raises(Exception, match=reason) as caught:
        position(drawing.replace(change[0], change[1], 1) if change[0] else drawing, **options)
    assert isinstance(caught.value, BadState) or "seats" in reason


SOLO = """
domino 18 at 0,0,0 E U (start)
domino 20 at 2,0,0 E U (seat 0)
mode: solo
turn: 0
drawn: 30
scores: 1
turns left: 8
idle: 1
"""


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        (("turns left: 8", "turns left: 11"), {}, "a match has 10 turns"),
        (("turns left: 8", ""), {}, "a number in solo"),
        (("turns left: 8", "turns left: 0"), {}, "the match is over"),
        (("turns left: 8", "turns left: 9"), {}, "'idle' is 1 after 1 turns with 1 placements"),
        (("idle: 1", "idle: 3"), {}, "'idle' is 3 after 2 turns"),
        (("turns left: 8\nidle: 1", "turns left: 10\nidle: 0"), {"several": False}, "only 0 turns can have placed one"),
        (("domino 20 at 2,0,0 E U (seat 0)", ""), {}, "have won 0|'idle' is 1 after 2"),
        (("drawn: 30", "drawn: -"), {}, "only when the match is over"),
    ],
)
def test_impossible_positions_of_solo(change: tuple[str, str], options: dict[str, Any], reason: str) -> None:
    assert change[0] in SOLO
    position(SOLO, mode="solo")
    with pytest.raises(BadState, match=reason):
        position(SOLO.replace(*change), mode="solo", **options)


DONE = RACE_FACTS.replace("finished: -", "finished: 0").replace("to act: 0 1", "to act: 1")
CHECK = (
    RACE_FACTS.replace("phase: build", "phase: check")
    .replace("finished: -", "finished: 0")
    .replace("given up: -", "given up: 1 2 3 4 5")
    .replace("to act: 0 1 2 3 4 5", "to act: 1")
)


def test_race_positions_that_are_possible() -> None:
    assert position(race(FLAWLESS, facts=DONE), mode="race").to_act == (1, 2, 3, 4, 5)
    assert position(race(FLAWLESS, facts=CHECK), mode="race", referee="neighbour").to_act == (1,)


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        (("mode: race", "mode: classic"), {}, "options say 'race'"),
        (("phase: build", "phase: lunch"), {}, "not a position"),
        (("phase: build", "phase: over"), {}, "as long as a seat has neither finished nor given up"),
        (("round: 1", "round: 21"), {}, "not a position"),
        (("round: 1", "round: x"), {}, "not a number"),
        (("domino 9 at 1,0,2 D N", ""), {}, "seat 0 has 5 dominoes; with 6 seats everybody has 6"),
        (("domino 9 at", "domino 1 at"), {}, "a domino is there twice"),
        (("domino 9 at 1,0,2 D N", "domino 9 at 1,0,3 D N"), {}, "seat 0: rule 6"),
        (("domino 9 at 1,0,2 D N", "domino 9 at 1,0,1 D N"), {}, "seat 0: rule 3"),
        (("domino 9 at 1,0,2 D N", "domino 9 at 1,0,2 D U"), {}, "own U face cannot point"),
        (("finished: 0", "finished: 0 0"), {}, "at most once"),
        (("finished: 0", "finished: 1"), {}, "seat 1 cannot be done"),
        (("finished: 0", "finished: -"), {}, "'to_act'"),
        (("given up: -", "given up: 0"), {}, "at most once"),
        (("given up: -", "given up: 1 2 3 4 5"), {}, "as long as a seat has neither finished nor given up"),
        (("verdicts: - -", "verdicts: accept -"), {}, "in the phase 'check' only"),
        (("verdicts: - -", "verdicts: -"), {}, "'verdicts' has one entry for each"),
        (("verdicts: - -", "verdicts: maybe -"), {}, "not a position"),
        (("seat 1: 0", "seat 1: 3"), {}, "nobody can have 3 points after 0 rounds"),
        (("round: 1", "round: 6"), {"goal": "rounds"}, "goal is reached"),
        (("seat 2:", "seat 3:"), {}, "stands where seat 2 is expected"),
        (("hand: 6, 7", "hand: 6 ABCDE+ABCDE, 7"), {}, "not the marks of a domino"),
        (("mode: race", "mode: race\nhello"), {}, "not understood"),
        (("seat 0: 0 points", ""), {}, "before the first seat"),
    ],
)
def test_impossible_positions_of_the_race(change: tuple[str, str], options: dict[str, Any], reason: str) -> None:
    drawing = race(FLAWLESS, facts=DONE)
    assert change[0] in drawing
    with pytest.raises(BadState, match=reason):
        position(drawing.replace(*change), mode="race", **options)


@pytest.mark.parametrize(
    ("change", "options", "reason"),
    [
        (("", ""), {"referee": "computer"}, "only if the referee is 'neighbour'"),
        (("verdicts: - -", "verdicts: accept -"), {}, "a finished set has no verdict yet"),
        (("verdicts: - -", "verdicts: - accept"), {}, "a finished set has no verdict yet"),
    ],
)
def test_impossible_positions_while_checking(change: tuple[str, str], options: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadState, match=reason):
        position(race(FLAWLESS, facts=CHECK).replace(*change), mode="race", **{"referee": "neighbour", **options})


@pytest.mark.parametrize("name", ["placed", "pile", "drawn", "scores", "turns_left", "idle", "turn", "mode"])
def test_a_missing_field_is_refused(name: str) -> None:
    state = copy.deepcopy(position(start(20)).state())
    del state[name]
    with pytest.raises(BadState):
        DOMINO.resume(state)


def test_unknown_fields_are_refused() -> None:
    state = position(start(20)).state()
    with pytest.raises(BadState):
        DOMINO.resume({**state, "next": 3})
    with pytest.raises(BadState):
        DOMINO.resume({**state, "pile": state["pile"][1:]})
    with pytest.raises(BadState):
        DOMINO.resume({**state, "pile": state["pile"][::-1]})
