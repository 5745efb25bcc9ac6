"""Moves of the Nasenspiel as text."""

from __future__ import annotations

import pytest

from ludotheque import BadMove
from ludotheque.games.nasenspiel.rules.board import CELLS, cell_at
from ludotheque.games.nasenspiel.rules.notation import parse, text
from ludotheque.games.nasenspiel.rules.placements import PAIRS
from ludotheque.games.nasenspiel.rules.state import PAWN, PAWN_FROM, SKIP

SQUARES = [(x, y) for x in range(-8, 10) for y in range(-9, 10)]


def test_parse_and_text_are_inverses() -> None:
    actions = [SKIP, PAWN, *(PAWN_FROM + cell_at(*square) for square in SQUARES)]
    for direction, (most_x, most_y) in enumerate(((8, 9), (9, 8))):
        for x, y in SQUARES:
            if x <= most_x and y <= most_y:
                place = (direction * CELLS + cell_at(x, y)) * PAIRS
                actions += [place, place + 37, place + 73, place + 98]
    texts = [text(action) for action in actions]
    assert len(set(texts)) == len(actions)
    assert [parse(move) for move in texts] == actions


def test_the_order_of_texts_and_actions() -> None:
    # First all to the East, then all to the North; from the bottom row up, from left to right; then by noses.
    moves = ["9-8 E -8,-9", "0-1 E -7,-9", "0-1 E -8,-8", "0-1 N -8,-9", "0-2 N -8,-9", "1-0 N -8,-9"]
    assert sorted(moves, key=parse) == moves
    assert parse("8-9 N 9,8") < parse("skip") < parse("pawn") < parse("pawn -8,-9") < parse("pawn 9,9")


@pytest.mark.parametrize(
    "move",
    [
        "", " ", "3", "3-7", "3-7 E", "3-7 E 0", "3-7 E 0,", "3-7 E 0,0 ", " 3-7 E 0,0", "3-7  E 0,0", "3-7 E 0, 0",
        "3-7 E 00,0", "3-7 E -0,0", "3-7 E +1,0", "3-7 E 01,0", "3-7 E 1000,0", "3-7 E 0,-1000", "3-7 X 0,0", "3-7E0,0",
        "3-10 E 0,0", "3–7 E 0,0", "٣-7 E 0,0", "3-7 E ٠,0", "3-7 E 0,0\n", "3 7 E 0,0", "a-b E 0,0", "pass", "pawn ",
        "pawn 0", "pawn 0,0,0", "pawn0,0", "pawn 1000,0", "skip\n", "skip 0,0", "d1", "\0",
    ],
)  # fmt: skip
def test_malformed_moves(move: str) -> None:
    with pytest.raises(BadMove, match="a move places a domino, like 3-7 E 2,-1"):
        parse(move)


@pytest.mark.parametrize(
    ("move", "meant"),
    [
        ("3-7 e 0,-1", "3-7 E 0,-1"),
        (" 3-7 N 0,0\n", "3-7 N 0,0"),
        ("SKIP", "skip"),
        ("Pawn 2,3", "pawn 2,3"),
        ("3-7 W 2,0", "7-3 E 1,0"),
        ("3-7 S 2,0", "7-3 N 2,-1"),
    ],
)
def test_the_error_shows_the_right_order_and_case(move: str, meant: str) -> None:
    with pytest.raises(BadMove) as caught:
        parse(move)
    assert str(caught.value).endswith(f"; did you mean {meant}?")
    assert text(parse(meant)) == meant


def test_a_long_text_is_truncated() -> None:
    with pytest.raises(BadMove) as caught:
        parse("x" * 10_000)
    assert len(str(caught.value)) < 400
