"""A view of Keks as an array: the biscuit in planes, and what each seat has."""

from __future__ import annotations

from ludotheque.engine.layout import Array, Part, mark_seat, per_seat
from ludotheque.games.keks.rules.board import COLOURS, SIZE
from ludotheque.games.keks.rules.notation import LETTERS
from ludotheque.games.keks.rules.state import STOP
from ludotheque.games.spec import Json

HIDES = False
MOST_MOVES = 128  # at most 60 tiles are taken, and a turn is ended at most once for each


def actions() -> int:
    """A square (row 1 first, column a first), or 64: stop."""
    return STOP + 1


def parts(seats: int) -> tuple[Part, ...]:
    return (
        Part("tiles", (COLOURS, SIZE, SIZE), "tiles of colour A to J by row (1 first) and column"),
        Part("pips", (SIZE, SIZE), "the pips of the tile there, 0: no tile", 9),
        Part("held", (2, COLOURS), "tiles (eleven: points) of each colour in front of the own seat, the other", 99),
        Part("won", (2, COLOURS), "colours won by the own seat, by the other"),
        Part("gone", (COLOURS,), "colours of which no tile is kept any more"),
        Part("eliminated", (COLOURS,), "the colour that nobody can win"),
        Part("colour", (COLOURS,), "the colour of this turn, if a tile has been taken"),
        per_seat("turn", 2, "whose turn it is; nobody's when the match is over"),
    )


def fill(view: Json, seat: int, out: dict[str, Array]) -> None:
    for row, (letters, pips) in enumerate(zip(reversed(view["board"]), reversed(view["pips"]), strict=True)):
        for column, letter in enumerate(letters):
            if letter != ".":
                out["tiles"][LETTERS.index(letter), row, column] = 1
                out["pips"][row, column] = int(pips[column])
    for other in range(2):
        for letter, held in view["held"][other].items():
            out["held"][other ^ seat, LETTERS.index(letter)] = held
        _mark(out["won"][other ^ seat], view["won"][other])
    _mark(out["gone"], view["gone"])
    _mark(out["eliminated"], view["eliminated"] or "")
    _mark(out["colour"], view["colour"] or "")
    mark_seat(out["turn"], view["turn"], seat)


def _mark(array: Array, letters: list[str] | str) -> None:
    array[[LETTERS.index(letter) for letter in letters]] = 1
