"""Compile what batches and observations need, so that no learning program has to wait for it."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.engine import observation as engine_observation
from ludotheque.engine.compiled_markers import is_ready, mark_ready
from ludotheque.games import spec_of
from ludotheque.games.spec import Mode, Options
from ludotheque.research import stepping
from ludotheque.research.batch import batch
from ludotheque.research.declarations import declared
from ludotheque.research.observations import observation

COMPILED = (engine_observation, stepping)


def precompile(name: str, options: Options, on_progress: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; report progress (done, total)."""
    on_progress(0, 2)
    matches = batch(name, 1, seed=0, options=options)
    on_progress(1, 2)
    if matches.observes:
        observation(matches.start(0), 0)
    if not matches.uncertain:
        matches.look_ahead()
    on_progress(2, 2)
    mark_ready(COMPILED, _loaded_mode(name, options).rules.dtype)


def is_precompiled(name: str, options: Options) -> bool:
    """Return whether some process has compiled it from the present sources."""
    return is_ready(COMPILED, _loaded_mode(name, options).rules.dtype)


def _loaded_mode(name: str, options: Options) -> Mode:
    """Return the mode, after its observations have been registered: the compiled code depends on them."""
    mode = spec_of(name).mode(options)
    declared(mode)
    return mode
