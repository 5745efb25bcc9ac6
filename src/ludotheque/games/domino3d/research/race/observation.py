"""A view of the race as an array: the hand and the set of each seat, and how the round stands.

Actions name a domino by its place among the seat's own ten, and leave out the height, which follows from the column: a
domino lies as low as it can.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotheque.engine.layout import MOST, Array, Part, mark_seat, per_seat
from ludotheque.games.domino3d.research.common.rows import ROW, lying
from ludotheque.games.domino3d.rules.common.board import DOMINOES, PLACEMENTS, POSES, SIZE, TOP
from ludotheque.games.domino3d.rules.race.sets import HAND
from ludotheque.games.domino3d.rules.race.state import DONE, LIFT
from ludotheque.games.spec import Json

PHASES = ("build", "check", "over")
VERDICTS = ("accept", "object")

COLUMNS_AND_POSES = SIZE * SIZE * POSES
LIFTS = HAND * COLUMNS_AND_POSES
WORDS = LIFTS + HAND
WAIT = WORDS + 4

HIDES = False
#: A round may go on for ever: dominoes can be laid down and lifted again.
MOST_MOVES = None


def actions() -> int:
    """Place, lift, done, give up, accept, object, wait."""
    return WAIT + 1


def numbers(view: Json, seat: int, legal: NDArray[np.int32]) -> NDArray[np.int64]:
    """The engine's actions as numbers of the smaller range."""
    found = legal.astype(np.int64)
    own = sorted([*view["hands"][seat], *(laid["domino"] for laid in view["sets"][seat])])
    place = np.zeros(DOMINOES, np.int64)
    place[own] = np.arange(len(own))
    placing, lifting = found < LIFT, (found >= LIFT) & (found < DONE)
    cell, pose = np.divmod(found % PLACEMENTS, POSES)
    placed = place[np.minimum(found // PLACEMENTS, DOMINOES - 1)] * COLUMNS_AND_POSES + cell // TOP * POSES + pose
    lifted = LIFTS + place[np.clip(found - LIFT, 0, DOMINOES - 1)]
    return np.where(placing, placed, np.where(lifting, lifted, WORDS + found - DONE))


def parts(seats: int) -> tuple[Part, ...]:
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


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = len(view["totals"])
    for place in range(seats):
        other = (seat + place) % seats
        out["hands"][place, view["hands"][other]] = 1
        for number, laid in enumerate(view["sets"][other]):
            out["sets"][place, number] = lying(laid)
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
