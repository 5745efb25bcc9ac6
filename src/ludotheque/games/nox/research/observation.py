"""A view of NOX as an array: the own hand, what the displays show, and all cards that lie in them."""

from __future__ import annotations

from ludotheque.engine.layout import MOST, Array, Part, mark_seat, per_seat
from ludotheque.games.nox.rules.board import CARDS, COPIES, DECK, HAND, KIND_OF, KINDS, STACKS_TO_END
from ludotheque.games.nox.rules.state import KIND_SHIFT
from ludotheque.games.spec import Json

#: Points noted longer ago are in the totals only: a match may have any number of rounds.
ROUNDS = 8

HIDES = True
MOST_MOVES = 100_000  # far beyond any match played, though rounds without points could go on for ever


def actions() -> int:
    """64 * card + 8 * display (the seat's number) + target: 0 beside, 1 to 5 onto that number of the card's colour."""
    return KINDS << KIND_SHIFT


def parts(seats: int) -> tuple[Part, ...]:
    kinds = f"cards of each kind ({', '.join(CARDS)})"
    return (
        Part("hand", (KINDS,), f"the own hand: {kinds}", HAND),
        per_seat("cards_held", seats, "cards in each hand", HAND),
        Part("tops", (seats, STACKS_TO_END, KINDS), "the card on top of each stack of each display, the own first"),
        Part(
            "cards",
            (DECK, 3),
            "all cards in displays, display by display (the own first), stack by stack, from the bottom: display, "
            "stack and kind, each counted from 1; then zeros",
            DECK,
        ),
        Part("pile", (1,), "cards in the pile", COPIES * KINDS),
        per_seat("totals", seats, "points of the finished rounds", MOST),
        Part("noted", (ROUNDS, seats), f"points noted in the last {ROUNDS} rounds, the last first", 99),
        Part("round", (1,), "the number of this round", MOST),
        per_seat("starter", seats, "who began the round"),
        per_seat("turn", seats, "whose turn it is; nobody's when the match is over"),
    )


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
    out["round"][0] = min(view["round"], MOST)
    mark_seat(out["starter"], view["starter"], seat)
    mark_seat(out["turn"], view["turn"], seat)
