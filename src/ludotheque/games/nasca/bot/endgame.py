"""An exact solver for the last planks of a Nasca round (alpha-beta).

It maximizes the lead in points at the end of the round: a match is the sum of its rounds, and each begins afresh.
"""

# Compiled functions have no annotations: Numba infers their types.
# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasca.bot.evaluation import weigh
from ludotheque.games.nasca.bot.tuning import TUNING
from ludotheque.games.nasca.rules.board import ACTIONS
from ludotheque.games.nasca.rules.listing import STROKE
from ludotheque.games.nasca.rules.state import NONE, STATE, apply, legal

#: Positions with more planks in both hands together are not searched: it would take too long.
MOST_PLANKS = 4
UNSOLVED = -2
#: More than any lead.
ENDLESS = 1000

#: One position of the line of play that is being searched; leads are seen by seat 0.
STEP = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("low", np.int64),  # alpha: seat 0 is sure of this lead
                ("high", np.int64),  # beta: seat 1 can hold it to this lead
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
def best_action(states, line, tuning, budget):
    """The action with the best lead at the end of the round for the seat to move in `states[0]`.

    UNSOLVED if the search needs more than `budget` positions.
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
            if budget <= 0:
                return UNSOLVED
            budget -= 1
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
    """Note that the action tried last gives seat 0 this lead."""
    if turn == 0 and result > step.low:
        step.low = result
        step.best = step.action
    elif turn == 1 and result < step.high:
        step.high = result
        step.best = step.action


@compiled
def enter(state, step, low, high, tuning):
    """List the moves of a position and weigh them, except before the last plank, where their order does not matter."""
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
    """Take the untried action with the highest weight; it swaps places with the first untried one."""
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


def solve(state: Any, max_positions: int) -> tuple[int, bool] | None:
    """The best action for the lead at the end of the round, and whether the match is won with it.

    None if the search needs more than `max_positions`.
    """
    left = int(state.hands.sum())
    if left > MOST_PLANKS:
        return None
    states: NDArray[Any] = np.zeros(left + 1, STATE)
    states[0] = state
    line: NDArray[Any] = np.zeros(left, STEP)
    action = int(best_action(states, line, np.array(TUNING), max_positions))
    if action == UNSOLVED:
        return None
    lead = int(line[0].low if state.turn == 0 else line[0].high) + int(
        state.points[:, 0].sum() - state.points[:, 1].sum()
    )
    return action, bool(state.round_number == state.rounds and (lead > 0 if state.turn == 0 else lead < 0))
