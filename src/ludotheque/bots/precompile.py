"""Thoughts as short as can be, after which nothing that bots and hints need is left to compile."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from ludotheque.bots.bot import Budget
from ludotheque.bots.endgame import proved
from ludotheque.bots.hints import suggest
from ludotheque.bots.levels import level
from ludotheque.catalogue import game
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import spec
from ludotheque.games.spec import Mode, Options
from ludotheque.match import Match

Step = Callable[[], object]
LEVELS = range(1, 6)
#: Beside the levels.
HINTS = 0
#: A random match is looked at so far: to its end, but for a race, which goes on and on.
MOST_MOVES = 200


def options_by_mode(name: str) -> list[Options]:
    """Options that choose each of a game's modes: at most one of them differs from its default."""
    known, found = spec(name), list[tuple[Mode, Options]]()
    named = {key: option.choices for key, option in known.options.items() if isinstance(option.choices, tuple)}
    single = [{key: value} for key, choices in named.items() for value in choices]
    for options in map(known.complete, [{}, *single]):
        if all(mode is not known.mode(options) for mode, _ in found):
            found.append((known.mode(options), options))
    return [options for _, options in found]


def steps(match: Match) -> list[Step]:
    """Thoughts of all kinds about matches like this one."""
    return [*(partial(think, match, number) for number in (*LEVELS, HINTS)), partial(look_through, match)]


def think(match: Match, number: int) -> None:
    """A thought of that level, or of HINTS, about a new match like this one: no move is the only one or proved best."""
    fresh = game(match.game).start(match.seats, 0, match.options)
    seat = fresh.to_act[0]
    if number == HINTS:
        suggest(fresh, seat, 0.001)
    else:
        level(match.game, number).move(fresh, seat, Budget(simulations=1))


def look_through(match: Match) -> None:
    """Solve the endgame of a random match, and ask what speaks for its moves."""
    fresh, chance = game(match.game).start(match.seats, 0, match.options), random.Random(0)
    mode = fresh.mode
    factors = knowledge_of(mode.rules.dtype).factors
    while not fresh.over and len(fresh.history) < MOST_MOVES:
        seat = fresh.to_act[0]
        proved(fresh, Budget(simulations=1))
        move = chance.choice(fresh.legal_moves(seat))
        factors(fresh.states[0], seat, mode.parse(move))
        fresh.play(move, seat)
