"""Why a move is not allowed now, in classic and solo."""

from __future__ import annotations

from ludotheque.errors import Refusal
from ludotheque.games.domino3d.rules.classic.state import DRAW, NONE, STOP
from ludotheque.games.domino3d.rules.common.model import Model
from ludotheque.games.domino3d.rules.common.tower import STANDS
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    if state.drawn == NONE:
        return Refusal(12, "draw_or_stop")
    if action in (DRAW, STOP):
        return Refusal(12, "nothing_placed" if state.several else "one_at_a_time")
    refusal = why_not(tower(state), int(state.drawn), action, bool(state.differ), state.least == STANDS)
    assert refusal is not None, "a legal move needs no refusal"
    return refusal


def why_not(model: Model, domino: int, action: int, differ: bool, must_stand: bool) -> Refusal | None:
    """Return why a placement is not legal, or None."""
    return (
        model.off_or_filled(action)
        or model.apart(action)
        or model.blocked(action)
        or model.mismatch(domino, action)
        or (model.same_contact(domino, action) if differ else None)
        or (model.unsupported(action) if must_stand else None)
    )


def tower(state: State) -> Model:
    model = Model()
    for domino, action in zip(state.placed_domino[: state.placed], state.placed_action[: state.placed], strict=True):
        model.add(int(domino), int(action))
    return model
