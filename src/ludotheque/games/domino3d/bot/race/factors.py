"""Reasons for or against a move of the race, for hints: message keys and their parameters."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor
from ludotheque.games.domino3d.bot.race.fitting import is_part_of_error
from ludotheque.games.domino3d.bot.race.plan import CAREFUL_TRIES, NO_PLAN, find_plan
from ludotheque.games.domino3d.bot.race.win_chances import moves_left, table_of
from ludotheque.games.domino3d.rules.common.board import DIRECTION, PLACEMENTS, POSES, UP
from ludotheque.games.domino3d.rules.race.refusal import table
from ludotheque.games.domino3d.rules.race.sets import has_error, has_upright
from ludotheque.games.domino3d.rules.race.state import ACCEPT, DONE, GIVE_UP, LIFT, RULES, apply
from ludotheque.games.spec import State


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the factors, the weightiest first; `state` is not changed."""
    if action < LIFT:
        return _placement(state, seat, action)
    if action < DONE:
        return [_lift(state, seat, action - LIFT), _moves_left(state, seat, action)]
    if action == DONE:
        points = int(state.seats - state.finishers)
        return [Factor("done_flawed" if has_error(state, seat) else "done_flawless", {"points": points})]
    if action == GIVE_UP:
        return [Factor("gives_up", {})]
    return [_verdict(state, seat, action)]


def _placement(state: State, seat: int, action: int) -> list[Factor]:
    domino, placement = divmod(action, PLACEMENTS)
    set_so_far = table(state, seat)
    if mismatch := set_so_far.mismatch(domino, placement):
        return [Factor("mismatch", mismatch.params), _moves_left(state, seat, action)]
    reasons: list[Factor] = []
    if touched := set_so_far.touched(placement):
        reasons.append(Factor("matches", {"number": len(touched)}))
    if DIRECTION[placement % POSES] >= UP and not has_upright(state, seat):
        reasons.append(Factor("first_upright", {}))
    after = state.copy()
    apply(after, seat, action)
    return [_way_on(after, seat), *reasons]


def _way_on(state: State, seat: int) -> Factor:
    """Return whether the rest of the hand can follow without an error."""
    number = int(state.hands[seat]).bit_count()
    if has_error(state, seat):
        return Factor("error_left", {})
    if number == 0:
        return Factor("complete" if state.ready[seat] else "incomplete", {})
    plan = find_plan(state.copy(), seat, RULES.scratch()[0].moves[:], CAREFUL_TRIES)
    return Factor("no_way_on" if plan == NO_PLAN else "way_on", {"number": number})


def _moves_left(state: State, seat: int, action: int) -> Factor:
    after = state.copy()
    apply(after, seat, action)
    return Factor("moves_left", {"number": moves_left(*table_of(after, seat))})


def _lift(state: State, seat: int, domino: int) -> Factor:
    laid = state.laid_domino[seat, : state.laid[seat]].tolist()
    if is_part_of_error(state, seat, laid.index(domino)):
        return Factor("lifts_error", {"domino": domino})
    after = state.copy()
    apply(after, seat, LIFT + domino)
    if _way_on(state, seat).key in ("no_way_on", "incomplete") and _way_on(after, seat).key == "way_on":
        return Factor("makes_way", {"domino": domino})
    return Factor("undoes", {"domino": domino})


def _verdict(state: State, seat: int, action: int) -> Factor:
    builder = (seat - 1) % int(state.seats)
    if not has_error(state, builder):
        return Factor("flawless", {"seat": builder})
    return Factor("overlooks" if action == ACCEPT else "flawed", {"seat": builder})
