"""From results to standings: win shares and ratings, each with a 95% interval.

Matches on one deal are not independent, so intervals come from drawing whole deals anew (bootstrap). A bot that has won
everything would get an interval of no width that way; so each sample also holds some won and some lost deals that
nobody has played: on average one for each seat at the table (Agresti and Coull do so for proportions). How much
stronger than all others such a bot is, nobody can know: the upper end of its rating is only what the fit allows.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from ludotheque.arena.encounters import Encounter, Tally, encounters, tally
from ludotheque.arena.playing import Result
from ludotheque.arena.rating import Numbers, fit

SAMPLES = 2000
PART = 200  # of the samples
INSIDE = (2.5, 97.5)  # percent

Interval = tuple[float, float]


@dataclass(frozen=True)
class Standing:
    """How a bot did. `share`: wins for each seat that it had; `points`: its mean score; `slowest`: its slowest move."""

    name: str
    matches: int
    share: float
    share_interval: Interval
    rating: float
    interval: Interval
    points: float
    slowest: float
    failures: int


@dataclass(frozen=True)
class Meeting:
    """How a bot did against one set of opponents. `bots`: all at the table."""

    bots: tuple[str, ...]
    name: str
    matches: int
    share: float
    interval: Interval


def standings(results: list[Result]) -> list[Standing]:
    """All bots that have played, the best first. The same results always give the same intervals."""
    counted = tally(list(encounters(results)))
    if not counted.names:
        return []
    plays, wins = counted.plays.sum(axis=0), counted.wins.sum(axis=0)
    sample_plays, sample_wins = _samples(counted)
    ratings = fit(plays, wins, counted.chairs)
    rating_ends = _ends(fit(sample_plays, sample_wins, counted.chairs), ratings)
    shares = _shares(plays, wins, counted.chairs)
    share_ends = _ends(_shares(sample_plays, sample_wins, counted.chairs), shares)
    rows = [
        _standing(results, name, float(shares[i]), share_ends[i], float(ratings[i]), rating_ends[i])
        for i, name in enumerate(counted.names)
    ]
    return sorted(rows, key=lambda row: (-row.rating, row.name))


def _standing(
    results: list[Result], name: str, share: float, share_interval: Interval, rating: float, interval: Interval
) -> Standing:
    own = [result for result in results if name in result.seating]
    seats = [(result, seat) for result in own for seat, other in enumerate(result.seating) if other == name]
    return Standing(
        name=name,
        matches=len(own),
        share=share,
        share_interval=share_interval,
        rating=rating,
        interval=interval,
        points=sum(result.scores[seat] for result, seat in seats) / len(seats),
        slowest=max(result.slowest[seat] for result, seat in seats),
        failures=sum(result.failure is not None and result.failure.seat == seat for result, seat in seats),
    )


def meetings(results: list[Result]) -> list[Meeting]:
    """How every bot did against each set of opponents."""
    by_table: dict[tuple[str, ...], list[Encounter]] = defaultdict(list)
    for encounter in encounters(results):
        by_table[encounter.table].append(encounter)
    rows = []
    for table, found in sorted(by_table.items()):
        counted = tally(found)
        shares = _shares(counted.plays.sum(axis=0), counted.wins.sum(axis=0), counted.chairs)
        ends = _ends(_shares(*_samples(counted), counted.chairs), shares)
        rows += [Meeting(table, name, len(found), float(shares[i]), ends[i]) for i, name in enumerate(counted.names)]
    return rows


def _shares(plays: Numbers, wins: Numbers, chairs: Numbers) -> Numbers:
    """Wins for each seat that a bot had; the fair share for a bot that had none (in a sample of a few deals)."""
    won, seats = wins.sum(axis=-2), plays @ chairs
    fair = np.full_like(won, 1 / chairs[0].sum())
    shares: Numbers = np.divide(won, seats, out=fair, where=seats > 0)
    return shares


def _samples(counted: Tally) -> tuple[Numbers, Numbers]:
    """Plays and wins of many arenas that might as well have been: deals drawn anew, and some that nobody has played."""
    random = np.random.default_rng(0)
    # In parts: all weights at once would fill the memory after some ten thousand deals.
    parts = [_drawn(counted, count, random) for count in [PART] * (SAMPLES // PART)]
    plays, wins = (np.concatenate(numbers) for numbers in zip(*parts, strict=True))
    a_deal = counted.plays.sum(axis=0) / np.maximum(1, (counted.plays > 0).sum(axis=0))
    tables_of_a_bot = np.maximum(1, (counted.chairs > 0).sum(axis=0))
    unplayed = random.poisson(counted.chairs / tables_of_a_bot, wins.shape) * a_deal[:, np.newaxis]
    return plays + unplayed.sum(axis=-1), wins + unplayed


def _drawn(counted: Tally, count: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Plays and wins of so many samples of the deals.

    One deal fewer than there are is drawn, each for a little more, which makes the spread of few deals right instead
    of too small.
    """
    deals, tables, names = counted.wins.shape
    drawn = max(1, deals - 1)
    weights = random.multinomial(drawn, np.full(deals, 1 / deals), count) * (deals / drawn)
    wins = (weights @ counted.wins.reshape(deals, -1)).reshape(count, tables, names)
    return weights @ counted.plays, wins


def _ends(samples: Numbers, middle: Numbers) -> list[Interval]:
    """The 95% interval of each bot's samples, widened to hold the estimate itself if need be."""
    low, high = np.percentile(samples, INSIDE, axis=0)
    return [(float(min(a, m)), float(max(b, m))) for a, b, m in zip(low, high, middle, strict=True)]
