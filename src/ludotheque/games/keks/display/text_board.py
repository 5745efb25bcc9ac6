"""A Keks position as a text board, and back.

8      A1 B4 C2 D1 E5 F2
7   C3 .. (eight rows; colour and pips, '.' for no tile)
    a  b  c  d  e  f  g  h

turn: 0, colour B
eliminated: A
gone: A B C
seat 0: won C, holds B2
seat 1: won -, holds -
"""

from __future__ import annotations

import re

from ludotheque.errors import BadState
from ludotheque.games.keks.rules.board import SIZE
from ludotheque.games.spec import Json

CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}
TURN = re.compile(r"turn: (over|[01])(?:, colour ([A-J]))?")
SEAT = re.compile(r"seat ([01]): won (.+), holds (.+)")
CELL = re.compile(r"[A-J][1-6]|\.")


def draw(view: Json) -> str:
    lines = []
    for row in range(SIZE):
        cells = [_cell(view["board"][row][x] + view["pips"][row][x], (x, row)) for x in range(SIZE)]
        lines.append(f"{SIZE - row}   " + " ".join(cells).rstrip())
    lines.append("    " + "  ".join("abcdefgh"))
    colour = f", colour {view['colour']}" if view["colour"] else ""
    lines += ["", f"turn: {'over' if view['turn'] is None else view['turn']}{colour}"]
    lines += [f"eliminated: {view['eliminated'] or '-'}", f"gone: {' '.join(view['gone']) or '-'}"]
    for seat, held in enumerate(view["held"]):
        holds = " ".join(f"{colour}{number}" for colour, number in held.items()) or "-"
        lines.append(f"seat {seat}: won {' '.join(view['won'][seat]) or '-'}, holds {holds}")
    return "\n".join(lines)


def _cell(tile: str, at: tuple[int, int]) -> str:
    if tile == "..":
        return "  " if at in CORNERS else ". "
    return tile


def read(drawing: str) -> Json:
    """Read what `draw` writes. Without its line nothing is won, held or gone, and seat 0 begins a turn."""
    state: Json = {
        "board": [], "pips": [], "held": [{}, {}], "gone": [], "eliminated": None, "won": [[], []],
        "colour": None, "turn": 0,
    }  # fmt: skip
    for line in drawing.splitlines():
        _read_line(line.rstrip(), state)
    if len(state["board"]) != SIZE:
        raise BadState(
            f"a drawing of Keks has {SIZE} rows, numbered 8 to 1 from the top; this one has {len(state['board'])}"
        )
    return state


def _read_line(line: str, state: Json) -> None:
    word = line.strip()
    if not word or set(word) <= set("abcdefgh "):
        return
    if row := re.fullmatch(r"\s*([1-8])(?:   ?(.*))?", line):
        _read_row(int(row[1]), row[2] or "", state)
    elif turn := TURN.fullmatch(word):
        state["turn"], state["colour"] = None if turn[1] == "over" else int(turn[1]), turn[2]
    elif seat := SEAT.fullmatch(word):
        state["won"][int(seat[1])] = _listed(seat[2])
        state["held"][int(seat[1])] = {item[0]: int(item[1:]) for item in _listed(seat[3]) if item[1:].isdecimal()}
    elif word.startswith("eliminated: "):
        state["eliminated"] = None if word.endswith("-") else word.removeprefix("eliminated: ")
    elif word.startswith("gone: "):
        state["gone"] = _listed(word.removeprefix("gone: "))
    else:
        raise BadState(f"this line of the drawing is not understood: {line!r}")


def _read_row(number: int, cells: str, state: Json) -> None:
    if number != SIZE - len(state["board"]):
        raise BadState(f"row {number} stands where row {SIZE - len(state['board'])} is expected")
    row = [cells[3 * x : 3 * x + 3].strip() or "." for x in range(SIZE)]
    for cell in row:
        if not CELL.fullmatch(cell):
            raise BadState(f"row {number}: {cell!r} is neither a tile like C3 nor '.'")
    state["board"].append("".join(cell[0] for cell in row))
    state["pips"].append("".join(cell[-1] for cell in row))


def _listed(text: str) -> list[str]:
    return [] if text == "-" else text.split()
