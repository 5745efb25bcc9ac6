"""A game's rules as compiled functions, and generic functions that dispatch to them by the state's dtype.

Code compiled for every game (playouts, batches, search) calls the generic functions of this module. Numba resolves
them at compile time, so there is no call through a pointer and the machine code can be cached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from ludotheque.engine.chance import CHANCE
from ludotheque.engine.compiling import compiled
from ludotheque.engine.dependencies import register


class StateRecord(np.record):  # type: ignore[misc]  # final in the stubs alone
    """A record with field access three times as fast as NumPy's own, which looks for a method of that name first."""

    def __getattribute__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except ValueError:  # no such field
            return super().__getattribute__(name)


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Make the dtype of a state: the given fields and the match's chance.

    There is no padding between fields, so that equal positions have equal bytes. The size is an odd number of 64-byte
    cache lines, so that the records of a batch do not compete for the same cache sets.
    """
    ordered = sorted([("chance", CHANCE), *fields], key=lambda field: -np.dtype(field[1]).base.itemsize)
    missing = (64 - np.dtype(ordered).itemsize) % 128
    return np.dtype((StateRecord, np.dtype([*ordered, ("unused", np.int8, (missing,))], align=True)))


@dataclass(frozen=True)
class Rules:
    """A state record and the compiled functions that are its rules.

    `setup(state, seats, options)`: deal a new match into a zeroed state whose `chance` is seeded.
    `to_act(state)`: the seats to act, as bits; 0 when the match is over.
    `legal(state, seat, out)`: write the seat's legal actions, ascending; return how many. 0 for a seat not to act.
    `apply(state, seat, action)`: play a legal action; legality is not checked.
    `score(state, seat)`: the seat's score so far.
    `redeal(state, seat)`: re-deal what the seat (-1: a spectator) cannot know, from the freshly seeded `chance`.
    `max_actions`: an upper bound on the legal actions of a position, summed over all seats to act.
    """

    dtype: np.dtype[Any]
    max_actions: int
    setup: Callable[..., Any]
    to_act: Callable[..., Any]
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    score: Callable[..., Any]
    redeal: Callable[..., Any]

    def scratch(self) -> NDArray[Any]:
        """Scratch memory for generic compiled code: a list of moves, and the playout generator.

        It is one record because Numba atomically counts references to each array passed to a function (30 ns), but not
        to the fields of a record.
        """
        return np.zeros(1, self._scratch)

    @cached_property
    def _scratch(self) -> np.dtype[Any]:
        fields = np.dtype([("moves", np.int32, (self.max_actions,)), ("picks", np.int64, (4,))], align=True)
        return np.dtype((StateRecord, fields))

    def __post_init__(self) -> None:
        compiled_type = numba.from_dtype(self.dtype)
        _rules_by_type[self.dtype] = _rules_by_type[compiled_type] = self
        register(__name__, compiled_type, vars(self).values())


_rules_by_type: dict[Any, Rules] = {}


@compiled
def redeal_nothing(state, seat):
    """Do nothing: the `redeal` of games in which nothing is hidden and chance ends with the deal."""


def setup(state, seats, options):
    _rules_by_type[state.dtype].setup(state, seats, options)


def to_act(state):
    return _rules_by_type[state.dtype].to_act(state)


def legal(state, seat, out):
    return _rules_by_type[state.dtype].legal(state, seat, out)


def apply(state, seat, action):
    _rules_by_type[state.dtype].apply(state, seat, action)


def score(state, seat):
    return _rules_by_type[state.dtype].score(state, seat)


def redeal(state, seat):
    _rules_by_type[state.dtype].redeal(state, seat)


@overload(setup)
def _setup(state, seats, options):
    own = _rules_by_type[state].setup
    return lambda state, seats, options: own(state, seats, options)


@overload(to_act)
def _to_act(state):
    own = _rules_by_type[state].to_act
    return lambda state: own(state)


@overload(legal)
def _legal(state, seat, out):
    own = _rules_by_type[state].legal
    return lambda state, seat, out: own(state, seat, out)


@overload(apply)
def _apply(state, seat, action):
    own = _rules_by_type[state].apply
    return lambda state, seat, action: own(state, seat, action)


@overload(score)
def _score(state, seat):
    own = _rules_by_type[state].score
    return lambda state, seat: own(state, seat)


@overload(redeal)
def _redeal(state, seat):
    own = _rules_by_type[state].redeal
    return lambda state, seat: own(state, seat)
