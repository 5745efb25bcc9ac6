"""Checks of the arguments of a batch: counts, and arrays of actions and seats from any learning library."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ludotheque.errors import BadMove, BadSetup

#: More than fits into memory.
MAX_COUNT = 1_000_000_000


def check_count(what: str, given: object) -> int:
    """Return a number of matches, threads or steps. Raises BadSetup if it is not an integer in range."""
    if isinstance(given, bool) or not isinstance(given, (int, np.integer)) or not 1 <= given <= MAX_COUNT:
        raise BadSetup(f"{what} must be an integer from 1 to {MAX_COUNT:,}, not {given!r}")
    return int(given)


def check_vector(what: str, given: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return an array, list or tensor with one integer for each match. Raises BadMove if it is something else."""
    try:
        array = np.asarray(given)
    except (TypeError, ValueError):  # rows of different lengths
        raise BadMove(f"{what} must be {size} integers, one for each match") from None
    if array.shape != (size,) or array.dtype.kind not in "iu":
        raise BadMove(f"{what} must be {size} integers, one for each match, not {array.dtype} of shape {array.shape}")
    return array.astype(np.int64, copy=False)
