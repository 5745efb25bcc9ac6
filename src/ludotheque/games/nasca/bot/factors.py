"""Reasons for a move of Nasca, for hints: message keys and their parameters."""

from __future__ import annotations

from ludotheque.engine.knowledge import Factor
from ludotheque.games.nasca.bot.prospects import count_enclosed
from ludotheque.games.nasca.rules.board import PLANKS
from ludotheque.games.nasca.rules.notation import SQUARE_TEXTS, areas
from ludotheque.games.nasca.rules.state import NONE, apply, find_placements, lay
from ludotheque.games.spec import State

#: Gaps up to this wide count as nearly closed; a change of at least this many squares is mentioned.
NEARLY, WORTH_A_WORD = 2, 4
#: More squares than this are not counted: somebody may still come in between.
LARGE = 20
#: A difference in places for planks that is worth telling: with fewer, both have about as many.
ROOM = 20
#: Up to this many squares are named one by one.
MAX_NAMED = 8


def factors(state: State, seat: int, action: int) -> list[Factor]:
    """Return the factors: the end of the round and a skipped opponent first, then those with the most squares.

    None if the plank changes no square and both seats have about as many places for theirs.
    """
    placed = state.copy()
    lay(placed, seat, action)
    reasons = _squares(state, placed, seat, action) + _promises(state, placed, seat)
    reasons.sort(key=lambda reason: -int(reason.params["count"]))
    return _turns(state, seat, action) + reasons or _room(state, seat, action)


def _squares(before: State, after: State, seat: int, action: int) -> list[Factor]:
    """Return what this plank surrounds, breaks open and covers."""
    old, new = areas(before), areas(after)
    under = {SQUARE_TEXTS[square] for square in PLANKS[action]}
    gained = [square for square in new[seat] if square not in old[seat]]
    lost = [square for square in old[1 - seat] if square not in new[1 - seat]]
    named = {
        "surrounds": gained,
        "breaks": [square for square in lost if square not in under],
        "fills": [square for square in lost if square in under],
    }
    return [
        Factor(key, {"count": len(squares), "squares": _listed(squares)}) for key, squares in named.items() if squares
    ]


def _listed(squares: list[str]) -> str:
    return ", ".join(squares if len(squares) <= MAX_NAMED else [*squares[:MAX_NAMED], "…"])


def _promises(before: State, after: State, seat: int) -> list[Factor]:
    """Return what comes closer to being surrounded, or less close, by either seat."""
    changes = {}
    for owner, key in ((seat, "nears"), (1 - seat, "hinders")):
        now = int(count_enclosed(after, owner, NEARLY)) - len(areas(after)[owner])
        changes[key] = now - int(count_enclosed(before, owner, NEARLY)) + len(areas(before)[owner])
    changes["hinders"] = -changes["hinders"]
    return [
        Factor(key if count <= LARGE else f"{key}_much", {"count": count})
        for key, count in changes.items()
        if count >= WORTH_A_WORD
    ]


def _room(before: State, seat: int, action: int) -> list[Factor]:
    """Return how many more places the seat then has for its planks: told where there is nothing else to tell."""
    after = before.copy()
    apply(after, seat, action)
    counts = []
    for owner in (seat, 1 - seat):
        find_placements(after, owner)
        counts.append(sum(int(word).bit_count() for word in after.placements.flat))
    more = counts[0] - counts[1]
    return [Factor("room", {"seat": seat, "count": more})] if more >= ROOM else []


def _turns(before: State, seat: int, action: int) -> list[Factor]:
    """Return whether the round ends with this plank, or the other cannot place one."""
    after = before.copy()
    apply(after, seat, action)
    if after.turn == NONE or after.round_number != before.round_number:
        points = after.points[before.round_number - 1]
        return [Factor("ends", {"own": int(points[seat]), "other": int(points[1 - seat])})]
    return [Factor("skips", {})] if after.turn == seat else []
