"""Ratings: how strong bots must be for these results to be the likeliest.

The model is Luce's, for two seats that of Bradley and Terry: a seat wins with the chance of its bot's strength over
the sum of all strengths at the table. A shared win counts in parts. The fit is Hunter's (MM algorithms for generalized
Bradley-Terry models, 2004): every step makes the results likelier, and it ends at the only maximum.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

#: The scale is Elo's: 400 points are ten times the strength. The mean of all bots is 1500.
POINTS = 400.0
MEAN = 1500.0
PRECISION = 1e-6
MOST_STEPS = 20_000


def fit(plays: Numbers, wins: Numbers, chairs: Numbers) -> Numbers:
    """The rating of each bot, from many samples at once.

    `plays[..., table]`: matches; `wins[..., table, bot]`: their wins; `chairs[table, bot]`: seats of a bot at a table.
    As if each bot had drawn one match more, spread over its tables: who has won everything is not infinitely strong.
    """
    prior = 1.0 / np.maximum(1, (chairs > 0).sum(axis=0).max())
    plays = plays + prior
    won = (wins + prior * chairs / chairs.sum(axis=1, keepdims=True)).sum(axis=-2)
    strengths = np.ones_like(won)
    for _ in range(MOST_STEPS):
        expected = (plays / (strengths @ chairs.T)) @ chairs
        better = won / expected
        better /= np.exp(np.log(better).mean(axis=-1, keepdims=True))
        change = np.abs(np.log(better / strengths)).max()
        strengths = better
        if change < PRECISION:
            break
    rating: Numbers = MEAN + POINTS * np.log10(strengths)
    return rating
