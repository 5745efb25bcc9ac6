"""Seats as players see them: a symbol and a colour, and which one is yours."""

from __future__ import annotations

import re

from rich.text import Text

from ludotheque.terminal.display import Scene
from ludotheque.terminal.palette import SEATS, SYMBOLS

_SEAT = re.compile(r"\b[Ss]eat ([0-5])\b")


def seat_name(seat: int, scene: Scene, symbol: str | None = None) -> Text:
    """`▸● you` or ` ■ seat 1`; the arrow marks whoever may move."""
    view = scene.view
    acting = view["to_act"] if "to_act" in view else [view.get("turn")]
    name = "you" if seat == scene.you else f"seat {seat}"
    return Text.assemble(
        ("▸" if seat in acting else " ", "bold"),
        (f"{symbol or SYMBOLS[seat]} {name}", f"bold {SEATS[seat]}"),
    )


def coloured(line: str) -> Text:
    """Return a line of the log with its seats in their colours."""
    text = Text(line)
    for seat in _SEAT.finditer(line):
        text.stylize(SEATS[int(seat[1])], seat.start(), seat.end())
    return text
