"""Five levels for every game and mode, from a friendly beginner to as strong as we can make it."""

from __future__ import annotations

from dataclasses import replace

from ludotheque.bots.bot import Bot, Budget, UnknownBot
from ludotheque.bots.greedy import GreedyBot
from ludotheque.bots.search import SearchBot, Settings, load_knowledge

#: What people call them.
NAMES = ("novice", "casual", "club", "expert", "master")

#: The haze of level 1, and how long the levels that search may think.
NOVICE_HAZE = 1.5
SECONDS = {3: 0.1, 4: 0.5, 5: 1.8}


def level(game: str, number: int) -> Bot:
    """The bot of that level, from 1 to 5."""
    load_knowledge(game)
    if not isinstance(number, int) or isinstance(number, bool) or number not in range(1, 6):
        raise UnknownBot(f"there is no level {number!r}; the levels are 1 ({NAMES[0]}) to 5 ({NAMES[4]})")
    name = str(number)
    if number == 1:
        return GreedyBot(name, NOVICE_HAZE)
    if number == 2:
        return GreedyBot(name)
    return SearchBot(name, Budget(seconds=SECONDS[number]), Settings(threads=2 if number == 5 else 1))


def greedy(game: str) -> Bot:
    """The move that looks best at once."""
    load_knowledge(game)
    return GreedyBot("greedy")


def uct(game: str, budget: Budget) -> Bot:
    """Plain tree search that knows nothing but the rules: the yardstick of the levels."""
    load_knowledge(game)
    plain = replace(Settings(), knows=False)
    return SearchBot("uct", budget, plain)
