"""Reasons for or against a move of classic or solo, for hints: message keys and their parameters."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor
from ludotheque.games.domino3d.bot.classic.prospects import best_points, points_to_come
from ludotheque.games.domino3d.rules.classic.faces import lay, touched
from ludotheque.games.domino3d.rules.classic.state import COLLAPSE_COSTS, DRAW, NONE, RULES, STOP, stands
from ludotheque.games.domino3d.rules.common.board import DIRECTION, PLACEMENTS, POSES, UP, cell_of_place
from ludotheque.games.domino3d.rules.common.model import halves
from ludotheque.games.spec import State

#: A change in the expected points of the next domino that is worth mentioning.
NOTEWORTHY = 0.25


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the factors, the weightiest first; `state` is not changed."""
    if action == DRAW:
        return [Factor("draws", {})]
    if action == STOP:
        return [Factor("stops", {})]
    if action >= PLACEMENTS:
        return [_pass(state)]
    if not stands(state, action):
        return [Factor("falls", {"points": min(COLLAPSE_COSTS, int(state.scores[seat]))})]
    return [*_points(state, action), *_what_it_opens(state, action)]


def _pass(state: State) -> Factor:
    points = int(best_points(state, int(state.drawn), RULES.scratch()[0].moves))
    if points == 0:
        return Factor("fits_nowhere", {"domino": int(state.drawn)})
    if state.turns_left != NONE:
        return Factor("waits", {"points": points, "turns": int(state.turns_left) - 1})
    return Factor("gives_away", {"points": points})


def _points(state: State, action: int) -> list[Factor]:
    """Rule 10."""
    pose = action % POSES
    reasons: list[Factor] = [
        Factor("touches", {"number": int(touched(state, int(cell_of_place(action // POSES)), pose))})
    ]
    if min(cell[2] for cell in halves(action)) > 0:
        return [*reasons, Factor("rests_above", {})]
    return [*reasons, Factor("stands_upright", {})] if DIRECTION[pose] >= UP else reasons


def _what_it_opens(state: State, action: int) -> list[Factor]:
    if not state.pile:
        return [Factor("last", {})]
    moves = RULES.scratch()[0].moves
    after = state.copy()
    lay(after, int(state.drawn), int(cell_of_place(action // POSES)), action % POSES)
    before, then = float(points_to_come(state, moves)), float(points_to_come(after, moves))
    if abs(then - before) < NOTEWORTHY:
        return []
    return [Factor("opens" if then > before else "shuts", {"before": f"{before:.1f}", "points": f"{then:.1f}"})]
