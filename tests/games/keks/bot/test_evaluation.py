"""Knowledge of the bots about Keks, in positions whose evaluation is obvious to a person."""

from __future__ import annotations

import numpy as np
from tests.games.keks.positions import EVEN, NEARLY_LOST, NEARLY_WON

import ludotheque
from ludotheque.bots.policy import weights_of
from ludotheque.engine.knowledge import Factor
from ludotheque.games import load_knowledge
from ludotheque.games.keks.bot.evaluation import value
from ludotheque.games.keks.bot.factors import factors
from ludotheque.games.keks.bot.tuning import TUNING

load_knowledge("keks")
KEKS = ludotheque.game("keks")


def test_a_tile_that_wins_a_colour_weighs_most() -> None:
    match = KEKS.resume(EVEN)
    weights = dict(zip(match.legal_moves(), weights_of(match, 0), strict=True))
    # e3, c4 and e5 are third tiles of B, D and C; c5 is only the second A.
    assert min(weights["e3"], weights["c4"], weights["e5"]) > weights["c5"]


def test_values_add_up_and_follow_the_lead() -> None:
    state = KEKS.resume(EVEN).states[0]
    assert abs(value(state, 0, np.array(TUNING)) + value(state, 1, np.array(TUNING)) - 1.0) < 1e-9
    for drawn, low, high in ((NEARLY_WON, 0.8, 1.0), (NEARLY_LOST, 0.0, 0.2)):
        assert low < value(KEKS.resume(drawn).states[0], 0, np.array(TUNING)) < high


def test_factors_name_what_a_move_does() -> None:
    match = KEKS.resume(EVEN)
    mode = match.mode
    keys = {
        move: [factor.key for factor in factors(match.states[0], 0, mode.parse(move))] for move in match.legal_moves()
    }
    assert keys["e3"][0] == "wins"
    assert keys["c5"][0] == "gathers"
    # Without e5, d5 has only the neighbours c5 and d4, which c4 connects.
    assert Factor("opens", {"squares": "d5"}) in factors(match.states[0], 0, mode.parse("e5"))
    known = KEKS.spec.words.messages["factors"]
    assert all(key in known for found in keys.values() for key in found)


def test_in_eleven_a_factor_tells_the_points() -> None:
    match = KEKS.start(2, "points", {"variant": "eleven"})
    state, mode = match.states[0], match.mode
    for move in match.legal_moves():
        [found] = [one for one in factors(state, 0, mode.parse(move)) if one.key == "gathers_points"]
        assert found.params["held"] == found.params["points"] in range(1, 7)
