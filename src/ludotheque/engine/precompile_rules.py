"""Compile the rules for a state record, so that nobody waits in the middle of a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np
from numba import float64, int64

from ludotheque.engine import calls, compiling, playouts
from ludotheque.engine.compiled_markers import is_ready, mark_ready
from ludotheque.engine.rules import Rules

COMPILED = (calls, playouts)
OnProgress = Callable[[int, int], None]


def precompile(rules: Rules, on_progress: OnProgress) -> None:
    """Compile the entry points for these rules, or load them from the cache; report progress (done, total)."""
    if compiling.SETTINGS.DISABLE_JIT:
        return
    todo = list(_signatures(rules))
    for done, (entry, signature) in enumerate(todo):
        on_progress(done, len(todo))
        entry.compile(signature)
    on_progress(len(todo), len(todo))
    mark_ready(COMPILED, rules.dtype)


def is_precompiled(rules: Rules) -> bool:
    """Return whether some process has compiled these rules from the present sources."""
    return is_ready(COMPILED, rules.dtype)


def _signatures(rules: Rules) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    states = numba.typeof(np.zeros(1, rules.dtype))
    scratch = numba.typeof(rules.scratch())
    whole = numba.types.Array(int64, 1, "C")
    real = numba.types.Array(float64, 1, "C")
    yield calls.begin, (states, int64, int64, whole, whole, int64)
    yield calls.acting, (states, int64)
    yield calls.list_legal, (states, int64, int64, scratch)
    yield calls.step, (states, int64, int64, int64)
    yield calls.points, (states, int64, int64)
    yield calls.reseed, (states, int64, whole)
    yield calls.deal_again, (states, int64, int64, whole)
    yield calls.repeat, (states, int64, whole, whole)
    yield playouts.random_matches, (states, scratch, int64, whole, whole, int64, int64, real, real, whole)
