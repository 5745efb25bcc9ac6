"""A Nasca position and its events as JSON. Nothing is hidden: every view is the state."""

from __future__ import annotations

from ludotheque.games.nasca.rules.board import LENGTHS, NEUTRAL
from ludotheque.games.nasca.rules.notation import PLANK_TEXTS, Squares, areas
from ludotheque.games.nasca.rules.state import NONE, lay
from ludotheque.games.spec import Json, State, over_event


def state(position: State) -> Json:
    finished = int(position.round_number) - (position.turn != NONE)
    return {
        "round": int(position.round_number),
        "turn": None if position.turn == NONE else int(position.turn),
        "hands": [{str(length): hand[length - 2] for length in reversed(LENGTHS)} for hand in position.hands.tolist()],
        "planks": _planks(position),
        "points": position.points[:finished].tolist(),
        "areas": areas(position),
    }


def _planks(position: State) -> list[Json]:
    count = int(position.planks)
    lying = (position.owner[:count].tolist(), position.plank[:count].tolist(), position.level[:count].tolist())
    return [
        {"owner": "neutral" if owner == NEUTRAL else owner, "at": PLANK_TEXTS[plank], "level": level}
        for owner, plank, level in zip(*lying, strict=True)
    ]


def view(position: State, seat: int | None) -> Json:
    return state(position)


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def deal(position: State) -> list[Json]:
    return [_begun(position)]


def _begun(position: State) -> Json:
    """Return the event that begins a round; its planks are the landscape."""
    return {
        "event": "begun",
        "round": int(position.round_number),
        "seat": int(position.turn),
        "planks": _planks(position),
    }


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    # When this plank ends the round, `after` is already the next round: so lay the plank again on a copy.
    placed = before.copy()
    lay(placed, seat, action)
    level = int(placed.level[placed.planks - 1])
    happened: list[Json] = [{"event": "placed", "seat": seat, "at": PLANK_TEXTS[action], "level": level}]
    then = areas(placed)
    happened += _changes(areas(before), then)
    if after.turn == seat and after.round_number == before.round_number:
        happened.append({"event": "skipped", "seat": 1 - seat})
    elif after.round_number != before.round_number or after.turn == NONE:
        happened.append(
            {
                "event": "round",
                "round": int(before.round_number),
                "points": after.points[before.round_number - 1].tolist(),
                "totals": after.points[: before.round_number].sum(axis=0).tolist(),
                "areas": then,
            }
        )
        happened.append(over_event(after.points.sum(axis=0).tolist()) if after.turn == NONE else _begun(after))
    return happened


def _changes(before: list[Squares], after: list[Squares]) -> list[Json]:
    """Return the squares that no longer score for each seat, then those that do now."""
    lost = [_without(before[seat], after[seat]) for seat in range(2)]
    new = [_without(after[seat], before[seat]) for seat in range(2)]
    return [
        {"event": event, "seat": seat, "squares": squares[seat]}
        for event, squares in (("lost", lost), ("surrounded", new))
        for seat in range(2)
        if squares[seat]
    ]


def _without(squares: Squares, others: Squares) -> Squares:
    known = set(others)
    return [square for square in squares if square not in known]
