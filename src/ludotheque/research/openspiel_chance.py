"""Chance after the deal as OpenSpiel expects it: each draw is a chance node with all possible outcomes.

The engine draws while it plays a move. So a move that draws waits in a chance node; once an outcome is chosen, the
match is reseeded so that the move draws exactly that.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.match import Match

#: A bound on the outcomes of a draw; deals have a parameter of their own.
MAX_DRAWS = 40


@dataclass(frozen=True)
class Draw:
    """A move that draws, and the outcomes with their probabilities; None where it deals a whole round."""

    move: str
    seat: int
    action: int
    outcomes: tuple[tuple[int, float], ...] | None

    def __deepcopy__(self, memo: object) -> Draw:
        """Shared, like `GameSetup`."""
        return self


def draw_of(match: Match, move: str) -> Draw | None:
    """Return what the move would draw; None if nothing is left to chance."""
    draws = match.mode.draws
    if draws is None:
        return None
    seat, action = match.check(move)
    outcomes = draws.outcomes(match.states[0], seat, action, _played(match.states, seat, action, None)[0])
    return None if outcomes is None else Draw(move, seat, action, tuple(outcomes.items()) or None)


def drawn(match: Match, draw: Draw, outcome: int, stem: str) -> Match:
    """Return the match after the move has drawn this outcome; its seed begins with `stem`."""
    for number in count():
        seed = f"{stem} {outcome} {number}"
        if draw.outcomes is None or _drew(match, draw, _played(match.states, draw.seat, draw.action, seed)) == outcome:
            break
    other = match.reseed(seed)
    other.play(draw.move, draw.seat)
    return other


def _played(states: Any, seat: int, action: int, seed: str | None) -> Any:
    """Return the position after the action, with chance from the seed."""
    after = np.array(states)
    if seed is not None:
        calls.reseed(after, 0, key_of(seed))
    calls.step(after, 0, seat, action)
    return after


def _drew(match: Match, draw: Draw, after: Any) -> int:
    assert match.mode.draws is not None  # it made the draw
    return match.mode.draws.drawn(match.states[0], draw.seat, draw.action, after[0])
