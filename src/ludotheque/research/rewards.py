"""What a match is worth to each seat at its end."""

from __future__ import annotations

from ludotheque.match import Match


def rewards(match: Match) -> list[float]:
    """1 for the only winner, -1 shared by the others; winners share, so that the sum is 0. Before the end: zeros.

    Alone (the solo of Domino 3D), the points themselves.
    """
    seats, winners = match.seats, match.winners
    if not winners:
        return [0.0] * seats
    if seats == 1:
        return [float(match.scores[0])]
    return [(seats / len(winners) * (seat in winners) - 1) / (seats - 1) for seat in range(seats)]
