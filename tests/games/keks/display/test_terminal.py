"""Keks in the terminal."""

from __future__ import annotations

from tests.cli.terminal.scenes import presenting

import ludotheque


def test_it_marks_what_can_be_taken_with_brackets() -> None:
    match = ludotheque.game("keks").start(seed=1)
    presenter = presenting(match, 0)
    assert presenter.board().render().plain.count("[") == len(match.legal_moves()) - 1  # one is highlighted
    assert presenter.board().render().plain.count("▸") == 1
