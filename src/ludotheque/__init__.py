"""Ludothèque: a house of board games. Modern games, to play and to study, on the same rules."""

from ludotheque.catalogue import Game, game
from ludotheque.errors import (
    BadMove,
    BadRecord,
    BadSetup,
    BadState,
    IllegalAction,
    IllegalMove,
    LudothequeError,
    MatchOver,
    NothingToUndo,
    NotYourTurn,
    UnknownGame,
)
from ludotheque.games import names
from ludotheque.match import Match
from ludotheque.record import replay
from ludotheque.research.batch import Batch, batch


def games() -> list[str]:
    """Return the names of all games, in alphabetical order."""
    return list(names())


__all__ = [
    "BadMove",
    "BadRecord",
    "BadSetup",
    "BadState",
    "Batch",
    "Game",
    "IllegalAction",
    "IllegalMove",
    "LudothequeError",
    "Match",
    "MatchOver",
    "NotYourTurn",
    "NothingToUndo",
    "UnknownGame",
    "batch",
    "game",
    "games",
    "replay",
]
