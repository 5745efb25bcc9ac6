"""Levels work for a game that declares neither knowledge nor a ladder, by search alone."""

from __future__ import annotations

import subprocess
import sys

#: Keks without either, in a separate process, because knowledge cannot be unregistered.
PROGRAM = """
from dataclasses import replace

import ludotheque
from ludotheque import bots
from ludotheque.bots import Budget
from ludotheque.games import keks
from ludotheque.games.spec import Ladder
from ludotheque.review import review

mode = replace(keks.MODE, knowledge=None)
keks.GAME = replace(keks.GAME, modes=(mode,), mode=lambda options: mode, ladder=Ladder())
match = ludotheque.game("keks").start(seed=1)
for number in range(1, 6):
    seat = match.to_act[0]
    match.play(bots.level("keks", number).move(match, seat, Budget(simulations=30), seed=1), seat)
seat = match.to_act[0]
assert bots.greedy("keks").move(match, seat) in match.legal_moves(seat)
assert bots.find_hints(match, seat, 0.05)[0].words == []
assert len(review(match, Budget(simulations=50)).decisions) == 5
print(len(match.history))
"""


def test_all_levels_hints_and_reviews() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=600, check=False)
    assert done.stderr == ""
    assert done.stdout.strip() == "5"
