"""A NOX view as a text board:

round 2, started by seat 1; pile: 66 cards

> seat 0   39 points   hand: b4 g14 o3
  ┌───┐ ┌───┐ ┌───┐
  │g14│ │b4 │ │o13│   worth 31
  └+2─┘ └───┘ └───┘
  g14 lies on g5 g2
"""

from __future__ import annotations

from textwrap import wrap

from ludotheque.games.nox.rules.stacks import Display, worths
from ludotheque.games.spec import Json

WIDTH = 80


def draw(view: Json) -> str:
    """Draw the table as the view's owner sees it; `>` marks whose turn it is."""
    over = "; the match is over" if view["turn"] is None else ""
    lines = [f"round {view['round']}, started by seat {view['starter']}; pile: {_count(view['pile'])}{over}"]
    for seat in range(view["seats"]):
        mark = ">" if seat == view["turn"] else " "
        lines += ["", f"{mark} seat {seat}   {view['totals'][seat]} points   hand: {_cards(view['hands'][seat])}"]
        lines += _display(view["displays"][seat])
    if view["history"]:
        noted = " | ".join(" ".join(map(str, points)) for points in view["history"])
        lines += ["", *_wrapped(f"noted, round by round: {noted}")]
    if isinstance(view["pile"], list):
        lines += ["", *_wrapped(f"pile, next card last: {' '.join(view['pile']) or '-'}")]
    return "\n".join(lines)


def _count(cards: list[str] | int) -> str:
    number = cards if isinstance(cards, int) else len(cards)
    return "1 card" if number == 1 else f"{number} cards"


def _cards(cards: list[str] | int) -> str:
    return _count(cards) if isinstance(cards, int) else " ".join(cards) or "-"


def _display(stacks: Display) -> list[str]:
    """Draw the top cards side by side, their stacks' sizes below, then a line for each stack of several cards."""
    if not stacks:
        return ["  (no cards)"]
    worth = worths([stacks])[0]
    feet = [f"+{len(stack) - 1}" if len(stack) > 1 else "" for stack in stacks]
    lines = [
        "  " + " ".join("┌───┐" for _ in stacks),
        "  " + " ".join(f"│{stack[-1]:3}│" for stack in stacks) + (f"   worth {worth}" if worth else ""),
        "  " + " ".join(f"└{foot:─<3}┘" for foot in feet),
    ]
    for stack in stacks:
        if len(stack) > 1:
            lines += _wrapped(f"  {stack[-1]} lies on {' '.join(reversed(stack[:-1]))}")
    return lines


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent="    ", drop_whitespace=True)
