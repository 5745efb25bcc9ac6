"""What a move in a lesson or a puzzle has to achieve, checked against the match."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ludotheque.games.spec import Json
from ludotheque.match import Match


def fits(pattern: Any, value: Any) -> bool:
    """Return whether a value fits a pattern; of an object only the fields that the pattern names are compared."""
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(key in value and fits(part, value[key]) for key, part in pattern.items())
    return bool(pattern == value)


@dataclass(frozen=True)
class Aim:
    """What a move has to achieve. Everything named here must hold; an empty aim allows every legal move.

    `moves`: regular expressions, one of which matches the whole text of the move. `causes`, `not_causes`: events.
    `state`: values after the move. `gains`: the least points that the mover gains; `costs`: the least points that all
    others lose together.
    """

    moves: list[str] = field(default_factory=list)
    causes: list[Json] = field(default_factory=list)
    not_causes: list[Json] = field(default_factory=list)
    state: Json = field(default_factory=dict)
    gains: int | None = None
    costs: int | None = None

    def reached(self, before: Match, after: Match) -> bool:
        """Return whether the last move of `after`, which was played in the position `before`, achieves it."""
        seat, move = after.history[-1]
        events = after.happened(len(after.history))
        gained = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
        return (
            (not self.moves or any(re.fullmatch(pattern, move) for pattern in self.moves))
            and all(any(fits(wanted, event) for event in events) for wanted in self.causes)
            and not any(fits(unwanted, event) for unwanted in self.not_causes for event in events)
            and fits(self.state, after.state())
            and (self.gains is None or gained[seat] >= self.gains)
            and (self.costs is None or gained[seat] - sum(gained) >= self.costs)
        )
