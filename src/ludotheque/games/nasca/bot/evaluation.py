"""The evaluation of Nasca: squares surrounded, how solid their walls are, and how late in the round it is."""

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasca.bot.prefilter import score_cheaply, threshold_of_best
from ludotheque.games.nasca.bot.prospects import breakable, enclosed
from ludotheque.games.nasca.bot.tuning import (
    FIRM,
    FULLY_EVALUATED,
    HALF,
    LAST,
    NOISE,
    PAID,
    PREFILTER,
    ROUND_TO_COME,
    SHORT,
    SOLID,
    TEMPERATURE,
    TURN,
    WEAK,
)
from ludotheque.games.nasca.rules.areas import paid_squares
from ludotheque.games.nasca.rules.board import FIRST, LENGTH_OF, LENGTHS, MASK
from ludotheque.games.nasca.rules.state import NONE

#: Gaps in solid walls count as closed within this reach (see `enclosed`).
REACH = 1

#: The weight of moves that are not evaluated in full: below all others.
BEHIND = 0.001
#: Bounds the exponent; beyond it a difference no longer matters.
MAX_EXPONENT = 40.0


@compiled
def earliness(state, tuning):
    """Return the share of the first number of each pair: near 1 with full hands, 0 when no plank is left."""
    left = 0
    for length in range(len(LENGTHS)):
        left += state.hands[0, length] + state.hands[1, length]
    return 1.0 - 0.5 ** (left / tuning[HALF])


@inlined
def worth(tuning, thing, early):
    return tuning[thing] * early + tuning[thing + 1] * (1.0 - early)


@compiled
def wall_value(state, seat, low, high, height, early, tuning):
    """Return what the seat's walls are worth beyond the squares that score now. For the plank see `breakable`."""
    weak_low, weak_high = breakable(state, seat, low, high, height)
    own_low, own_high = state.colour[seat, 0] & ~weak_low, state.colour[seat, 1] & ~weak_high
    other_low, other_high = state.colour[1 - seat, 0], state.colour[1 - seat, 1]
    points = worth(tuning, WEAK, early) * (popcount(weak_low) + popcount(weak_high))
    solid_low, solid_high = enclosed(own_low, own_high, other_low, other_high, 0)
    points += worth(tuning, SOLID, early) * empty_squares(state, solid_low, solid_high)
    firm_low, firm_high = enclosed(own_low, own_high, other_low, other_high, REACH)
    return points + worth(tuning, FIRM, early) * empty_squares(state, firm_low, firm_high)


@inlined
def empty_squares(state, low, high):
    return popcount(low & state.at_height[0, 0]) + popcount(high & state.at_height[0, 1])


@compiled
def expected_lead(state, low, high, height, early, tuning):
    """Return the lead in points that seat 0 can expect from the board. For the plank see `breakable`."""
    low_0, high_0, low_1, high_1 = paid_squares(state)
    paid = popcount(low_0) + popcount(high_0) - popcount(low_1) - popcount(high_1)
    points = worth(tuning, PAID, early) * paid
    points += wall_value(state, 0, low, high, height, early, tuning)
    return points - wall_value(state, 1, low, high, height, early, tuning)


@compiled
def value(state, seat, tuning):
    """Return the seat's chance to win; exact when the match is over, and both seats' chances add up to 1."""
    lead = np.float64(state.points[0, 0] + state.points[1, 0] - state.points[0, 1] - state.points[1, 1])
    if state.turn == NONE:
        chance = 0.5 if lead == 0.0 else 1.0 if lead > 0.0 else 0.0
    else:
        early = earliness(state, tuning)
        lead += expected_lead(state, 0, 0, 0, early, tuning)
        lead += worth(tuning, SHORT, early) * (state.hands[0, 0] - state.hands[1, 0])
        lead += worth(tuning, TURN, early) * (1 - 2 * state.turn)
        noise = worth(tuning, NOISE, early)
        if state.round_number == state.rounds:
            # Seat 1 has the last plank of round 1, seat 0 that of round 2. With both to come that is even.
            lead += tuning[LAST] * (2 * state.round_number - 3)
        else:
            noise += tuning[ROUND_TO_COME]
        chance = 1.0 / (1.0 + np.exp(-lead / noise))
    return chance if seat == 0 else 1.0 - chance


@compiled
def expected_lead_after(state, seat, move, early, tuning):
    """Return the expected lead after the seat places that plank. The state is changed for it and restored.

    Only colours and empty squares are updated, a small part of what `lay` does.
    """
    other = 1 - seat
    own_low, own_high = state.colour[seat, 0], state.colour[seat, 1]
    other_low, other_high = state.colour[other, 0], state.colour[other, 1]
    empty_low, empty_high = state.at_height[0, 0], state.at_height[0, 1]
    height = 0
    while not state.at_height[height, FIRST[move, 0]] >> FIRST[move, 1] & 1:
        height += 1
    low, high = MASK[move, 0], MASK[move, 1]
    set_rows(state, seat, own_low | low, own_high | high, other_low & ~low, other_high & ~high)
    state.at_height[0, 0], state.at_height[0, 1] = empty_low & ~low, empty_high & ~high
    points = expected_lead(state, low, high, height + 1, early, tuning)
    set_rows(state, seat, own_low, own_high, other_low, other_high)
    state.at_height[0, 0], state.at_height[0, 1] = empty_low, empty_high
    return points


@compiled
def set_rows(state, seat, own_low, own_high, other_low, other_high):
    state.colour[seat, 0], state.colour[seat, 1] = own_low, own_high
    state.colour[1 - seat, 0], state.colour[1 - seat, 1] = other_low, other_high


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh moves by the expected lead after them; `score_cheaply` selects those that are evaluated in full."""
    score_cheaply(state, seat, moves, count, weights, tuning[PREFILTER:])
    limit = threshold_of_best(weights, count, tuning[FULLY_EVALUATED])
    early = earliness(state, tuning)
    before = expected_lead(state, 0, 0, 0, early, tuning)
    for k in range(count):
        if weights[k] >= limit:
            move = np.int64(moves[k])
            gain = expected_lead_after(state, seat, move, early, tuning) - before
            gain = gain if seat == 0 else -gain
            if LENGTH_OF[move] == LENGTHS[0]:
                gain -= worth(tuning, SHORT, early)
            weights[k] = np.exp(max(-MAX_EXPONENT, min(MAX_EXPONENT, gain / tuning[TEMPERATURE])))
        else:
            weights[k] = BEHIND * np.exp(max(-MAX_EXPONENT, (weights[k] - limit) / tuning[TEMPERATURE]))
