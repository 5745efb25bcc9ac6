"""Why a move is not allowed now, in the race."""

from __future__ import annotations

from ludotheque.errors import Refusal
from ludotheque.games.domino3d.rules.common.board import PLACEMENTS
from ludotheque.games.domino3d.rules.common.model import Model
from ludotheque.games.domino3d.rules.common.notation import placement
from ludotheque.games.domino3d.rules.race.sets import has_upright
from ludotheque.games.domino3d.rules.race.state import ACCEPT, BUILD, DONE, LIFT, OBJECT
from ludotheque.games.spec import State


def refuse(state: State, seat: int, action: int) -> Refusal:
    """Return the rule that a person would name first."""
    if state.phase != BUILD:
        return Refusal(21, "checking")
    if action in (ACCEPT, OBJECT):
        return Refusal(21, "building")
    if action == DONE:
        return _not_done(state, seat)
    if action >= LIFT:
        return _not_lifted(state, seat, action - LIFT)
    return _not_placed(state, seat, *divmod(action, PLACEMENTS))


def why_not(model: Model, action: int) -> Refusal | None:
    """Rule 17: why a domino cannot be placed like this on a seat's table, or None."""
    if not model.filled:
        if placement(action)[0] != (0, 0, 0):
            return Refusal(17, "not_in_the_middle")
        return model.off_or_filled(action)
    return model.off_or_filled(action) or model.apart(action) or model.blocked(action) or model.unsupported(action)


def table(state: State, seat: int) -> Model:
    model = Model()
    for index in range(int(state.laid[seat])):
        model.add(int(state.laid_domino[seat, index]), int(state.laid_action[seat, index]))
    return model


def _has_laid(state: State, seat: int, domino: int) -> bool:
    return domino in state.laid_domino[seat, : state.laid[seat]].tolist()


def _not_placed(state: State, seat: int, domino: int, action: int) -> Refusal:
    if _has_laid(state, seat, domino):
        return Refusal(17, "already_placed", {"domino": domino})
    if not int(state.hands[seat]) >> domino & 1:
        return Refusal(16, "not_yours", {"domino": domino})
    refusal = why_not(table(state, seat), action)
    assert refusal is not None, "a legal move needs no refusal"
    return refusal


def _not_lifted(state: State, seat: int, domino: int) -> Refusal:
    if not _has_laid(state, seat, domino):
        return Refusal(18, "not_placed", {"domino": domino})
    return Refusal(18, "carries", {"domino": domino})


def _not_done(state: State, seat: int) -> Refusal:
    if hand := int(state.hands[seat]).bit_count():
        return Refusal(19, "hand_left", {"number": hand})
    if not has_upright(state, seat):
        return Refusal(19, "no_upright")
    return Refusal(19, "pieces")
