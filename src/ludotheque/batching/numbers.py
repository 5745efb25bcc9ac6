"""Numbers that go into a batch: actions from whatever array a learning program gives, and the keys of seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib import import_module

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.errors import BadMove

#: These games have tens of thousands of actions, of which a position allows few.
WIDE = ("domino3d", "nasenspiel")


def action_count(game: str) -> int | None:
    """Actions are numbers below this; None where there are too many for a mask. Loads the game's own part."""
    if game in WIDE:
        return None
    count: int = import_module(f"ludotheque.batching.{game}").ACTIONS
    return count


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


def keys_of(seeds: Iterable[str]) -> NDArray[np.int64]:
    """`key_of` each seed, in rows; three times as fast for many."""
    digests = b"".join(hashlib.sha256(seed.encode()).digest() for seed in seeds)
    return np.frombuffer(digests, "<u4").reshape(-1, 8).astype(np.int64)
