"""A position of NOX as a picture: the pile, and for each seat its display, its hand and its points."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.games.nox import USUAL_TARGET
from ludotheque.games.nox.display.picture_parts import FAMILIES, MOON, definitions, family_sign
from ludotheque.games.nox.rules.board import STACKS_TO_END
from ludotheque.games.nox.rules.stacks import worths
from ludotheque.games.spec import Json, Options, winners_of
from ludotheque.svg.elements import INK, SOFT, at, circle, document, group, path, rect, use
from ludotheque.svg.numerals import width_of, written
from ludotheque.svg.seats import crown, label, name, panel

WIDTH = 500
STRIP, ROW = 52, 86
CARD = 0.74
CARD_WIDTH, CARD_HEIGHT, STEP = 60 * CARD, 84 * CARD, 49
DISPLAY_LEFT, HAND_LEFT = 102, 408
NIGHT = "#161c3d"

Cards = Sequence[str]


def draw(view: Json, options: Options, names: Sequence[str]) -> str:
    seats = len(view["totals"])
    rows = [_seat(view, seat, names) for seat in range(seats)]
    return document(_title(view), WIDTH, STRIP + ROW * seats + 8, definitions(), _strip(view, options), *rows)


def _title(view: Json) -> str:
    turn = "over" if view["turn"] is None else f"seat {view['turn']} to move"
    return f"NOX, round {view['round']}, {', '.join(map(str, view['totals']))} points, {turn}"


def _strip(view: Json, options: Options) -> str:
    """Draw the pile with the number of its cards, the round, and the points that end the match."""
    left = _size(view["pile"])
    backs = [at(20 + 2 * i, 8 - i, use("nox-back"), scale=0.46) for i in range(min(3, left))]
    target = options["target"] or USUAL_TARGET[options["variant"]]
    end = WIDTH - 20 - width_of(str(target)) * 10 / 14
    return group(
        *(backs or [rect(20, 8, 27.6, 38.6, 4, fill="none", stroke=SOFT, stroke_dasharray="3 2")]),
        written(left, 62, 27, 13, anchor=0, weight=2.2),
        path("M7.6.6A5.6 5.6 0 1 0 11.4 8 4.6 4.6 0 0 1 7.6.6z", fill=NIGHT, transform="translate(224 17) scale(1.6)"),
        written(view["round"], 252, 27, 13, anchor=0, weight=2.2),
        crown(end - 14, 27),
        written(target, WIDTH - 20, 27, 10, SOFT, anchor=1),
    )


def _size(cards: Cards | int) -> int:
    return cards if isinstance(cards, int) else len(cards)


def _seat(view: Json, seat: int, names: Sequence[str]) -> str:
    y = STRIP + ROW * seat
    stacks = view["displays"][seat]
    shown = {stack[-1][0] for stack in stacks}
    worth = worths([stacks])[0]
    totals = view["totals"]
    parts = [
        panel(12, y, WIDTH - 24, ROW - 6, acting=view["turn"] == seat),
        label(seat, 20, y + 16),
        written(totals[seat], DISPLAY_LEFT - 6, y + 16, 13, anchor=1, weight=2.6),
        name(seat, names, 20, y + 38, DISPLAY_LEFT - 44),
        *(family_sign(letter, 20 + 16 * i, y + 56, there=letter in shown) for i, letter in enumerate(FAMILIES)),
        written(worth, DISPLAY_LEFT - 6, y + 62, 10, INK if worth else SOFT, anchor=1),
        _display(stacks, y + 3),
        _hand(view["hands"][seat], y + 14),
    ]
    if view["turn"] is None and seat in winners_of(totals):
        parts.append(crown(DISPLAY_LEFT - 14, y + 37))
    return group(*parts)


def _display(stacks: Sequence[Cards], y: float) -> str:
    """Stacks side by side on a night sky; the sixth place ends the round, so it glows before."""
    warned = len(stacks) == STACKS_TO_END - 1
    places = [
        rect(
            DISPLAY_LEFT + 4 + STEP * i,
            y + 10,
            CARD_WIDTH,
            CARD_HEIGHT - 4,
            5,
            fill="#241f2e" if warned and i == STACKS_TO_END - 1 else "none",
            stroke=MOON if i == STACKS_TO_END - 1 else "#4a5694",
            stroke_width=2.2 if warned and i == STACKS_TO_END - 1 else 1,
            stroke_dasharray="4 3",
        )
        for i in range(len(stacks), STACKS_TO_END)
    ]
    cards = [_stack(stack, DISPLAY_LEFT + 4 + STEP * i, y + 8) for i, stack in enumerate(stacks)]
    width = STEP * STACKS_TO_END + 4
    return group(rect(DISPLAY_LEFT, y, width, ROW - 12, 7, fill=NIGHT), *places, *cards)


def _stack(stack: Cards, x: float, y: float) -> str:
    """Draw the top card, edges of those below it, and how many they are."""
    below = len(stack) - 1
    edges = [
        rect(x + 2.2 * i, y - 1.6 * i, CARD_WIDTH, CARD_HEIGHT, 5, fill="#39457f", stroke="#8c98cf")
        for i in range(min(3, below), 0, -1)
    ]
    top = at(x, y, use(f"nox-{stack[-1]}"), scale=CARD)
    if not below:
        return top
    # In the middle of the lower edge it hides neither a number nor a sign.
    middle, low = x + CARD_WIDTH / 2, y + CARD_HEIGHT - 5
    count = circle(middle, low, 8, fill="#12172f", stroke="#b9c3f0")
    told = written(f"+{below}", middle, low, 6.5 if below < 10 else 5.2, "#fff")
    return group(*edges, top, count, told)


def _hand(cards: Cards | int, y: float) -> str:
    """Draw the cards that are known, or as many backs."""
    names = ["back"] * cards if isinstance(cards, int) else cards
    return group(
        *(at(HAND_LEFT + 17 * i, y + i % 2 * 3, use(f"nox-{card}"), scale=0.56) for i, card in enumerate(names))
    )
