"""Have all that levels, hints and reviews think with compiled, so that nobody waits for it in a match."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from ludotheque.bots import loading
from ludotheque.engine import compiling
from ludotheque.game import game
from ludotheque.games import spec
from ludotheque.games.spec import Options
from ludotheque.review.course import load_review


def warm(name: str, options: Options, report: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; tell how far it is (done, of all)."""
    match = game(name).start(None, 0, options)
    steps: list[loading.Step] = [*loading.steps(match), partial(load_review, match)]
    for done, step in enumerate(steps):
        report(done, len(steps))
        step()
    report(len(steps), len(steps))
    marker = _marker(name, options)
    if marker is not None:
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.touch()


def is_warm(name: str, options: Options) -> bool:
    """Whether a process has compiled it with these sources before."""
    marker = _marker(name, options)
    return compiling.SETTINGS.DISABLE_JIT or (marker is not None and marker.exists())


def _marker(name: str, options: Options) -> Path | None:
    """A file beside what is compiled: reviews have no compiled functions of their own, they search as the bots do."""
    if compiling.CACHE_FOLDER is None:
        return None
    record = repr(spec(name).mode(options).rules.dtype)
    folder = compiling.CACHE_FOLDER / compiling.sources_hash(folders=("bots",))
    return folder / f"{hashlib.sha256(record.encode()).hexdigest()[:16]}.ready"
