"""The sand timer of Domino 3D: so many seconds for a person's turn."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludotheque.match import Match


class SandTimer:
    """Turned at the beginning of each turn of yours; `left` is None where no sand runs."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self._clock = clock
        self._turn: object = None
        self._ends: float | None = None

    def watch(self, match: Match, you: int | None) -> None:
        """Look at whose turn it is. Within a turn, which may place several dominoes, the sand goes on running."""
        view = match.view(you)
        turn = (view.get("turn"), view.get("turns_left"))
        if turn != self._turn:
            self._turn = turn
            running = you is not None and turn[0] == you
            self._ends = self._clock() + self.seconds if running else None

    @property
    def left(self) -> float | None:
        return None if self._ends is None else max(0.0, self._ends - self._clock())


def sand_timer(match: Match) -> SandTimer | None:
    """The timer of a match; None for games, modes and options that have none."""
    options = match.options
    if options.get("mode") not in ("classic", "solo") or not options.get("sand"):
        return None
    return SandTimer(options["sand"])


def out_of_time(moves: list[str]) -> str | None:
    """What is played for somebody whose sand has run out."""
    return next((move for move in ("timeout", "stop") if move in moves), None)
