"""Rewards at the end of a match: the one source for batches, PettingZoo, OpenSpiel and datasets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludotheque.engine.compiling import compiled
from ludotheque.match import Match


@compiled
def write_rewards(scores, rewards, i, seats):
    """Fill `rewards[i]` from the final `scores[i]`.

    A single winner gets 1, and the others lose it in equal parts; several winners share. The sum is 0. A seat that
    plays alone gets its score.
    """
    if seats == 1:
        rewards[i, 0] = scores[i, 0]
        return
    best, winners = scores[i, 0], 0
    for seat in range(seats):
        if scores[i, seat] > best:
            best, winners = scores[i, seat], 0
        if scores[i, seat] == best:
            winners += 1
    for seat in range(seats):
        share = seats / winners if scores[i, seat] == best else 0.0
        rewards[i, seat] = (share - 1.0) / (seats - 1)


def rewards(match: Match) -> list[float]:
    """Return the reward of each seat; zeros until the match is over."""
    earned = np.zeros((1, match.seats))
    if match.over:
        write_rewards(np.array([match.scores]), earned, 0, match.seats)
    amounts: list[float] = earned[0].tolist()
    return amounts


def win_shares(winners: Sequence[int], seats: int) -> list[float | None]:
    """Return each seat's share of the win; None for all where nobody has won."""
    if not winners:
        return [None] * seats
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(seats)]
