"""The evaluation of Keks: value and move weights, both from the network in `network.py`."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.bot.network import log_odds
from ludotheque.games.keks.bot.tuning import SHARPNESS
from ludotheque.games.keks.rules.state import NONE, STATE, apply

#: Bounds the exponent; beyond it a difference no longer matters.
MAX_EXPONENT = 30.0


@compiled
def value(state, seat, tuning):
    """Return the seat's chance to win; both seats' chances add up to 1."""
    if state.turn == NONE:
        return 1.0 if state.colours_won[seat] > state.colours_won[1 - seat] else 0.0
    chance = 1.0 / (1.0 + np.exp(-log_odds(state, tuning)))
    return chance if seat == state.turn else 1.0 - chance


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh each move by the log-odds after it."""
    after = np.empty(1, STATE)
    for k in range(count):
        after[0] = state
        score = log_odds_after(after[0], seat, np.int64(moves[k]), tuning)
        weights[k] = np.exp(max(-MAX_EXPONENT, min(MAX_EXPONENT, tuning[SHARPNESS] * score)))


@inlined
def log_odds_after(state, seat, action, tuning):
    """Play the action; return the log-odds that the seat wins afterwards."""
    apply(state, seat, action)
    if state.turn == NONE:
        return MAX_EXPONENT
    score = log_odds(state, tuning)
    return score if state.turn == seat else -score
