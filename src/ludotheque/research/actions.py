"""The actions of a match as numbers in a fixed range.

>>> import ludotheque
>>> from ludotheque import observing
>>> match = ludotheque.game("keks").start(seed=1)
>>> action = int(observing.legal_actions(match, seat=0)[0])
>>> observing.move(match, 0, action) == match.legal_moves()[0]
True
"""

from __future__ import annotations

from operator import index

import numpy as np
from numpy.typing import NDArray

from ludotheque.errors import LudothequeError
from ludotheque.games import spec_of
from ludotheque.games.spec import Mode, Options
from ludotheque.match import Match
from ludotheque.research.declarations import action_space


class MaskedAction(LudothequeError, ValueError):
    """An action that is not one of the seat's legal ones, or not an action at all."""


def action_count(game: str, options: Options | None = None) -> int:
    """Actions are numbers below this. Where seats act simultaneously, the last one is to wait."""
    chosen = spec_of(game)
    return count_of(chosen.mode(chosen.complete(options)))


def count_of(mode: Mode) -> int:
    """Return the `action_count` of matches of this mode."""
    return action_space(mode).count + mode.simultaneous


def legal_actions(match: Match, seat: int) -> NDArray[np.int64]:
    """Return the legal actions of that seat, ascending; none if it may not move now."""
    return np.sort(_numbers(match, index(seat)))


def _numbers(match: Match, seat: int) -> NDArray[np.int64]:
    """Return the legal actions' numbers, in the order of `match.legal_moves`."""
    legal, renumber = match.legal_actions(seat), action_space(match.mode).renumber
    return legal.astype(np.int64) if renumber is None else renumber(match.states[0], seat, legal)


def action_mask(match: Match, seat: int) -> NDArray[np.int8]:
    """1 for each legal action of that seat, 0 for all others."""
    mask = np.zeros(count_of(match.mode), np.int8)
    mask[_numbers(match, index(seat))] = 1
    return mask


def move(match: Match, seat: int, action: int) -> str:
    """Return the text of a legal action. Raises MaskedAction if that seat may not play it now."""
    number = _whole(action)
    places = np.flatnonzero(_numbers(match, index(seat)) == number)
    if not len(places):
        raise MaskedAction(f"action {number} is not legal for seat {seat} now")
    return match.move_text(int(match.legal_actions(index(seat))[places[0]]))


def _whole(action: object) -> int:
    """Return an action as an int; accept NumPy integers, and arrays and tensors without dimensions."""
    try:
        if not isinstance(action, bool):
            return index(action)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        pass
    raise MaskedAction(f"an action must be an integer, not {action!r}")
