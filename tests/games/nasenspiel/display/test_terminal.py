"""Nasenspiel in the terminal."""

from __future__ import annotations

from tests.cli.terminal.scenes import board, presenting, summary

import ludotheque


def test_it_shows_noses_pawns_and_the_group_in_question() -> None:
    match = ludotheque.game("nasenspiel").start(seed=1)
    match.play("0-1 E 0,0")
    rows = board(match, 1).splitlines()
    assert rows[0].split() == ["0", "1"]  # columns
    assert rows[2].split() == ["0", "0", "1"]  # a row, and the noses in it
    while not match.view(0)["pawns"]:
        moves = match.legal_moves()
        match.play("pawn" if "pawn" in moves else moves[0])
    pawn = match.view(0)["pawns"][0]
    noses = {(x, y): nose for x, y, nose in match.view(0)["squares"]}
    assert f"{noses[tuple(pawn['at'])]}{'ab'[pawn['seat']]}" in board(match)


def test_it_marks_the_group_in_question_whatever_the_answer() -> None:
    match = ludotheque.game("nasenspiel").start(seed=1)
    while not match.view(0)["asking"]:
        match.play(match.legal_moves()[0])
    presenter = presenting(match, match.to_act[0])
    asked = tuple(match.view(0)["asking"])
    for number in range(len(match.legal_moves())):
        presenter.chooser.point(number)
        row, column = (int(part) for part in presenter.board().places[asked])
        assert presenter.board().render().plain.splitlines()[row][column - 1] == "▸"


def test_it_shows_your_hand_even_with_little_room() -> None:
    match = ludotheque.game("nasenspiel").start(5, seed=1)
    shown = summary(match).split()
    mine, others = match.view(0)["hands"][0], match.view(0)["hands"][1]
    assert set(mine) <= set(shown)
    assert not set(others) & set(shown)
