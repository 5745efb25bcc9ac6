"""Dominoes on a table as text, layer by layer, and the lines that say how each one lies; and back.

    z 0    0  1  2
      1    .  . 17
      0    4  4 17

    domino 4 at 0,0,0 E U (start): E- WC N. SA UB D. + ...

A row is a y, North on top. Behind the colon: the marks to be seen on half 0 and half 1 in each direction, `.` where one
is hidden, `-` towards the other half.
"""

from __future__ import annotations

import re

from ludotheque.errors import BadState
from ludotheque.games.domino3d.rules.common.board import BOX, DIRECTIONS, DOMINOES
from ludotheque.games.domino3d.rules.common.model import Cell, Model, action_of, halves, model_of
from ludotheque.games.spec import Json

#: A line of a layer: its number, or a row's.
LAYER = re.compile(r"(z +[0-9]+|-?[0-9]+) .*")
DOMINO = re.compile(
    r"domino ([0-9]{1,2}) at (-?[0-9]+),(-?[0-9]+),([0-9]+) ([EWNSUD]) ([EWNSUD])(?: \((start|seat [0-5])\))?(:.*)?"
)


def draw_layers(pieces: list[Json]) -> list[str]:
    """Draw all layers from the table up, each cut down to the rows and columns that it uses."""
    filled = {cell: half.domino for cell, half in model_of(pieces).filled.items()}
    lines = []
    for z in range(max((cell[2] for cell in filled), default=-1) + 1):
        xs = [cell[0] for cell in filled if cell[2] == z]
        ys = [cell[1] for cell in filled if cell[2] == z]
        lines.append(f"z {z:<4}" + "".join(f"{x:3}" for x in range(min(xs, default=0), max(xs, default=0) + 1)))
        for y in range(max(ys, default=0), min(ys, default=0) - 1, -1):
            row = [filled.get((x, y, z), ".") for x in range(min(xs, default=0), max(xs, default=0) + 1)]
            lines.append(f"{y:4}  " + "".join(f"{sign:>3}" for sign in row))
        lines.append("")
    return lines


def draw_dominoes(pieces: list[Json]) -> list[str]:
    model = model_of(pieces)
    return [_draw_domino(piece, model) for piece in pieces]


def _draw_domino(piece: Json, model: Model) -> str:
    x, y, z = piece["at"]
    who = ""
    if "seat" in piece:
        who = " (start)" if piece["seat"] is None else f" (seat {piece['seat']})"
    marks = " + ".join(_visible(cell, model) for cell in halves(action_of(piece)))
    return f"domino {piece['domino']} at {x},{y},{z} {piece['to']} {piece['up']}{who}: {marks}"


def _visible(cell: Cell, model: Model) -> str:
    signs = []
    for direction, letter in enumerate(DIRECTIONS):
        mark = model.filled[cell].letter(direction)
        signs.append(letter + ((mark if model.is_visible(cell, direction) else ".") if mark else "-"))
    return " ".join(signs)


def own_marks(domino: int) -> str:
    """Return a domino's faces in its own frame, as in the box: half 0, half 1."""
    return f"{BOX[domino][:5]}+{BOX[domino][5:]}"


def read_domino(line: str) -> Json | None:
    """Read an entry of `placed` or `sets`; None if the line is not a domino's."""
    match = DOMINO.fullmatch(line)
    if match is None:
        return None
    if int(match[1]) >= DOMINOES:
        raise BadState(f"there is no domino {match[1]}; the dominoes are 0 to {DOMINOES - 1}")
    at = [int(match[2]), int(match[3]), int(match[4])]
    piece: Json = {"domino": int(match[1]), "at": at, "to": match[5], "up": match[6]}
    if match[7]:
        piece["seat"] = None if match[7] == "start" else int(match[7].removeprefix("seat "))
    return piece


def check_lines(drawing: list[str], drawn: str) -> None:
    """Check that optional lines (layers, visible marks) show the position as it is."""
    expected = [line.strip() for line in drawn.splitlines() if line.strip()]
    layers = [line for line in drawing if LAYER.fullmatch(line)]
    if layers and layers != [line for line in expected if LAYER.fullmatch(line)]:
        raise BadState("the layers of the drawing do not show the dominoes that it lists")
    for line in drawing:
        match = DOMINO.fullmatch(line)
        if match and match[8] and line not in expected:
            raise BadState(f"these are not the marks that can be seen: {line!r}")


def whole(text: str, name: str) -> int:
    """Read a whole number from 0 in a line of a drawing."""
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise BadState(f"{name!r} is not a number in the drawing: {text!r}")
    return int(text)
