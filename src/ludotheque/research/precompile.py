"""Have all that batches need compiled, so that no learning program waits for it."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.engine.ready import is_ready, mark_ready
from ludotheque.games import spec
from ludotheque.games.spec import Options
from ludotheque.research import stepping
from ludotheque.research.batch import batch

COMPILED = (stepping,)


def warm(name: str, options: Options, report: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; tell how far it is (done, of all)."""
    report(0, 2)
    matches = batch(name, 2, seed=0, options=options)  # the lists of a single match lie otherwise in memory
    report(1, 2)
    if not matches.secret:
        matches.look_ahead()
    report(2, 2)
    mark_ready(COMPILED, spec(name).mode(options).rules.dtype)


def is_warm(name: str, options: Options) -> bool:
    """Whether a process has compiled it with these sources before."""
    return is_ready(COMPILED, spec(name).mode(options).rules.dtype)
