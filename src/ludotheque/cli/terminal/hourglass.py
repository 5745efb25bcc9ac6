"""The sand timer of a person's turn, in games that have one."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludotheque.games.spec import Sand
from ludotheque.match import Match


class SandTimer:
    """Turned at the beginning of each turn of yours; `left` is None where no sand runs."""

    def __init__(self, sand: Sand, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._sand = sand
        self._clock = clock
        self._turn: object = None
        self._ends: float | None = None

    def watch(self, match: Match, you: int | None) -> None:
        """Look at whose turn it is. Within a turn, which may have several moves, the sand goes on running."""
        turn = self._sand.turn(match.view(you))
        if turn != self._turn:
            self._turn = turn
            self._ends = self._clock() + self.seconds if you in match.to_act else None

    @property
    def left(self) -> float | None:
        return None if self._ends is None else max(0.0, self._ends - self._clock())

    def out_of_time(self, moves: list[str]) -> str | None:
        """What is played for somebody whose sand has run out."""
        return next((move for move in self._sand.out_of_time if move in moves), None)


def sand_timer(match: Match) -> SandTimer | None:
    """The timer of a match; None for games, modes and options that have none."""
    seconds = match.sand_seconds
    return SandTimer(match.spec.sand, seconds) if match.spec.sand and seconds else None
