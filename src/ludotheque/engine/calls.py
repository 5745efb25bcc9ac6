"""The compiled functions that Python calls, each on `states[i]` of an array of records.

Passing an array and an index to a Numba function is three times cheaper than passing one record.
"""

from __future__ import annotations

from ludotheque.engine.chance import seed_chance
from ludotheque.engine.compiling import compiled
from ludotheque.engine.rules import apply, legal, redeal, score, setup, to_act


@compiled
def begin(states, i, seats, options, key, stream):
    """Deal a new match; the record must be zeroed."""
    seed_chance(states[i].chance, key, stream)
    setup(states[i], seats, options)


@compiled
def acting(states, i):
    return to_act(states[i])


@compiled
def list_legal(states, i, seat, scratch):
    """Write the seat's legal actions to `scratch[0].moves`; return how many."""
    return legal(states[i], seat, scratch[0].moves)


@compiled
def step(states, i, seat, action):
    """Play a legal action; return the seats that may move now, as bits."""
    apply(states[i], seat, action)
    return to_act(states[i])


@compiled
def points(states, i, seat):
    return score(states[i], seat)


@compiled
def reseed(states, i, key):
    """Draw all chance still to come from this key."""
    seed_chance(states[i].chance, key, 0)


@compiled
def deal_again(states, i, seat, key):
    """Re-deal what the seat (-1: a spectator) cannot know, and draw all future chance from the key."""
    seed_chance(states[i].chance, key, 1)
    redeal(states[i], seat)
    reseed(states, i, key)


@compiled
def repeat(states, i, seats, actions):
    """Play a list of actions that were legal before (undo replays all but the last)."""
    for k in range(len(actions)):
        apply(states[i], seats[k], actions[k])
