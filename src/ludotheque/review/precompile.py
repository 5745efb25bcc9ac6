"""Have all that levels, hints and reviews think with compiled, so that nobody waits for it in a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludotheque.bots import precompile
from ludotheque.game import game
from ludotheque.games.spec import Options
from ludotheque.readiness import is_ready, mark_ready
from ludotheque.review.schedule import load_review


def warm(name: str, options: Options, report: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; tell how far it is (done, of all)."""
    match = game(name).start(None, 0, options)
    steps: list[precompile.Step] = [*precompile.steps(match), partial(load_review, match)]
    for done, step in enumerate(steps):
        report(done, len(steps))
        step()
    report(len(steps), len(steps))
    # Reviews have no compiled functions of their own: they search as the bots do.
    mark_ready("bots", name, options)


def is_warm(name: str, options: Options) -> bool:
    """Whether a process has compiled it with these sources before."""
    return is_ready("bots", name, options)
