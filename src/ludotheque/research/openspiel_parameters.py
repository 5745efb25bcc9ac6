"""The parameters of an OpenSpiel game, and the seats and options that they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludotheque.catalogue import game as game_of
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Option, Options, Spec

Parameter = int | float | str | bool

#: A parameter of OpenSpiel has one type. For an option whose default is None it is a number, and this is its default.
USUAL = -1
DEALS = 10_000
#: OpenSpiel enumerates the deals.
MAX_DEALS = 1_000_000
#: A bound on the score of a seat that plays alone.
MAX_SCORE = 10_000.0


@dataclass(frozen=True)
class GameSetup:
    """A game with seats, options and a number of deals."""

    game: str
    seats: int
    options: Options
    deals: int

    def __deepcopy__(self, memo: object) -> GameSetup:
        """Shared: every state holds it, and OpenSpiel clones states all the time."""
        return self


def parameters(spec: Spec) -> dict[str, Parameter]:
    """Return the parameters of a game, with their defaults."""
    options = {name: USUAL if option.default is None else option.default for name, option in spec.options.items()}
    fewest = spec.seats[0]
    # Where the smallest number of seats needs other options, the default depends on them.
    players = fewest if fewest in spec.accepted_seats(spec.complete(None)) else USUAL
    return {"players": players, "deals": DEALS} | options


def setup_of(name: str, given: Mapping[str, Parameter]) -> GameSetup:
    """Raises UnknownGame or BadSetup if there is no such match, or seats act simultaneously in it."""
    spec = game_of(name).spec
    chosen = parameters(spec) | dict(given)
    players, deals = chosen.pop("players"), chosen.pop("deals")
    if not isinstance(deals, int) or not 1 <= deals <= MAX_DEALS:
        raise BadSetup(f"deals must be an integer from 1 to {MAX_DEALS:,}, not {deals!r}")
    usual = {option for option, value in chosen.items() if value == USUAL and spec.options[option].default is None}
    options = spec.complete(
        {option: _value(spec.options[option], value) for option, value in chosen.items() if option not in usual}
    )
    if spec.mode(options).simultaneous:
        raise BadSetup(f"{name} has no turns with these options: use ludotheque.adapters.pettingzoo.parallel_env")
    seats = spec.accepted_seats(options)[0] if players == USUAL else players
    return GameSetup(name, spec.check_seats(seats, options), options, deals)


def _value(option: Option, value: Parameter) -> Any:
    """Return a parameter as the option's value. An option without a default is a number, even where it is a flag."""
    if option.default is None and option.choices == (False, True) and value in (0, 1):
        return bool(value)
    return option.from_text(value) if isinstance(value, str) else value
