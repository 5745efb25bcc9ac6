"""A view of Keks as an array: the biscuit in planes, and what each seat has."""

from __future__ import annotations

from tests.research.reference import Array, mark_seat

from ludotheque.games.keks.rules.notation import LETTERS
from ludotheque.games.spec import Json


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
