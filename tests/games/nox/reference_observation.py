"""A view of NOX as an array: the seat's hand, what the displays show, and all cards in them."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat

from ludotheque.engine.layout import MAX_COUNT
from ludotheque.games.nox.rules.board import KIND_OF
from ludotheque.games.spec import Json

#: Points of earlier rounds are only in the totals, because the number of rounds is unlimited.
ROUNDS = 8


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    seats = view["seats"]
    order = [(seat + k) % seats for k in range(seats)]
    for card in view["hands"][seat]:
        out["hand"][KIND_OF[card]] += 1
    lying = 0
    for place, other in enumerate(order):
        held = view["hands"][other]
        out["cards_held"][place] = held if isinstance(held, int) else len(held)
        for number, stack in enumerate(view["displays"][other]):
            out["tops"][place, number, KIND_OF[stack[-1]]] = 1
            for card in stack:
                out["cards"][lying] = place + 1, number + 1, KIND_OF[card] + 1
                lying += 1
    out["pile"][0] = view["pile"]
    out["totals"][:] = [view["totals"][other] for other in order]
    for number, points in enumerate(view["history"][: -ROUNDS - 1 : -1]):
        out["noted"][number] = [points[other] for other in order]
    out["round"][0] = min(view["round"], MAX_COUNT)
    mark_seat(out["starter"], view["starter"], seat)
    mark_seat(out["turn"], view["turn"], seat)
