"""A slow and obvious implementation of Keks, to test the compiled engine.

The biscuit is a dict from the name of a square to its tile; everything is computed when it is needed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

COLUMNS = "abcdefgh"
ROWS = range(1, 9)
CORNERS = {"a1", "a8", "h1", "h8"}
COLOURS = "ABCDEFGHIJ"
COLOURS_TO_WIN = 5
KEYS = {"board", "pips", "held", "gone", "eliminated", "won", "colour", "turn"}


class Tile(NamedTuple):
    colour: str
    pips: int


def beyond_edges(square: str) -> list[str]:
    """List the squares beyond the four edges, without those off the board."""
    column, row = COLUMNS.index(square[0]), int(square[1])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return [f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < len(COLUMNS) and y in ROWS]


def is_one_piece(squares: set[str]) -> bool:
    """Return whether the squares are connected by edges; no squares count as connected."""
    if not squares:
        return True
    start = min(squares)
    reached = {start}
    to_visit = [start]
    while to_visit:
        for square in beyond_edges(to_visit.pop()):
            if square in squares and square not in reached:
                reached.add(square)
                to_visit.append(square)
    return reached == squares


def read_tiles(board: list[str], pips: list[str]) -> dict[str, Tile]:
    """Read the two drawings, row 8 first; ValueError unless both are eight by eight and agree."""
    for drawing in (board, pips):
        if len(drawing) != len(ROWS) or any(len(line) != len(COLUMNS) for line in drawing):
            raise ValueError("a drawing is not eight strings of eight characters")
    tiles = {}
    for row, letters, digits in zip(reversed(ROWS), board, pips, strict=True):
        for column, letter, digit in zip(COLUMNS, letters, digits, strict=True):
            if (letter == ".") != (digit == "."):
                raise ValueError(f"board and pips disagree about {column}{row}")
            if letter != ".":
                tiles[f"{column}{row}"] = Tile(letter, int(digit))
    return tiles


class Reference:
    def __init__(self, state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        self.seats = seats
        self.pips_count = options["variant"] == "eleven"
        self.tiles = read_tiles(state["board"], state["pips"])
        self.held: list[dict[str, int]] = [dict(held) for held in state["held"]]
        self.gone: set[str] = set(state["gone"])
        self.eliminated: str | None = state["eliminated"]
        self.won: list[set[str]] = [set(won) for won in state["won"]]
        self.colour: str | None = state["colour"]
        self.turn: int | None = state["turn"]

    @property
    def to_act(self) -> tuple[int, ...]:
        return () if self.turn is None else (self.turn,)

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal_moves(self, seat: int) -> set[str]:
        if self.over or seat != self.turn:
            return set()
        if self.colour is None:
            return {square for square in self.tiles if self._can_be_taken(square)}
        return self._takes_of(self.colour) | {"stop"}

    def play(self, seat: int, move: str, after: dict[str, Any] | None = None) -> None:
        if move not in self.legal_moves(seat):
            raise ValueError(f"seat {seat} may not play {move!r}")
        if move == "stop":
            self._end_turn()
            return
        tile = self.tiles.pop(move)
        self.colour = tile.colour
        self._put_away(seat, tile)
        if len(self.won[seat]) == COLOURS_TO_WIN:
            self._end_match()
        elif not self._takes_of(tile.colour):
            self._end_turn()

    def state(self) -> dict[str, Any]:
        board, pips = [], []
        for row in reversed(ROWS):
            tiles = [self.tiles.get(f"{column}{row}") for column in COLUMNS]
            board.append("".join("." if tile is None else tile.colour for tile in tiles))
            pips.append("".join("." if tile is None else str(tile.pips) for tile in tiles))
        return {
            "board": board,
            "pips": pips,
            "held": [dict(sorted(held.items())) for held in self.held],
            "gone": sorted(self.gone),
            "eliminated": self.eliminated,
            "won": [sorted(won) for won in self.won],
            "colour": self.colour,
            "turn": self.turn,
        }

    @property
    def scores(self) -> list[int]:
        return [len(won) for won in self.won]

    @property
    def winners(self) -> list[int]:
        if not self.over:
            return []
        return [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]

    @staticmethod
    def check_deal(state: dict[str, Any], seats: int, options: dict[str, Any]) -> None:
        """Raise ValueError unless all sixty tiles fill the square without its corners."""
        if seats != 2 or options["variant"] not in ("classic", "eleven"):
            raise ValueError("Keks is for two seats, classic or eleven")
        if set(state) != KEYS:
            raise ValueError(f"the state has the keys {sorted(state)}")
        tiles = read_tiles(state["board"], state["pips"])
        if set(tiles) != {f"{column}{row}" for column in COLUMNS for row in ROWS} - CORNERS:
            raise ValueError("the tiles do not fill the square without its corners")
        if sorted(tiles.values()) != [Tile(colour, pips) for colour in COLOURS for pips in range(1, 7)]:
            raise ValueError("the tiles are not ten colours with the pips 1 to 6")
        untouched: dict[str, Any] = {
            "held": [{}, {}],
            "gone": [],
            "eliminated": None,
            "won": [[], []],
            "colour": None,
            "turn": 0,
        }
        for key, value in untouched.items():
            if state[key] != value:
                raise ValueError(f"{key} is {state[key]!r} at the start, not {value!r}")

    def _can_be_taken(self, square: str) -> bool:
        tiles_beyond = [other for other in beyond_edges(square) if other in self.tiles]
        free_edges = 4 - len(tiles_beyond)
        return free_edges >= 2 and is_one_piece(set(self.tiles) - {square})

    def _takes_of(self, colour: str) -> set[str]:
        return {sq for sq, tile in self.tiles.items() if tile.colour == colour and self._can_be_taken(sq)}

    def _put_away(self, seat: int, tile: Tile) -> None:
        """Apply rules 5 to 7 to a tile just taken; a tile that goes nowhere is thrown away."""
        colour = tile.colour
        if colour == self.eliminated or any(colour in won for won in self.won):
            return
        if not self.pips_count and colour not in self.gone:
            self.gone.add(colour)
            return
        held = self.held[seat].get(colour, 0) + (tile.pips if self.pips_count else 1)
        self.held[seat][colour] = held
        if held >= (11 if self.pips_count else 3):
            self._decide(seat, colour)

    def _decide(self, seat: int, colour: str) -> None:
        for held in self.held:
            held.pop(colour, None)
        if self.eliminated is None:
            self.eliminated = colour
        else:
            self.won[seat].add(colour)

    def _end_turn(self) -> None:
        """Pass the turn; both seats can take the same tiles, so nobody is ever skipped."""
        assert self.turn is not None
        self.turn = 1 - self.turn
        self.colour = None
        if not self.legal_moves(self.turn):
            self._end_match()

    def _end_match(self) -> None:
        self.turn = None
        self.colour = None
