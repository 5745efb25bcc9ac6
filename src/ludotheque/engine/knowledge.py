"""What the bots know about a game: functions that generic search finds by the state's dtype, as it finds the rules."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them, and they differ from one game's record to the next.

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from ludotheque.engine.chance import pick
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.dependencies import register


@dataclass(frozen=True)
class Knowledge:
    """A game's evaluation, compiled; `tuning` is an array of numbers that self-play can improve.

    `weigh(state, seat, moves, count, weights, tuning)`: write a positive number for each of the seat's first `count`
    moves: how promising it looks before any search.
    `value(state, seat, tuning)`: the seat's share of the win as it looks now, from 0 to 1.
    `choose(state, seat, moves, count, picks, tuning)`: the index of the move that a playout plays; fast.
    `tuning`: the numbers, as tuned.
    `settings`: how a search of this game goes about it best (see `bots/mcts_bot.py`).
    `solve(state, looks)`: an action that is proved best for the seat to move by a look at no more than so many
    positions, and whether the match is won with it; None if that is too much, or if no action is better than another.
    Open games for two only. Where there is a `mark`, `solve(state, looks, stop)`, which ends when another thread sets
    `stop[0]`.
    `mark(state)`: two whole numbers that tell positions of the same deal apart, compiled, where looking ahead move by
    move (`bots/alpha_beta.py`) with `value` is stronger than a tree of playouts. Open games for two only.
    `planned`: `weigh` looks far ahead by itself and a search would only be slower (the race, where all move at once).
    `judge(state, seat, action)`: where `planned`, what a review says of a move, in plain Python: the best action, and
    the chances of all seats to win after it and after this one.
    `factors(state, seat, action)`: what speaks for a move, in plain Python: pairs of a message key (`factors` in the
    game's messages) and its parameters, the weightiest first.
    """

    dtype: np.dtype[Any]
    weigh: Callable[..., Any]
    value: Callable[..., Any]
    choose: Callable[..., Any]
    tuning: tuple[float, ...]
    settings: dict[str, float]
    factors: Callable[[Any, int, int], list[tuple[str, dict[str, Any]]]]
    solve: Callable[..., tuple[int, bool] | None] | None = None
    mark: Callable[..., Any] | None = None
    planned: bool = False
    judge: Callable[[Any, int, int], tuple[int, list[float], list[float]]] | None = None

    def __post_init__(self) -> None:
        compiled_type = numba.from_dtype(self.dtype)
        _knowledge_by_type[self.dtype] = _knowledge_by_type[compiled_type] = self
        register(__name__, compiled_type, vars(self).values())


_knowledge_by_type: dict[Any, Knowledge] = {}


def knowledge_of(dtype: np.dtype[Any]) -> Knowledge:
    """The knowledge that the game's `bot/knowledge.py` registered for this state, or one that knows nothing."""
    if dtype not in _knowledge_by_type:
        Knowledge(dtype, weigh_alike, know_nothing, choose_any, (), {}, no_factors)
    return _knowledge_by_type[dtype]


def no_factors(state: Any, seat: int, action: int) -> list[tuple[str, dict[str, Any]]]:
    return []


@compiled
def weigh_alike(state, seat, moves, count, weights, tuning):
    """The `weigh` of games that know no better."""
    for k in range(count):
        weights[k] = 1.0


@inlined
def know_nothing(state, seat, tuning):
    """The `value` of games that know no better."""
    return 0.5


@inlined
def choose_any(state, seat, moves, count, picks, tuning):
    """The `choose` of games whose playouts are best left to chance."""
    return pick(picks, count)


def weigh(state, seat, moves, count, weights, tuning):
    _knowledge_by_type[state.dtype].weigh(state, seat, moves, count, weights, tuning)


def value(state, seat, tuning):
    return _knowledge_by_type[state.dtype].value(state, seat, tuning)


def choose(state, seat, moves, count, picks, tuning):
    return _knowledge_by_type[state.dtype].choose(state, seat, moves, count, picks, tuning)


def mark(state):
    own: Any = _knowledge_by_type[state.dtype].mark
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


@overload(mark)
def _mark(state):
    own: Any = _knowledge_by_type[state].mark
    return lambda state: own(state)
