"""Many matches of one game side by side, stepped together."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from ludotheque.engine.chance import seed_chance
from ludotheque.engine.compiling import compiled
from ludotheque.engine.playouts import random_step
from ludotheque.engine.rules import setup, to_act


@compiled
def begin_all(states, seats, options, key, acting):
    """Deal match number i of the key into `states[i]`, zeroed before; `acting[i]` gets the seats to act, as bits."""
    for i in range(len(states)):
        seed_chance(states[i].chance, key, i)
        setup(states[i], seats, options)
        acting[i] = to_act(states[i])


@compiled
def random_steps(states, acting, scratch):
    """Play one random move in each match that is not over; return how many were played."""
    played = 0
    for i in range(len(states)):
        if acting[i]:
            acting[i] = random_step(states[i], acting[i], scratch[0])
            played += 1
    return played
