"""What an arena is about: the game, who plays, who meets whom, and which matches follow from that."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, cast, get_args

from ludotheque.arena import entrants
from ludotheque.catalogue import game
from ludotheque.engine.chance import new_seed
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Options
from ludotheque.match import Match

#: `mixed`: all sets of different bots. `one-among`: one bot among others that are all the same, for every two bots.
Mode = Literal["mixed", "one-among"]
#: So many seat orders of a set are all played on each deal; of more, each deal has the rotations of one circle.
MOST_ORDERS = 24


@dataclass(frozen=True)
class Plan:
    """Everything that decides the matches of an arena but their number. `bots` are in alphabetical order."""

    game: str
    rules_version: int
    seats: int
    options: Options
    bots: tuple[str, ...]
    mode: Mode
    seed: str

    def opponents(self) -> list[tuple[str, ...]]:
        """The sets of bots that meet, each as one seat order. At a table for one every bot sits alone."""
        if self.seats == 1:
            return [(name,) for name in self.bots]
        if self.mode == "mixed":
            return list(combinations(self.bots, self.seats))
        return [(one, *[other] * (self.seats - 1)) for one, other in permutations(self.bots, 2)]

    def orders(self, opponents: tuple[str, ...], deal: int) -> list[tuple[str, ...]]:
        """The seat orders of a set on a deal: all that differ, or, of more than `MOST_ORDERS`, one circle's rotations.

        In the rotations every bot has every seat once. From deal to deal the circle changes, until all have been.
        """
        orders = sorted(set(permutations(opponents)))
        if len(orders) <= MOST_ORDERS:
            return orders
        first, *rest = opponents
        circles = list(permutations(rest))
        random.Random(0).shuffle(circles)
        circle = (first, *circles[deal % len(circles)])
        return [circle[by:] + circle[:by] for by in range(len(circle))]

    def a_deal(self) -> int:
        """How many matches are played on each deal."""
        return sum(len(self.orders(opponents, 0)) for opponents in self.opponents())

    def jobs(self, matches: int) -> Iterator[Job]:
        """At least so many matches, in whole deals, one deal after the other."""
        for deal in range(math.ceil(matches / self.a_deal())):
            for opponents in self.opponents():
                for seating in self.orders(opponents, deal):
                    yield Job(self.game, self.options, seating, self.seed, deal)


@dataclass(frozen=True)
class Job:
    """One match to play: who sits where, on which deal. Small and free of bots, so that it can go to any machine."""

    game: str
    options: Options
    seating: tuple[str, ...]
    #: The arena's; the match's own is made from it and the deal alone, whoever plays.
    seed: str
    deal: int

    def start(self) -> Match:
        return game(self.game).start(len(self.seating), f"{self.seed} deal {self.deal}", self.options)


def prepare(
    name: str,
    bots: list[str],
    seats: int | None = None,
    options: Options | None = None,
    mode: str | None = None,
    seed: str | int | None = None,
) -> Plan:
    """Check everything an arena is made of. Without `mode`, `mixed` if there are enough bots, else `one-among`.

    UnknownGame, UnknownBot, BadBudget, BadSetup say what is allowed. Compiles the rules if need be.
    """
    played = game(name)
    match = played.start(seats, 0, options)
    _check_bots(bots)
    for text in bots:
        entrants.bot(text, name)
    return Plan(
        game=name,
        rules_version=played.spec.rules_version,
        seats=match.seats,
        options=match.options,
        bots=tuple(sorted(bots)),
        mode=_mode(mode, len(bots), match.seats),
        seed=str(seed) if seed is not None else new_seed(),
    )


def _check_bots(bots: list[str]) -> None:
    if len(bots) < 2:
        raise BadSetup(f"an arena needs two bots or more, for example --bots 5 random; allowed: {entrants.ALLOWED}")
    for text in bots:
        if bots.count(text) > 1:
            raise BadSetup(f"the bot {text} is there twice; an arena compares different bots")


def _mode(mode: str | None, bots: int, seats: int) -> Mode:
    if mode is not None and mode not in get_args(Mode):
        raise BadSetup(f"there is no mode {mode!r}; allowed: {', '.join(get_args(Mode))}")
    if seats <= 2:
        return "mixed"  # the same as one-among
    if mode == "mixed" and bots < seats:
        raise BadSetup(f"{seats} seats take {seats} different bots or more in the mode mixed; there are {bots}")
    return cast(Mode, mode) if mode else "mixed" if bots >= seats else "one-among"
