"""What can go wrong, each with a class of its own and a sentence that says what is allowed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class LudothequeError(Exception):
    """The parent of all errors that this package raises on purpose."""


class UnknownGame(LudothequeError):
    """No game of that name; the text lists the known ones."""


class BadSetup(LudothequeError):
    """Seats, options or a seat that the game does not allow; the text says what it allows."""


class BadMove(LudothequeError):
    """A text that is not a move of this game at all."""


class MatchOver(LudothequeError):
    """A well-formed move after the end of the match."""


class NotYourTurn(LudothequeError):
    """A move for a seat that may not move now."""


class NothingToUndo(LudothequeError):
    """Undo at the start of a match."""


class BadState(LudothequeError):
    """A position that no match of this game can reach, or that is not a position at all."""


@dataclass(frozen=True)
class Refusal:
    """Why a well-formed move is not allowed: the rule's number in the game's README, a message key, its parameters."""

    rule: int
    key: str
    params: dict[str, Any] = field(default_factory=dict)


class Refused(LudothequeError):
    """Raised by a game's notation for a well-formed move that no position allows (a square far off the board)."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key)
        self.refusal = refusal


class IllegalMove(LudothequeError):
    """A well-formed move that the rules do not allow now: `rule`, message `key` and `params`, and the sentence."""

    def __init__(self, move: str, refusal: Refusal, sentence: str) -> None:
        super().__init__(f"{move}: {sentence}")
        self.move = move
        self.rule = refusal.rule
        self.key = refusal.key
        self.params = refusal.params
        self.sentence = sentence


class IllegalAction(IllegalMove):
    """An action of a batch that the rules do not allow now; `index` is the first match that it is wrong in."""

    def __init__(self, index: int, action: int, move: str, refusal: Refusal, sentence: str) -> None:
        super().__init__(move, refusal, sentence)
        self.args = (f"match {index}, action {action}, which is {self.args[0]}",)
        self.index = index
        self.action = action


class BadRecord(LudothequeError):
    """A record that cannot be replayed; `position` is the index of the first move that does not fit, if any."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class OtherFormat(BadRecord):
    """A record, but of another version of the format: `told`."""

    def __init__(self, message: str, told: str) -> None:
        super().__init__(message)
        self.told = told
