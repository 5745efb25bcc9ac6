"""A review put together from its judgements."""

from __future__ import annotations

from ludotheque.match import Match
from ludotheque.review.marks import loss_of, mark_of
from ludotheque.review.model import MARKS, Account, Decision, Judgement, Rest, Review
from ludotheque.review.moments import moments


def summary(
    match: Match, judgements: list[Judgement], whole: float, rest: Rest, winners: list[int] | None = None
) -> Review:
    """The review of a match as it ended.

    `whole`, `rest`: see `Positions`. `winners`: of a match that did not end by its rules, if anybody won.
    """
    alone = match.seats == 1
    decisions = [Decision(one, loss_of(one, whole), mark_of(one, whole)) for one in judgements]
    result = _result(match, winners)
    history = match.played
    return Review(
        game=match.game,
        unit="points" if alone else "chance",
        rest=rest,
        decisions=decisions,
        moments=moments(decisions, history, whole, alone),
        curve=_curve(judgements, len(history), match, result),
        # To give a match up is neither luck nor play: then it is counted to where it stood.
        accounts=[_account(seat, decisions, match, result if match.over else None) for seat in range(match.seats)],
    )


def _result(match: Match, winners: list[int] | None) -> list[float] | None:
    """What each seat got in the end; None where nobody knows."""
    if match.seats == 1:
        return [float(match.scores[0])]
    won = match.winners if match.over else winners
    return [1.0 / len(won) if seat in won else 0.0 for seat in range(match.seats)] if won else None


def _curve(judgements: list[Judgement], moves: int, match: Match, result: list[float] | None) -> list[list[float]]:
    """The values with all revealed, before the first move and after each; in between what was known last holds on."""
    before = {one.number - 1: one.hindsight.best for one in judgements}
    after = {one.number: one.hindsight.played for one in judgements}
    seen = {**after, **before}
    if result is not None and (match.over or not judgements):
        seen[moves] = result
    first = min(seen, default=0)
    now = seen.get(first, [1.0 / match.seats] * match.seats)
    curve = []
    for number in range(moves + 1):
        now = seen.get(number, now)
        curve.append(now)
    return curve


def _account(seat: int, decisions: list[Decision], match: Match, result: list[float] | None) -> Account:
    own = [one for one in decisions if one.judgement.seat == seat]
    first = decisions[0].judgement.known.best if decisions else [1.0 / match.seats] * match.seats
    # Everybody has the same chance before the deal; alone at the table only what comes after it can be judged.
    start = first[seat] if match.seats == 1 else 1.0 / match.seats
    last = decisions[-1].judgement.hindsight.played if decisions else first
    end = (result or last)[seat]
    play = sum(_change(one, seat) for one in own)
    others = sum(_change(one, seat) for one in decisions if one.judgement.seat != seat)
    return Account(
        start=start,
        rest=end - start - play - others,
        play=play,
        others=others,
        result=end,
        loss=sum(one.loss for one in own) / max(1, len(own)),
        marks=[sum(one.mark == mark for one in own) for mark in MARKS],
    )


def _change(one: Decision, seat: int) -> float:
    """What a decision changed for a seat, against the best move; nothing where it is noise."""
    return one.judgement.known.played[seat] - one.judgement.known.best[seat] if one.loss else 0.0
