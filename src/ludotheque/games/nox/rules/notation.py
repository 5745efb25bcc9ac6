"""Moves as text: `g14>1` plays g14 beside the cards of display 1, `g14>1:g5` onto the stack there that shows g5."""

from __future__ import annotations

import re

from ludotheque.errors import BadMove, IllegalMove, Refusal
from ludotheque.games.nox.rules.board import CARDS, COLOUR_NAMES, KIND_OF, MAX_SEATS, PER_COLOUR
from ludotheque.games.nox.rules.state import (
    BESIDE,
    DISPLAY_BITS,
    DISPLAY_SHIFT,
    KIND_SHIFT,
    SPOT_BITS,
)
from ludotheque.games.spec import quoted

MOVE = re.compile(r"([a-z0-9]+)>([0-9])(?::([a-z0-9]+))?")
CARD = re.compile(r"[bgo]([1-9][0-9]?)")


def parse(move: str) -> int:
    match = MOVE.fullmatch(move)
    if not match:
        raise BadMove(_complaint(move, _right_way(move)))
    card, display, onto = match.groups()
    for name in (card, onto or card):
        if name not in KIND_OF:
            raise BadMove(_complaint(move, _no_such_card(name)))
    if int(display) >= MAX_SEATS:
        raise BadMove(_complaint(move, f"; displays are numbered 0 to {MAX_SEATS - 1}"))
    if onto and onto[0] != card[0]:
        params = {"card": card, "colour": COLOUR_NAMES[card[0]], "onto": onto, "other": COLOUR_NAMES[onto[0]]}
        raise IllegalMove(move, Refusal(5, "other_colour", params))
    spot = KIND_OF[onto] % PER_COLOUR + 1 if onto else BESIDE
    return KIND_OF[card] << KIND_SHIFT | int(display) << DISPLAY_SHIFT | spot


def text(action: int) -> str:
    kind, display, onto = parts(action)
    return f"{CARDS[kind]}>{display}" + ("" if onto is None else f":{CARDS[onto]}")


def parts(action: int) -> tuple[int, int, int | None]:
    """Return the kind that an action plays, the display, and the kind it goes onto."""
    kind, spot = action >> KIND_SHIFT, action & SPOT_BITS
    onto = None if spot == BESIDE else kind // PER_COLOUR * PER_COLOUR + spot - 1
    return kind, action >> DISPLAY_SHIFT & DISPLAY_BITS, onto


def _complaint(move: str, hint: str) -> str:
    return (
        f"{quoted(move)} is not a move of NOX: a move is a card and a display, like g14>1 (beside the cards there), "
        f"or g14>1:g5 (onto the stack that shows g5){hint}"
    )


def _right_way(move: str) -> str:
    """Return a hint if only blanks or case are wrong."""
    tidy = "".join(move.split()).lower()
    match = MOVE.fullmatch(tidy) if len(tidy) < len("g14>1:g14") + 1 else None
    if match and match[1] in KIND_OF and (match[3] or match[1]) in KIND_OF and int(match[2]) < MAX_SEATS:
        return f"; did you mean {tidy}?"
    return ""


def _no_such_card(name: str) -> str:
    match = CARD.fullmatch(name)
    for card in CARDS:
        if match and card[1:] == match[1]:
            return f"; there is no {name}, the {match[1]} is {COLOUR_NAMES[card[0]]}: {card}"
    return "; the cards are " + ", ".join(CARDS)
