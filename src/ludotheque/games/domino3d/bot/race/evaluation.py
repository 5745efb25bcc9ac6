"""What the bots know about the race of Domino 3D: the next move of a plan for the own set, and how the match stands.

Only the own table matters, and only errors and speed count. So the plan's next move is far ahead of all others, then
come placements without an error. Where no plan is found, the most promising move takes a domino back.
"""

# Numba takes the types of compiled functions from the call.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount, trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.domino3d.bot.race.fitting import list_needs, matches
from ludotheque.games.domino3d.bot.race.plan import NO_PLAN, PLAN_ROOM, best_move
from ludotheque.games.domino3d.rules.common.board import PLACEMENTS, POSES
from ludotheque.games.domino3d.rules.race.sets import has_error
from ludotheque.games.domino3d.rules.race.state import CHECK, DONE, GIVE_UP, HAND_OF, LIFT, OVER

#: What self-play could improve, by index.
FITS = 0  # the weight of a placement without an error; the plan's next move has 1
TRIES = 1  # dominoes that are laid down, at most, to find a plan
NOISE = 2  # points by which a match can still turn
TUNING = (0.02, 200.0, 3.0)

UNLIKELY = 1e-6
LIFTS = 1e-4  # to take back what fits


@inlined
def weigh_placements(state, seat, moves, count, weights, fits):
    """Weigh what is laid down; return how many moves these are. The rules list the same placements for each domino."""
    number = popcount(state.hand[seat])
    places = 0
    while number and places < count and moves[places] < LIFT:
        places += 1
    if number == 0 or places == 0:
        return 0
    each = places // number
    first = np.int64(moves[0]) // PLACEMENTS * PLACEMENTS
    room = moves[count:]
    for i in range(each):
        room[i] = moves[i] - first
    list_needs(state, seat, room, each)
    hand = state.hand[seat]
    k = 0
    while hand:
        domino = trailing_zeros(hand)
        hand &= hand - 1
        for i in range(each):
            pose, needs, needs_other = np.int64(room[i]) % POSES, room[each + 2 * i], room[each + 2 * i + 1]
            weights[k] = fits if matches(domino, pose, np.int64(needs), np.int64(needs_other)) else UNLIKELY
            k += 1
    return places


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """`moves` must have room for PLAN_ROOM more. About a millisecond; the state is as before when it is over."""
    if state.phase == CHECK:
        wrong = has_error(state, seat - 1 if seat else state.seats - 1)
        weights[0], weights[1] = (0.02, 1.0) if wrong else (1.0, 0.02)
        return
    if len(moves) < count + PLAN_ROOM:
        raise IndexError("moves: no room for a plan")
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
    """The points so far, and a part of those that are to be won in this round."""
    if state.phase == OVER:
        return np.float64(state.totals[seat])
    return state.totals[seat] + state.laid[seat] / HAND_OF[state.seats]


@compiled
def value(state, seat, tuning):
    """Sums to 1 over the seats; at the end the winners share the win."""
    noise = tuning[NOISE] if state.phase != OVER else 1e-3
    own = prospect(state, seat)
    total = 0.0
    for other in range(state.seats):
        total += np.exp(min(100.0, (prospect(state, other) - own) / noise))
    return 1.0 / total
