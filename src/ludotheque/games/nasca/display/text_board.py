"""A Nasca position as a text board, and back.

     3  ·   X1  ·   O1──O1
            │
     2  ·   X2──X2──X2  ·
        a   b   c   d   e   (and so on, to k10)

    round 1, turn O
    hand X: 5 5 5 4 4 4 3 3 3 2
    hand O: 5 5 5 4 4 4 4 3 3 3 2
    points: -
    planks: X:b2-b3 O:d3-e3 X:b2-d2^1

A square shows its highest plank (X is seat 0's, O seat 1's, N neutral) and its height; squares of one plank are joined.
An empty square is ·, or x or o where it is surrounded. `points` has a pair like 12:9 for each finished round. `planks`
are listed in the order placed, a bridge with its level.
"""

from __future__ import annotations

import re
import textwrap

from ludotheque.errors import BadState
from ludotheque.games.nasca.rules.board import COLUMNS, PLANKS, ROWS
from ludotheque.games.nasca.rules.notation import LETTERS, PLANK_OF, SQUARE_OF, SQUARE_TEXTS
from ludotheque.games.spec import Json

WIDTH = 80
SEATS = "XO"
SIGNS: dict[int | str, str] = {0: "X", 1: "O", "neutral": "N"}
OWNERS = {sign: owner for owner, sign in SIGNS.items()}
EMPTY = "·"
HAND = {"5": 3, "4": 4, "3": 3, "2": 2}

ROUND = re.compile(r"round ([1-9]), (?:turn ([XO])|over)")
HAND_LINE = re.compile(r"hand ([XO]): (-|[2-5]( [2-5])*)")
POINTS = re.compile(r"points: (-|[0-9]{1,3}:[0-9]{1,3}( [0-9]{1,3}:[0-9]{1,3})*)")
PLANK = re.compile(r"([XON]):([a-k0-9-]+)(?:\^([1-9][0-9]?))?")
ROW = re.compile(r"\s*([1-9][0-9]?)  (\S.*)")
CELL = re.compile(r"[·xo]|[XON][1-9][0-9]?")


def draw(view: Json) -> str:
    lines = _board(view)
    lines += ["", f"round {view['round']}, " + ("over" if view["turn"] is None else f"turn {SEATS[view['turn']]}")]
    for seat, hand in enumerate(view["hands"]):
        lines.append(f"hand {SEATS[seat]}: {' '.join(' '.join(length * n) for length, n in hand.items() if n) or '-'}")
    lines.append(f"points: {' '.join(f'{a}:{b}' for a, b in view['points']) or '-'}")
    planks = " ".join(_plank_text(plank) for plank in view["planks"]) or "-"
    # The text of a plank has a hyphen, at which lines must not break.
    lines += textwrap.wrap(planks, WIDTH, initial_indent="planks: ", subsequent_indent=" " * 8, break_on_hyphens=False)
    return "\n".join(lines)


def _plank_text(plank: Json) -> str:
    bridge = f"^{plank['level']}" if plank["level"] else ""
    return f"{SIGNS[plank['owner']]}:{plank['at']}{bridge}"


def _board(view: Json) -> list[str]:
    top = _tops(view["planks"])
    cells = _cells(view, top)
    lines = []
    for row in range(ROWS - 1, -1, -1):
        across, down = "", ""
        for square in range(row * COLUMNS, (row + 1) * COLUMNS):
            right_too = square + 1 < (row + 1) * COLUMNS and square in top and top[square] == top.get(square + 1)
            across += cells[square].ljust(4, "─" if right_too else " ")
            down += ("│" if square in top and top[square] == top.get(square - COLUMNS) else " ").ljust(4)
        lines += [f"{row + 1:2}  {across}".rstrip(), f"    {down}".rstrip()]
    lines[-1] = "    " + "   ".join(LETTERS)
    return lines


def _tops(planks: list[Json]) -> dict[int, int]:
    """Return the number of each square's highest plank: the last one, since nothing goes under a plank."""
    return {square: number for number, plank in enumerate(planks) for square in PLANKS[PLANK_OF[plank["at"]]]}


def _cells(view: Json, top: dict[int, int]) -> list[str]:
    cells = [EMPTY] * (ROWS * COLUMNS)
    for square, number in top.items():
        plank = view["planks"][number]
        cells[square] = f"{SIGNS[plank['owner']]}{plank['level'] + 1}"
    for seat, squares in enumerate(view["areas"]):
        for square in squares:
            cells[SQUARE_OF[square]] = SEATS[seat].lower()
    return cells


def read(drawing: str) -> Json:
    """Read what `draw` writes. Lines may be left out.

    Hands then follow from the planks, there are no points, and it is round 1, with the turns in order.
    """
    facts: Json = {"round": 1, "hands": {}, "planks": [], "points": []}
    rows: dict[int, list[str]] = {}
    more_planks = False
    for line in drawing.splitlines():
        if more_planks and re.match(r" {4,}[XON]:", line):
            facts["planks"] += [_read_plank(text) for text in line.split()]
        else:
            more_planks = line.strip().startswith("planks:")
            _read_line(line, facts, rows)
    state = _completed(facts)
    _read_board(rows, state)
    return state


def _read_line(line: str, facts: Json, rows: dict[int, list[str]]) -> None:
    word = line.strip()
    if not word or set(word) <= set(LETTERS + " ") or set(word) <= set("│ "):
        return
    if parts := ROW.fullmatch(line.rstrip()):
        if int(parts[1]) in rows:
            raise BadState(f"row {parts[1]} is drawn twice")
        rows[int(parts[1])] = parts[2].replace("─", " ").split()
    elif parts := ROUND.fullmatch(word):
        facts["round"], facts["turn"] = int(parts[1]), SEATS.index(parts[2]) if parts[2] else None
    elif parts := HAND_LINE.fullmatch(word):
        facts["hands"][parts[1]] = {length: parts[2].count(length) for length in HAND}
    elif parts := POINTS.fullmatch(word):
        pairs = re.findall(r"([0-9]+):([0-9]+)", parts[1])
        facts["points"] = [[int(first), int(second)] for first, second in pairs]
    elif word.startswith("planks:"):
        facts["planks"] += [_read_plank(text) for text in word.split()[1:] if text != "-"]
    else:
        raise BadState(f"this line of the drawing is not understood: {line!r}")


def _read_plank(text: str) -> Json:
    parts = PLANK.fullmatch(text)
    if parts is None or parts[2] not in PLANK_OF:
        raise BadState(f"{text!r} is not a plank like X:b3-f3, or X:b3-f3^1 for a bridge at level 1")
    return {"owner": OWNERS[parts[1]], "at": parts[2], "level": int(parts[3] or 0)}


def _completed(facts: Json) -> Json:
    placed = [plank for plank in facts["planks"] if plank["owner"] != "neutral"]
    hands = []
    for seat, sign in enumerate(SEATS):
        used = [str(len(PLANKS[PLANK_OF[plank["at"]]])) for plank in placed if plank["owner"] == seat]
        hands.append(facts["hands"].get(sign, {length: HAND[length] - used.count(length) for length in HAND}))
    turn = facts.get("turn", (facts["round"] - 1 + len(placed)) % 2)
    return {**facts, "turn": turn, "hands": hands, "areas": [[], []]}


def _read_board(rows: dict[int, list[str]], state: Json) -> None:
    """Take the areas from the drawing, and check that its planks are those of the list."""
    if list(rows) != list(range(ROWS, 0, -1)) or any(len(cells) != COLUMNS for cells in rows.values()):
        raise BadState(f"a drawing of Nasca has rows {ROWS} to 1 from the top, of {COLUMNS} squares each")
    shown = [cell for row in range(1, ROWS + 1) for cell in rows[row]]
    for square, cell in enumerate(shown):
        if not CELL.fullmatch(cell):
            raise BadState(f"{SQUARE_TEXTS[square]}: {cell!r} is neither a plank like X1 nor one of ·, x and o")
        if cell in "xo":
            state["areas"][SEATS.lower().index(cell)].append(SQUARE_TEXTS[square])
    for square, cell in enumerate(_cells(state, _tops(state["planks"]))):
        if cell != shown[square]:
            raise BadState(f"{SQUARE_TEXTS[square]} shows {shown[square]}, but the planks listed give {cell}")
