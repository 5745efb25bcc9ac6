"""OpenSpiel games: the public names of `ludotheque.research.openspiel`."""

from ludotheque.research.openspiel import RECALLED, Game, Observer, State, register

__all__ = ["RECALLED", "Game", "Observer", "State", "register"]
