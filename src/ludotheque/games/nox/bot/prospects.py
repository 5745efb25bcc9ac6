"""Who is likely to win a match of NOX: the points that displays promise, and the totals with them.

A display promises points before it shows three colours, and fewer of them the nearer the end of the round is. A round
ends with a sixth stack, so its *lateness* is the number of stacks in the tallest display, 0 to 5.
"""

from __future__ import annotations

from math import exp, sqrt

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import inlined
from ludotheque.games.nox.bot.tuning import DECLINE, DISPLAY_NOISE, NOISE, NOISE_LEFT, PART_LATER, PART_OF_SUM, PROMISE
from ludotheque.games.nox.rules.board import PART, SUMS, worth
from ludotheque.games.nox.rules.state import shown_by


@inlined
def promise(shown, late, tuning):
    """Return the expected points of a display at the end of the round."""
    blue, green, orange = shown & PART, shown >> 5 & PART, shown >> 10
    colours = (1 if blue else 0) + (1 if green else 0) + (1 if orange else 0)
    part = tuning[PART_OF_SUM + colours]
    if colours == 3:
        part += tuning[PART_LATER] * late
    total = SUMS[0, blue] + SUMS[1, green] + SUMS[2, orange]
    return max(0.0, tuning[PROMISE + colours] - tuning[DECLINE + colours] * late) + part * total


@inlined
def lateness(state, without):
    """Return the stacks of the tallest display other than `without`."""
    late = 0
    for display in range(state.seats):
        if display != without:
            late = max(late, popcount(shown_by(state, display)))
    return late


@inlined
def promised(state, seat, late, tuning):
    """Return the expected points of the seat's display; 0 for a seat that does not exist."""
    return promise(shown_by(state, seat), late, tuning) if seat < state.seats else 0.0


@inlined
def promises(state, late, tuning):
    return (
        promised(state, 0, late, tuning), promised(state, 1, late, tuning), promised(state, 2, late, tuning),
        promised(state, 3, late, tuning), promised(state, 4, late, tuning), promised(state, 5, late, tuning),
    )  # fmt: skip


@inlined
def shares(state, points, noise):
    """Return each seat's probability of having the most points (softmax); 0 for seats that do not exist."""
    highest = points[0]
    for seat in range(1, state.seats):
        highest = max(highest, points[seat])
    a = exp((points[0] - highest) / noise)
    b = exp((points[1] - highest) / noise)
    c = exp((points[2] - highest) / noise) if state.seats > 2 else 0.0
    d = exp((points[3] - highest) / noise) if state.seats > 3 else 0.0
    e = exp((points[4] - highest) / noise) if state.seats > 4 else 0.0
    f = exp((points[5] - highest) / noise) if state.seats > 5 else 0.0
    whole = a + b + c + d + e + f
    return a / whole, b / whole, c / whole, d / whole, e / whole, f / whole


@inlined
def noise_of(state, tuning):
    """Return the points of lead that decide a match; they grow with the rounds to come."""
    highest = 0
    for seat in range(state.seats):
        highest = max(highest, state.totals[seat])
    return tuning[NOISE] + tuning[NOISE_LEFT] * sqrt(float(max(0, state.target - highest)))


@inlined
def likely_best(state, points, tuning):
    """In hard: each display's probability of being the best of the round. In classic: the points unchanged (unused)."""
    return shares(state, points, tuning[DISPLAY_NOISE]) if state.hard else points


@inlined
def prospects(state, points, bests):
    """Expected totals after the round. Hard: a display counts with its probability of being the best."""
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


@inlined
def worth_after(state, seat, display, after):
    """Return what the seat's display is worth once `display` shows `after`."""
    return worth(after if seat == display else shown_by(state, seat))
