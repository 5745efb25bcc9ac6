"""A position of the race as text, and back: a line for each fact, and for each seat its hand and its table."""

from __future__ import annotations

import re

from ludotheque.errors import BadState
from ludotheque.games.domino3d.display.common.layers import (
    LAYER,
    check_lines,
    draw_dominoes,
    draw_layers,
    own_marks,
    read_domino,
    whole,
)
from ludotheque.games.domino3d.rules.common.board import DOMINOES
from ludotheque.games.spec import Json

FACT = re.compile(r"(mode|phase|round|finished|given up|verdicts|to act): (.+)")
SEAT = re.compile(r"seat ([0-9]): ([0-9]{1,9}) points")
HAND = re.compile(r"hand: (.+)")
IN_A_LINE = 4


def draw(view: Json) -> str:
    lines = []
    for seat, total in enumerate(view["totals"]):
        lines += [f"seat {seat}: {total} points", *_draw_hand(view["hands"][seat]), ""]
        lines += [*draw_layers(view["sets"][seat]), *draw_dominoes(view["sets"][seat])]
        lines += [""] if view["sets"][seat] else []
    lines += [f"mode: {view['mode']}", f"phase: {view['phase']}", f"round: {view['round']}"]
    lines += [f"finished: {_listed(view['finished'])}", f"given up: {_listed(view['given_up'])}"]
    lines.append("verdicts: " + " ".join(verdict or "-" for verdict in view["verdicts"]))
    return "\n".join([*lines, f"to act: {_listed(view['to_act'])}"])


def _draw_hand(hand: list[int]) -> list[str]:
    """Draw a few dominoes in a line, with their marks: half 0 W N S U D + half 1 E N S U D."""
    dominoes = [f"{domino} {own_marks(domino)}" for domino in hand]
    rows = [dominoes[i : i + IN_A_LINE] for i in range(0, len(dominoes), IN_A_LINE)]
    return ["hand: " + ", ".join(row) for row in rows] or ["hand: -"]


def _listed(seats: list[int]) -> str:
    return " ".join(map(str, seats)) or "-"


def read(drawing: str) -> Json:
    """Read what `draw` writes. Layers and marks may be left out."""
    lines = [line.strip() for line in drawing.splitlines() if line.strip()]
    state: Json = {
        "mode": "race", "phase": "build", "round": 1, "hands": [], "sets": [], "finished": [], "given_up": [],
        "verdicts": [], "totals": [], "to_act": [],
    }  # fmt: skip
    for line in lines:
        _read_line(line, state)
    check_lines(lines, draw(state))
    return state


def _read_line(line: str, state: Json) -> None:
    if seat := SEAT.fullmatch(line):
        if int(seat[1]) != len(state["totals"]):
            raise BadState(f"seat {seat[1]} stands where seat {len(state['totals'])} is expected")
        state["totals"].append(int(seat[2]))
        state["hands"].append([])
        state["sets"].append([])
    elif fact := FACT.fullmatch(line):
        _read_fact(fact[1], fact[2], state)
    elif not state["totals"]:
        raise BadState(f"this line of the drawing stands before the first seat, or is not understood: {line!r}")
    elif hand := HAND.fullmatch(line):
        state["hands"][-1] += [] if hand[1] == "-" else [_in_hand(item) for item in hand[1].split(", ")]
    elif piece := read_domino(line):
        piece.pop("seat", None)
        state["sets"][-1].append(piece)
    elif not LAYER.fullmatch(line):
        raise BadState(f"this line of the drawing is not understood: {line!r}")


def _in_hand(item: str) -> int:
    number, _, marks = item.partition(" ")
    domino = whole(number, "hand")
    if marks and (domino >= DOMINOES or marks != own_marks(domino)):
        raise BadState(f"these are not the marks of a domino: {item!r}")
    return domino


def _read_fact(name: str, value: str, state: Json) -> None:
    key = name.replace(" ", "_")
    if name in ("mode", "phase"):
        state[key] = value
    elif name == "round":
        state[key] = whole(value, name)
    elif name == "verdicts":
        state[key] = [None if word == "-" else word for word in value.split()]
    else:
        state[key] = [] if value == "-" else [whole(seat, name) for seat in value.split()]
