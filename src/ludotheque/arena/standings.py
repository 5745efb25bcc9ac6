"""From results to standings: win shares and ratings, each with a 95% interval.

The rating model is Luce's, for two seats that of Bradley and Terry: a seat wins with the probability of its bot's
strength over the sum of all strengths at the table. A shared win counts in parts. The fit is Hunter's (MM algorithms
for generalized Bradley-Terry models, 2004): every step makes the results likelier, and it ends at the only maximum.

Matches on one deal are not independent, so the intervals come from a bootstrap over whole deals. A bot that has won
everything would get an interval of no width that way; so each sample also holds some won and some lost deals that
nobody has played, on average one per seat at the table, as Agresti and Coull add them to proportions. How much stronger
than all others such a bot is, nobody can know: the upper end of its rating is only what the fit allows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ludotheque.arena.playing import ArenaResult

Numbers = NDArray[np.float64]
Interval = tuple[float, float]

#: The scale is Elo's: 400 points are ten times the strength. The mean of all bots is 1500.
POINTS = 400.0
MEAN = 1500.0
PRECISION = 1e-6
MAX_STEPS = 20_000

#: Of the bootstrap. They are drawn in batches: all weights at once would fill the memory after ten thousand deals.
SAMPLES = 2000
BATCH = 200
PERCENTILES = (2.5, 97.5)


@dataclass(frozen=True)
class Standing:
    """How a bot did. `share`: wins per seat that it had; `points`: its mean score; `slowest`: its slowest move."""

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


def standings(results: list[ArenaResult]) -> list[Standing]:
    """Rank all bots that have played, the best first. The same results always give the same intervals."""
    tally = Tally.of(list(encounters_in(results)))
    if not tally.names:
        return []
    plays, wins = tally.plays.sum(axis=0), tally.wins.sum(axis=0)
    sample_plays, sample_wins = _bootstrap(tally)
    ratings = fit(plays, wins, tally.seat_counts)
    rating_intervals = _intervals(fit(sample_plays, sample_wins, tally.seat_counts), ratings)
    shares = _shares(plays, wins, tally.seat_counts)
    share_intervals = _intervals(_shares(sample_plays, sample_wins, tally.seat_counts), shares)
    rows = [
        _standing(results, name, float(shares[i]), share_intervals[i], float(ratings[i]), rating_intervals[i])
        for i, name in enumerate(tally.names)
    ]
    return sorted(rows, key=lambda row: (-row.rating, row.name))


def _standing(
    results: list[ArenaResult], name: str, share: float, share_interval: Interval, rating: float, interval: Interval
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


def meetings(results: list[ArenaResult]) -> list[Meeting]:
    """Return how every bot did against each set of opponents."""
    by_lineup: dict[tuple[str, ...], list[Encounter]] = defaultdict(list)
    for encounter in encounters_in(results):
        by_lineup[encounter.lineup].append(encounter)
    rows = []
    for lineup, encounters in sorted(by_lineup.items()):
        tally = Tally.of(encounters)
        shares = _shares(tally.plays.sum(axis=0), tally.wins.sum(axis=0), tally.seat_counts)
        intervals = _intervals(_shares(*_bootstrap(tally), tally.seat_counts), shares)
        matches = len(encounters)
        rows += [Meeting(lineup, name, matches, float(shares[i]), intervals[i]) for i, name in enumerate(tally.names)]
    return rows


# Results as comparisons of bots


@dataclass(frozen=True)
class Encounter:
    """A comparison of bots: a match, or, in a solo game, two bots' scores on one deal. `lineup`: a name per seat."""

    deal: int
    lineup: tuple[str, ...]
    wins: dict[str, float]


def encounters_in(results: list[ArenaResult]) -> Iterator[Encounter]:
    """Yield the comparisons in the results. A result that is there twice counts once."""
    different = {(result.deal, result.seating): result for result in results}.values()
    solo: dict[int, list[ArenaResult]] = defaultdict(list)
    for result in different:
        if len(result.seating) == 1:
            solo[result.deal].append(result)
        else:
            wins: dict[str, float] = defaultdict(float)
            for seat in result.winners:
                wins[result.seating[seat]] += 1 / len(result.winners)
            yield Encounter(result.deal, tuple(sorted(result.seating)), dict(wins))
    for deal, played in solo.items():
        for one, other in combinations(sorted(played, key=lambda result: result.seating), 2):
            yield Encounter(deal, one.seating + other.seating, _better(one, other))


def _better(one: ArenaResult, other: ArenaResult) -> dict[str, float]:
    """Return the win on a deal that two bots have played alone; a failure counts less than any score."""
    first, second = (-np.inf if r.failure is not None else r.scores[0] for r in (one, other))
    part = 0.5 if first == second else float(first > second)
    return {one.seating[0]: part, other.seating[0]: 1 - part}


@dataclass(frozen=True)
class Tally:
    """Encounters added up: `plays[deal, lineup]`, `wins[deal, lineup, bot]`, `seat_counts[lineup, bot]`."""

    names: tuple[str, ...]
    lineups: tuple[tuple[str, ...], ...]
    plays: Numbers
    wins: Numbers
    seat_counts: Numbers

    @classmethod
    def of(cls, encounters: list[Encounter]) -> Tally:
        lineups = tuple(sorted({encounter.lineup for encounter in encounters}))
        names = tuple(sorted({name for lineup in lineups for name in lineup}))
        deals = {deal: i for i, deal in enumerate(sorted({encounter.deal for encounter in encounters}))}
        plays = np.zeros((len(deals), len(lineups)))
        wins = np.zeros((len(deals), len(lineups), len(names)))
        for encounter in encounters:
            at = deals[encounter.deal], lineups.index(encounter.lineup)
            plays[at] += 1
            for name, part in encounter.wins.items():
                wins[(*at, names.index(name))] += part
        seat_counts = np.array([[float(lineup.count(name)) for name in names] for lineup in lineups])
        return cls(names, lineups, plays, wins, seat_counts)


# Estimates


def fit(plays: Numbers, wins: Numbers, seat_counts: Numbers) -> Numbers:
    """Return the rating of each bot, from many samples at once.

    `plays[..., lineup]`: matches; `wins[..., lineup, bot]`: their wins; `seat_counts[lineup, bot]`: a bot's seats in a
    lineup. The prior is one more drawn match per bot, spread over its lineups, so that a bot that has won everything is
    not infinitely strong.
    """
    prior = 1.0 / np.maximum(1, (seat_counts > 0).sum(axis=0).max())
    plays = plays + prior
    won = (wins + prior * seat_counts / seat_counts.sum(axis=1, keepdims=True)).sum(axis=-2)
    strengths = np.ones_like(won)
    for _ in range(MAX_STEPS):
        expected = (plays / (strengths @ seat_counts.T)) @ seat_counts
        better = won / expected
        better /= np.exp(np.log(better).mean(axis=-1, keepdims=True))
        change = np.abs(np.log(better / strengths)).max()
        strengths = better
        if change < PRECISION:
            break
    rating: Numbers = MEAN + POINTS * np.log10(strengths)
    return rating


def _shares(plays: Numbers, wins: Numbers, seat_counts: Numbers) -> Numbers:
    """Wins per seat that a bot had; the fair share for a bot that had none (in a sample of a few deals)."""
    won, seats = wins.sum(axis=-2), plays @ seat_counts
    fair = np.full_like(won, 1 / seat_counts[0].sum())
    shares: Numbers = np.divide(won, seats, out=fair, where=seats > 0)
    return shares


def _bootstrap(tally: Tally) -> tuple[Numbers, Numbers]:
    """Return the plays and wins of all samples: deals drawn with replacement, and some that nobody has played."""
    random = np.random.default_rng(0)
    batches = [_resample(tally, count, random) for count in [BATCH] * (SAMPLES // BATCH)]
    plays, wins = (np.concatenate(numbers) for numbers in zip(*batches, strict=True))
    matches_per_deal = tally.plays.sum(axis=0) / np.maximum(1, (tally.plays > 0).sum(axis=0))
    lineups_per_bot = np.maximum(1, (tally.seat_counts > 0).sum(axis=0))
    unplayed = random.poisson(tally.seat_counts / lineups_per_bot, wins.shape) * matches_per_deal[:, np.newaxis]
    return plays + unplayed.sum(axis=-1), wins + unplayed


def _resample(tally: Tally, count: int, random: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Return the plays and wins of `count` samples of the deals.

    Each sample draws n - 1 of the n deals and scales their weights up: drawing n would underestimate the spread of few
    deals.
    """
    deals, lineups, names = tally.wins.shape
    drawn = max(1, deals - 1)
    weights = random.multinomial(drawn, np.full(deals, 1 / deals), count) * (deals / drawn)
    wins = (weights @ tally.wins.reshape(deals, -1)).reshape(count, lineups, names)
    return weights @ tally.plays, wins


def _intervals(samples: Numbers, estimates: Numbers) -> list[Interval]:
    """Return the 95% interval of each bot, widened to hold the estimate itself if need be."""
    low, high = np.percentile(samples, PERCENTILES, axis=0)
    return [(float(min(a, m)), float(max(b, m))) for a, b, m in zip(low, high, estimates, strict=True)]
