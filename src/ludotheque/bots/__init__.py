"""Computer players. They see a match only as it was re-dealt for their seat."""

from ludotheque.bots.bot import BadBudget, Bot, Budget, RandomBot, UnknownBot
from ludotheque.bots.hints import Hint, find_hints
from ludotheque.bots.levels import greedy, level, uct

__all__ = ["BadBudget", "Bot", "Budget", "Hint", "RandomBot", "UnknownBot", "find_hints", "greedy", "level", "uct"]
