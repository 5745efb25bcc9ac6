"""Reasons for or against a move of the Nasenspiel, for hints: message keys and their parameters."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor
from ludotheque.games.nasenspiel.bot.prospects import foreign_noses, group_openings
from ludotheque.games.nasenspiel.rules.board import COLUMNS, square_of
from ludotheque.games.nasenspiel.rules.groups import NONE, root_of
from ludotheque.games.nasenspiel.rules.notation import parts, square_text
from ludotheque.games.nasenspiel.rules.state import PAWN, PAWN_FROM, SKIP, lay
from ludotheque.games.spec import State


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the factors, the weightiest first; `state` is not changed."""
    if action >= SKIP:
        return [_answer(state, action)]
    after = state.copy()
    lay(after, *parts(action))
    reasons = _shut(state, after, seat)
    roots = {root_of(after, int(after.placed) - 2): 0, root_of(after, int(after.placed) - 1): 0}
    pawns = int(after.reserve[seat])
    for root in roots:
        if after.members[root] > 1:
            reasons += _group(state, after, seat, root, pawns > 0)
            pawns -= 1
    return [factor for _, factor in sorted(reasons, key=lambda weighted: -weighted[0])]


def _answer(state: State, action: int) -> Factor:
    noses = int(state.members[root_of(state, int(state.asking))])
    if action == PAWN:
        return Factor("from_reserve", {"noses": noses})
    if action == SKIP:
        return Factor("no_pawn", {"noses": noses})
    left = int(state.members[root_of(state, int(state.square[action - PAWN_FROM]))])
    return Factor("from_group", {"noses": noses, "left": left})


def _group(before: State, after: State, seat: int, root: int, pawn: bool) -> list[tuple[float, Factor]]:
    """Return the reasons about a group to which the new domino belongs."""
    noses, nose = int(after.members[root]), int(after.nose[root])
    parts_before = _groups_before(before, after, root)
    reasons: list[tuple[float, Factor]] = []
    for part in parts_before:
        owner, taken = int(before.owner[part]), int(before.members[part])
        if owner not in (NONE, seat):
            reasons.append((2.0 * taken, Factor("takes_over", {"seat": owner, "noses": taken, "nose": nose})))
    if len(parts_before) > 1:
        reasons.append((noses, Factor("joins", {"groups": len(parts_before), "noses": noses, "nose": nose})))
    elif parts_before and before.owner[parts_before[0]] == seat:
        reasons.append((1.0, Factor("enlarges", {"seat": seat, "noses": noses, "nose": nose})))
    else:
        reasons.append((noses, Factor("makes", {"noses": noses, "nose": nose})))
    if not pawn:
        reasons.append((0.5, Factor("needs_pawn", {"noses": noses, "nose": nose})))
    foreign = int(foreign_noses(after, seat, nose))
    if foreign == 0 or group_openings(after, root) == 0:
        reasons.append((noses - 0.5, Factor("safe", {"noses": noses, "nose": nose})))
    else:
        reasons.append((0.4, Factor("exposed", {"nose": nose, "dominoes": foreign})))
    return reasons


def _groups_before(before: State, after: State, root: int) -> list[int]:
    """Return the groups (and single noses) before the new domino that are part of the group now."""
    roots = [root_of(before, square) for square in range(int(before.placed)) if root_of(after, square) == root]
    return sorted(set(roots))


def _shut(before: State, after: State, seat: int) -> list[tuple[float, Factor]]:
    """Return the reasons about owned groups beside the new domino that can no longer grow."""
    reasons: list[tuple[float, Factor]] = []
    for root in sorted({root_of(before, square) for square in _neighbours(before, after)}):
        owner, noses, nose = int(before.owner[root]), int(before.members[root]), int(before.nose[root])
        # If its pawn was returned, the group has grown instead.
        if owner == NONE or after.owner[root_of(after, root)] == NONE or foreign_noses(before, owner, nose) == 0:
            continue
        if group_openings(before, root) and not group_openings(after, root):
            at = square_text(square_of(int(before.cell[before.stand[root]])))
            params = {"seat": owner, "noses": noses, "nose": nose, "at": at}
            own = owner == seat
            reasons.append(
                (noses - 0.2, Factor("shuts_own", params)) if own else (0.3, Factor("shuts_foreign", params))
            )
    return reasons


def _neighbours(before: State, after: State) -> list[int]:
    """Return the squares edge to edge with the new domino."""
    cells = [int(after.cell[after.placed - 2]), int(after.cell[after.placed - 1])]
    beside = [cell + step for cell in cells for step in (-COLUMNS, -1, 1, COLUMNS)]
    return [int(before.square[cell]) for cell in beside if before.square[cell] != NONE]
