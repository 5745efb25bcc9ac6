"""What a mode declares for research, with defaults for a game that declares nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine import calls
from ludotheque.engine.layout import Array, Layout, Part
from ludotheque.engine.rules import Rules
from ludotheque.errors import BadSetup
from ludotheque.games.spec import ActionSpace, Mode, Research, State

#: OpenSpiel wants to know; a match of a game that does not say is expected to end sooner.
DEFAULT_MAX_MOVES = 10_000
#: `float32` has every whole number of this many bytes.
EXACT_BYTES = 2


class ObservationSource(Protocol):
    """Makes observations: a declared `Observation`, or `OpenState` by default."""

    def layout(self, seats: int) -> Layout: ...
    def fill(self, layout: Layout, states: NDArray[Any], seats: NDArray[np.int64], rows: Array) -> None: ...


def declared(mode: Mode) -> Research | None:
    """Return what the game declares for this mode. This registers the compiled function of its observations."""
    return None if mode.research is None else _load(mode.research)


@cache
def _load(module: str) -> Research:
    research: Research = import_module(module).RESEARCH
    return research


def observer(mode: Mode) -> ObservationSource:
    """Raises BadSetup if the game declares no observation, and what it hides is not known."""
    research = declared(mode)
    if research is not None:
        return research.observation
    if mode.uncertain:
        raise BadSetup(
            "this game declares no observation, and not everything in its states may be shown: "
            "see research/observation.py in docs/adding-a-game.md"
        )
    return OpenState(mode.rules)


def action_space(mode: Mode) -> ActionSpace:
    """By default an action is the place of the move among the legal ones."""
    research = declared(mode)
    if research is not None:
        return research.actions
    return ActionSpace(mode.rules.max_actions, "The place of the move among the legal ones.", _places)


def _places(state: State, seat: int, legal: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.arange(len(legal))


def hides(mode: Mode) -> bool:
    """Return whether anything but chance to come is hidden from a seat."""
    research = declared(mode)
    return mode.uncertain if research is None else research.hides


def max_moves(mode: Mode) -> int:
    """Return an upper bound on the moves of a match."""
    research = declared(mode)
    return (research and research.max_moves) or DEFAULT_MAX_MOVES


@dataclass(frozen=True)
class OpenState:
    """The default observation of a game in which nothing is hidden and chance ends with the deal.

    It has every field of the state record, the observer's seat and the seats to act; wide integers are split into words
    of 16 bits, the lowest first. Seats are not relative. It is filled in Python, much slower than compiled code.
    """

    rules: Rules

    def layout(self, seats: int) -> Layout:
        return _open_layout(self.rules, seats)

    def fill(self, layout: Layout, states: NDArray[Any], seats: NDArray[np.int64], rows: Array) -> None:
        rows[:] = 0.0
        for i, (row, seat) in enumerate(zip(rows, seats.tolist(), strict=True)):
            parts = layout.split(row)
            for name in _fields(self.rules):
                parts[name][:] = _words(np.asarray(states[name][i]))
            parts["own_seat"][seat] = 1.0
            acting = calls.acting(states, i)
            parts["to_act"][:] = [acting >> other & 1 for other in range(len(parts["to_act"]))]


def _fields(rules: Rules) -> list[str]:
    return [name for name in rules.dtype.names or () if name not in ("chance", "unused")]


def _words(values: NDArray[Any]) -> NDArray[Any]:
    """Return the values themselves, or their words of 16 bits along a new axis."""
    if values.dtype.itemsize <= EXACT_BYTES:
        return values if values.ndim else values.reshape(1)
    return values.astype(values.dtype.newbyteorder("<")).reshape(*values.shape, 1).view("<u2")


@cache
def _open_layout(rules: Rules, seats: int) -> Layout:
    blank = np.zeros(1, rules.dtype)
    words = {name: _words(blank[name][0]) for name in _fields(rules)}
    bounds = {name: np.iinfo(array.dtype) for name, array in words.items()}
    return Layout(
        (
            *(
                Part(name, array.shape, f"the field {name} of the state", int(bounds[name].max), int(bounds[name].min))
                for name, array in words.items()
            ),
            Part("own_seat", (seats,), "the seat that observes"),
            Part("to_act", (seats,), "the seats to act"),
        )
    )
