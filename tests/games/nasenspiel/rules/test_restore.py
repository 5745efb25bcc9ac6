"""Positions of the Nasenspiel from JSON and from drawings: exact, or refused with a reason if impossible."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.games.nasenspiel.positions import GAME, completed, position
from tests.games.nasenspiel.rules.test_end import AGAIN, EMPTY, END
from tests.games.nasenspiel.rules.test_pawns import MERGE, NO_RESERVE
from tests.games.nasenspiel.rules.test_rules import BAY, ROW

from ludotheque import BadState, Match

Json = dict[str, Any]


def contents(match: Match) -> Json:
    """Return all fields of the record except its chance, which is not used after the deal."""
    record = match.states[0]
    return {name: np.array(record[name]) for name in record.dtype.names if name != "chance"}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_position_of_a_match_can_be_drawn_and_restored_exactly(seats: int) -> None:
    match, random_ = GAME.start(seats=seats, seed=seats), random.Random(seats)
    while True:
        if match.over or random_.random() < 0.2:
            drawing = match.text()
            assert max(len(line) for line in drawing.splitlines()) <= 80
            for restored in (GAME.resume(match.state()), GAME.resume(drawing)):
                assert restored.state() == match.state()
                assert restored.text() == drawing
                assert restored.legal_moves() == match.legal_moves()
                expected = contents(match)
                for name, value in contents(restored).items():
                    assert np.array_equal(value, expected[name]), name
        if match.over:
            break
        match.play(random_.choice(match.legal_moves()))


def test_a_drawing_of_the_start() -> None:
    drawing = GAME.start(seats=5, seed=1).text()
    assert drawing.startswith("no domino lies yet\n\nturn: 0\nseat 0: points 0, reserve 5, hand ")
    assert drawing.endswith("\naside: 4\nplaced: -")


@pytest.mark.parametrize("drawing", [AGAIN, EMPTY, END, NO_RESERVE])
def test_the_drawings_of_these_tests_are_canonical(drawing: str) -> None:
    assert GAME.resume(drawing).text() == drawing.strip("\n")


def state_of(drawing: str) -> Json:
    return copy.deepcopy(position(drawing).state())


def test_the_position_of_the_following_tests_is_possible() -> None:
    assert GAME.resume(state_of(MERGE)).state() == state_of(MERGE)


EDITS: list[tuple[str, Callable[[Json], Any]]] = [
    ("this is not a position", lambda s: s.update(turn="0")),
    ("this is not a position", lambda s: s.update(extra=1)),
    ("this is not a position", lambda s: s.pop("placed")),
    ("this is not a position", lambda s: s["pawns"][0].update(at=[0])),
    ("no seat 2", lambda s: s.update(turn=2)),
    ("no seat -1", lambda s: s.update(turn=-1)),
    # Rules 1 and 2
    ("'9-9' is not a domino", lambda s: s["hands"][0].__setitem__(0, "9-9")),
    ("'5-0' is not a domino", lambda s: s["hands"][0].__setitem__(0, "5-0")),
    ("the domino 3-8 is there twice", lambda s: s["hands"][0].__setitem__(0, "3-8")),
    ("the domino 3-9 is there twice", lambda s: s["hands"][0].__setitem__(0, "3-9")),
    ("53 dominoes lie", lambda s: s["hands"][1].remove("3-9")),
    ("are dealt 27 dominoes each", lambda s: s["hands"][0].extend(s["hands"][1].pop() for _ in range(4))),
    ("'hands' is", lambda s: s["hands"][0].reverse()),
    ("'aside' is 1, but", lambda s: s.update(aside=1)),
    # Rules 4 to 8
    ("'3-4 W 0,0' in 'placed' is not a domino", lambda s: s["placed"].__setitem__(0, "3-4 W 0,0")),
    ("'pawn' in 'placed' is not a domino", lambda s: s["placed"].__setitem__(0, "pawn")),
    ("'3-4 E 100,0' in 'placed' is not a domino", lambda s: s["placed"].__setitem__(0, "3-4 E 100,0")),
    ("4-3 E 0,0 in 'placed' breaks rule 4", lambda s: s["placed"].__setitem__(0, "4-3 E 0,0")),
    ("3-8 E 1,2 in 'placed' breaks rule 5", lambda s: s["placed"].__setitem__(4, "3-8 E 1,2")),
    ("3-8 E 2,3 in 'placed' breaks rule 5", lambda s: s["placed"].__setitem__(4, "3-8 E 2,3")),
    ("8-3 E 1,3 in 'placed' breaks rule 6", lambda s: s["placed"].__setitem__(4, "8-3 E 1,3")),
    ("breaks rule 5", lambda s: s["placed"].reverse() or s["placed"].insert(0, s["placed"].pop())),
    ("'squares' is", lambda s: s["squares"].pop()),
    # Rules 9 to 12
    ("stands on 5,5, where no domino lies", lambda s: s["pawns"][0].update(at=[5, 5])),
    ("belongs to seat 2", lambda s: s["pawns"][0].update(seat=2)),
    ("the pawn on 1,1 stands on a lone nose", lambda s: s["pawns"][0].update(at=[1, 1])),
    ("the pawn on 1,0 would stand on 2,0", lambda s: s["pawns"][0].update(at=[1, 0])),
    ("the pawn on 0,0 would stand on 0,1", lambda s: s["pawns"][1].update(at=[0, 0])),
    ("two pawns stand on the group at 2,0", lambda s: s["pawns"].append({"seat": 0, "at": [2, 0]})),
    ("'reserve' is", lambda s: s.update(reserve=[5, 5])),
    ("'scores' is", lambda s: s.update(scores=[4, 3])),
    ("'pawns' is", lambda s: s["pawns"].reverse()),
    ("no order of turns", lambda s: s["pawns"][0].update(seat=1)),
    ("a pawn stands on 1,3, but that group is still to be decided", lambda s: s.update(asking=[1, 3], turn=0)),
    ("2,3 is not a square that the last domino", lambda s: s.update(asking=[2, 3], turn=0)),
    ("0,0 is not a square that the last domino", lambda s: s.update(asking=[0, 0], turn=0)),
    # Rules 2 and 13
    ("no order of turns", lambda s: s.update(turn=0)),
    ("'turn' is null exactly when no seat can place", lambda s: s.update(turn=None)),
    ("no order of turns", lambda s: s["hands"][0].append(s["hands"][1].pop())),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "edit"), EDITS)
def test_impossible_positions_are_refused_with_a_reason(reason: str, edit: Callable[[Json], Any]) -> None:
    state = state_of(MERGE)
    edit(state)
    with pytest.raises(BadState, match=reason):
        GAME.resume(state)


def test_a_hole_or_a_layout_too_wide_is_refused() -> None:
    state = state_of(BAY)
    state["hands"][1].remove("4-5")
    state["placed"].append("5-4 E 2,3")
    with pytest.raises(BadState, match="5-4 E 2,3 in 'placed' breaks rule 8"):
        GAME.resume(state)
    state = state_of(ROW)
    state["hands"][1].remove("1-1")
    state["hands"][0].remove("0-3")
    state["placed"] += ["1-1 N 9,0", "0-3 N -1,0"]
    with pytest.raises(BadState, match="0-3 N -1,0 in 'placed' breaks rule 7"):
        GAME.resume(state)


def test_a_match_under_decision_is_not_over() -> None:
    state = GAME.resume(END).state()
    with pytest.raises(BadState, match="a group is still to be decided"):
        GAME.resume({**state, "turn": None})
    # Seat 1 cannot have placed the last domino: it is seat 0 that must decide.
    with pytest.raises(BadState, match="no order of turns"):
        GAME.resume({**state, "turn": 1, "pawns": []})


def test_a_double_is_decided_on_its_anchor() -> None:
    state = GAME.resume(END).state()
    with pytest.raises(BadState, match="-4,-3 is not a square that the last domino has to decide about"):
        GAME.resume({**state, "asking": [-4, -3]})


def test_a_seat_that_cannot_place_is_not_to_move() -> None:
    match = GAME.resume(AGAIN)
    match.play("skip")
    state = match.state()
    assert state["turn"] == 2
    with pytest.raises(BadState, match="seat 1 cannot place a domino"):
        GAME.resume({**state, "turn": 1})
    # Seat 2 moved twice in a row, because 0 and 1 were skipped: this is detected and accepted.
    assert GAME.resume(state).state() == state


def test_seat_0_starts() -> None:
    state = GAME.start(seats=2, seed=1).state()
    with pytest.raises(BadState, match="seat 0 starts"):
        GAME.resume({**state, "turn": 1})


DRAWINGS = [
    ("no line 'turn'", "turn: 1\n", ""),
    ("not understood: turn: '7'", "turn: 1", "turn: 7"),
    ("the drawing has no line 'seat 0'", "seat 0: points 4, reserve 3, hand", "seat 3: points 4, reserve 3, hand"),
    ("not understood: seat 1", "points 2", "points two"),
    ("two lines 'aside'", "aside: 0", "aside: 0\naside: 0"),
    ("'3-4 E' in the line 'placed'", "3-4 E 0,0;", "3-4 E;"),
    ("line 3 of the board is '  3     │ 4a  8 │'", "3     │ 3a", "3     │ 4a"),
    ("line 1 of the board is '      0   1'", "      0   1   2", "      0   1"),
    ("line 10 of the board is missing", "    └───────┴───┘\n", ""),
    ("not understood: 'hello'", "    └───────┴───┘\n", "    └───────┴───┘\nhello\n"),
    ("'scores' is", "points 2", "points 3"),
    ("'reserve' is", "4a│", "4 │"),
    ("belongs to seat 4", "4a│", "4e│"),
]


@pytest.mark.parametrize(("reason", "old", "new"), DRAWINGS)
def test_bad_drawings_are_refused_with_a_reason(reason: str, old: str, new: str) -> None:
    drawing = completed(MERGE)
    assert old in drawing
    with pytest.raises(BadState, match=reason):
        GAME.resume(drawing.replace(old, new))


def test_a_drawing_without_a_board() -> None:
    with pytest.raises(BadState, match="has no line 'turn'"):
        GAME.resume("hello")
