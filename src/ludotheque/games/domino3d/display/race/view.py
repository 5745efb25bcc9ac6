"""A position of the race and its events as JSON. Nothing is hidden except future deals."""

from __future__ import annotations

from ludotheque.games.domino3d.display.common.dominoes import lies, numbers
from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, PLACEMENTS
from ludotheque.games.domino3d.rules.common.model import Difference
from ludotheque.games.domino3d.rules.race.refusal import table
from ludotheque.games.domino3d.rules.race.state import ACCEPT, BUILD, CHECK, DONE, GIVE_UP, LIFT, NONE, OVER
from ludotheque.games.domino3d.rules.race.state import to_act as acting
from ludotheque.games.spec import Json, State, over_event

PHASES = {BUILD: "build", CHECK: "check", OVER: "over"}


def state(position: State) -> Json:
    seats = range(int(position.seats))
    finished = _finished(position)
    stopped = [seat for seat in seats if not int(position.building) >> seat & 1]
    return {
        "mode": "race",
        "phase": PHASES[int(position.phase)],
        "round": int(position.round_number),
        "hands": [numbers(int(position.hands[seat])) for seat in seats],
        "sets": [_set(position, seat) for seat in seats],
        "finished": finished,
        "given_up": [seat for seat in stopped if seat not in finished],
        "verdicts": [_verdict(int(position.verdict[seat])) for seat in seats],
        "totals": _totals(position),
        "to_act": numbers(int(acting(position))),
    }


def _finished(state: State) -> list[int]:
    return [int(seat) for seat in state.finished[: state.finishers]]


def _set(state: State, seat: int) -> list[Json]:
    laid = range(int(state.laid[seat]))
    return [{"domino": int(state.laid_domino[seat, i]), **lies(int(state.laid_action[seat, i]))} for i in laid]


def _verdict(verdict: int) -> str | None:
    if verdict == NONE:
        return None
    return "accept" if verdict == ACCEPT else "object"


def _totals(state: State) -> list[int]:
    return [int(points) for points in state.totals[: state.seats]]


def view(position: State, seat: int | None) -> Json:
    return state(position)


def shown(event: Json, seat: int | None) -> Json:
    return dict(event)


def deal(position: State) -> list[Json]:
    return [{"event": "dealt", "round": int(position.round_number), "hands": state(position)["hands"]}]


def events(before: State, seat: int, action: int, after: State) -> list[Json]:
    happened = _what_happened(before, seat, action)
    if after.round_number == before.round_number and after.phase != OVER:
        return [happened]
    finished = [*_finished(before), seat] if action == DONE else _finished(before)
    checks = [_checked(before, after, builder) for builder in finished]
    totals = _totals(after)
    end = {"event": "round", "round": int(before.round_number), "totals": totals}
    return [happened, *checks, end, *([over_event(totals)] if after.phase == OVER else deal(after))]


def reveals(before: State, seat: int, action: int, after: State) -> bool:
    """Return whether the move dealt the hands of a new round."""
    return bool(after.round_number != before.round_number and after.phase != OVER)


def _what_happened(before: State, seat: int, action: int) -> Json:
    left = int(before.hands[seat]).bit_count()
    if action < LIFT:
        domino, placement = divmod(action, PLACEMENTS)
        return {"event": "placed", "seat": seat, "domino": domino, **lies(placement), "left": left - 1}
    if action < DONE:
        return {"event": "lifted", "seat": seat, "domino": action - LIFT, "left": left + 1}
    if action == DONE:
        return {"event": "done", "seat": seat, "place": int(before.finishers) + 1}
    if action == GIVE_UP:
        return {"event": "gave_up", "seat": seat}
    builder = (seat - 1) % int(before.seats)
    return {"event": "verdict", "seat": seat, "builder": builder, "verdict": _verdict(action)}


def _checked(before: State, after: State, builder: int) -> Json:
    """Rule 22: a set without an error found wins at least 1 point, one with an error wins none."""
    points = int(after.totals[builder] - before.totals[builder])
    by = (builder + 1) % int(before.seats) if before.neighbour else None
    error = points <= 0
    wrong = [_joint(found) for found in table(before, builder).errors()] if error else []
    return {"event": "checked", "seat": builder, "by": by, "error": error, "wrong": wrong, "points": points}


def _joint(found: Difference) -> Json:
    return {"cells": list(map(list, found.cells)), "side": DIRECTIONS[found.side], "marks": list(found.marks)}
