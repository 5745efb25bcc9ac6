"""Five levels for every game and mode, from a friendly beginner to as strong as we can make it.

`Spec.ladder` is tuned so that each level beats the one below; goals and measurements are in `docs/strength.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots.alpha_beta_bot import AlphaBetaBot
from ludotheque.bots.bot import Bot, Budget, UnknownBot
from ludotheque.bots.halving import HalvingBot
from ludotheque.bots.mcts_bot import MctsBot
from ludotheque.bots.policy import PolicyBot
from ludotheque.bots.workspace import SearchSettings
from ludotheque.engine.knowledge import knowledge_of
from ludotheque.games import load_knowledge, spec_of
from ludotheque.games.spec import Simulations
from ludotheque.match import Match

#: The names of the levels for people.
NAMES = ("novice", "casual", "club", "expert", "master")
LEVELS = range(1, 1 + len(NAMES))
#: From this number of seats on a table is crowded: luck blurs more than a tree can see through. See
#: `Ladder.playout_moves_per_seat`.
CROWD = 4
#: Level 5: seconds per move, and nodes per thread. The trees of all games together must stay below 300 MB.
SECONDS = 1.8
NODES = 800_000


@dataclass(frozen=True)
class LevelBot:
    """Three bots of one strength: the usual one, one for crowded tables, one for modes whose knowledge plans ahead."""

    name: str
    usual: Bot
    crowded: Bot
    planning: Bot

    def move(self, match: Match, seat: int, budget: Budget | None = None, seed: int = 0) -> str:
        return self.player(match).move(match, seat, budget, seed)

    def player(self, match: Match) -> Bot:
        """Return the bot that plays such a match."""
        if knowledge_of(match.rules.dtype).planned:
            return self.planning
        return self.crowded if match.seats >= CROWD else self.usual


def level(game: str, number: int) -> Bot:
    """Return the bot of a level from 1 to 5."""
    load_knowledge(game)
    if not isinstance(number, int) or isinstance(number, bool) or number not in LEVELS:
        raise UnknownBot(f"there is no level {number!r}; the levels are 1 ({NAMES[0]}) to 5 ({NAMES[4]})")
    ladder, name = spec_of(game).ladder, str(number)
    usual = crowded = _usual_bot(game, number)
    if number == 5 and ladder.playout_moves_per_seat is not None:
        crowded = HalvingBot(name, Budget(seconds=SECONDS), ladder.playout_moves_per_seat, threads=2)
    return LevelBot(name, usual, crowded, PolicyBot(name, blunder_rate=ladder.blunder_rates[number - 1]))


def _usual_bot(game: str, number: int) -> Bot:
    if number == 5 and all(knowledge_of(mode.rules.dtype).position_key for mode in spec_of(game).modes):
        return AlphaBetaBot("5", Budget(seconds=SECONDS), threads=2)
    if number == 5:
        return MctsBot("5", Budget(seconds=SECONDS), SearchSettings(threads=2, nodes=NODES, use_solver=True))
    strength = spec_of(game).ladder.strengths[number - 1]
    if isinstance(strength, Simulations):
        return MctsBot(str(number), Budget(simulations=strength.count), SearchSettings(threads=1, nodes=100_000))
    return PolicyBot(str(number), strength.value)


def greedy(game: str) -> Bot:
    """Return the bot that plays the move of the highest weight, without a search."""
    load_knowledge(game)
    return PolicyBot("greedy")


def uct(game: str, budget: Budget) -> Bot:
    """Plain UCT, which knows nothing but the rules: the yardstick of the levels."""
    load_knowledge(game)
    return MctsBot("uct", budget, SearchSettings(use_knowledge=False))
