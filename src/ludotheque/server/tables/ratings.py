"""Ratings of people and of the bots' levels, by game: openskill's Bradley-Terry model with all pairs of a match.

Its Plackett-Luce model would not do: it ranks a loser above winners who share the first place.
A rating is a normal distribution. People are shown a number on Elo's scale, as in the arena: everybody begins at 1500,
and once two ratings have settled, a difference of 400 points means ten wins to one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from ludotheque.record import End

MODEL = BradleyTerryFull()
MEAN = 1500
#: Points per unit of openskill: the model's winning chance is a logistic curve of width sqrt(2) * beta.
POINTS = 400 / (math.log(10) * math.sqrt(2) * MODEL.beta)
#: The greatest deviation, in points, of a rating that counts as settled.
SETTLED = 100
#: End reasons caused by one seat.
FORFEITS = ("resigned", "time")


@dataclass(frozen=True)
class Rating:
    """Mean and standard deviation in the units of openskill, as stored; by default those of a newcomer."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(MEAN + POINTS * (self.mu - MODEL.mu))

    @property
    def deviation(self) -> int:
        """The standard deviation in points."""
        return round(POINTS * self.sigma)

    @property
    def settled(self) -> bool:
        return self.deviation <= SETTLED

    @property
    def at_least(self) -> int:
        """The rating less three deviations: lists are ordered by it, so that one lucky win does not lead them."""
        return round(MEAN + POINTS * (self.mu - 3 * self.sigma - MODEL.mu))


#: The player ids of bots begin with it.
BOT = "bot:"


def bot_player(level: int) -> str:
    """Return the player id under which a level of bots is rated."""
    return f"{BOT}{level}"


def places(
    scores: Sequence[int], winners: Collection[int], end: End | None = None, resigned: Collection[int] = ()
) -> list[int] | None:
    """Return the place of each seat in a finished match, from 1, ties shared; None for a solo match.

    Seats that resigned come last, whatever a bot made of them. A match that ended by its rules is ordered by scores. If
    it ended otherwise, scores say little: winners come first if there are any, and all others share a place.
    """
    if len(scores) < 2:
        return None
    last = set(resigned)
    first = set(winners)
    if end is not None:
        first = set(end.winners or winners)
        if end.seat is not None and end.reason in FORFEITS:
            last.add(end.seat)
    order = [
        (2, 0) if seat in last else (seat not in first, -score if end is None else 0)
        for seat, score in enumerate(scores)
    ]
    return [1 + sum(other < own for other in order) for own in order]


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match with these places; unchanged after a solo match."""
    if len(ratings) != len(places):
        raise ValueError(f"{len(ratings)} ratings, but {len(places)} places")
    if len(ratings) < 2:
        return list(ratings)
    teams = [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def rate_players(known: Mapping[str, Rating], players: Sequence[str], places: Sequence[int]) -> dict[str, Rating]:
    """Return the new ratings of all who sat at a table; an unknown player is a newcomer.

    A player with several seats (a level of bots) gets the mean of what each seat earned; if nobody else sat there,
    nothing is rated.
    """
    if len(set(players)) < 2:
        return {}
    rated = rate([known.get(player, Rating()) for player in players], places)
    earned: dict[str, list[Rating]] = {}
    for player, rating in zip(players, rated, strict=True):
        earned.setdefault(player, []).append(rating)
    return {player: _mean(own) for player, own in earned.items()}


def _mean(ratings: Sequence[Rating]) -> Rating:
    count = len(ratings)
    return Rating(sum(each.mu for each in ratings) / count, sum(each.sigma for each in ratings) / count)
