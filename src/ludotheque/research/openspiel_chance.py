"""Chance after the deal, as OpenSpiel wants it: a node of its own for each draw, with all that may be drawn.

The engine draws while it plays a move. So a move that draws waits in a chance node; once the outcome is chosen, the
match goes on with chance from a seed under which the move draws just that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np

from ludotheque.engine import calls
from ludotheque.engine.chance import key_of
from ludotheque.games.nox.rules.state import KIND_SHIFT
from ludotheque.match import Match

NONE = -1
#: A hand of NOX counts each kind in two bits.
BITS = 2
#: No node has more outcomes, but those that deal.
MOST_DRAWS = 40


@dataclass(frozen=True)
class Draw:
    """A move that draws, and what it may draw with which chance. `outcomes`: None for all cards of a new round."""

    move: str
    seat: int
    action: int
    outcomes: tuple[tuple[int, float], ...] | None

    def __deepcopy__(self, memo: object) -> Draw:
        return self


def draw_of(match: Match, move: str, seat: int, action: int) -> Draw | None:
    """What the move would draw; None if nothing is left to chance."""
    if match.game not in ("domino3d", "nox"):
        return None
    before = match.states
    after = _played(before, seat, action, None)
    if match.game == "domino3d":
        if after[0].turn == NONE or after[0].drawn == NONE:
            return None
        pile = int(after[0].pile) | 1 << int(after[0].drawn)
        found = [domino for domino in range(pile.bit_length()) if pile >> domino & 1]
        return Draw(move, seat, action, tuple((domino, 1 / len(found)) for domino in found))
    if after[0].turn == NONE:
        return None
    if after[0].round_number != before[0].round_number:
        return Draw(move, seat, action, None)
    if before[0].ordered or not before[0].left:
        return None
    kinds = Counter(before[0].pile[: int(before[0].left)].tolist())
    return Draw(move, seat, action, tuple((kind, kinds[kind] / kinds.total()) for kind in sorted(kinds)))


def drawn(match: Match, draw: Draw, outcome: int, stem: str) -> Match:
    """The match after the move, which has drawn that. `stem`: what the seed begins with."""
    for number in count():
        seed = f"{stem} {outcome} {number}"
        if draw.outcomes is None or _drew(match, draw, _played(match.states, draw.seat, draw.action, seed)) == outcome:
            break
    other = match.reseed(seed)
    other.play(draw.move, draw.seat)
    return other


def _played(states: Any, seat: int, action: int, seed: str | None) -> Any:
    """The position after the action, with chance from the seed."""
    after = np.array(states)
    if seed is not None:
        calls.reseed(after, 0, key_of(seed))
    calls.step(after, 0, seat, action)
    return after


def _drew(match: Match, draw: Draw, after: Any) -> int:
    if match.game == "domino3d":
        return int(after[0].drawn)
    hand, held = int(after[0].hands[draw.seat]), int(match.states[0].hands[draw.seat])
    return ((hand - held + (1 << BITS * (draw.action >> KIND_SHIFT))).bit_length() - 1) // BITS
