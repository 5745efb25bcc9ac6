"""The playout policy of the Nasenspiel: the best of a few random placements, and the best answer."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasenspiel.bot.prospects import joined, root_at, smallest_own_group, worth
from ludotheque.games.nasenspiel.bot.tuning import QUICK_RISK, QUICK_RIVAL, SAMPLES
from ludotheque.games.nasenspiel.rules.board import CELLS, COLUMNS, NOSES, STEP
from ludotheque.games.nasenspiel.rules.groups import NONE, find
from ludotheque.games.nasenspiel.rules.placements import PAIRS
from ludotheque.games.nasenspiel.rules.state import PAWN_FROM


@inlined
def best_answer(state, seat, moves, count):
    """Return the index of the answer worth most points: a pawn from the reserve or smallest group, or none."""
    if state.reserve[seat]:
        return 1
    best = 0
    least = np.int64(state.members[find(state, np.int64(state.asking))])
    for k in range(1, count):
        size = np.int64(state.members[root_at(state, np.int64(moves[k]) - PAWN_FROM)])
        if size < least:
            best = k
            least = size
    return best


@compiled
def choose(state, seat, moves, count, picks, tuning):
    """Choose the best answer, or the best of a few random placements."""
    if state.asking != NONE:
        return best_answer(state, seat, moves, count)
    least = smallest_own_group(state, seat)
    best = 0
    most = -1e9
    for _ in range(int(tuning[SAMPLES])):
        k = pick(picks, count)
        gained = quick_gain(state, seat, np.int64(moves[k]), least, tuning)
        if gained > most:
            best = k
            most = gained
    return best


@inlined
def quick_gain(state, seat, action, least, tuning):
    """Like `gain`, but without a survey."""
    pair, spot = action % PAIRS, action // PAIRS
    direction, cell = spot // CELLS, spot % CELLS
    nose, other_nose = pair // NOSES, pair % NOSES
    other = cell + STEP[direction]
    total = 0.0
    if state.near[cell] >> nose & 1:
        total += quick_half(state, seat, cell, nose, least, tuning)
    if state.near[other] >> other_nose & 1:
        total += quick_half(state, seat, other, other_nose, least, tuning)
    return total


@compiled
def quick_half(state, seat, cell, nose, least, tuning):
    size = 1
    total = 0.0
    pawn = state.reserve[seat] > 0
    one, two, three = NONE, NONE, NONE
    for step in (-COLUMNS, -1, 1, COLUMNS):
        root = joined(state, root_at(state, cell + step), nose)
        if root not in (NONE, one, two, three):
            one, two, three = root, one, two
            size += int(state.members[root])
            if state.owner[root] == seat:
                total -= state.members[root]
                pawn = True
            elif state.owner[root] != NONE:
                total += tuning[QUICK_RIVAL] * state.members[root] / (state.seats - 1)
    return total + worth(state, seat, size, nose, tuning[QUICK_RISK], True, pawn, least, tuning)
