"""The evaluation of the race: the next move of a plan for the seat's own set, and how the match stands.

Only the seat's own table matters, and only errors and speed count. So the plan's next move weighs far more than all
others, followed by placements without an error. If no plan is found, the best move takes a domino back.
"""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.race.fitting import list_needs, matches
from ludotheque.games.domino3d.bot.race.plan import NO_PLAN, PLAN_SIZE, best_move
from ludotheque.games.domino3d.bot.race.tuning import FITS, NOISE, TRIES
from ludotheque.games.domino3d.rules.common.board import PLACEMENTS, POSES
from ludotheque.games.domino3d.rules.race.sets import has_error
from ludotheque.games.domino3d.rules.race.state import CHECK, DONE, GIVE_UP, HAND_OF, LIFT, OVER

UNLIKELY = 1e-6
LIFTS = 1e-4  # taking back a domino that fits


@inlined
def weigh_placements(state, seat, moves, count, weights, fits):
    """Weigh the placements; return their number. The rules list the same placements for each domino of the hand."""
    number = popcount(state.hands[seat])
    places = 0
    while number and places < count and moves[places] < LIFT:
        places += 1
    if number == 0 or places == 0:
        return 0
    each = places // number
    first = np.int64(moves[0]) // PLACEMENTS * PLACEMENTS
    placements = moves[count:]
    for i in range(each):
        placements[i] = moves[i] - first
    list_needs(state, seat, placements, each)
    hand = state.hands[seat]
    k = 0
    while hand:
        domino = trailing_zeros(hand)
        hand &= hand - 1
        for i in range(each):
            pose, needs, needs_other = (
                np.int64(placements[i]) % POSES,
                placements[each + 2 * i],
                placements[each + 2 * i + 1],
            )
            weights[k] = fits if matches(domino, pose, np.int64(needs), np.int64(needs_other)) else UNLIKELY
            k += 1
    return places


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh moves by a plan, in about a millisecond. `moves` must be longer by PLAN_SIZE; the state is restored."""
    if state.phase == CHECK:
        wrong = has_error(state, seat - 1 if seat else state.seats - 1)
        weights[0], weights[1] = (0.02, 1.0) if wrong else (1.0, 0.02)
        return
    if len(moves) < count + PLAN_SIZE:
        raise IndexError("moves is too short for a plan")
    first = weigh_placements(state, seat, moves, count, weights, tuning[FITS])
    for k in range(first, count):
        weights[k] = LIFTS if moves[k] < DONE else UNLIKELY
        if moves[k] == GIVE_UP:
            weights[k] = UNLIKELY * UNLIKELY
    best = best_move(state, seat, moves[count:], int(tuning[TRIES]))
    if best != NO_PLAN:
        weights[np.searchsorted(moves[:count], best)] = 1.0


@inlined
def prospect(state, seat):
    """Return the points so far, and a share of those of this round."""
    if state.phase == OVER:
        return np.float64(state.totals[seat])
    return state.totals[seat] + state.laid[seat] / HAND_OF[state.seats]


@compiled
def value(state, seat, tuning):
    """Return the seat's expected share of the win; the shares of all seats add up to 1."""
    noise = tuning[NOISE] if state.phase != OVER else 1e-3
    own = prospect(state, seat)
    total = 0.0
    for other in range(state.seats):
        total += np.exp(min(100.0, (prospect(state, other) - own) / noise))
    return 1.0 / total
