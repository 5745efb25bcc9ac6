"""An exact solver for the last planks of a Nasca round (alpha-beta).

It maximizes the lead in points at the end of the round: a match is the sum of its rounds, and each begins afresh.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.compiling import compiled, inlined
from ludotheque.games.nasca.bot.evaluation import weigh
from ludotheque.games.nasca.bot.tuning import TUNING
from ludotheque.games.nasca.rules.board import ACTIONS
from ludotheque.games.nasca.rules.listing import VECTOR_WIDTH
from ludotheque.games.nasca.rules.state import NONE, STATE, apply, legal

#: Positions with more planks in both hands together are not searched: it would take too long.
MAX_PLANKS = 4
UNSOLVED = -2
#: More than any lead.
INFINITY = 1000

#: The search stack has a frame for each position of the current line; leads are seen by seat 0.
FRAME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("alpha", np.int64),  # seat 0 is sure of this lead
                ("beta", np.int64),  # seat 1 can hold it to this lead
                ("count", np.int64),
                ("tried", np.int64),  # how many actions were tried
                ("action", np.int64),  # the one tried last
                ("best", np.int64),  # the best action so far, or NONE
                ("moves", np.int32, (ACTIONS + VECTOR_WIDTH,)),
                ("weights", np.float64, (ACTIONS + VECTOR_WIDTH,)),
            ],
            align=True,
        ),
    )
)


@compiled
def best_action(states, stack, tuning, budget):
    """Return the action with the best lead at the end of the round for the seat to move in `states[0]`.

    UNSOLVED if the search needs more than `budget` positions.
    """
    round_number = states[0].round_number
    depth = 0
    enter(states[0], stack[0], -INFINITY, INFINITY, tuning)
    while True:
        frame = stack[depth]
        if frame.tried == frame.count or frame.alpha >= frame.beta:
            if depth == 0:
                return frame.best
            depth -= 1
            result = frame.alpha if states[depth + 1].turn == 0 else frame.beta
        else:
            if budget <= 0:
                return UNSOLVED
            budget -= 1
            states[depth + 1] = states[depth]
            apply(states[depth + 1], states[depth].turn, take_best(frame))
            after = states[depth + 1]
            if after.round_number == round_number and after.turn != NONE:
                depth += 1
                enter(after, stack[depth], frame.alpha, frame.beta, tuning)
                continue
            result = after.points[round_number - 1, 0] - after.points[round_number - 1, 1]
        back_up(stack[depth], states[depth].turn, result)


@inlined
def back_up(frame, turn, result):
    """Note that the action tried last gives seat 0 this lead."""
    if turn == 0 and result > frame.alpha:
        frame.alpha = result
        frame.best = frame.action
    elif turn == 1 and result < frame.beta:
        frame.beta = result
        frame.best = frame.action


@compiled
def enter(state, frame, alpha, beta, tuning):
    """List the moves of a position and weigh them, except before the last plank, where their order does not matter."""
    frame.alpha = alpha
    frame.beta = beta
    frame.tried = 0
    frame.best = NONE
    frame.count = legal(state, state.turn, frame.moves)
    if planks_left(state) > 1:
        weigh(state, state.turn, frame.moves, frame.count, frame.weights, tuning)
    else:
        for k in range(frame.count):
            frame.weights[k] = 1.0


@inlined
def take_best(frame):
    """Take the untried action with the highest weight; it swaps places with the first untried one."""
    first = frame.tried
    best = first
    for k in range(first + 1, frame.count):
        if frame.weights[k] > frame.weights[best]:
            best = k
    frame.action = frame.moves[best]
    frame.moves[best] = frame.moves[first]
    frame.weights[best] = frame.weights[first]
    frame.tried = first + 1
    return frame.action


@inlined
def planks_left(state):
    left = 0
    for length in range(state.hands.shape[1]):
        left += state.hands[0, length] + state.hands[1, length]
    return left


def solve(state: Any, max_positions: int) -> tuple[int, bool] | None:
    """Return the best action for the lead at the end of the round, and whether the match is won with it.

    None if the search needs more than `max_positions`.
    """
    left = int(state.hands.sum())
    if left > MAX_PLANKS:
        return None
    states: NDArray[Any] = np.zeros(left + 1, STATE)
    states[0] = state
    stack: NDArray[Any] = np.zeros(left, FRAME)
    action = int(best_action(states, stack, np.array(TUNING), max_positions))
    if action == UNSOLVED:
        return None
    lead = int(stack[0].alpha if state.turn == 0 else stack[0].beta) + int(
        state.points[:, 0].sum() - state.points[:, 1].sum()
    )
    return action, bool(state.round_number == state.rounds and (lead > 0 if state.turn == 0 else lead < 0))
