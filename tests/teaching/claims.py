"""Claims that the text beside a diagram makes about its position, checked by the rules.

They are in a game's `rulebook/diagrams.toml`, together with the positions.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from ludotheque.errors import IllegalMove
from ludotheque.games import spec_of
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.teaching.aims import fits


@dataclass(frozen=True)
class Claim:
    """A statement about a position.

    `move` is legal, or `refused` by the rule of that number. When played it `causes` some events and `not_causes`
    others. `after`: moves that are played first. Without a move, the position's `state` has these values, and exactly
    the moves in `legal` are legal. `called`: what the text calls the move (such as a letter on the diagram), unless it
    uses the move's own text; empty if it only describes it. `seat`: who moves, if several may.
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
        """Return what the text beside the diagram has to mention."""
        return self.move if self.called is None else self.called or None

    def faults(self, match: Match) -> Iterable[str]:
        """Yield the reasons why the claim does not hold in a match, which is not changed."""
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


def claims_of(name: str, diagram: str) -> list[Claim]:
    """Return the claims about a diagram of a game's rulebook."""
    text = (spec_of(name).folder / "rulebook" / "diagrams.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text)[diagram].get("claims", []), list[Claim])
