"""A game's heuristics for search: policy, evaluation, playout policy, endgame solver.

Generic search finds them by the state's dtype, as it finds the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import numba
import numpy as np
from numba.extending import overload

from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.dependencies import register


class Factor(msgspec.Struct, frozen=True):
    """A reason for a move: a message key (`factors` in the game's words) and its parameters."""

    key: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Knowledge:
    """The heuristics of one state record. Functions that take `tuning` are compiled.

    `weigh(state, seat, moves, count, weights, tuning)`: the policy. Write a positive weight for each of the seat's
    first `count` moves; normalized, the weights are the priors of a search.
    `value(state, seat, tuning)`: the static evaluation, the seat's expected share of the win, from 0 to 1.
    `choose(state, seat, moves, count, picks, tuning)`: the playout policy, the index of the move to play; fast.
    `tuning`: the parameters of these functions; `scripts/tune.py` improves them by self-play.
    `settings`: the search settings that suit the game (see `bots/workspace.py`).
    `factors(state, seat, action)`: the reasons for a move, in plain Python, the weightiest first.
    `solve(state, max_positions)`: an endgame solver for two-player games of perfect information. An action that is
    proved best for the seat to move within the given number of positions, and whether it wins; None without a proof,
    or if no action is better than another. With a `position_key` it takes a third argument, an array `stop`, and
    returns as soon as another thread sets `stop[0]`.
    `position_key(state)`: two integers that identify a position within one deal, compiled. A game that has it is
    searched by alpha-beta (`bots/alpha_beta.py`) at level 5, because `value` is good enough to beat a tree of
    playouts. Two-player games of perfect information only.
    `planned`: `weigh` plans far ahead by itself and a search would only be slower (where all seats move at once).
    `judge(state, seat, action)`: where `planned`, the verdict of a review on a move, in plain Python: the best action,
    and all seats' chances to win after it and after the move that was played.
    """

    dtype: np.dtype[Any]
    weigh: Callable[..., Any]
    value: Callable[..., Any]
    choose: Callable[..., Any]
    tuning: tuple[float, ...]
    settings: dict[str, float]
    factors: Callable[[Any, int, int], list[Factor]]
    solve: Callable[..., tuple[int, bool] | None] | None = None
    position_key: Callable[..., Any] | None = None
    planned: bool = False
    judge: Callable[[Any, int, int], tuple[int, list[float], list[float]]] | None = None

    def __post_init__(self) -> None:
        compiled_type = numba.from_dtype(self.dtype)
        _knowledge_by_type[self.dtype] = _knowledge_by_type[compiled_type] = self
        register(__name__, compiled_type, vars(self).values())


_knowledge_by_type: dict[Any, Knowledge] = {}


def knowledge_of(dtype: np.dtype[Any]) -> Knowledge:
    """Return the knowledge that the game's `bot/knowledge.py` registered for this state, or one that knows nothing."""
    if dtype not in _knowledge_by_type:
        Knowledge(dtype, weigh_uniformly, evaluate_as_even, choose_at_random, (), {}, no_factors)
    return _knowledge_by_type[dtype]


def no_factors(state: Any, seat: int, action: int) -> list[Factor]:
    return []


@compiled
def weigh_uniformly(state, seat, moves, count, weights, tuning):
    """Give every move the same weight."""
    for k in range(count):
        weights[k] = 1.0


@inlined
def evaluate_as_even(state, seat, tuning):
    """Evaluate a position as even, in games without an evaluation."""
    return 0.5


@inlined
def choose_at_random(state, seat, moves, count, picks, tuning):
    """Choose the next move of a playout uniformly at random."""
    return pick(picks, count)


def weigh(state, seat, moves, count, weights, tuning):
    _knowledge_by_type[state.dtype].weigh(state, seat, moves, count, weights, tuning)


def value(state, seat, tuning):
    return _knowledge_by_type[state.dtype].value(state, seat, tuning)


def choose(state, seat, moves, count, picks, tuning):
    return _knowledge_by_type[state.dtype].choose(state, seat, moves, count, picks, tuning)


def position_key(state):
    own: Any = _knowledge_by_type[state.dtype].position_key
    return own(state)


@overload(weigh)
def _weigh(state, seat, moves, count, weights, tuning):
    own = _knowledge_by_type[state].weigh
    return lambda state, seat, moves, count, weights, tuning: own(state, seat, moves, count, weights, tuning)


@overload(value)
def _value(state, seat, tuning):
    own = _knowledge_by_type[state].value
    return lambda state, seat, tuning: own(state, seat, tuning)


@overload(choose)
def _choose(state, seat, moves, count, picks, tuning):
    own = _knowledge_by_type[state].choose
    return lambda state, seat, moves, count, picks, tuning: own(state, seat, moves, count, picks, tuning)


@overload(position_key)
def _position_key(state):
    own: Any = _knowledge_by_type[state].position_key
    return lambda state: own(state)
