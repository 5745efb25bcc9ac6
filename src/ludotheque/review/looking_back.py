"""A whole review at once."""

from __future__ import annotations

from collections.abc import Callable

from ludotheque import record
from ludotheque.bots import Budget
from ludotheque.games.spec import Json
from ludotheque.match import Match
from ludotheque.review.model import Review
from ludotheque.review.schedule import Course, Positions
from ludotheque.review.summary import summary

#: About what a match gets, on one thread.
BUDGET = Budget(seconds=30.0)


def review(
    played: Match | Json,
    budget: Budget = BUDGET,
    progress: Callable[[float], None] | None = None,
    seed: str = "review",
) -> Review:
    """Look back at a match, or at a record of one (BadRecord). `progress` is told the part that is done.

    With a budget of simulations and the same seed it is always the same review.
    """
    winners = None
    if isinstance(played, Match):
        match = played
    else:
        match, end = record.replay(played), record.check_shape(played).end
        winners = end.winners if end else None
    positions = Positions(match)
    course = Course(positions.numbers(), budget)
    while (task := course.next()) is not None:
        course.take(positions.judge(task, seed))
        if progress is not None:
            progress(course.progress)
    return summary(match, course.judgements, positions.whole, positions.rest, winners)
