"""A refusal: a code for programs, a message key with parameters for people, and what is allowed instead."""

from __future__ import annotations

from typing import Any

import msgspec


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
