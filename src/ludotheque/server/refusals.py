"""A refusal: a code for programs, a message key with parameters for people, and what is allowed instead."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotheque import errors
from ludotheque.match import Match


class Refused(Exception):
    """Nothing was changed. `key` is a message key of the page; `rule` the game's rule that forbids a move."""

    def __init__(
        self, code: str, *, key: str = "", allowed: Any = None, rule: int | None = None, **params: Any
    ) -> None:
        super().__init__(code)
        self.code = code
        self.key = key or f"refused.{code}"
        self.params = params
        self.allowed = allowed
        self.rule = rule

    def told(self) -> RefusalTold:
        return RefusalTold(self.code, self.key, self.params, self.allowed, self.rule)


class RefusalTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a refusal is told, over the socket and by REST."""

    code: str
    key: str
    params: dict[str, Any] = {}
    allowed: Any = None
    rule: int | None = None


def move_refused(error: errors.LudothequeError, played: Match, move: str) -> Refused:
    """What it means that the match did not take this move, with the game's own reason if it has one."""
    match error:
        case errors.IllegalMove():
            return Refused("illegal_move", key=f"{played.game}.{error.key}", rule=error.rule, **error.params)
        case errors.NotYourTurn():
            return Refused("not_your_turn", allowed=list(played.to_act))
        case errors.MatchOver():
            return Refused("table_is_over", allowed="running")
        case errors.BadSetup():
            return Refused("no_such_seat", allowed=list(range(played.seats)))
    return Refused("bad_move", move=move[:40])
