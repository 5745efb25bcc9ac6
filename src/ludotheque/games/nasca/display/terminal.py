"""Nasca in the terminal: planks as bars with owner (`X`, `O`, `N`: neutral) and height; territory as `x` and `o`."""

from __future__ import annotations

from rich.text import Text

from ludotheque.games.nasca.rules.board import COLUMNS, PLANKS, ROWS
from ludotheque.games.nasca.rules.notation import LETTERS, PLANK_OF, SQUARE_TEXTS
from ludotheque.games.spec import Json
from ludotheque.terminal.canvas import Canvas, Size, Square
from ludotheque.terminal.display import MoveStep, MoveSteps, Scene, TerminalDisplay
from ludotheque.terminal.palette import CHOSEN, FAINT, MUSTARD, NEUTRAL, PAPER, PIECES, SEATS, TARGET, on
from ludotheque.terminal.seats import seat_name

LEFT = 3
SMALL, LARGE = (2, 1), (4, 2)
OWNERS = {0: "X", 1: "O", "neutral": "N"}
GROUNDS = {0: PIECES[0], 1: PIECES[1], "neutral": NEUTRAL}
Cell = tuple[int, int]
Tops = dict[str, tuple[int, Json]]


class NascaDisplay(TerminalDisplay):
    ghosts = True
    new_board_events = frozenset({"round", "over"})
    help = "The last plank of the other seat is lighter and underlined."

    def question(self, steps: list[str], scene: Scene) -> str:
        return "The other end?" if steps else "One end?"

    def paths(self, move: str, scene: Scene) -> list[MoveSteps]:
        """Offer the two ends of a plank, in either order."""
        first, last = move.split("-")
        whole = tuple(_squares(move))
        return [
            (MoveStep(first, (first,)), MoveStep(move, whole, (last,))),
            (MoveStep(last, (last,)), MoveStep(move, whole, (first,))),
        ]

    def played_squares(self, move: str, scene: Scene) -> tuple[Square, ...]:
        return tuple(_squares(move))

    def board(self, scene: Scene) -> Canvas:
        canvas, size = Canvas(), _size(scene)
        tops = _tops(scene.view["planks"])
        for x in range(COLUMNS):
            for y in range(ROWS):
                self._square(canvas, scene, (x, y), tops, size)
            canvas.put(_row(-1, size) - 1, _column(x, size), LETTERS[x], FAINT)
        for y in range(ROWS):
            canvas.put(_row(y, size), 0, f"{y + 1:2}", FAINT)
        return canvas

    def _square(self, canvas: Canvas, scene: Scene, cell: Cell, tops: Tops, size: Size) -> None:
        square, (width, height) = _name(cell), size
        row, column = _row(cell[1], size), _column(cell[0], size)
        canvas.places[square] = row, column
        if square not in tops:
            canvas.put(row, column, *_empty_square(square, scene))
            return
        number, plank = tops[square]
        newest = square in scene.last and square not in scene.chosen
        tint = SEATS[plank["owner"]] if newest else GROUNDS[plank["owner"]]
        whole = PAPER if scene.chosen.issuperset(_squares(plank["at"])) else tint
        right = tops.get(_name((cell[0] + 1, cell[1])), (None,))[0] == number
        below = tops.get(_name((cell[0], cell[1] - 1)), (None,))[0] == number
        label = f"{OWNERS[plank['owner']]}{plank['level'] + 1}"
        lines = [label.ljust(width, "─" if right else " "), *[f"{'│' if below else ' ':{width}}"] * (height - 1)]
        own = PAPER if square in scene.chosen else MUSTARD if square in _lit(scene) else tint
        for line, text in enumerate(lines):
            canvas.put(row + line, column, text, on(own))
            if right:
                canvas.put(row + line, column + width, "──" if line == 0 else "  ", on(whole))
        if below:
            canvas.put(row + height, column, f"{'│':{width}}", on(whole))
        if newest:
            canvas.put(row, column, label, f"underline {on(own)}")

    def summary(self, scene: Scene) -> Text:
        view = scene.view
        text = Text()
        for seat in (0, 1):
            points = [pair[seat] for pair in view["points"]]
            now = len(view["areas"][seat])
            # When the match is over, the points include its last round.
            total = sum(points) if view["turn"] is None else sum(points) + now
            text.append_text(seat_name(seat, scene, OWNERS[seat])).append(f"  {total} points", "bold")
            text.append(f" ({'+'.join(map(str, [*points, now]))})\n" if points and view["turn"] is not None else "\n")
            hand = [length for length, number in view["hands"][seat].items() for _ in range(number)]
            text.append("  planks ", FAINT).append(f"{' '.join(hand) or '–'}\n")
        rounds = scene.options.get("rounds", 2)
        return text.append(f"round {view['round']} of {rounds}; x o: surrounded", FAINT)


def _empty_square(square: str, scene: Scene) -> tuple[str, str]:
    """Return the character and style of an empty square: its owner, or a dot."""
    if square in scene.chosen:
        return "◉ ", CHOSEN
    for seat, sign in enumerate("xo"):
        if square in scene.view["areas"][seat]:
            return sign, TARGET if square in _lit(scene) else SEATS[seat]
    sign = "•" if square in scene.targets else "·"
    return sign, TARGET if square in _lit(scene) else FAINT


def _lit(scene: Scene) -> frozenset[Square]:
    """Return the squares to colour: the possible other ends while there are some, for nearly every square is an end."""
    return scene.onward or scene.targets


def _size(scene: Scene) -> Size:
    """Return the columns and rows of a square: large ones if they fit."""
    fits = _column(COLUMNS, LARGE) <= scene.columns and _row(-1, LARGE) <= scene.rows
    return LARGE if fits else SMALL


def _tops(planks: list[Json]) -> Tops:
    """Return the number and the plank on top of each covered square: the last one, for none goes under another."""
    return {square: (number, plank) for number, plank in enumerate(planks) for square in _squares(plank["at"])}


def _squares(at: str) -> list[str]:
    """Return all squares from one end to the other."""
    return [SQUARE_TEXTS[square] for square in PLANKS[PLANK_OF[at]]]


def _name(cell: Cell) -> str:
    return f"{LETTERS[cell[0]]}{cell[1] + 1}" if 0 <= cell[0] < COLUMNS else ""


def _row(y: int, size: Size) -> int:
    return (size[1] + 1) * (ROWS - 1 - y)


def _column(x: int, size: Size) -> int:
    return LEFT + (size[0] + 2) * x


DISPLAY = NascaDisplay()
