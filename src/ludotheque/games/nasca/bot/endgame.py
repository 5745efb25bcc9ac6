"""The last planks of a Nasca round, played exactly, by trying all of them (alpha-beta).

What counts is the round's lead: the match is the sum of its rounds, and the next one begins anew.
"""

# Compiled functions have no annotations: Numba infers their types.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasca.bot.evaluation import TUNING, weigh
from ludotheque.games.nasca.rules.board import ACTIONS
from ludotheque.games.nasca.rules.listing import STROKE
from ludotheque.games.nasca.rules.state import NONE, STATE, apply, legal

#: With more planks in both hands together nobody tries: it would take too long.
MOST_PLANKS = 4
UNSOLVED = -2
#: More than any lead.
ENDLESS = 1000

#: One position of the line that is being tried; leads are those of seat 0.
STEP = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("low", np.int64),  # seat 0 has a way to get this,
                ("high", np.int64),  # and seat 1 a way to give no more than this
                ("count", np.int64),
                ("tried", np.int64),  # how many actions were tried
                ("action", np.int64),  # the one tried last
                ("best", np.int64),  # the best action so far, or NONE
                ("moves", np.int32, (ACTIONS + STROKE,)),
                ("weights", np.float64, (ACTIONS + STROKE,)),
            ],
            align=True,
        ),
    )
)


@compiled
def best_action(states, line, tuning, most):
    """The action with the best lead at the end of the round for the seat to move in `states[0]`.

    UNSOLVED if that takes a look at more than `most` positions.
    """
    round_number = states[0].round_number
    depth = 0
    enter(states[0], line[0], -ENDLESS, ENDLESS, tuning)
    while True:
        step = line[depth]
        if step.tried == step.count or step.low >= step.high:
            if depth == 0:
                return step.best
            depth -= 1
            result = step.low if states[depth + 1].turn == 0 else step.high
        else:
            if most <= 0:
                return UNSOLVED
            most -= 1
            states[depth + 1] = states[depth]
            apply(states[depth + 1], states[depth].turn, take_best(step))
            after = states[depth + 1]
            if after.round_number == round_number and after.turn != NONE:
                depth += 1
                enter(after, line[depth], step.low, step.high, tuning)
                continue
            result = after.points[round_number - 1, 0] - after.points[round_number - 1, 1]
        learn(line[depth], states[depth].turn, result)


@inlined
def learn(step, turn, result):
    """The action tried last gives seat 0 this lead."""
    if turn == 0 and result > step.low:
        step.low = result
        step.best = step.action
    elif turn == 1 and result < step.high:
        step.high = result
        step.best = step.action


@compiled
def enter(state, step, low, high, tuning):
    """List the moves of a position, promising ones first; not for the last plank of all, where order is no use."""
    step.low = low
    step.high = high
    step.tried = 0
    step.best = NONE
    step.count = legal(state, state.turn, step.moves)
    if planks_left(state) > 1:
        weigh(state, state.turn, step.moves, step.count, step.weights, tuning)
    else:
        for k in range(step.count):
            step.weights[k] = 1.0


@inlined
def take_best(step):
    """The most promising action that has not been tried; it changes places with the first of these."""
    first = step.tried
    best = first
    for k in range(first + 1, step.count):
        if step.weights[k] > step.weights[best]:
            best = k
    step.action = step.moves[best]
    step.moves[best] = step.moves[first]
    step.weights[best] = step.weights[first]
    step.tried = first + 1
    return step.action


@inlined
def planks_left(state):
    left = 0
    for length in range(state.hands.shape[1]):
        left += state.hands[0, length] + state.hands[1, length]
    return left


def solve(state: Any, looks: int) -> tuple[int, bool] | None:
    """The best action for the lead at the end of the round, and whether the match is won with it.

    None if it takes more than so many looks to find.
    """
    left = int(state.hands.sum())
    if left > MOST_PLANKS:
        return None
    states: NDArray[Any] = np.zeros(left + 1, STATE)
    states[0] = state
    line: NDArray[Any] = np.zeros(left, STEP)
    action = int(best_action(states, line, np.array(TUNING), looks))
    if action == UNSOLVED:
        return None
    lead = int(line[0].low if state.turn == 0 else line[0].high) + int(
        state.points[:, 0].sum() - state.points[:, 1].sum()
    )
    return action, bool(state.round_number == state.rounds and (lead > 0 if state.turn == 0 else lead < 0))
