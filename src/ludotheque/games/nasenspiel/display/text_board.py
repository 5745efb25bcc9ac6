"""A position of the Nasenspiel as a text board, and back.

          0   1
        ┌───────┐
      1 │ 3a  5 │
        ├───────┤
      0 │ 3   7 │
        └───────┘

    turn: 1
    seat 0: points 2, reserve 4, hand 0-3 4-4 ...
    seat 1: points 0, reserve 5, hand 1-9 ...
    aside: 0
    placed: 3-7 E 0,0; 3-5 E 0,1

A letter beside a nose is a pawn: `a` of seat 0, `b` of seat 1 and so on. `?` marks the square whose group is being
decided. Long lines continue on the next line, indented.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable

from ludotheque.errors import BadMove, BadState, IllegalMove
from ludotheque.games.nasenspiel.rules.board import square_of
from ludotheque.games.nasenspiel.rules.notation import NUMBER, Square, beyond, parse, parts, square_text
from ludotheque.games.nasenspiel.rules.state import MAX_SEATS, SKIP
from ludotheque.games.spec import Json, quoted

WIDTH = 80
LABEL = 4
PAWN_SIGNS = "abcde"[:MAX_SEATS]
NOTHING = "no domino lies yet"
#: Where lines meet, by the directions in which they go: 1 up, 2 right, 4 down, 8 left.
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"

TURN = re.compile(f"(over|[0-4])(?:, asking {NUMBER},{NUMBER})?")
SEAT = re.compile("points ([0-9]+), reserve ([0-9]), hand (-|[0-9]-[0-9](?: [0-9]-[0-9])*)")
LINE = re.compile("(turn|seat [0-4]|aside|placed): (.*)")


def draw(view: Json) -> str:
    board = _board(view) or [NOTHING]
    asking = f", asking {square_text(view['asking'])}" if view["asking"] else ""
    lines = [f"turn: {'over' if view['turn'] is None else view['turn']}{asking}"]
    for seat, hand in enumerate(view["hands"]):
        points, reserve = view["scores"][seat], view["reserve"][seat]
        lines.append(f"seat {seat}: points {points}, reserve {reserve}, hand {' '.join(hand) or '-'}")
    lines += [f"aside: {view['aside']}", f"placed: {'; '.join(view['placed']) or '-'}"]
    wrapped = [part for line in lines for part in _wrapped(line)]
    return "\n".join([*board, "", *wrapped])


def _wrapped(line: str) -> list[str]:
    # A move must not be broken: its blanks are replaced by another sign while lines are wrapped.
    joined = re.sub(r"(?<=[0-9]) (?=[EN] )|(?<=[EN]) (?=-?[0-9])", "\0", line)
    parts_ = textwrap.wrap(joined, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return [part.replace("\0", " ") for part in parts_]


def _board(view: Json) -> list[str]:
    """Draw the layout with the edges of its dominoes, from the top line down to its bottom edge."""
    owner = _owners(view["placed"])
    if not owner:
        return []
    marks = {tuple(pawn["at"]): PAWN_SIGNS[pawn["seat"]] for pawn in view["pawns"]}
    if view["asking"]:
        marks[tuple(view["asking"])] = "?"
    content = {(x, y): f" {nose}{marks.get((x, y), ' ')}" for x, y, nose in view["squares"]}
    columns = range(min(x for x, _ in owner), max(x for x, _ in owner) + 1)
    rows = range(max(y for _, y in owner), min(y for _, y in owner) - 1, -1)
    lines = [" " * LABEL + "".join(f"{x:>3} " for x in columns)]
    for y in rows:
        lines.append(" " * LABEL + _edge(owner, columns, y))
        cells = [_wall(owner, x, y) + content.get((x, y), "   ") for x in columns]
        lines.append(f"{y:>3} " + "".join(cells) + _wall(owner, columns[-1] + 1, y))
    lines.append(" " * LABEL + _edge(owner, columns, rows[-1] - 1))
    return [line.rstrip() for line in lines]


def _owners(placed: Iterable[str]) -> dict[Square, int]:
    """Square -> the number of the domino that lies there."""
    owner: dict[Square, int] = {}
    for number, move in enumerate(placed):
        direction, cell, _, _ = parts(parse(move))
        anchor = square_of(cell)
        owner |= {anchor: number, beyond(anchor, direction): number}
    return owner


def _wall(owner: dict[Square, int], x: int, y: int) -> str:
    """Draw the edge on the left of a square."""
    return "│" if owner.get((x, y)) != owner.get((x - 1, y)) else " "


def _edge(owner: dict[Square, int], columns: range, y: int) -> str:
    """Draw the edges on top of the squares of a line."""
    line = ""
    for x in range(columns[0], columns[-1] + 2):
        above_left, above, left, here = (owner.get(s) for s in ((x - 1, y + 1), (x, y + 1), (x - 1, y), (x, y)))
        joint = (above_left != above) + 2 * (above != here) + 4 * (left != here) + 8 * (above_left != left)
        line += JOINTS[joint] + ("───" if above != here else "   ")
    return line


def read(drawing: str) -> Json:
    """Read what `draw` writes; raises BadState, which names the line that is not understood or does not fit."""
    board, fields = _split(drawing)
    turn = _match(TURN, "turn", fields)
    seats = [_match(SEAT, f"seat {n}", fields) for n in range(sum(name.startswith("seat ") for name in fields))]
    placed = _listed(fields.get("placed", "-"), "; ")
    state: Json = {
        "turn": None if turn[1] == "over" else int(turn[1]),
        "hands": [_listed(seat[3], " ") for seat in seats],
        "aside": int(_match(re.compile("([0-9])"), "aside", fields)[1]),
        "placed": placed,
        "squares": _squares(placed),
        "pawns": [],
        "reserve": [int(seat[2]) for seat in seats],
        "asking": [int(turn[2]), int(turn[3])] if turn[2] else None,
        "scores": [int(seat[1]) for seat in seats],
    }
    state["pawns"] = _pawns(board, state)
    _compare(board, _board(state) or [NOTHING])
    return state


def _split(drawing: str) -> tuple[list[str], dict[str, str]]:
    """Split a text board into the lines of the board, and the text of each named line below it."""
    board: list[str] = []
    fields: dict[str, str] = {}
    name = ""
    for line in drawing.splitlines():
        if match := LINE.fullmatch(line.rstrip()):
            name = match[1]
            if name in fields:
                raise BadState(f"the drawing has two lines {name!r}")
            fields[name] = match[2]
        elif name and line.strip():
            fields[name] += " " + line.strip()
        elif line.strip():
            board.append(line.rstrip())
    return board, fields


def _match(pattern: re.Pattern[str], name: str, fields: dict[str, str]) -> re.Match[str]:
    if name not in fields:
        raise BadState(f"the drawing has no line {name!r}")
    match = pattern.fullmatch(fields[name])
    if match is None:
        raise BadState(f"this line of the drawing is not understood: {name}: {quoted(fields[name])}")
    return match


def _listed(text: str, separator: str) -> list[str]:
    return [] if text == "-" else text.split(separator)


def _squares(placed: list[str]) -> list[list[int]]:
    squares = []
    for move in placed:
        try:
            action = parse(move)
        except (BadMove, IllegalMove):
            action = SKIP
        if action >= SKIP:
            raise BadState(f"{quoted(move)} in the line 'placed' is not a domino like 3-7 E 2,-1 near the first one")
        direction, cell, nose, other = parts(action)
        anchor = square_of(cell)
        squares += [[*anchor, nose], [*beyond(anchor, direction), other]]
    return sorted(squares, key=lambda square: (square[1], square[0]))


def _pawns(board: list[str], state: Json) -> list[Json]:
    """Read the pawns' letters, from the places where the squares are drawn."""
    pawns = []
    left = min((x for x, _, _ in state["squares"]), default=0)
    top = max((y for _, y, _ in state["squares"]), default=0)
    for x, y, _ in state["squares"]:
        line, column = 2 + 2 * (top - y), LABEL + 3 + 4 * (x - left)
        sign = board[line][column : column + 1] if line < len(board) else ""
        if sign and sign in PAWN_SIGNS:
            pawns.append({"seat": PAWN_SIGNS.index(sign), "at": [x, y]})
    return pawns


def _compare(board: list[str], expected: list[str]) -> None:
    for number, line in enumerate(expected):
        if number >= len(board) or board[number] != line:
            drawn = repr(board[number]) if number < len(board) else "missing"
            raise BadState(f"line {number + 1} of the board is {drawn}; the dominoes placed give {line!r}")
    if len(board) > len(expected):
        raise BadState(f"this line of the drawing is not understood: {board[len(expected)]!r}")
