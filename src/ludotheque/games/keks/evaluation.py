"""What the bots know about Keks: colours close to three, what a taken tile opens, and whom a colour is denied to."""

# mypy: disable-error-code="no-untyped-def"
# Compiled functions carry no types: Numba infers them.

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.engine.bits import trailing_zeros
from ludotheque.engine.compiling import compiled, inlined
from ludotheque.engine.knowledge import Knowledge, choose_any
from ludotheque.games.keks.board import COLOURS, takeable
from ludotheque.games.keks.notation import LETTERS, text
from ludotheque.games.keks.state import COLOUR_OF, NONE, PIPS_OF, POINTS_TO_WIN, STATE, STOP, TILES_TO_WIN

#: Meaning of the numbers in `tuning`.
DECIDED, FIRST, WINS, ELIMINATES, PLAIN, OWN, DENIES, STOPS, GOES_ON, OPENS, HELD, WON = range(12)
TUNING = (0.8, 0.5, 6.0, 0.7, 1.0, 1.0, 0.7, 1.0, 0.3, 0.5, 0.03, 0.13)


@inlined
def part(state, seat, colour):
    """How much of a colour a seat has, from 0 to 1 when it wins it."""
    return state.held[seat, colour] / (POINTS_TO_WIN if state.eleven else TILES_TO_WIN)


@inlined
def worth(state, seat, square, tuning):
    """What a tile is worth to the seat, apart from what its taking opens."""
    colour = COLOUR_OF[state.tile[square]]
    if state.decided >> colour & 1:
        return tuning[DECIDED]
    if not state.eleven and not state.gone >> colour & 1:
        return tuning[FIRST]
    more = PIPS_OF[state.tile[square]] / POINTS_TO_WIN if state.eleven else 1.0 / TILES_TO_WIN
    if part(state, seat, colour) + more > 0.999:
        return tuning[WINS] if state.eliminated != NONE else tuning[ELIMINATES]
    return tuning[PLAIN] + 3.0 * (
        tuning[OWN] * part(state, seat, colour) + tuning[DENIES] * part(state, 1 - seat, colour)
    )


@compiled
def weigh(state, seat, moves, count, weights, tuning):
    for k in range(count):
        square = np.int64(moves[k])
        weights[k] = tuning[STOPS] if square == STOP else max(0.05, weight_of_take(state, seat, square, tuning))


@compiled
def weight_of_take(state, seat, square, tuning):
    weight = worth(state, seat, square, tuning)
    colour = COLOUR_OF[state.tile[square]]
    opened = takeable(state.tiles ^ (1 << square)) & ~state.takeable
    while opened:
        other = COLOUR_OF[state.tile[trailing_zeros(opened)]]
        opened &= opened - 1
        if state.decided >> other & 1:
            continue
        if other == colour:
            weight += tuning[GOES_ON]
        elif part(state, 1 - seat, other) > 0.4:
            weight -= tuning[OPENS]
    return weight


@compiled
def value(state, seat, tuning):
    lead = tuning[WON] * (state.colours_won[seat] - state.colours_won[1 - seat])
    for colour in range(COLOURS):
        own, other = 3.0 * part(state, seat, colour), 3.0 * part(state, 1 - seat, colour)
        lead += tuning[HELD] * (own * own - other * other)
    if state.turn == NONE:
        return 1.0 if state.colours_won[seat] > state.colours_won[1 - seat] else 0.0
    return min(0.98, max(0.02, 0.5 + lead))


def factors(state: Any, seat: int, action: int) -> list[tuple[str, dict[str, Any]]]:
    """What a person would say for a move."""
    if action == STOP:
        return [("stops", {})]
    colour = int(COLOUR_OF[state.tile[action]])
    letter, other = LETTERS[colour], 1 - seat
    found: list[tuple[str, dict[str, Any]]] = []
    if int(state.decided) >> colour & 1:
        found.append(("decided", {"colour": letter}))
    elif not state.eleven and not int(state.gone) >> colour & 1:
        found.append(("first", {"colour": letter}))
    elif worth(state, seat, action, TUNING) == TUNING[WINS]:
        found.append(("wins", {"colour": letter}))
    elif worth(state, seat, action, TUNING) == TUNING[ELIMINATES]:
        found.append(("eliminates", {"colour": letter}))
    elif part(state, seat, colour) > 0:
        found.append(("gathers", {"colour": letter}))
    if part(state, other, colour) > 0.4 and not int(state.decided) >> colour & 1:
        found.append(("denies", {"colour": letter}))
    opened = int(takeable(int(state.tiles) ^ (1 << action))) & ~int(state.takeable)
    squares = [text(square) for square in range(64) if opened >> square & 1]
    if squares:
        found.append(("opens", {"squares": ", ".join(squares)}))
    return found


KNOWLEDGE = Knowledge(
    dtype=STATE,
    weigh=weigh,
    value=value,
    choose=choose_any,
    tuning=TUNING,
    settings={"margin": 5.0},
    factors=factors,
)
