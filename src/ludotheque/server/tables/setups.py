"""The set-up of a new table: what may be chosen, and what is allowed instead."""

from __future__ import annotations

from typing import Any

import msgspec

import ludotheque
from ludotheque.bots.levels import LEVELS
from ludotheque.catalogue import Game
from ludotheque.errors import BadSetup, UnknownGame
from ludotheque.games.spec import Spec
from ludotheque.server.tables.journal import ClockPlan, SeatPlan, Setup
from ludotheque.server.tables.refusals import Refused

DAY = 24 * 60 * 60
#: The seconds that a clock may be set to, by kind.
CLOCKS = {
    "none": range(1),
    "turn": range(5, 3601),
    "bank": range(10, 6 * 3600 + 1),
    "hourglass": range(5, 3601),
    "days": range(DAY, 30 * DAY + 1),
}
INCREMENTS = range(601)
HOLDS = range(10, 30 * DAY + 1)
CHAT_PAUSES = range(3601)


def checked(setup: Setup) -> Setup:
    """Return the set-up with all options filled in. Refused: names what is not possible, and what is."""
    try:
        game = ludotheque.game(setup.game)
    except UnknownGame:
        raise Refused("unknown_game", game=setup.game[:40], allowed=ludotheque.games()) from None
    options = _options(game.spec, setup.options)
    accepted = game.spec.accepted_seats(options)
    if len(setup.seats) not in accepted:
        raise Refused("bad_seats", seats=len(setup.seats), allowed=list(accepted))
    for plan in setup.seats:
        _check_seat(plan)
    _check_clock(setup.clock)
    _in_range("hold", setup.hold, HOLDS)
    _in_range("chat_every", setup.chat_every, CHAT_PAUSES)
    _in_range("stand_in", setup.stand_in, LEVELS)
    if all(plan.who == "bot" for plan in setup.seats):
        raise Refused("nobody_plays", allowed=["me", "open"])
    game.plan(len(setup.seats), 0, options)  # refused while the game cannot be played yet
    return msgspec.structs.replace(setup, options=options)


def game_under(name: str, rules_version: int) -> Game:
    """Return the game by the rules of that version. Refused: this release does not know it."""
    spec = ludotheque.game(name).spec
    if rules_version not in spec.rules_versions:
        known = list(spec.rules_versions)
        raise Refused("other_rules", version=rules_version, ours=known[-1], allowed=known)
    return ludotheque.game(name, rules_version)


def _options(spec: Spec, given: dict[str, Any]) -> dict[str, Any]:
    for name, value in given.items():
        option = spec.options.get(name)
        if option is None:
            raise Refused("unknown_option", option=name[:40], allowed=list(spec.options))
        try:
            option.accept(name, value)
        except BadSetup:
            raise Refused("bad_option", option=name, allowed=_choices(option.choices)) from None
    return spec.complete(given)


def _choices(choices: Any) -> Any:
    return {"from": choices[0], "to": choices[-1]} if isinstance(choices, range) else list(choices or ())


def _check_seat(plan: SeatPlan) -> None:
    if (plan.who == "bot") != bool(plan.level):
        raise Refused("bad_level", level=plan.level, allowed=_choices(LEVELS) if plan.who == "bot" else 0)
    if plan.who == "bot":
        _in_range("level", plan.level, LEVELS)


def _check_clock(clock: ClockPlan) -> None:
    _in_range("seconds", clock.seconds, CLOCKS[clock.kind])
    _in_range("increment", clock.increment, INCREMENTS if clock.kind == "bank" else range(1))


def _in_range(name: str, value: int, allowed: range) -> None:
    if value not in allowed:
        raise Refused("out_of_range", name=name, value=value, allowed=_choices(allowed))
