"""The evaluation of classic and solo: what a move gains, and how the match stands.

The draw decides which domino comes next, so a move is judged by its points and a rough estimate of what it opens for
others; a search one or two moves deep does the rest.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.classic.prospects import gain
from ludotheque.games.domino3d.bot.classic.tuning import NOISE, NOISE_LEFT, RATE, TEMPERATURE
from ludotheque.games.domino3d.rules.classic.state import NONE

#: A decisive lead in points. Alone at the table, four times as many are a perfect score.
MARGIN = 60.0


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh moves by their gain. `draw` is never worse than `stop`: a seat that draws need not place."""
    if state.drawn == NONE:
        weights[0], weights[1] = 1.0, 0.01
        return
    best = -1e9
    for k in range(count):
        weights[k] = gain(state, seat, np.int64(moves[k]), tuning)
        best = max(best, weights[k])
    for k in range(count):
        weights[k] = max(1e-6, np.exp((weights[k] - best) / tuning[TEMPERATURE]))


@inlined
def turns_to_come(state, seat, left):
    """Return how many of the dominoes left the seat will place if every turn places one."""
    if state.several:
        return left if seat == state.turn else 0
    waits = seat - state.turn if seat >= state.turn else seat - state.turn + state.seats
    return (left - waits + state.seats - 1) // state.seats


@inlined
def prospect(state, seat, left, tuning):
    """Return the points that the seat can expect at the end."""
    if state.turn == NONE:
        return np.float64(state.scores[seat])
    turns = turns_to_come(state, seat, left)
    if state.turns_left != NONE and not state.several:
        turns = min(turns, state.turns_left)
    return state.scores[seat] + tuning[RATE] * turns


@compiled
def value(state, seat, tuning):
    """Return the seat's expected share of the win; the shares add up to 1. Alone: the share of a perfect score."""
    left = popcount(state.pile) + int(state.drawn != NONE)
    own = prospect(state, seat, left, tuning)
    if state.seats == 1:
        return min(1.0, own / (4.0 * MARGIN))
    noise = tuning[NOISE] + tuning[NOISE_LEFT] * np.sqrt(np.float64(left)) if state.turn != NONE else 1e-3
    total = 0.0
    for other in range(state.seats):
        total += np.exp(min(100.0, (prospect(state, other, left, tuning) - own) / noise))
    return 1.0 / total
