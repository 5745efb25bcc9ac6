"""Nasca in the terminal."""

from __future__ import annotations

from tests.cli.terminal.scenes import board, presenting

import ludotheque


def test_it_shows_planks_heights_and_territory() -> None:
    match = ludotheque.game("nasca").start(seed=1)
    for move in ("a3-c3", "k1-k5", "c1-c2", "k6-k10"):
        match.play(move)
    shown = board(match).splitlines()
    row = {line[:2].strip(): line for line in shown}
    assert row["3"].startswith(" 3 X1──X1──X1")
    assert row["2"].startswith(" 2 x   x   X1")
    assert row["5"].rstrip().endswith("O1")


def test_a_plank_can_be_chosen_from_either_end() -> None:
    match = ludotheque.game("nasca").start(seed=1)
    presenter = presenting(match, 0)
    for first, last in (("b3", "f3"), ("f3", "b3")):
        presenter.chooser.path[1:] = []
        presenter.chooser.index = list(presenter.chooser.path[0].children).index(first)
        assert presenter.chooser.enter() is None
        ends = {choice.step.aim for choice in presenter.chooser.choices}
        assert (last,) in ends
