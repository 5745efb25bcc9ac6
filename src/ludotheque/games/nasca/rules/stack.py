"""Planks on the board in plain Python: what lies on top of each square, and why a plank does not fit there.

The compiled rules never say why; this module does, for refused moves and for landscapes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludotheque.errors import Refusal
from ludotheque.games.nasca.rules.board import PLANKS
from ludotheque.games.nasca.rules.notation import PLANK_TEXTS, SQUARE_TEXTS


@dataclass(frozen=True)
class Laid:
    """A plank on the board; `number` counts from 0 in the order placed."""

    number: int
    owner: int
    plank: int
    level: int


class Stack:
    """Planks as they were laid, one after the other."""

    def __init__(self, planks: Iterable[tuple[int, int]] = ()) -> None:
        """Lay planks (owner, plank) that fit."""
        self.laid: list[Laid] = []
        self.top: dict[int, Laid] = {}
        for owner, plank in planks:
            self.lay(owner, plank)

    def height(self, square: int) -> int:
        return self.top[square].level + 1 if square in self.top else 0

    def lay(self, owner: int, plank: int) -> None:
        squares = PLANKS[plank]
        laid = Laid(len(self.laid), owner, plank, self.height(squares[0]))
        self.laid.append(laid)
        self.top.update(dict.fromkeys(squares, laid))

    def below(self, plank: int) -> list[Laid]:
        """Return the planks that a plank would rest on, one entry for each square; none on the ground."""
        squares = PLANKS[plank]
        height = self.height(squares[0])
        return [self.top[square] for square in squares if square in self.top and self.height(square) == height]

    def obstacle(self, plank: int) -> Refusal | None:
        """Rules 5 and 6: why the plank does not fit, whatever its colour."""
        first, *between = PLANKS[plank]
        last = between.pop() if between else first
        height = self.height(first)
        if self.height(last) != height:
            ends = {"first": SQUARE_TEXTS[first], "last": SQUARE_TEXTS[last]}
            heights = {"first_height": height, "last_height": self.height(last)}
            return Refusal(5, "ends_differ", ends | heights)
        for square in between:
            if self.height(square) > height:
                higher = {"square": SQUARE_TEXTS[square], "height": self.height(square), "ends": height}
                return Refusal(5, "too_high" if height else "covered", higher)
        numbers = [laid.number for laid in self.below(plank)]
        for laid in self.below(plank):
            if numbers.count(laid.number) > 1:
                return Refusal(6, "twice", {"plank": PLANK_TEXTS[laid.plank]})
        return None
