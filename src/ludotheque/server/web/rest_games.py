"""REST: the games, with everything that can be chosen for a table."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec

import ludotheque
from ludotheque.bots.levels import LEVELS, NAMES
from ludotheque.games.spec import Json, Option, Spec
from ludotheque.server.tables import setups
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.web.rest_common import route
from ludotheque.server.web.rest_operation import Readiness
from ludotheque.teaching.puzzles import puzzles


class Range(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A range of integers, both ends included."""

    from_: int
    to: int


class OptionShown(msgspec.Struct, frozen=True):
    """`choices`: the values, a range of integers, or null if `sentence` says what is possible."""

    name: str
    default: Any
    choices: list[Any] | Range | None
    sentence: str


class SeatsBy(msgspec.Struct, frozen=True):
    """The possible numbers of seats with this value of an option and defaults for the others."""

    option: str
    value: Any
    seats: list[int]


class GameShown(msgspec.Struct, frozen=True):
    """`box`: the numbers of seats on the box; `seats`: with default options; `seats_by`: where an option changes them.

    `sand`: whether it has a sand timer. `puzzles`: how many there are.
    """

    name: str
    title: str
    designer: str
    year: int | None
    minutes: int
    sentence: str
    credit: str
    box: list[int]
    seats: list[int]
    seats_by: list[SeatsBy]
    options: list[OptionShown]
    sand: bool
    puzzles: int


class Level(msgspec.Struct, frozen=True):
    level: int
    name: str


class ClockChoice(msgspec.Struct, frozen=True):
    kind: str
    seconds: Range
    increment: Range


class Offer(msgspec.Struct, frozen=True):
    """`hold`: for how many seconds a seat may be held for a person who is gone.

    `preparing`: games that cannot be played yet, because their rules are being compiled.
    """

    games: list[GameShown]
    levels: list[Level]
    clocks: list[ClockChoice]
    hold: Range
    preparing: list[str] = []


@route("GET /api/games")
async def list_games(readiness: Readiness) -> Offer:
    """Return the games, the levels of the bots, and the clocks."""
    return msgspec.structs.replace(offer(), preparing=readiness.missing)


@cache
def offer() -> Offer:
    return Offer(
        [_game(ludotheque.game(name).spec) for name in ludotheque.games()],
        [Level(level, NAMES[level - 1]) for level in LEVELS],
        [_clock(kind, seconds) for kind, seconds in setups.CLOCKS.items()],
        _range(setups.HOLDS),
    )


def _game(spec: Spec) -> GameShown:
    usual = list(spec.accepted_seats(spec.complete({})))
    about = (spec.name, spec.title, spec.designer, spec.year, spec.minutes, spec.sentence, spec.credit)
    options = [_option(name, option) for name, option in spec.options.items()]
    others = [by for by in _seats_by(spec) if by.seats != usual]
    return GameShown(*about, list(spec.seats), usual, others, options, spec.sand is not None, len(puzzles(spec.name)))


def _seats_by(spec: Spec) -> list[SeatsBy]:
    return [
        SeatsBy(name, choice, list(spec.accepted_seats(spec.complete({name: choice}))))
        for name, option in spec.options.items()
        if isinstance(option.choices, tuple)
        for choice in option.choices
    ]


def _option(name: str, option: Option) -> OptionShown:
    choices = option.choices
    if isinstance(choices, range):
        return OptionShown(name, option.default, _range(choices), option.sentence)
    return OptionShown(name, option.default, None if choices is None else list(choices), option.sentence)


def _clock(kind: str, seconds: range) -> ClockChoice:
    return ClockChoice(kind, _range(seconds), _range(setups.INCREMENTS if kind == "bank" else range(1)))


def _range(numbers: range) -> Range:
    return Range(numbers[0], numbers[-1])


def solo_options(name: str) -> Json:
    """Return the options with which a game is played solo; raises Refused if it is not."""
    found = _solo_choice(ludotheque.game(name).spec)
    if found is None:
        raise Refused("not_alone", game=name, allowed=[each for each in ludotheque.games() if _alone(each)])
    return found


def _alone(name: str) -> bool:
    return _solo_choice(ludotheque.game(name).spec) is not None


def _solo_choice(spec: Spec) -> Json | None:
    if 1 in spec.accepted_seats(spec.complete({})):
        return {}
    return next(({by.option: by.value} for by in _seats_by(spec) if 1 in by.seats), None)


# A game in a query or a body

Given = TypeVar("Given", bound=str | None)
GameName = Annotated[
    str, msgspec.Meta(description="The name of a game", extra_json_schema={"enum": ludotheque.games()})
]


def checked(game: Given) -> Given:
    """Return the name, if there is such a game, or None; raises Refused, which lists them."""
    if game is not None and game not in ludotheque.games():
        raise Refused("unknown_game", game=game[:40], allowed=ludotheque.games())
    return game
