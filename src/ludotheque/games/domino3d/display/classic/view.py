"""A position of classic or solo and its events as JSON. Nothing is hidden except future draws."""

from __future__ import annotations

from ludotheque.games.domino3d.display.common.dominoes import lies, numbers
from ludotheque.games.domino3d.rules.classic.matching import stands_somewhere
from ludotheque.games.domino3d.rules.classic.refusal import tower
from ludotheque.games.domino3d.rules.classic.state import DRAW, IDLE_ROUNDS, NONE, STOP, TIMEOUT
from ludotheque.games.spec import Json, State, over_event


def state(position: State) -> Json:
    solo = position.turns_left != NONE
    return {
        "mode": "solo" if solo else "classic",
        "turn": _number(position.turn),
        "drawn": _number(position.drawn),
        "placed": [
            {
                "domino": int(position.placed_domino[i]),
                **lies(int(position.placed_action[i])),
                "seat": _number(position.placed_seat[i]),
            }
            for i in range(int(position.placed))
        ],
        "pile": numbers(int(position.pile)),
        "scores": _scores(position),
        "turns_left": int(position.turns_left) if solo else None,
        "idle": int(position.idle),
    }


def _number(number: int) -> int | None:
    return None if number == NONE else int(number)


def _scores(state: State) -> list[int]:
    return [int(points) for points in state.scores[: state.seats]]


def view(position: State, seat: int | None) -> Json:
    return state(position)


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def deal(position: State) -> list[Json]:
    start = int(position.placed_domino[0])
    return [{"event": "started", "domino": start, **lies(int(position.placed_action[0]))}, *_what_follows(position)]


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    return [*_what_happened(before, seat, action, after), *_what_follows(after)]


def reveals(before: State, seat: int, action: int, after: State) -> bool:
    """Return whether the move drew a domino, unless it was the last one."""
    return bool(after.drawn != NONE and after.pile)


def _what_happened(before: State, seat: int, action: int, after: State) -> list[Json]:
    if action == DRAW:
        return []
    if action == STOP:
        return [{"event": "stopped", "seat": seat}]
    domino = int(before.drawn)
    returned = {"event": "returned", "domino": domino}
    if action == TIMEOUT:
        fits = bool(stands_somewhere(before, 1 << domino))
        return [{"event": "timeout", "seat": seat, "fits": fits}, returned]
    lying = {"seat": seat, "domino": domino, **lies(action)}
    points = int(after.scores[seat] - before.scores[seat])
    if after.placed == before.placed:
        return [{"event": "collapsed", **lying, "lost": -points}, returned]
    won = {"event": "won", "seat": seat, "points": points, "touched": tower(before).touched(action)}
    return [{"event": "placed", **lying}, won]


def _what_follows(after: State) -> list[Json]:
    """Return a draw, the end, or nothing: the seat chooses between `draw` and `stop`."""
    if after.turn == NONE:
        return [{"event": "ended", "reason": _reason(after)}, over_event(_scores(after))]
    if after.drawn == NONE:
        return []
    return [{"event": "drawn", "seat": int(after.turn), "domino": int(after.drawn)}]


def _reason(after: State) -> str:
    """Rules 13 and 15."""
    if after.pile == 0:
        return "all_placed"
    if after.turns_left == 0:
        return "turns"
    return "idle" if after.idle == IDLE_ROUNDS * after.seats and after.turns_left == NONE else "nothing_fits"
