"""Trial moves in the positions of lessons and puzzles: how a position is shown, and what a move does there.

Nothing is stored: each answer depends on the request alone.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.tables.refusals import RefusalShown, move_refused

#: Takes the match before and after the move; whether the move does what was asked for.
Reached = Callable[[Match, Match], bool]


class Position(msgspec.Struct, frozen=True):
    """The view of a seat, and the events of the last move."""

    view: Json
    events: list[Json]
    to_act: list[int]


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a move does. `refusal`: why the rules forbid it. `reached`: whether it does what was asked for."""

    reached: bool
    position: Position | None = None
    legal: list[str] = []
    refusal: RefusalShown | None = None


def position(match: Match, seat: int | None) -> Position:
    events = match.show(match.happened(len(match.history)), seat)
    return Position(match.view(seat), events, list(match.to_act))


def judge(before: Match, seat: int, move: str, reached: Reached) -> Judged:
    """Return what a move of the learner does."""
    after = before.copy()
    try:
        after.play(move, seat)
    except LudothequeError as error:
        return Judged(False, refusal=move_refused(error, before, move, seat).refusal)
    return Judged(reached(before, after), position(after, seat), _legal(after, seat))


def _legal(match: Match, seat: int) -> list[str]:
    return match.legal_moves(seat) if seat in match.to_act else []
