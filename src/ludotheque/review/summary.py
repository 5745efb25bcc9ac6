"""From judgements to a review: grades, the moments to learn from, and how luck and play made the result."""

from __future__ import annotations

from ludotheque.match import Match, Move
from ludotheque.review.model import GRADES, Account, Decision, Grade, Judgement, Residual, Review

#: A smaller loss is within the noise of the search, and counts as none. This and all losses below are parts of the
#: chance to win, or in a solo match of a perfect score.
NOISE = 0.02
INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
MAX_MOMENTS = 3
#: A seat with less than this chance even after the best move, or more even after a worse one, learns little there.
DECIDED = 0.05


def summarize(
    match: Match, judgements: list[Judgement], scale: float, residual: Residual, winners: list[int] | None = None
) -> Review:
    """Return the review of a match as it ended.

    `scale`, `residual`: see `Positions`. `winners`: of a match that did not end by its rules, if anybody won.
    """
    solo = match.seats == 1
    decisions = [Decision(one, loss_of(one, scale), grade_of(one, scale)) for one in judgements]
    result = _result(match, winners)
    history = match.played
    return Review(
        game=match.game,
        unit="points" if solo else "chance",
        residual=residual,
        decisions=decisions,
        moments=moments(decisions, history, scale, solo),
        curve=_curve(judgements, len(history), match, result),
        # Resigning is neither luck nor play: the account of such a match ends with the last judged value.
        accounts=[_account(seat, decisions, match, result if match.over else None) for seat in range(match.seats)],
    )


# Losses and grades


def loss_of(judgement: Judgement, scale: float = 1.0) -> float:
    """Return what the move cost its seat, by what the seat knew."""
    lost = judgement.known.best[judgement.seat] - judgement.known.played[judgement.seat]
    return lost if lost >= NOISE * scale else 0.0


def grade_of(judgement: Judgement, scale: float = 1.0) -> Grade:
    loss = loss_of(judgement, scale) / scale
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "best" if judgement.move == judgement.known.best_move else "good"


# The moments to learn from


def moments(decisions: list[Decision], history: list[Move], scale: float, solo: bool) -> list[int]:
    """Return the indices of at most three decisions, the costliest first.

    At most one per turn; a better move that a seat missed several times is shown once.
    """
    chosen: list[int] = []
    by_loss = sorted(range(len(decisions)), key=lambda index: -decisions[index].loss)
    for index in by_loss:
        one = decisions[index]
        if len(chosen) == MAX_MOMENTS or one.loss < INACCURACY * scale:
            break
        if not solo and _was_decided(one):
            continue
        if not any(_are_alike(one, decisions[other], history) for other in chosen):
            chosen.append(index)
    return chosen


def _was_decided(one: Decision) -> bool:
    seat, known = one.judgement.seat, one.judgement.known
    return known.best[seat] < DECIDED or known.played[seat] > 1.0 - DECIDED


def _are_alike(one: Decision, other: Decision, history: list[Move]) -> bool:
    """Return whether two decisions of a seat belong to the same turn, or missed the same move."""
    first, last = sorted((one.judgement.number, other.judgement.number))
    seat = one.judgement.seat
    if seat != other.judgement.seat:
        return False
    same_turn = all(mover == seat for mover, _ in history[first - 1 : last])
    return same_turn or one.judgement.known.best_move == other.judgement.known.best_move


# Luck and play


def _result(match: Match, winners: list[int] | None) -> list[float] | None:
    """Return each seat's result; None if there is none."""
    if match.seats == 1:
        return [float(match.scores[0])]
    won = match.winners if match.over else winners
    return [1.0 / len(won) if seat in won else 0.0 for seat in range(match.seats)] if won else None


def _curve(judgements: list[Judgement], moves: int, match: Match, result: list[float] | None) -> list[list[float]]:
    """Return the values with hindsight at the start and after each move; where none was judged, the last ones."""
    before = {one.number - 1: one.hindsight.best for one in judgements}
    after = {one.number: one.hindsight.played for one in judgements}
    known = {**after, **before}
    if result is not None and (match.over or not judgements):
        known[moves] = result
    now = known.get(min(known, default=0), [1.0 / match.seats] * match.seats)
    curve = []
    for number in range(moves + 1):
        now = known.get(number, now)
        curve.append(now)
    return curve


def _account(seat: int, decisions: list[Decision], match: Match, result: list[float] | None) -> Account:
    own = [one for one in decisions if one.judgement.seat == seat]
    first = decisions[0].judgement.known.best if decisions else [1.0 / match.seats] * match.seats
    # Before the deal all seats have the same chance; a solo match can only be judged from the deal on.
    start = first[seat] if match.seats == 1 else 1.0 / match.seats
    last = decisions[-1].judgement.hindsight.played if decisions else first
    end = (result or last)[seat]
    play = sum(_change(one, seat) for one in own)
    others = sum(_change(one, seat) for one in decisions if one.judgement.seat != seat)
    return Account(
        start=start,
        residual=end - start - play - others,
        play=play,
        others=others,
        result=end,
        loss=sum(one.loss for one in own) / max(1, len(own)),
        grades=[sum(one.grade == grade for one in own) for grade in GRADES],
    )


def _change(one: Decision, seat: int) -> float:
    """Return what a decision changed for a seat, compared with the best move; nothing if its loss is noise."""
    return one.judgement.known.played[seat] - one.judgement.known.best[seat] if one.loss else 0.0
