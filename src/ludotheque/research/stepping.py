"""The compiled work of a batch, each kind for a whole stretch of matches at a time."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.observation import observe
from ludotheque.engine.playouts import best_result
from ludotheque.engine.rules import apply, legal, score, setup, to_act
from ludotheque.engine.threads import ASKED, answer, await_call

# What a box may ask for. From PLAY on: so many random moves as it is more.
BEGIN, CHECK, STEP, CHECK_AND_STEP, MARK, LIST, CHOOSE, OBSERVE, PLAY = range(9)

# The rows of the desk, one number for each match: all that is a whole number, in one array, since each array that is
# passed to a compiled function costs time. Then four rows for the generator of random actions.
ACTING, TO_ACT, NUMBER, SEAT, ACTION, COUNT, PICKS = range(7)
DESK = PICKS + 4

# What the settings tell: seats, this stretch of matches, how many there are in all, and the first match whose action
# is wrong.
SEATS, LOW, HIGH, SIZE, FAULT = range(5)
SETTINGS = 5
#: `settings[FAULT]` when every action of the stretch is legal.
NO_FAULT = -1

#: So many states lie in the fast cache together.
TOGETHER = 128


@compiled
def serve(states, scratch, desk, done, scores, rewards, mask, moves, seen, at, options, key, settings, box):
    """Do what the box asks for, as long as it asks.

    All arrays from `states` to `seen` have a row for each match (the desk a column); one state more is a blank one.
    """
    while await_call(box):
        asked, low, high = box[ASKED], settings[LOW], settings[HIGH]
        if asked == BEGIN:
            for i in range(low, high):
                _begin(states, desk, i, options, key, settings)
                _seed_picks(desk, i, key)
        elif asked in (CHECK, STEP, CHECK_AND_STEP):
            if asked != STEP:
                settings[FAULT] = _first_fault(states, desk, scratch[0], low, high)
            if asked == STEP or (asked == CHECK_AND_STEP and settings[FAULT] == NO_FAULT):
                for i in range(low, high):
                    _step(states, desk, i, done, scores, rewards, options, key, settings)
        elif asked == MARK:
            for i in range(low, high):
                mask[i] = False
                for k in range(legal(states[i], desk[SEAT, i], scratch[0].moves)):
                    mask[i, scratch[0].moves[k]] = True
        elif asked == LIST:
            for i in range(low, high):
                count = legal(states[i], desk[SEAT, i], scratch[0].moves)
                moves[i, :count] = scratch[0].moves[:count]
                desk[COUNT, i] = count
        elif asked == CHOOSE:
            for i in range(low, high):
                _choose(states, desk, i, scratch[0])
        elif asked == OBSERVE:
            for i in range(low, high):
                seen[i] = 0.0
                observe(states[i], desk[SEAT, i], seen[i], at)
        else:
            for first in range(low, high, TOGETHER):
                for _ in range(asked - PLAY):
                    for i in range(first, min(first + TOGETHER, high)):
                        desk[SEAT, i] = desk[TO_ACT, i]
                        _choose(states, desk, i, scratch[0])
                        _step(states, desk, i, done, scores, rewards, options, key, settings)
        answer(box)


@compiled
def _begin(states, desk, i, options, key, settings):
    """Deal the match of its number into place `i`."""
    states[i] = states[settings[SIZE]]
    seed_chance(states[i].chance, key, desk[NUMBER, i])
    setup(states[i], settings[SEATS], options)
    desk[ACTING, i] = to_act(states[i])
    desk[TO_ACT, i] = trailing_zeros(desk[ACTING, i])


@compiled
def _seed_picks(desk, i, key):
    """Seed the random actions of this place with the number of its first match."""
    picks = np.empty(4, np.int64)
    seed_picks(picks, key, desk[NUMBER, i])
    for k in range(4):
        desk[PICKS + k, i] = picks[k]


@inlined
def _choose(states, desk, i, scratch):
    """A legal action of the seat, or -1."""
    count = legal(states[i], desk[SEAT, i], scratch.moves)
    for k in range(4):
        scratch.picks[k] = desk[PICKS + k, i]
    desk[ACTION, i] = scratch.moves[pick(scratch.picks, count)] if count else -1
    for k in range(4):
        desk[PICKS + k, i] = scratch.picks[k]


@inlined
def _step(states, desk, i, done, scores, rewards, options, key, settings):
    """Play the action of place `i`; a match that ends is paid out and makes room for the next one."""
    apply(states[i], desk[SEAT, i], desk[ACTION, i])
    desk[ACTING, i] = to_act(states[i])
    done[i] = desk[ACTING, i] == 0
    seats = settings[SEATS]
    if done[i]:
        _pay(states[i], i, seats, scores, rewards)
        desk[NUMBER, i] += settings[SIZE]
        _begin(states, desk, i, options, key, settings)
    else:
        for seat in range(seats):  # not by slices, which are slow
            scores[i, seat] = 0
            rewards[i, seat] = 0.0
        desk[TO_ACT, i] = trailing_zeros(desk[ACTING, i])


@compiled
def _pay(state, i, seats, scores, rewards):
    """The winners share the win; what they gain the others lose, so that the rewards add up to 0."""
    best, winners = best_result(state, seats)
    for seat in range(seats):
        scores[i, seat] = score(state, seat)
        share = 1.0 / winners if scores[i, seat] == best else 0.0
        rewards[i, seat] = (share * seats - 1.0) / (seats - 1) if seats > 1 else best


@inlined
def _first_fault(states, desk, scratch, low, high):
    """The first match whose action is not a legal one of the seat."""
    for i in range(low, high):
        seat, action = desk[SEAT, i], desk[ACTION, i]
        if not desk[ACTING, i] >> seat & 1:
            return i
        if not _is_among(scratch.moves, legal(states[i], seat, scratch.moves), action):
            return i
    return NO_FAULT


@inlined
def _is_among(moves, count, action):
    """Whether the action is one of the first moves, which ascend. NumPy's own search is slower on short lists."""
    low, high = 0, count
    while low < high:
        middle = (low + high) >> 1
        if moves[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and moves[low] == action


@compiled
def play_each(states, seat, starts, moves, after, ended):
    """From each state play each of its moves; `after[starts[i] + k]` is what the k-th of match `i` makes of it."""
    for i in range(len(states)):
        for k in range(starts[i + 1] - starts[i]):
            place = starts[i] + k
            after[place] = states[i]
            apply(after[place], seat[i], np.int64(moves[i, k]))
            ended[place] = to_act(after[place]) == 0
