"""Shortest possible searches, after which nothing that bots and hints need is left to compile."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ludotheque.bots.bot import Budget
from ludotheque.bots.endgame import proved_best
from ludotheque.bots.hints import suggest
from ludotheque.bots.levels import level
from ludotheque.catalogue import game
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.match import Match

Step = Callable[[], object]
LEVELS = range(1, 6)
#: In place of a level.
HINTS = 0
#: Where a random match is cut off: some modes go on and on when played at random.
MAX_MOVES = 200


def steps(match: Match) -> list[Step]:
    """Searches of all kinds in matches like this one."""
    return [*(partial(think, match, number) for number in (*LEVELS, HINTS)), partial(look_through, match)]


def think(match: Match, number: int) -> None:
    """Search the first position of such a match, at a level or as a hint; no move there is forced or proved best."""
    fresh = game(match.game).start(match.seats, 0, match.options)
    seat = fresh.to_act[0]
    if number == HINTS:
        suggest(fresh, seat, 0.001)
    else:
        level(match.game, number).move(fresh, seat, Budget(simulations=1))


def look_through(match: Match) -> None:
    """Run the endgame solver and list the factors of moves at every position of a random match."""
    fresh, chance = game(match.game).start(match.seats, 0, match.options), random.Random(0)
    mode = fresh.mode
    factors = knowledge_of(mode.rules.dtype).factors
    while not fresh.over and len(fresh.history) < MAX_MOVES:
        seat = fresh.to_act[0]
        proved_best(fresh, Budget(simulations=1))
        move = chance.choice(fresh.legal_moves(seat))
        factors(fresh.states[0], seat, mode.parse(move))
        fresh.play(move, seat)
