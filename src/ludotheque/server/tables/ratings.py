"""Ratings of people and of the bots' levels, by game: openskill's Bradley-Terry model with all pairs of a match.

Its Plackett-Luce model would not do: it ranks a loser above winners who share the first place.
A rating is a belief: a mean and how far it may be off. People are shown a number on Elo's scale, as in the arena:
everybody begins at 1500, and once two ratings are settled, 400 points more are ten wins to one.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryFull

from ludotheque.record import End

MODEL = BradleyTerryFull()
MEAN = 1500
#: Points for one unit of openskill's: the model's chance to win is a logistic curve of width sqrt(2) * beta.
POINTS = 400 / (math.log(10) * math.sqrt(2) * MODEL.beta)
#: Up to so many points off (a standard deviation) a rating counts as settled.
SETTLED = 100
#: Ends that say nothing about strength.
UNRATED = ("abandoned",)
#: Ends that are the fault of one seat.
FORFEITS = ("resigned", "time")


@dataclass(frozen=True)
class Rating:
    """As openskill has it: what is kept. A newcomer's by default."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(MEAN + POINTS * (self.mu - MODEL.mu))

    @property
    def give_or_take(self) -> int:
        """How far it may be off: the standard deviation, in points."""
        return round(POINTS * self.sigma)

    @property
    def settled(self) -> bool:
        return self.give_or_take <= SETTLED

    @property
    def at_least(self) -> int:
        """What is all but certain (three standard deviations less): lists go by it, so that one lucky win tops none."""
        return round(MEAN + POINTS * (self.mu - 3 * self.sigma - MODEL.mu))


def bot_player(level: int) -> str:
    """The name under which a level is rated, like a person."""
    return f"bot:{level}"


def places(
    scores: Sequence[int], winners: Collection[int], end: End | None = None, resigned: Collection[int] = ()
) -> list[int] | None:
    """The place of each seat in a finished match, the best is 1 and ties share one; None if it is not rated.

    Those who resigned come last, whatever a bot made of their seat. By its rules a match is ordered by its scores.
    Where it ended otherwise these say little: winners come first if there are any, and all others share a place.
    """
    if len(scores) < 2 or (end is not None and end.reason in UNRATED):
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
    """The ratings after a match in which they came to these places. Alone at the table they stay as they are."""
    if len(ratings) != len(places):
        raise ValueError(f"{len(ratings)} ratings, but {len(places)} places")
    if len(ratings) < 2:
        return list(ratings)
    teams = [[MODEL.create_rating([rating.mu, rating.sigma])] for rating in ratings]
    rated = MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def rate_players(known: Mapping[str, Rating], players: Sequence[str], places: Sequence[int]) -> dict[str, Rating]:
    """The new ratings of all who sat at a table; who is not known yet is a newcomer.

    Who sat on several seats (a level of bots) gets the mean of what each of them earned; if nobody else did, nothing.
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
