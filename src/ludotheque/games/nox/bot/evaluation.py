"""The evaluation of NOX: which moves gain points, where, and when a round should end.

The value of a point in a display, the seat's own or another's, is the gradient of the seat's probability to win. So the
leader's display is attacked more than the last one's without a rule that says so.
"""

from __future__ import annotations

from math import exp

from ludotheque.engine.bits import popcount
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nox.bot.prospects import (
    lateness,
    likely_best,
    noise_of,
    promise,
    promised,
    promises,
    prospects,
    shares,
    worth_after,
)
from ludotheque.games.nox.bot.tuning import DISPLAY_NOISE, ENDING, TEMPERATURE, VICTORY
from ludotheque.games.nox.rules.board import STACKS_TO_END
from ludotheque.games.nox.rules.state import DISPLAY_BITS, DISPLAY_SHIFT, NONE, shown_after, shown_by


@inlined
def point_value(state, seat, display, points, bests, wins, tuning):
    """Return the value of one more point in that display to the seat, in points of its own total."""
    if display >= state.seats:
        return 0.0
    if not state.hard:
        return 1.0 if display == seat else -wins[display] / (1.0 - wins[seat])
    slope = 0.0
    for other in range(state.seats):
        moved = -points[other] * bests[other] * bests[display] / tuning[DISPLAY_NOISE]
        if other == display:
            moved += bests[display] + points[display] * bests[display] / tuning[DISPLAY_NOISE]
        slope += moved if other == seat else -moved * wins[other] / (1.0 - wins[seat])
    return slope


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    """Weigh moves by the points they gain: in the display played into, or in all displays if the round ends."""
    late = lateness(state, NONE)
    points = promises(state, late, tuning)
    bests = likely_best(state, points, tuning)
    wins = shares(state, prospects(state, points, bests), noise_of(state, tuning))
    point_values = (
        point_value(state, seat, 0, points, bests, wins, tuning),
        point_value(state, seat, 1, points, bests, wins, tuning),
        point_value(state, seat, 2, points, bests, wins, tuning),
        point_value(state, seat, 3, points, bests, wins, tuning),
        point_value(state, seat, 4, points, bests, wins, tuning),
        point_value(state, seat, 5, points, bests, wins, tuning),
    )
    later = shift(state, points, point_values, late + 1, tuning)
    earlier = shift(state, points, point_values, late - 1, tuning)
    for k in range(count):
        action = int(moves[k])
        display = action >> DISPLAY_SHIFT & DISPLAY_BITS
        before = shown_by(state, display)
        after = shown_after(before, action)
        stacks = popcount(after)
        if stacks == STACKS_TO_END:
            gain = end_gain(state, seat, display, after, points, point_values, tuning)
        else:
            gain = 0.0
            then = late
            if stacks > late:
                gain = later
                then = late + 1
            elif stacks < late and popcount(before) == late and lateness(state, display) < late:
                gain = earlier
                then = late - 1
            gain += point_values[display] * (promise(after, then, tuning) - promise(before, then, tuning))
        weights[k] = exp(min(100.0, max(-100.0, gain / tuning[TEMPERATURE])))


@inlined
def shift(state, points, point_values, late, tuning):
    """Return the value of round progress to the seat: what changes if the lateness becomes `late`."""
    gain = 0.0
    for display in range(state.seats):
        gain += point_values[display] * (promised(state, display, late, tuning) - points[display])
    return gain


@compiled
def end_gain(state, seat, display, after, points, point_values, tuning):
    """Return the value to the seat of ending the round with that display showing `after`."""
    best = best_worth(state, display, after) if state.hard else 0
    own = state.totals[seat] + noted(state, seat, display, after, best)
    highest = 0
    gain = tuning[ENDING]
    for other in range(state.seats):
        now = noted(state, other, display, after, best)
        gain += point_values[other] * (now - points[other])
        highest = max(highest, state.totals[other] + now)
    if highest >= state.target:
        return tuning[VICTORY] if own == highest else -tuning[VICTORY]
    return gain


@inlined
def best_worth(state, display, after):
    best = 0
    for seat in range(state.seats):
        best = max(best, worth_after(state, seat, display, after))
    return best


@inlined
def noted(state, seat, display, after, best):
    points = worth_after(state, seat, display, after)
    return points if points >= best else 0


@compiled
def value(state, seat, tuning):
    """Return the seat's expected share of the win."""
    if state.turn == NONE:
        return final_share(state, seat)
    points = promises(state, lateness(state, NONE), tuning)
    bests = likely_best(state, points, tuning)
    ahead = prospects(state, points, bests)
    return shares(state, ahead, noise_of(state, tuning))[seat]


@inlined
def final_share(state, seat):
    winners = 0
    for other in range(state.seats):
        if state.totals[other] > state.totals[seat]:
            return 0.0
        winners += state.totals[other] == state.totals[seat]
    return 1.0 / winners
