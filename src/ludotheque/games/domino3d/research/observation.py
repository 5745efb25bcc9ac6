"""A view of Domino 3D as an array: the dominoes in the order placed, and the space that they fill."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.domino3d.rules.classic import state as classic
from ludotheque.games.domino3d.rules.common.board import (
    DIRECTIONS,
    DOMINOES,
    LOW,
    PLACEMENTS,
    POSES,
    SIZE,
    TOP,
    VECTORS,
)
from ludotheque.games.domino3d.rules.race import state as race
from ludotheque.games.domino3d.rules.race.sets import HAND
from ludotheque.games.spec import Json, Options
from ludotheque.layout import MOST, Array, Part, mark_seat, per_seat

SPACE = (SIZE, SIZE, TOP)
ROW = (
    "domino (from 1), x + 12, y + 12, z of half 0, direction of half 1 and of the own U face (E, W, N, S, U, D from 1)"
)
PHASES = ("build", "check", "over")
VERDICTS = ("accept", "object")

# The race's actions name a domino by its place among the seat's own ten, and leave out the height, which follows from
# the column: a domino lies as low as it can.
COLUMNS_AND_POSES = SIZE * SIZE * POSES
LIFTS = HAND * COLUMNS_AND_POSES
WORDS = LIFTS + HAND
WAIT = WORDS + 4

HIDES = False
#: 40 dominoes, at most 18 idle turns between two of them; solo: 100 turns. The race has no such number.
MOST_MOVES = 10_000


def actions(options: Options) -> int:
    """Classic and solo: a placement, timeout, draw, stop. Race: place, lift, done, give up, accept, object, wait."""
    return WAIT + 1 if options["mode"] == "race" else classic.STOP + 1


def numbers(view: Json, seat: int, legal: NDArray[np.int32]) -> NDArray[np.int64]:
    """The race's own actions as numbers of the smaller range."""
    found = legal.astype(np.int64)
    if view["mode"] != "race":
        return found
    own = sorted([*view["hands"][seat], *(laid["domino"] for laid in view["sets"][seat])])
    place = np.zeros(DOMINOES, np.int64)
    place[own] = np.arange(len(own))
    placing, lifting = found < race.LIFT, (found >= race.LIFT) & (found < race.DONE)
    cell, pose = np.divmod(found % PLACEMENTS, POSES)
    placed = place[np.minimum(found // PLACEMENTS, DOMINOES - 1)] * COLUMNS_AND_POSES + cell // TOP * POSES + pose
    lifted = LIFTS + place[np.clip(found - race.LIFT, 0, DOMINOES - 1)]
    return np.where(placing, placed, np.where(lifting, lifted, WORDS + found - race.DONE))


def parts(seats: int, options: Options) -> tuple[Part, ...]:
    return _race_parts(seats) if options["mode"] == "race" else _classic_parts(seats)


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    (_fill_race if view["mode"] == "race" else _fill_classic)(view, seat, out)


def _classic_parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("space", SPACE, "the domino (from 1) in each cell by x (from -12), y (from -12) and z", DOMINOES),
        Part("placed", (DOMINOES, 7), f"in the order placed: {ROW}, seat (1 own; 0 the start)", DOMINOES),
        Part("drawn", (DOMINOES,), "the domino drawn"),
        Part("pile", (DOMINOES,), "dominoes in the pile"),
        per_seat("scores", seats, "points", MOST, -MOST),
        Part("turns_left", (1,), "solo: turns left, the turn under way included", 100),
        Part("idle", (1,), "turns in a row without a placement", 99),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


def _fill_classic(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = len(view["scores"])
    for number, laid in enumerate(view["placed"]):
        owner = 0 if laid["seat"] is None else (laid["seat"] - seat) % seats + 1
        out["placed"][number] = *_row(laid), owner
        _fill_cells(out["space"], laid)
    if view["drawn"] is not None:
        out["drawn"][view["drawn"]] = 1
    out["pile"][view["pile"]] = 1
    out["scores"][:] = [view["scores"][(seat + k) % seats] for k in range(seats)]
    out["turns_left"][0] = view["turns_left"] or 0
    out["idle"][0] = view["idle"]
    mark_seat(out["turn"], view["turn"], seat)


def _row(laid: Json) -> tuple[int, ...]:
    x, y, z = laid["at"]
    return laid["domino"] + 1, x - LOW, y - LOW, z, DIRECTIONS.index(laid["to"]) + 1, DIRECTIONS.index(laid["up"]) + 1


def _fill_cells(space: Array, laid: Json) -> None:
    x, y, z = laid["at"]
    dx, dy, dz = VECTORS[DIRECTIONS.index(laid["to"])]
    space[x - LOW, y - LOW, z] = laid["domino"] + 1
    space[x + dx - LOW, y + dy - LOW, z + dz] = laid["domino"] + 1


def _race_parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("hands", (seats, DOMINOES), "dominoes not laid down, of each seat, the own first"),
        Part("sets", (seats, HAND, 6), f"the set of each seat, the own first, in the order placed: {ROW}", DOMINOES),
        per_seat("finished", seats, "as which one the seat was done; 0: it is not", seats),
        per_seat("given_up", seats, "who gave up"),
        Part("verdicts", (seats, 2), "accepted, objected to: the set of each seat, the own first"),
        per_seat("totals", seats, "points", MOST, -MOST),
        Part("phase", (len(PHASES),), ", ".join(PHASES)),
        Part("round", (1,), "the number of this round", 99),
        per_seat("to_act", seats, "who may move now"),
    )


def _fill_race(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = len(view["totals"])
    for place in range(seats):
        other = (seat + place) % seats
        out["hands"][place, view["hands"][other]] = 1
        for number, laid in enumerate(view["sets"][other]):
            out["sets"][place, number] = _row(laid)
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
