"""A view of the race as an array: the hand and the set of each seat, and how the round stands."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat
from tests.research.reference.domino3d_rows import lying

from ludotheque.games.spec import Json

PHASES = ("build", "check", "over")
VERDICTS = ("accept", "object")


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
