"""A view of Domino 3D as an array: dominoes in the order placed, with hands and verdicts in the race."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat

from ludotheque.games.domino3d.rules.common.board import DIRECTIONS, LOW, VECTORS
from ludotheque.games.spec import Json

PHASES = ("build", "check", "over")
VERDICTS = ("accept", "object")


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    if view["mode"] == "race":
        _fill_race(view, seat, out)
    else:
        _fill_classic(view, seat, out)


def _fill_classic(view: Json, seat: int, out: dict[str, Array]) -> None:
    """Classic and solo: the dominoes, and the space that they fill."""
    seats = len(view["scores"])
    for number, laid in enumerate(view["placed"]):
        owner = 0 if laid["seat"] is None else (laid["seat"] - seat) % seats + 1
        out["placed"][number] = *_numbers(laid), owner
        _fill_cells(out["space"], laid)
    if view["drawn"] is not None:
        out["drawn"][view["drawn"]] = 1
    out["pile"][view["pile"]] = 1
    out["scores"][:] = [view["scores"][(seat + k) % seats] for k in range(seats)]
    out["turns_left"][0] = view["turns_left"] or 0
    out["idle"][0] = view["idle"]
    mark_seat(out["turn"], view["turn"], seat)


def _fill_cells(space: Array, laid: Json) -> None:
    x, y, z = laid["at"]
    dx, dy, dz = VECTORS[DIRECTIONS.index(laid["to"])]
    space[x - LOW, y - LOW, z] = laid["domino"] + 1
    space[x + dx - LOW, y + dy - LOW, z + dz] = laid["domino"] + 1


def _fill_race(view: Json, seat: int, out: dict[str, Array]) -> None:
    """The hand and the set of each seat, and how the round stands."""
    seats = len(view["totals"])
    for place in range(seats):
        other = (seat + place) % seats
        out["hands"][place, view["hands"][other]] = 1
        for number, laid in enumerate(view["sets"][other]):
            out["sets"][place, number] = _numbers(laid)
        if view["verdicts"][other]:
            out["verdicts"][place, VERDICTS.index(view["verdicts"][other])] = 1
        out["totals"][place] = view["totals"][other]
    for number, other in enumerate(view["finished"], 1):
        out["finished"][(other - seat) % seats] = number
    for name in ("given_up", "to_act"):
        for other in view[name]:
            mark_seat(out[name], other, seat)
    out["phase"][PHASES.index(view["phase"])] = 1
    out["round"][0] = view["round"]


def _numbers(laid: Json) -> tuple[int, ...]:
    """How a domino lies, for an entry of `placed` or `sets`."""
    x, y, z = laid["at"]
    return laid["domino"] + 1, x - LOW, y - LOW, z, DIRECTIONS.index(laid["to"]) + 1, DIRECTIONS.index(laid["up"]) + 1
