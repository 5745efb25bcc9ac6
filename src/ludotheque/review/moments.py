"""The moments of a match from which most can be learned."""

from __future__ import annotations

from ludotheque.match import Move
from ludotheque.review.marks import INACCURACY
from ludotheque.review.model import Decision

MOST = 3
#: Who has less than this chance whatever they do, or more whatever they did, learns little there.
DECIDED = 0.05


def moments(decisions: list[Decision], history: list[Move], whole: float, alone: bool) -> list[int]:
    """The places of at most three decisions, the costliest first.

    They are spread: one in a turn, and a better move that a seat missed again and again is shown once.
    """
    chosen: list[int] = []
    by_loss = sorted(range(len(decisions)), key=lambda place: -decisions[place].loss)
    for place in by_loss:
        one = decisions[place]
        if len(chosen) == MOST or one.loss < INACCURACY * whole:
            break
        if not alone and _decided(one):
            continue
        if not any(_alike(one, decisions[other], history) for other in chosen):
            chosen.append(place)
    return chosen


def _decided(one: Decision) -> bool:
    seat, known = one.judgement.seat, one.judgement.known
    return known.best[seat] < DECIDED or known.played[seat] > 1.0 - DECIDED


def _alike(one: Decision, other: Decision, history: list[Move]) -> bool:
    """Whether two decisions of a seat are of the same turn, or the better move was the same."""
    first, last = sorted((one.judgement.number, other.judgement.number))
    seat = one.judgement.seat
    if seat != other.judgement.seat:
        return False
    one_turn = all(mover == seat for mover, _ in history[first - 1 : last])
    return one_turn or one.judgement.known.better == other.judgement.known.better
