"""The playout policy of NOX: the best of a few random moves."""

from __future__ import annotations

from ludotheque.engine.bits import popcount
from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nox.bot.prospects import lateness, promise, worth_after
from ludotheque.games.nox.bot.tuning import SAMPLES
from ludotheque.games.nox.rules.board import STACKS_TO_END
from ludotheque.games.nox.rules.state import DISPLAY_BITS, DISPLAY_SHIFT, NONE, shown_after, shown_by


@inlined
def choose(state, seat, moves, count, picks, tuning):
    """Choose the best of a few random moves, judged by the display played into."""
    late = lateness(state, NONE)
    chosen = pick(picks, count)
    best = quick_gain(state, seat, int(moves[chosen]), late, tuning)
    for _ in range(int(tuning[SAMPLES]) - 1):
        k = pick(picks, count)
        gain = quick_gain(state, seat, int(moves[k]), late, tuning)
        if gain > best:
            best = gain
            chosen = k
    return chosen


@inlined
def quick_gain(state, seat, action, late, tuning):
    display = action >> DISPLAY_SHIFT & DISPLAY_BITS
    before = shown_by(state, display)
    after = shown_after(before, action)
    if popcount(after) == STACKS_TO_END:
        return quick_end_gain(state, seat, display, after)
    gain = promise(after, late, tuning) - promise(before, late, tuning)
    return gain if display == seat else -gain / (state.seats - 1)


@compiled
def quick_end_gain(state, seat, display, after):
    """Return how far the seat is ahead if the round ends: in the match if that ends too, or else in the round."""
    own = worth_after(state, seat, display, after)
    lead = 1000
    lead_overall = 1000
    highest = state.totals[seat] + own
    for other in range(state.seats):
        if other != seat:
            points = worth_after(state, other, display, after)
            lead = min(lead, own - points)
            lead_overall = min(lead_overall, state.totals[seat] + own - state.totals[other] - points)
            highest = max(highest, state.totals[other] + points)
    return 1.0 * (lead_overall if highest >= state.target else lead)
