"""Numbers that go into a batch: actions, from whatever array a learning program gives."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.errors import BadMove, BadSetup

#: Far more than fits into any memory or patience.
MOST = 1_000_000_000


def action_count(game: str) -> int | None:
    """Actions are numbers below this; None where there are too many for a mask. Loads the game's own part."""
    own = f"ludotheque.batching.{game}"
    if find_spec(own) is None:  # a new game: legal actions as lists, observations from views
        return None
    count: int | None = getattr(import_module(own), "ACTIONS", None)
    return count


def count_of(what: str, given: object) -> int:
    """A number of matches, threads or steps; BadSetup says what is wrong with it."""
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not 1 <= given <= MOST:
        raise BadSetup(f"{what} is a whole number from 1 to {MOST:,}, not {given!r}")
    return int(given)


def whole_numbers(what: str, given: ArrayLike, size: int) -> NDArray[np.int64]:
    """The given array, list or tensor as one whole number for each match; BadMove says what is wrong with it."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError):  # rows of different lengths
        raise BadMove(f"{what} is not an array of numbers") from None
    if found.shape != (size,) or found.dtype.kind not in "iu":
        raise BadMove(
            f"{what} is a row of {size} whole numbers, one for each match, not {found.dtype} of shape {found.shape}"
        )
    return found.astype(np.int64, copy=False)
