"""Have all that levels, hints and reviews think with compiled, so that nobody waits for it in a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludotheque.bots import after, alpha_beta, halving, mcts, precompile
from ludotheque.bots.mcts_bot import load_knowledge
from ludotheque.catalogue import game
from ludotheque.engine.ready import is_ready, mark_ready
from ludotheque.games import spec
from ludotheque.games.spec import Options
from ludotheque.review.schedule import load_review

COMPILED = (after, alpha_beta, halving, mcts)


def warm(name: str, options: Options, report: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; tell how far it is (done, of all)."""
    match = game(name).start(None, 0, options)
    steps: list[precompile.Step] = [*precompile.steps(match), partial(load_review, match)]
    for done, step in enumerate(steps):
        report(done, len(steps))
        step()
    report(len(steps), len(steps))
    # Reviews have no compiled functions of their own: they search as the bots do.
    mark_ready(COMPILED, spec(name).mode(options).rules.dtype)


def is_warm(name: str, options: Options) -> bool:
    """Whether a process has compiled it with these sources before."""
    load_knowledge(name)
    return is_ready(COMPILED, spec(name).mode(options).rules.dtype)
