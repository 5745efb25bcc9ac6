"""Domino 3D in the terminal."""

from __future__ import annotations

import random

from tests.cases import steps
from tests.cli.terminal.scenes import board, presenting

import ludotheque
from ludotheque.terminal.palette import CHOSEN, WARNED


def test_it_shows_the_marks_on_every_side() -> None:
    match = ludotheque.game("domino3d").start(2, 5)
    line = next(line for line in match.text(0).splitlines() if line.startswith("domino "))
    marks = {token[0]: token[1] for token in line.split(": ")[1].split(" + ")[0].split(" ")}
    rows = board(match).splitlines()
    assert rows[1][6] == marks["N"]
    assert (rows[2][4], rows[2][6]) == (marks["W"], marks["U"])
    assert rows[3][6] == marks["S"]


def test_a_domino_that_would_fall_is_a_warning() -> None:
    match = ludotheque.game("domino3d").start(2, 5)
    for _ in steps(match, random.Random(1), 8):
        pass
    presenter = presenting(match, match.to_act[0])
    falls = [move for move in match.legal_moves() if "collapsed" in presenter.session.preview(move).events]
    stays = [move for move in match.legal_moves() if "placed" in presenter.session.preview(move).events]
    for move, style in ((falls[0], WARNED), (stays[0], CHOSEN)):
        presenter.chooser.type(move)
        assert style in {style for _, style in presenter.board().cells.values()}
