"""Who will win a match of NOX, as it looks now: what displays promise, and the totals with that.

A display promises points before it shows three colours, less so the nearer the end of the round is. That end comes with
a sixth stack, so a round is as late as its tallest display has stacks: its lateness, 0 to 5.
"""

# The compiled functions take records and integers; Numba infers their types.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from math import exp, sqrt

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nox.rules.board import PART, SUMS
from ludotheque.games.nox.rules.state import NONE, shown_by

# Places in the tuning.
PROMISE = 0  # by colours shown, 0 to 3: what a display promises besides a part of what it shows,
DECLINE = 4  # by colours: less by so much, the later it is
PART_OF_SUM = 8  # by colours: the part of the sum it shows that a display promises,
PART_LATER = 12  # and of one with three colours so much more, the later it is
SPREAD = 13  # so many points between two seats matter when the round is the last one,
SPREAD_LATER = 14  # and this times the root of the points up to the target more
RIVALRY = 15  # hard: so many points between two displays matter for which is best
HEAT = 16  # weights: so many points make a move e times as promising
ENDING = 17  # points that ending a round is worth besides
VICTORY = 18  # points that ending the match as its winner is worth
TRIES = 19  # a playout's move is the best of so many

# What displays promise comes from regression over rounds between searching bots.
TUNING = (
    28.0, 37.0, 47.0, 46.5,
    6.0, 7.5, 7.4, 7.5,
    0.0, 0.45, 0.3, 0.24,
    0.12, 8.0, 3.0, 8.0, 4.0, 0.0, 60.0, 4.0,
)  # fmt: skip


@inlined
def promise(shown, late, tuning):
    """The points that a display will be worth at the end of the round, as it looks now."""
    blue, green, orange = shown & PART, shown >> 5 & PART, shown >> 10
    colours = (1 if blue else 0) + (1 if green else 0) + (1 if orange else 0)
    part = tuning[PART_OF_SUM + colours]
    if colours == 3:
        part += tuning[PART_LATER] * late
    total = SUMS[0, blue] + SUMS[1, green] + SUMS[2, orange]
    return max(0.0, tuning[PROMISE + colours] - tuning[DECLINE + colours] * late) + part * total


@inlined
def lateness(state, without):
    """The stacks of the tallest display, that one left out."""
    late = 0
    for display in range(state.seats):
        if display != without:
            late = max(late, popcount(shown_by(state, display)))
    return late


@inlined
def promised(state, seat, late, tuning):
    """What the seat's display promises, or nothing for a seat that is not there."""
    return promise(shown_by(state, seat), late, tuning) if seat < state.seats else 0.0


@inlined
def promises(state, late, tuning):
    return (
        promised(state, 0, late, tuning), promised(state, 1, late, tuning), promised(state, 2, late, tuning),
        promised(state, 3, late, tuning), promised(state, 4, late, tuning), promised(state, 5, late, tuning),
    )  # fmt: skip


@inlined
def shares(state, points, spread):
    """How likely each seat has the most, by its points; a seat that is not there never."""
    highest = points[0]
    for seat in range(1, state.seats):
        highest = max(highest, points[seat])
    a = exp((points[0] - highest) / spread)
    b = exp((points[1] - highest) / spread)
    c = exp((points[2] - highest) / spread) if state.seats > 2 else 0.0
    d = exp((points[3] - highest) / spread) if state.seats > 3 else 0.0
    e = exp((points[4] - highest) / spread) if state.seats > 4 else 0.0
    f = exp((points[5] - highest) / spread) if state.seats > 5 else 0.0
    whole = a + b + c + d + e + f
    return a / whole, b / whole, c / whole, d / whole, e / whole, f / whole


@inlined
def spread_of(state, tuning):
    """The more rounds to come, the less a point says."""
    highest = 0
    for seat in range(state.seats):
        highest = max(highest, state.totals[seat])
    return tuning[SPREAD] + tuning[SPREAD_LATER] * sqrt(float(max(0, state.target - highest)))


@inlined
def likely_best(state, points, tuning):
    """How likely each display is the best of the round; asked only in hard, and in classic the points as they are."""
    return shares(state, points, tuning[RIVALRY]) if state.hard else points


@inlined
def prospects(state, points, bests):
    """Totals as they will be after the round. Hard: a display counts as far as it is likely to be the best."""
    totals = state.totals
    if state.hard:
        return (
            totals[0] + points[0] * bests[0], totals[1] + points[1] * bests[1], totals[2] + points[2] * bests[2],
            totals[3] + points[3] * bests[3], totals[4] + points[4] * bests[4], totals[5] + points[5] * bests[5],
        )  # fmt: skip
    return (
        totals[0] + points[0], totals[1] + points[1], totals[2] + points[2],
        totals[3] + points[3], totals[4] + points[4], totals[5] + points[5],
    )  # fmt: skip


@compiled
def value(state, seat, tuning):
    """The seat's share of the win, from totals and promises."""
    if state.turn == NONE:
        return final_share(state, seat)
    points = promises(state, lateness(state, NONE), tuning)
    bests = likely_best(state, points, tuning)
    ahead = prospects(state, points, bests)
    return shares(state, ahead, spread_of(state, tuning))[seat]


@inlined
def final_share(state, seat):
    winners = 0
    for other in range(state.seats):
        if state.totals[other] > state.totals[seat]:
            return 0.0
        winners += state.totals[other] == state.totals[seat]
    return 1.0 / winners
