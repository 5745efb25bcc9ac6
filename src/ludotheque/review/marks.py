"""What a decision cost, and how that is called."""

from __future__ import annotations

from ludotheque.review.model import Judgement, Mark

#: A smaller loss is no more than the noise of the search: it counts as none.
NOISE = 0.02
#: From so much of the chance to win on (alone at the table: of a perfect result) a loss is called that.
INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20


def loss_of(judgement: Judgement, whole: float = 1.0) -> float:
    """What the move cost its seat, by what the seat knew. `whole`: what counts as all there is to win."""
    lost = judgement.known.best[judgement.seat] - judgement.known.played[judgement.seat]
    return lost if lost >= NOISE * whole else 0.0


def mark_of(judgement: Judgement, whole: float = 1.0) -> Mark:
    loss = loss_of(judgement, whole) / whole
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    if loss >= INACCURACY:
        return "inaccuracy"
    return "best" if judgement.move == judgement.known.better else "good"
