"""Five levels for every game and mode, from a friendly beginner to as strong as we can make it.

The numbers are set so that each level beats the one below in about seven of ten matches: `docs/strength.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludotheque.bots.alpha_beta_bot import MinimaxBot
from ludotheque.bots.bot import Bot, Budget, UnknownBot
from ludotheque.bots.halving import WorldsBot
from ludotheque.bots.mcts_bot import SearchBot, Settings, load_knowledge
from ludotheque.bots.policy import GreedyBot
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import spec
from ludotheque.games.spec import Simulations
from ludotheque.match import Match

#: What people call them.
NAMES = ("novice", "casual", "club", "expert", "master")


#: From this number of seats on a table is crowded (see `Ladder.horizon`): luck blurs more than a tree can see through.
CROWD = 4
#: Level 5 thinks so long, on both cores, with so many nodes for each: all games' together must stay below 300 MB.
SECONDS = 1.8
NODES = 800_000


@dataclass(frozen=True)
class LevelBot:
    """A level: one bot for modes that are searched, another for full tables, another for modes that are planned."""

    name: str
    searching: Bot
    crowded: Bot
    planning: Bot

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self._player(match).move(match, seat, budget, seed)

    def _player(self, match: Match) -> Bot:
        if knowledge_of(match.rules.dtype).planned:
            return self.planning
        return self.crowded if match.seats >= CROWD else self.searching


def level(game: str, number: int) -> Bot:
    """The bot of that level, from 1 to 5."""
    load_knowledge(game)
    if not isinstance(number, int) or isinstance(number, bool) or number not in range(1, 6):
        raise UnknownBot(f"there is no level {number!r}; the levels are 1 ({NAMES[0]}) to 5 ({NAMES[4]})")
    name, ladder = str(number), spec(game).ladder
    searching, crowded = _searching(game, number), None
    if number == 5 and ladder.horizon is not None:
        crowded = WorldsBot(name, Budget(seconds=SECONDS), ladder.horizon, threads=2)
    return LevelBot(name, searching, crowded or searching, GreedyBot(name, slips=ladder.blunder_rates[number - 1]))


def _searching(game: str, number: int) -> Bot:
    if number == 5 and _looks_ahead(game):
        return MinimaxBot("5", Budget(seconds=SECONDS), threads=2)
    if number == 5:
        return SearchBot("5", Budget(seconds=SECONDS), Settings(threads=2, nodes=NODES, exact=True))
    strength = spec(game).ladder.strengths[number - 1]
    if isinstance(strength, Simulations):
        return SearchBot(str(number), Budget(simulations=strength.count), Settings(threads=1, nodes=100_000))
    return GreedyBot(str(number), strength.value)


def _looks_ahead(game: str) -> bool:
    return all(knowledge_of(mode.rules.dtype).position_key for mode in spec(game).modes)


def greedy(game: str) -> Bot:
    """The move that looks best at once."""
    load_knowledge(game)
    return GreedyBot("greedy")


def uct(game: str, budget: Budget) -> Bot:
    """Plain tree search that knows nothing but the rules: the yardstick of the levels."""
    load_knowledge(game)
    return SearchBot("uct", budget, replace(Settings(), knows=False))
