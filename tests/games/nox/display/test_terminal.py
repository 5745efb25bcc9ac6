"""NOX in the terminal."""

from __future__ import annotations

from tests.cli.terminal.scenes import board

import ludotheque


def test_it_shows_no_hand_but_your_own() -> None:
    match = ludotheque.game("nox").start(4, 7)
    hands = match.state()["hands"]
    shown = board(match, 2)
    assert all(card in shown for card in hands[2])
    assert not any(card in shown for seat in (0, 1, 3) for card in set(hands[seat]) - set(hands[2]))
