"""The compiled work of a batch, each kind for a whole stretch of matches at a time."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

import numpy as np

from ludotheque.batching.observers import observe
from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.chance import pick, seed_chance, seed_picks
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.crew import ASKED, answer, await_call
from ludotheque.engine.playouts import best_result
from ludotheque.engine.rules import apply, legal, score, setup, to_act

# What a box may ask for.
BEGIN, CHECK, STEP, MARK, LIST, CHOOSE, OBSERVE = range(7)
#: `fault[0]` when every action of the stretch is legal.
NO_FAULT = -1


@compiled
def serve(
    states, blank, scratch, fault, seats, options, keys, picks, acting, seat_to_act, seat, action,
    done, scores, rewards, mask, counts, moves, seen, box,
):  # fmt: skip
    """Do what the box asks for, as long as it asks. All arrays but `blank`, `scratch`, `fault` have a row a match."""
    while await_call(box):
        asked = box[ASKED]
        if asked == BEGIN:
            for i in range(len(states)):
                seed_picks(picks[i], keys[i], 0)
                _begin(states, blank, i, seats, options, keys[i], acting, seat_to_act)
        elif asked == CHECK:
            fault[0] = _first_fault(states, acting, seat, action, scratch[0])
        elif asked == STEP:
            for i in range(len(states)):
                apply(states[i], seat[i], action[i])
                acting[i] = to_act(states[i])
                done[i] = acting[i] == 0
                if done[i]:
                    _pay(states[i], i, seats, scores, rewards)
                    _begin(states, blank, i, seats, options, keys[i], acting, seat_to_act)
                else:
                    for k in range(seats):  # not by slices, which are slow
                        scores[i, k] = 0
                        rewards[i, k] = 0.0
                    seat_to_act[i] = trailing_zeros(acting[i])
        elif asked == MARK:
            _mark(states, seat, mask, scratch[0])
        elif asked == LIST:
            for i in range(len(states)):
                counts[i] = legal(states[i], seat[i], scratch[0].moves)
                moves[i, : counts[i]] = scratch[0].moves[: counts[i]]
        elif asked == CHOOSE:
            for i in range(len(states)):
                count = legal(states[i], seat[i], scratch[0].moves)
                action[i] = scratch[0].moves[pick(picks[i], count)] if count else -1
        else:
            for i in range(len(states)):
                observe(states[i], seat[i], seen[i])
        answer(box)


@inlined
def _begin(states, blank, i, seats, options, key, acting, seat_to_act):
    """Deal the key's match into place `i`."""
    states[i] = blank[0]
    seed_chance(states[i].chance, key, 0)
    setup(states[i], seats, options)
    acting[i] = to_act(states[i])
    seat_to_act[i] = trailing_zeros(acting[i])


@inlined
def _pay(state, i, seats, scores, rewards):
    """The winners share the win; what they gain the others lose, so that the rewards add up to 0."""
    best, winners = best_result(state, seats)
    for seat in range(seats):
        scores[i, seat] = score(state, seat)
        share = 1.0 / winners if scores[i, seat] == best else 0.0
        rewards[i, seat] = (share * seats - 1.0) / (seats - 1) if seats > 1 else best


@inlined
def _first_fault(states, acting, seat, action, scratch):
    """The first match whose action is not a legal one of the seat."""
    for i in range(len(states)):
        if not acting[i] >> seat[i] & 1:
            return i
        count = legal(states[i], seat[i], scratch.moves)
        place = np.searchsorted(scratch.moves[:count], action[i])
        if place == count or scratch.moves[place] != action[i]:
            return i
    return NO_FAULT


@inlined
def _mark(states, seat, mask, scratch):
    for i in range(len(states)):
        mask[i] = False
        for k in range(legal(states[i], seat[i], scratch.moves)):
            mask[i, scratch.moves[k]] = True


@compiled
def play_each(states, seat, starts, moves, after, ended):
    """From each state play each of its moves; `after[starts[i] + k]` is what the k-th of match `i` makes of it."""
    for i in range(len(states)):
        for k in range(starts[i + 1] - starts[i]):
            place = starts[i] + k
            after[place] = states[i]
            apply(after[place], seat[i], np.int64(moves[i, k]))
            ended[place] = to_act(after[place]) == 0
