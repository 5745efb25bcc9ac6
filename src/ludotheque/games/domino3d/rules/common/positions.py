"""What the JSON of positions has in common in all modes, and how a record is prepared for one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludotheque.errors import BadState
from ludotheque.games.domino3d.rules.common.board import DOMINOES
from ludotheque.games.domino3d.rules.common.model import action_of
from ludotheque.games.spec import Options

Domino = Annotated[int, Meta(ge=0, lt=DOMINOES)]
Number = Annotated[int, Meta(ge=0, le=10**6)]
Seat = Annotated[int, Meta(ge=0, lt=6)]
Coordinates = Annotated[list[int], Meta(min_length=3, max_length=3)]
Direction = Literal["E", "W", "N", "S", "U", "D"]


class Laid(msgspec.Struct, forbid_unknown_fields=True):
    domino: Domino
    at: Coordinates
    to: Direction
    up: Direction

    @property
    def action(self) -> int:
        return action_of({"domino": self.domino, "at": self.at, "to": self.to, "up": self.up})


def check_mode(mode: str, options: Options) -> None:
    if mode != options["mode"]:
        raise BadState(f"the position's mode is {mode!r}, but the options say {options['mode']!r}")


def clear(state: Any, kept: tuple[str, ...]) -> None:
    """Zero all fields but these."""
    for name in state.dtype.names:
        if name not in kept:
            state[name] = 0
