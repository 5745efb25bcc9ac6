"""Reasons for a Keks move, for hints: message keys and their parameters."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor
from ludotheque.games.keks.rules.board import takeable
from ludotheque.games.keks.rules.notation import LETTERS, text
from ludotheque.games.keks.rules.state import COLOUR_OF, NONE, PIPS_OF, POINTS_TO_WIN, STOP, TILES_TO_WIN
from ludotheque.games.spec import State


def part(state: State, seat: int, colour: int) -> float:
    """Return the seat's progress towards winning a colour, from 0 to 1."""
    return float(state.held[seat, colour] / (POINTS_TO_WIN if state.eleven else TILES_TO_WIN))


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the reasons that a person would give for a move."""
    if action == STOP:
        return [Factor("stops", {})]
    tile = int(state.tile[action])
    colour = int(COLOUR_OF[tile])
    letter, other = LETTERS[colour], 1 - seat
    decided = bool(int(state.decided) >> colour & 1)
    more = int(PIPS_OF[tile]) / POINTS_TO_WIN if state.eleven else 1 / TILES_TO_WIN
    reasons: list[Factor] = []
    if decided:
        reasons.append(Factor("decided", {"colour": letter}))
    elif not state.eleven and not int(state.gone) >> colour & 1:
        reasons.append(Factor("first", {"colour": letter}))
    elif part(state, seat, colour) + more > 0.999:
        reasons.append(Factor("wins" if state.eliminated != NONE else "eliminates", {"colour": letter}))
    elif state.eleven:
        points = int(PIPS_OF[tile])
        held = int(state.held[seat, colour]) + points
        reasons.append(Factor("gathers_points", {"colour": letter, "points": points, "held": held}))
    elif part(state, seat, colour) > 0:
        reasons.append(Factor("gathers", {"colour": letter}))
    if part(state, other, colour) > 0.4 and not decided:
        reasons.append(Factor("denies", {"colour": letter}))
    opened = int(takeable(int(state.tiles) ^ (1 << action))) & ~int(state.takeable)
    squares = [text(square) for square in range(64) if opened >> square & 1]
    if squares:
        reasons.append(Factor("opens", {"squares": ", ".join(squares)}))
    return reasons
