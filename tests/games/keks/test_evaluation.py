"""What the bots know about Keks, on positions where a person would agree."""

from __future__ import annotations

import numpy as np

import ludotheque
from ludotheque.bots.greedy import weights_of
from ludotheque.bots.search import load_knowledge
from ludotheque.games.keks.evaluation import factors
from ludotheque.games.keks.weighing import TUNING, value

load_knowledge("keks")
KEKS = ludotheque.game("keks")

POSITION = """
8      .  .  .  .  .  .
7   .  .  .  .  .  .  .  .
6   .  .  .  .  .  .  .  .
5   .  .  A1 B1 C1 .  .  .
4   .  .  D1 E1 A2 .  .  .
3   .  .  .  .  B2 .  .  .
2   .  .  .  .  .  .  .  .
1      .  .  .  .  .  .
    a  b  c  d  e  f  g  h
turn: 0
eliminated: J
gone: A B C D E F G H I J
seat 0: won F G, holds A1 B2 C2 D2 E2
seat 1: won H I, holds A2 B1 C2 D2 E2
"""


def test_a_tile_that_wins_a_colour_weighs_most() -> None:
    match = KEKS.resume(POSITION)
    weights = dict(zip(match.legal_moves(), weights_of(match, 0), strict=True))
    # e3, c4 and e5 are third tiles of B, D and C; c5 is only the second A.
    assert min(weights["e3"], weights["c4"], weights["e5"]) > weights["c5"]


def test_values_add_up_and_follow_the_lead() -> None:
    state = KEKS.resume(POSITION)._states[0]
    assert abs(value(state, 0, np.array(TUNING)) + value(state, 1, np.array(TUNING)) - 1.0) < 1e-9
    for won, chance in (("F G H I", (0.8, 1.0)), ("-", (0.0, 0.2))):
        left = "-" if won != "-" else "F G H I"
        drawn = POSITION.replace("won F G", f"won {won}").replace("won H I", f"won {left}")
        assert chance[0] < value(KEKS.resume(drawn)._states[0], 0, np.array(TUNING)) < chance[1]


def test_factors_name_what_a_move_does() -> None:
    match = KEKS.resume(POSITION)
    mode = match._start.mode
    keys = {move: [key for key, _ in factors(match._states[0], 0, mode.parse(move))] for move in match.legal_moves()}
    assert keys["e3"][0] == "wins"
    assert keys["c5"][0] == "gathers"
    # Without e5, d5 hangs on c5 and d4 only, which c4 joins.
    assert ("opens", {"squares": "d5"}) in factors(match._states[0], 0, mode.parse("e5"))
    known = KEKS.spec.messages["factors"]
    assert all(key in known for found in keys.values() for key in found)
