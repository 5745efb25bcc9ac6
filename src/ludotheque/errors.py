"""The errors of this package. The text of each says what is wrong and what is allowed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


class LudothequeError(Exception):
    """Base class of all errors that this package raises on purpose."""


class UnknownGame(LudothequeError):
    """There is no game of that name; the text lists the known ones."""


class BadSetup(LudothequeError):
    """The game does not allow this number of seats, option or seat; the text says what it allows."""


class BadMove(LudothequeError):
    """The text is not a move of this game."""


class MatchOver(LudothequeError):
    """The move is well-formed, but the match is over."""


class NotYourTurn(LudothequeError):
    """The seat may not move now."""


class NothingToUndo(LudothequeError):
    """There is no move to take back."""


class BadState(LudothequeError):
    """No match of this game can reach this position, or it is not a position at all."""


@dataclass(frozen=True)
class Refusal:
    """Why a well-formed move is not allowed: the number of the rule in the game's README, a message key and parameters.

    This is what the rules of a game say. `IllegalMove` is how a caller learns of it.
    """

    rule: int
    key: str
    params: dict[str, Any] = field(default_factory=dict)


class IllegalMove(LudothequeError):
    """The rules do not allow this well-formed move: `rule`, `key` and `params` of the refusal, and its `sentence`.

    A game's notation raises it, without a sentence, for moves that no position allows, such as one far off the board.
    """

    def __init__(self, move: str, refusal: Refusal, sentence: str = "") -> None:
        super().__init__(f"{move}: {sentence or refusal.key}")
        self.move = move
        self.refusal = refusal
        self.rule = refusal.rule
        self.key = refusal.key
        self.params = refusal.params
        self.sentence = sentence


class IllegalAction(IllegalMove):
    """The rules do not allow an action in a batch; `index` is the first match in which one is illegal."""

    def __init__(self, index: int, action: int, move: str, refusal: Refusal, sentence: str) -> None:
        super().__init__(move, refusal, sentence)
        self.args = (f"match {index}, action {action}, which is {self.args[0]}",)
        self.index = index
        self.action = action


class BadRecord(LudothequeError):
    """The record cannot be replayed; `position` is the index of the first move that does not fit, if one does not."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class OtherFormat(BadRecord):
    """The record has another version of the format, `stated`."""

    def __init__(self, message: str, stated: str) -> None:
        super().__init__(message)
        self.stated = stated
