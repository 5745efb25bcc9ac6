"""The sand timer of a person's turn, in games that have one."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludotheque.games.spec import Sand
from ludotheque.match import Match


class SandTimer:
    """Turned over at the beginning of each of your turns. `left` is None while it does not run."""

    def __init__(self, sand: Sand, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._sand = sand
        self._clock = clock
        self._turn: object = None
        self._ends: float | None = None

    def watch(self, match: Match, you: int | None) -> None:
        """Turn it over if a new turn has begun. A turn may have several moves; they share its time."""
        turn = self._sand.turn(match.view(you))
        if turn != self._turn:
            self._turn = turn
            self._ends = self._clock() + self.seconds if you in match.to_act else None

    @property
    def left(self) -> float | None:
        return None if self._ends is None else max(0.0, self._ends - self._clock())

    def out_of_time(self, moves: list[str]) -> str | None:
        """Return the move that is played for a seat whose time has run out."""
        return next((move for move in self._sand.out_of_time if move in moves), None)


def sand_timer_of(match: Match) -> SandTimer | None:
    """Return the sand timer of a match, or None if its game, mode or options have none."""
    seconds = match.sand_seconds
    return SandTimer(match.spec.sand, seconds) if match.spec.sand and seconds else None
