"""How promising a Keks position is, and each of its moves: by the outlook (see there)."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.keks.bot.outlook import NUMBERS_OF_VARIANT, learnt, outlook
from ludotheque.games.keks.rules.state import NONE, STATE, apply

#: The numbers of `outlook`, and then this: how much a better outlook makes a move more promising.
SHARP = 2 * NUMBERS_OF_VARIANT
TUNING = (*learnt(), 0.5)
#: exp() of more than that says no more.
MOST = 30.0


@compiled
def value(state, seat, tuning):
    """The seat's chance to win; both seats' chances add up to 1."""
    if state.turn == NONE:
        return 1.0 if state.colours_won[seat] > state.colours_won[1 - seat] else 0.0
    chance = 1.0 / (1.0 + np.exp(-outlook(state, tuning)))
    return chance if seat == state.turn else 1.0 - chance


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """By the outlook after each move."""
    after = np.empty(1, STATE)
    for k in range(count):
        after[0] = state
        found = outlook_after(after[0], seat, np.int64(moves[k]), tuning)
        weights[k] = np.exp(max(-MOST, min(MOST, tuning[SHARP] * found)))


@inlined
def outlook_after(state, seat, action, tuning):
    """The outlook of the seat once it has played that action. It is played."""
    apply(state, seat, action)
    if state.turn == NONE:
        return MOST
    found = outlook(state, tuning)
    return found if state.turn == seat else -found
