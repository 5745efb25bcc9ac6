"""A position of classic or solo as text, and back: a line for each fact, and the tower (see layers.py)."""

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

FACT = re.compile(r"(mode|turn|drawn|scores|turns left|idle|pile): (.+)")
LEGEND = "(half 0 W N S U D + half 1 E N S U D)"


def draw(view: Json) -> str:
    drawn = "-" if view["drawn"] is None else f"{view['drawn']} {own_marks(view['drawn'])} {LEGEND}"
    lines = [*draw_layers(view["placed"]), *draw_dominoes(view["placed"]), ""]
    lines += [f"mode: {view['mode']}", f"turn: {'over' if view['turn'] is None else view['turn']}", f"drawn: {drawn}"]
    lines.append(f"scores: {' '.join(map(str, view['scores']))}")
    if view["turns_left"] is not None:
        lines.append(f"turns left: {view['turns_left']}")
    return "\n".join([*lines, f"idle: {view['idle']}", f"pile: {len(view['pile'])}"])


def read(drawing: str) -> Json:
    """Read what `draw` writes. Layers, marks, `pile` and `idle: 0` may be left out."""
    lines = [line.strip() for line in drawing.splitlines() if line.strip()]
    facts: dict[str, str] = {}
    placed = []
    for line in lines:
        if piece := read_domino(line):
            placed.append({**piece, "seat": piece.get("seat")})
        elif fact := FACT.fullmatch(line):
            facts[fact[1]] = fact[2]
        elif not LAYER.fullmatch(line):
            raise BadState(f"this line of the drawing is not understood: {line!r}")
    state = _state(facts, placed)
    if facts.get("pile", str(len(state["pile"]))) != str(len(state["pile"])):
        raise BadState(f"'pile' is {facts['pile']}, but {len(state['pile'])} dominoes are neither placed nor drawn")
    check_lines(lines, draw(state))
    return state


def _state(facts: dict[str, str], placed: list[Json]) -> Json:
    for name in ("mode", "turn", "drawn", "scores"):
        if name not in facts:
            raise BadState(f"a drawing of Domino 3D has a line '{name}: ...'")
    drawn = None if facts["drawn"] == "-" else whole(facts["drawn"].split()[0], "drawn")
    if drawn is not None and drawn >= DOMINOES:
        raise BadState(f"there is no domino {drawn}; the dominoes are 0 to {DOMINOES - 1}")
    used = {piece["domino"] for piece in placed} | {drawn}
    return {
        "mode": facts["mode"],
        "turn": None if facts["turn"] == "over" else whole(facts["turn"], "turn"),
        "drawn": drawn,
        "placed": placed,
        "pile": [domino for domino in range(DOMINOES) if domino not in used],
        "scores": [whole(number, "scores") for number in facts["scores"].split()],
        "turns_left": whole(facts["turns left"], "turns left") if "turns left" in facts else None,
        "idle": whole(facts.get("idle", "0"), "idle"),
    }
