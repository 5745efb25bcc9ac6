"""What a match starts from: everything that its moves do not decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludotheque.games import spec_of
from ludotheque.games.spec import Json, Mode, Options, Spec

RECORD_FORMAT = "ludotheque-record-2"


@dataclass(frozen=True)
class MatchStart:
    """Game, seats, options, seed, and the position the match was set up in, if there is one.

    A seed deals any number of matches; `number` says which of them this is.
    """

    spec: Spec
    mode: Mode
    seats: int
    options: Options
    seed: str | int
    position: Json | None = None
    number: int = 0

    @property
    def encoded_options(self) -> NDArray[np.int64]:
        """The options as the compiled `setup` reads them; the last one is the rules version."""
        return np.array([*self.mode.encode(self.options), self.spec.rules_version], np.int64)

    def record(self) -> Json:
        """Return the fields of a record that come before its history."""
        record: Json = {
            "format": RECORD_FORMAT,
            "game": self.spec.name,
            "rules_version": self.spec.rules_version,
            "seats": self.seats,
            "options": dict(self.options),
            "seed": self.seed,
        }
        if self.number:
            record["number"] = self.number
        if self.position is not None:
            record["position"] = self.position
        return record

    def __reduce__(self) -> tuple[Callable[..., MatchStart], tuple[Any, ...]]:
        """Pickle the name of the game instead of its functions."""
        given = (self.seats, self.options, self.seed, self.position, self.number)
        return _unpickled, (self.spec.name, self.spec.rules_version, *given)


def _unpickled(name: str, rules_version: int, seats: int, options: Options, *rest: Any) -> MatchStart:
    game = spec_of(name).under(rules_version)
    return MatchStart(game, game.mode(options), seats, options, *rest)
