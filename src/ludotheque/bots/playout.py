"""Priors, playouts and results, in compiled code: what every search by playouts needs, with a tree or without.

Numba compiles these functions for each game; see `workspace.py` for what they read and write.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bots.workspace import EVEN_LEAD_VALUE, PERFECT_MARGINS, WIN_VALUE
from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.knowledge import choose, value, weigh
from ludotheque.engine.playouts import best_result
from ludotheque.engine.rules import apply, legal, score, to_act


@compiled
def weigh_legal(states, i, seat, workspace):
    """Write the legal moves of the seat in `states[i]` and their policy weights; return the number of moves."""
    count = legal(states[i], seat, workspace[0].moves)
    weigh(states[i], seat, workspace[0].moves, count, workspace[0].weights, workspace[0].tuning)
    return count


@inlined
def weigh_shuffled(state, seat, workspace, count):
    """Write the policy weights of the first `count` moves; moves of equal weight are ordered at random."""
    if workspace.settings.use_knowledge:
        weigh(state, seat, workspace.moves, count, workspace.weights, workspace.tuning)
    else:
        for k in range(count):
            workspace.weights[k] = 1.0
    for k in range(count):
        workspace.weights[k] *= 1.0 + pick(workspace.picks, 1000) * 1e-6


@compiled
def evaluate(state, workspace, seats):
    """Write each seat's result at a leaf: a mixture of a playout and of the static evaluation. Changes the state."""
    settings = workspace.settings
    value_weight = settings.value_weight if settings.use_knowledge and to_act(state) else 0.0
    for seat in range(seats):
        workspace.results[seat] = 0.0
    if value_weight > 0.0:
        for seat in range(seats):
            workspace.results[seat] = value_weight * value(state, seat, workspace.tuning)
    if value_weight >= 1.0:
        return
    play_out(state, workspace)
    if to_act(state):
        for seat in range(seats):
            workspace.results[seat] += (1.0 - value_weight) * value(state, seat, workspace.tuning)
    else:
        add_final(state, workspace, seats, 1.0 - value_weight)


@compiled
def play_out(state, workspace):
    """Play on to the end, or for the number of moves in the settings."""
    settings = workspace.settings
    left = settings.playout_moves
    acting = to_act(state)
    while acting and left:
        seat = trailing_zeros(acting)
        count = legal(state, seat, workspace.moves)
        if settings.use_knowledge:
            k = choose(state, seat, workspace.moves, count, workspace.picks, workspace.tuning)
        else:
            k = pick(workspace.picks, count)
        apply(state, seat, np.int64(workspace.moves[k]))
        acting = to_act(state)
        left -= 1


@compiled
def add_final(state, workspace, seats, part):
    """Add the result of a finished match: nine tenths for winning, one tenth for the lead.

    The lead keeps the search playing well where the match is lost or won.
    """
    best, winners = best_result(state, seats)
    for seat in range(seats):
        points = np.float64(score(state, seat))
        if seats == 1:
            workspace.results[0] += part * min(1.0, points / (PERFECT_MARGINS * workspace.settings.margin))
            continue
        others = -1e18
        for other in range(seats):
            if other != seat:
                others = max(others, np.float64(score(state, other)))
        lead = max(-1.0, min(1.0, (points - others) / workspace.settings.margin))
        share = 1.0 / winners if points == best else 0.0
        workspace.results[seat] += part * (WIN_VALUE * share + EVEN_LEAD_VALUE * (1.0 + lead))
