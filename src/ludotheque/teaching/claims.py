"""What a text says about a position, checked by the rules: claims beside diagrams, aims of lessons and puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ludotheque.errors import IllegalMove
from ludotheque.games.spec import Json
from ludotheque.match import Match


def fits(pattern: Any, found: Any) -> bool:
    """Whether what was found is what the pattern names: of an object the named fields, of the rest all."""
    if isinstance(pattern, dict):
        return isinstance(found, dict) and all(key in found and fits(part, found[key]) for key, part in pattern.items())
    return bool(pattern == found)


@dataclass(frozen=True)
class Claim:
    """A sentence about a position.

    `move` is legal, or `refused` by the rule of that number; played, it `causes` such events, and `not_causes` such
    ones. `after`: moves that come before it. Without a move: the position's `state` has these values, and exactly
    the moves of `legal` are. `called`: how the text calls the move (a letter that stands on the diagram, say), where
    it does not say its text. `seat`: who moves, where several may.
    """

    move: str | None = None
    refused: int | None = None
    causes: list[Json] = field(default_factory=list)
    not_causes: list[Json] = field(default_factory=list)
    state: Json = field(default_factory=dict)
    scores: list[int] | None = None
    called: str | None = None
    seat: int | None = None
    after: list[str] = field(default_factory=list)
    legal: list[str] | None = None

    @property
    def name(self) -> str | None:
        """What the text beside the diagram must mention."""
        return self.called or self.move

    def faults(self, match: Match) -> Iterable[str]:
        """Why the claim does not hold there; nothing if it does. The match stays as it is."""
        after = match.copy()
        for move in self.after:
            after.play(move)
        events: list[Json] = []
        if self.move is not None:
            try:
                after.play(self.move, self.seat)
                events = after.happened(len(after.history))
                if self.refused is not None:
                    yield f"{self.move} is allowed"
            except IllegalMove as error:
                if self.refused != error.rule:
                    yield f"{self.move} is refused: {error}"
                return
        for wanted in self.causes:
            if not any(fits(wanted, event) for event in events):
                yield f"{self.move} does not cause {wanted}, but {events}"
        for unwanted in self.not_causes:
            if any(fits(unwanted, event) for event in events):
                yield f"{self.move} causes {unwanted}"
        if not fits(self.state, after.state()):
            yield f"the state is not {self.state}, but { {key: after.state().get(key) for key in self.state} }"
        if self.scores is not None and self.scores != after.scores:
            yield f"the scores are {after.scores}"
        if self.legal is not None and set(self.legal) != set(after.legal_moves(self.seat)):
            yield f"the legal moves are {after.legal_moves(self.seat)}"


@dataclass(frozen=True)
class Aim:
    """What a move has to achieve: all that is named here.

    `moves`: patterns of which the move's text fits one, whole. `causes`, `not_causes`: events. `state`: values
    afterwards. `gains`: points that the mover has more than before, at least; `costs`: points that all others together
    have fewer. An empty aim: any legal move.
    """

    moves: list[str] = field(default_factory=list)
    causes: list[Json] = field(default_factory=list)
    not_causes: list[Json] = field(default_factory=list)
    state: Json = field(default_factory=dict)
    gains: int | None = None
    costs: int | None = None

    def reached(self, before: Match, after: Match) -> bool:
        """Whether the last move of `after`, which was played on `before`, does it."""
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
