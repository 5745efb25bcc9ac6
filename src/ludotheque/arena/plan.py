"""What an arena is: the game, the bots, who meets whom, and the matches that follow from that."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Literal, cast, get_args

import msgspec

from ludotheque.arena import entrants
from ludotheque.catalogue import game
from ludotheque.engine.chance import new_seed
from ludotheque.errors import BadSetup
from ludotheque.games.spec import Options
from ludotheque.match import Match

#: `mixed`: all sets of different bots. `one-among`: one bot among copies of another, for every ordered pair of bots.
Pairing = Literal["mixed", "one-among"]
#: Up to this many seat orders of a set are all played on each deal; of more, each deal has the rotations of one.
MAX_ORDERS = 24


class Plan(msgspec.Struct, frozen=True):
    """Everything that determines the matches of an arena, except how many are played. `bots` are in alphabetical order.

    It is the first line of a results file.
    """

    game: str
    rules_version: int
    seats: int
    options: Options
    bots: tuple[str, ...]
    pairing: Pairing
    seed: str

    def opponents(self) -> list[tuple[str, ...]]:
        """Return the sets of bots that meet, each as one seat order. In a solo game every bot plays alone."""
        if self.seats == 1:
            return [(name,) for name in self.bots]
        if self.pairing == "mixed":
            return list(combinations(self.bots, self.seats))
        return [(one, *[other] * (self.seats - 1)) for one, other in permutations(self.bots, 2)]

    def orders(self, opponents: tuple[str, ...], deal: int) -> list[tuple[str, ...]]:
        """Return the seat orders of a set on a deal: all that differ, or the rotations of one if these are too many.

        In the rotations every bot has every seat once. From deal to deal another order is rotated, until all have been.
        """
        orders = sorted(set(permutations(opponents)))
        if len(orders) <= MAX_ORDERS:
            return orders
        first, *rest = opponents
        circles = list(permutations(rest))
        random.Random(0).shuffle(circles)
        circle = (first, *circles[deal % len(circles)])
        return [circle[by:] + circle[:by] for by in range(len(circle))]

    def matches_per_deal(self) -> int:
        return sum(len(self.orders(opponents, 0)) for opponents in self.opponents())

    def jobs(self, matches: int) -> Iterator[MatchJob]:
        """At least the given number of matches, in whole deals, one deal after the other."""
        for deal in range(math.ceil(matches / self.matches_per_deal())):
            for opponents in self.opponents():
                for seating in self.orders(opponents, deal):
                    yield MatchJob(self.game, self.options, seating, self.seed, deal)


@dataclass(frozen=True)
class MatchJob:
    """One match to play: who sits where, on which deal. Small and free of bots, so that it can go to any machine."""

    game: str
    options: Options
    seating: tuple[str, ...]
    #: Of the arena; the seed of the match is made from it and the deal alone, whoever plays.
    seed: str
    deal: int

    def start(self) -> Match:
        return game(self.game).start(len(self.seating), f"{self.seed} deal {self.deal}", self.options)


def prepare(
    name: str,
    bots: list[str],
    seats: int | None = None,
    options: Options | None = None,
    pairing: str | None = None,
    seed: str | int | None = None,
) -> Plan:
    """Check everything an arena is made of. Without `pairing`: `mixed` if there are enough bots, else `one-among`.

    Raises UnknownGame, UnknownBot, BadBudget or BadSetup, which say what is allowed. Compiles the rules if need be.
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
        pairing=_pairing(pairing, len(bots), match.seats),
        seed=str(seed) if seed is not None else new_seed(),
    )


def check_matches(matches: int) -> int:
    if not isinstance(matches, int) or isinstance(matches, bool) or matches < 1:
        raise BadSetup(f"matches must be a positive integer, not {matches!r}")
    return matches


def _check_bots(bots: list[str]) -> None:
    if len(bots) < 2:
        raise BadSetup(f"an arena needs two bots or more, for example --bots 5 random; allowed: {entrants.ALLOWED}")
    for text in bots:
        if bots.count(text) > 1:
            raise BadSetup(f"the bot {text} is listed twice; an arena compares different bots")


def _pairing(pairing: str | None, bots: int, seats: int) -> Pairing:
    if pairing is not None and pairing not in get_args(Pairing):
        raise BadSetup(f"there is no pairing {pairing!r}; allowed: {', '.join(get_args(Pairing))}")
    if seats <= 2:
        return "mixed"  # the same as one-among
    if pairing == "mixed" and bots < seats:
        raise BadSetup(f"the pairing mixed at {seats} seats needs {seats} different bots or more; there are {bots}")
    return cast(Pairing, pairing) if pairing else "mixed" if bots >= seats else "one-among"
