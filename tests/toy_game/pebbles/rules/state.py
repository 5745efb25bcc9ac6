"""Pebbles: the state record and its rules (numbers as in README.md)."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

import numpy as np

from ludotheque.engine.compiling import compiled
from ludotheque.engine.rules import Rules, record, redeal_nothing

HEAP, MOST = 12, 3
NONE = -1

STATE = record(
    ("pebbles", np.int64),
    ("turn", np.int64),  # seat, or NONE when the match is over
    ("winner", np.int64),  # seat, or NONE
)


@compiled
def setup(state, seats, options):
    """Rule 1."""
    state.pebbles = HEAP
    state.turn = 0
    state.winner = NONE


@compiled
def to_act(state):
    return 0 if state.turn == NONE else 1 << state.turn


@compiled
def legal(state, seat, out):
    """Rule 2. Action k takes k + 1 pebbles."""
    if seat != state.turn:
        return 0
    count = min(MOST, state.pebbles)
    for k in range(count):
        out[k] = k
    return count


@compiled
def apply(state, seat, action):
    """Rules 2 and 3."""
    state.pebbles -= action + 1
    state.turn = 1 - seat
    if state.pebbles == 0:
        state.winner = seat
        state.turn = NONE


@compiled
def score(state, seat):
    """Rule 3."""
    return 1 if state.winner == seat else 0


RULES = Rules(
    dtype=STATE,
    max_actions=MOST,
    setup=setup,
    to_act=to_act,
    legal=legal,
    apply=apply,
    score=score,
    redeal=redeal_nothing,
)
