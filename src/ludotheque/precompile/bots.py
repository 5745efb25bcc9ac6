"""Compile everything that levels, hints and reviews search with, so that nobody waits for it in a match.

This is done by the shortest possible searches, after which nothing is left to compile.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ludotheque.bots import Budget, alpha_beta, find_hints, halving, level, mcts, playout
from ludotheque.bots.endgame import proved_best
from ludotheque.bots.factors import factors_of
from ludotheque.bots.levels import LEVELS
from ludotheque.catalogue import game
from ludotheque.engine.compiled_markers import is_ready, mark_ready
from ludotheque.games import load_knowledge, spec_of
from ludotheque.games.spec import Options
from ludotheque.match import Match
from ludotheque.review.schedule import load_review

#: The modules with compiled functions. Reviews have none of their own: they search as the bots do.
COMPILED = (alpha_beta, halving, mcts, playout)
#: In place of a level.
HINTS = 0
#: Where a random match is cut off: some modes go on and on when played at random.
MAX_MOVES = 200


def precompile(name: str, options: Options, on_progress: Callable[[int, int], None]) -> None:
    """Compile it for such matches, or load it from the cache; report the steps done, and their number."""
    match = game(name).start(None, 0, options)
    searches = [partial(think, match, number) for number in (*LEVELS, HINTS)]
    steps: list[Callable[[], None]] = [*searches, partial(look_through, match), partial(load_review, match)]
    for done, step in enumerate(steps):
        on_progress(done, len(steps))
        step()
    on_progress(len(steps), len(steps))
    mark_ready(COMPILED, spec_of(name).mode(options).rules.dtype)


def is_precompiled(name: str, options: Options) -> bool:
    """Return whether a process has compiled it from the present sources."""
    load_knowledge(name)
    return is_ready(COMPILED, spec_of(name).mode(options).rules.dtype)


def think(match: Match, number: int) -> None:
    """Search the first position of such a match, at a level or as a hint; no move there is forced or proved best."""
    fresh = game(match.game).start(match.seats, 0, match.options)
    seat = fresh.to_act[0]
    if number == HINTS:
        find_hints(fresh, seat, 0.001)
    else:
        level(match.game, number).move(fresh, seat, Budget(simulations=1))


def look_through(match: Match) -> None:
    """Run the endgame solver and list the factors of moves at every position of a random match."""
    fresh, chance = game(match.game).start(match.seats, 0, match.options), random.Random(0)
    while not fresh.over and len(fresh.history) < MAX_MOVES:
        seat = fresh.to_act[0]
        proved_best(fresh, Budget(simulations=1))
        move = chance.choice(fresh.legal_moves(seat))
        factors_of(fresh, seat, move)
        fresh.play(move, seat)
