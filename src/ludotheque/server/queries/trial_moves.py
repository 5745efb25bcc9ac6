"""Positions that somebody learns from: how they are shown, and what comes of a move that is tried there.

Nothing is kept: an exercise is a record's position, and each answer depends on the question alone.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.server.tables.refusals import Refusal, move_refused

#: Whether the last move of the second match, which was played on the first, is what was asked for.
Reached = Callable[[Match, Match], bool]


class Position(msgspec.Struct, frozen=True):
    """How a match stands for a seat, and the events of the move before."""

    view: Json
    events: list[Json]
    to_act: list[int]


class Judged(msgspec.Struct, frozen=True, omit_defaults=True):
    """What comes of a move: `refusal` says why the rules forbid it; else `reached` tells whether it was asked for."""

    reached: bool
    position: Position | None = None
    legal: list[str] = []
    refusal: Refusal | None = None


def position(match: Match, seat: int | None) -> Position:
    events = match.show(match.happened(len(match.history)), seat)
    return Position(match.view(seat), events, list(match.to_act))


def judge(before: Match, seat: int, move: str, reached: Reached) -> Judged:
    """What a move of the learner does there."""
    after = before.copy()
    try:
        after.play(move, seat)
    except LudothequeError as error:
        return Judged(False, refusal=move_refused(error, before, move, seat).refusal)
    return Judged(reached(before, after), position(after, seat), _legal(after, seat))


def _legal(match: Match, seat: int) -> list[str]:
    return match.legal_moves(seat) if seat in match.to_act else []
