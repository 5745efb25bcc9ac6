"""Matches as arrays: what a seat sees, and what it may do, in shapes that never change.

An observation is made from `match.view(seat)` and nothing else: it tells what the view tells, hides what it hides.

>>> import ludotheque
>>> from ludotheque.research import observations as observing
>>> match = ludotheque.game("keks").start(seed=1)
>>> seen = observing.observation(match, 0)
>>> observing.layout("keks").split(seen)["turn"]
array([1., 0.], dtype=float32)
>>> observing.move(match, 0, int(observing.legal_actions(match, 0)[0])) == match.legal_moves()[0]
True
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from operator import index
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.layout import Array, Layout, Part
from ludotheque.errors import LudothequeError
from ludotheque.games import spec
from ludotheque.games.spec import Json, Mode, Options
from ludotheque.match import Match

__all__ = [
    "Layout",
    "MaskedAction",
    "Part",
    "action_count",
    "action_mask",
    "actions_meaning",
    "fill",
    "hides",
    "layout",
    "legal_actions",
    "most_moves",
    "move",
    "observation",
]


class MaskedAction(LudothequeError, ValueError):
    """An action that is not one of the seat's legal ones, or not an action at all."""


class _Observing(Protocol):
    """A game's `observation.py`. Where the engine's actions are too many, `numbers` gives smaller ones."""

    #: Whether something but chance to come is hidden from a seat.
    HIDES: bool
    #: No match has more moves; None where seats act at once.
    MOST_MOVES: int | None

    def actions(self) -> int: ...
    def parts(self, seats: int) -> tuple[Part, ...]: ...
    def fill(self, view: Json, seat: int, out: dict[str, Array]) -> None: ...


def _of(mode: Mode) -> Any:
    return _module(str(mode.observation))


@cache
def _module(name: str) -> Any:
    found: _Observing = import_module(name)
    return found


def _mode(game: str, options: Options | None) -> Mode:
    return spec(game).mode(spec(game).complete(options))


def layout(game: str, seats: int | None = None, options: Options | None = None) -> Layout:
    """How observations of these matches lie in their array. UnknownGame, BadSetup as for `Game.start`."""
    chosen = spec(game)
    full = chosen.complete(options)
    if seats is None:
        seats = chosen.usual_seats(full)
    return _layout(chosen.check_seats(seats, full), str(chosen.mode(full).observation))


@cache
def _layout(seats: int, module: str) -> Layout:
    return Layout(_module(module).parts(seats))


def observation(match: Match, seat: int) -> Array:
    """What that seat sees now, laid out as `layout` tells. BadSetup: there is no such seat."""
    seen = match.view(index(seat))
    lies = _layout(match.seats, str(match.mode.observation))
    array = np.zeros(lies.size, np.float32)
    fill(match.mode, seen, index(seat), lies.split(array))
    return array


def fill(mode: Mode, view: Json, seat: int, parts: dict[str, Array]) -> None:
    """Write a view of that seat into the parts of an array of zeros (`Layout.split`)."""
    _of(mode).fill(view, seat, parts)


def action_count(game: str, options: Options | None = None) -> int:
    """Actions are the numbers below this one; most of them are legal at some time, few at any one time."""
    return int(_of(_mode(game, options)).actions())


def hides(game: str) -> bool:
    """Whether something but chance to come is hidden from a seat."""
    return any(_of(mode).HIDES for mode in spec(game).modes)


def most_moves(game: str) -> int:
    """The most moves that any match with turns has."""
    return max(int(_of(mode).MOST_MOVES) for mode in spec(game).modes if not mode.simultaneous)


def actions_meaning(game: str, options: Options | None = None) -> str:
    """What the numbers stand for, in a few words."""
    return str(_of(_mode(game, options)).actions.__doc__)


def legal_actions(match: Match, seat: int) -> NDArray[np.int64]:
    """The actions of that seat, ascending; none if it may not move now."""
    return np.sort(_numbered(match, index(seat)))


def _numbered(match: Match, seat: int) -> NDArray[np.int64]:
    """The legal actions' numbers, in the order of `match.legal_moves`."""
    legal = match.legal_actions(seat)
    numbers = getattr(_of(match.mode), "numbers", None)
    return legal.astype(np.int64) if numbers is None else numbers(match.view(seat), seat, legal)


def action_mask(match: Match, seat: int) -> NDArray[np.int8]:
    """1 for each legal action of that seat, 0 for all others."""
    mask = np.zeros(action_count(match.game, match.options), np.int8)
    mask[_numbered(match, index(seat))] = 1
    return mask


def move(match: Match, seat: int, action: int) -> str:
    """The text of a legal action. MaskedAction: that seat may not do it now."""
    number = _whole(action)
    places = np.flatnonzero(_numbered(match, index(seat)) == number)
    if not len(places):
        raise MaskedAction(f"action {number} is not legal for seat {seat} now")
    return match.move_text(int(match.legal_actions(index(seat))[places[0]]))


def _whole(action: object) -> int:
    """The number of an action: also NumPy's, and the only number in an array or a tensor without dimensions."""
    try:
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        pass
    raise MaskedAction(f"an action is a whole number, not {action!r}")
