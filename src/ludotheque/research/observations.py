"""What a seat knows of a match, as an array of fixed length.

>>> import ludotheque
>>> from ludotheque import observing
>>> match = ludotheque.game("keks").start(seed=1)
>>> array = observing.observation(match, seat=0)
>>> observing.layout("keks").split(array)["turn"]
array([1., 0.], dtype=float32)
"""

from __future__ import annotations

from operator import index

import numpy as np

from ludotheque.engine.layout import Array, Layout
from ludotheque.errors import BadSetup
from ludotheque.games import spec_of
from ludotheque.games.spec import Options
from ludotheque.match import Match
from ludotheque.research.declarations import observer


def layout(game: str, seats: int | None = None, options: Options | None = None) -> Layout:
    """Return the layout of observations of such matches. Raises UnknownGame or BadSetup like `Game.start`."""
    chosen = spec_of(game)
    full = chosen.complete(options)
    seats = chosen.usual_seats(full) if seats is None else chosen.check_seats(seats, full)
    return observer(chosen.mode(full)).layout(seats)


def observation(match: Match, seat: int) -> Array:
    """Return what that seat knows now, in the order of `layout`. Raises BadSetup if there is no such seat."""
    seat = index(seat)
    if not 0 <= seat < match.seats:
        raise BadSetup(f"there is no seat {seat}; the seats are 0 to {match.seats - 1}")
    source = observer(match.mode)
    parts = source.layout(match.seats)
    rows = np.empty((1, parts.size), np.float32)
    source.fill(parts, match.states, np.array([seat]), rows)
    array: Array = rows[0]
    return array
