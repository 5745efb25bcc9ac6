"""The evaluation of the Nasenspiel: what a placement gains, and how the match stands.

A group belongs to whoever enlarges it last. So a domino gains the noses of the groups that it makes, times the chance
to keep them, less what the seat had of them before; and every foreign nose beside a group makes that group safer.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasenspiel.bot.playout import best_answer
from ludotheque.games.nasenspiel.bot.prospects import (
    foreign_noses,
    group_openings,
    joined,
    keep_probability,
    root_at,
    smallest_own_group,
    survey,
    worth,
)
from ludotheque.games.nasenspiel.bot.tuning import FRESH, NOISE, NOISE_LEFT, RISK, RIVAL, SHUT, TEMPERATURE
from ludotheque.games.nasenspiel.rules.board import CELLS, NOSES, STEP
from ludotheque.games.nasenspiel.rules.groups import NONE, PAWNS, find
from ludotheque.games.nasenspiel.rules.placements import PAIRS
from ludotheque.games.nasenspiel.rules.state import SQUARES

#: The usual number of squares at the end of a match: the frame rarely fills up.
SQUARES_AT_END = 96


@inlined
def shut(state, seat, root, nose, table, base, tuning):
    """Return what the seat gains if a foreign nose lies beside the group."""
    if root == NONE or state.nose[root] == nose or state.owner[root] == NONE:
        return 0.0
    noses = np.float64(state.members[root])
    if state.owner[root] != seat:
        noses *= -tuning[RIVAL] / (state.seats - 1)
    return tuning[SHUT] * (noses - table[base + SQUARES + root]) / max(1.0, table[base + root])


@inlined
def merge_group(state, seat, root, table, base, size, free, total, pawns):
    """Add a group to the new one: its noses, its openings, what the seat had of it, and the seat's pawn."""
    size += np.int64(state.members[root])
    free += table[base + root]
    total -= table[base + SQUARES + root]
    pawns += int(state.owner[root] == seat)
    return size, free, total, pawns


@compiled
def gain(state, seat, action, least, table, base, tuning):
    """Return the estimated gain of a placement, in noses.

    For `table` and `base` see `survey`, for `least` see `smallest_own_group`.
    """
    pair, spot = action % PAIRS, action // PAIRS
    direction, cell = spot // CELLS, spot % CELLS
    nose, other_nose = pair // NOSES, pair % NOSES
    step, side = STEP[direction], STEP[1 - direction]
    other = cell + step
    a0, a1, a2 = root_at(state, cell - step), root_at(state, cell - side), root_at(state, cell + side)
    b0, b1, b2 = root_at(state, other + step), root_at(state, other - side), root_at(state, other + side)
    total = 0.0
    for root in (a0, a1, a2):
        total += shut(state, seat, root, nose, table, base, tuning)
    for root in (b0, b1, b2):
        total += shut(state, seat, root, other_nose, table, base, tuning)
    free = tuning[FRESH] * (int(a0 == NONE) + int(a1 == NONE) + int(a2 == NONE))
    free_other = tuning[FRESH] * (int(b0 == NONE) + int(b1 == NONE) + int(b2 == NONE))
    a0, a1, a2 = joined(state, a0, nose), joined(state, a1, nose), joined(state, a2, nose)
    b0, b1, b2 = joined(state, b0, other_nose), joined(state, b1, other_nose), joined(state, b2, other_nose)
    # The new squares take the cells where these groups could grow.
    free -= int(a0 != NONE) + int(a1 != NONE) + int(a2 != NONE)
    free_other -= int(b0 != NONE) + int(b1 != NONE) + int(b2 != NONE)
    pawns = state.reserve[seat]
    size, size_other = 1, 1
    if a0 != NONE:
        size, free, total, pawns = merge_group(state, seat, a0, table, base, size, free, total, pawns)
    if a1 not in (NONE, a0):
        size, free, total, pawns = merge_group(state, seat, a1, table, base, size, free, total, pawns)
    if a2 not in (NONE, a0, a1):
        size, free, total, pawns = merge_group(state, seat, a2, table, base, size, free, total, pawns)
    # A double may touch the same group with both halves.
    if b0 not in (NONE, a0, a1, a2):
        size_other, free_other, total, pawns = merge_group(
            state, seat, b0, table, base, size_other, free_other, total, pawns
        )
    if b1 not in (NONE, b0, a0, a1, a2):
        size_other, free_other, total, pawns = merge_group(
            state, seat, b1, table, base, size_other, free_other, total, pawns
        )
    if b2 not in (NONE, b0, b1, a0, a1, a2):
        size_other, free_other, total, pawns = merge_group(
            state, seat, b2, table, base, size_other, free_other, total, pawns
        )
    if nose == other_nose:
        size, free = size + size_other, free + free_other
        size_other = 1
    total += worth(state, seat, size, nose, tuning[RISK] * max(0.0, free), free > 0.5, pawns > 0, least, tuning)
    if size > 1:
        pawns -= 1
    risk = tuning[RISK] * max(0.0, free_other)
    return total + worth(state, seat, size_other, other_nose, risk, free_other > 0.5, pawns > 0, least, tuning)


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh moves by their gain. `weights` must be longer than the moves by 2 * SQUARES, where the survey is kept."""
    if state.asking != NONE:
        for k in range(count):
            weights[k] = 0.02
        weights[best_answer(state, seat, moves, count)] = 1.0
        return
    if len(weights) < count + 2 * SQUARES:
        raise IndexError("weights is too short for the survey")
    survey(state, seat, weights, count, tuning[RIVAL] / (state.seats - 1), tuning[RISK])
    least = smallest_own_group(state, seat)
    best = -1e9
    for k in range(count):
        weights[k] = gain(state, seat, np.int64(moves[k]), least, weights, count, tuning)
        best = max(best, weights[k])
    for k in range(count):
        weights[k] = max(1e-6, np.exp((weights[k] - best) / tuning[TEMPERATURE]))


@compiled
def value(state, seat, tuning):
    """Return the seat's expected share of the win; the shares of all seats add up to 1."""
    left = 0.5 * max(0, SQUARES_AT_END - state.placed)
    noise = tuning[NOISE] + tuning[NOISE_LEFT] * left if state.turn != NONE else 1e-3
    own = prospect(state, seat, tuning)
    total = 0.0
    for other in range(state.seats):
        total += np.exp(min(100.0, (prospect(state, other, tuning) - own) / noise))
    return 1.0 / total


@compiled
def prospect(state, seat, tuning):
    """Return the noses that the seat can expect: those of its groups, and of the group it is deciding about."""
    if state.turn == NONE:
        return np.float64(state.points[seat])
    total = 0.0
    for k in range(PAWNS - state.reserve[seat]):
        total += prospect_of(state, seat, root_at(state, np.int64(state.pawns[seat, k])), tuning)
    if state.asking != NONE and state.turn == seat and state.reserve[seat]:
        total += prospect_of(state, seat, find(state, np.int64(state.asking)), tuning)
    return total


@inlined
def prospect_of(state, seat, root, tuning):
    foreign = foreign_noses(state, seat, np.int64(state.nose[root]))
    return state.members[root] * keep_probability(foreign, group_openings(state, root), tuning[RISK])
