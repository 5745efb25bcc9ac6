"""Compile everything that levels, hints and reviews search with, so that nobody waits for it in a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludotheque.bots import alpha_beta, halving, mcts, playout, precompile
from ludotheque.catalogue import game
from ludotheque.engine.ready import is_ready, mark_ready
from ludotheque.games import load_knowledge, spec
from ludotheque.games.spec import Options
from ludotheque.review.schedule import load_review

#: The modules with compiled functions. Reviews have none of their own: they search as the bots do.
COMPILED = (alpha_beta, halving, mcts, playout)


def warm(name: str, options: Options, report: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; report the steps done, and their number."""
    match = game(name).start(None, 0, options)
    steps: list[precompile.Step] = [*precompile.steps(match), partial(load_review, match)]
    for done, step in enumerate(steps):
        report(done, len(steps))
        step()
    report(len(steps), len(steps))
    mark_ready(COMPILED, spec(name).mode(options).rules.dtype)


def is_warm(name: str, options: Options) -> bool:
    """Whether a process has compiled it from the present sources."""
    load_knowledge(name)
    return is_ready(COMPILED, spec(name).mode(options).rules.dtype)
