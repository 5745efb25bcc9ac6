"""Keks (classic) in plain Python, as one would write it for an experiment. Rule numbers as in the game's README."""

from __future__ import annotations

import random

STOP = 64
COLOURS, TILES_PER_COLOUR = 10, 6
SQUARES = [square for square in range(64) if square not in (0, 7, 56, 63)]
NEIGHBOURS = {
    square: [
        square + step
        for step, inside in (
            (-8, square >= 8),
            (8, square < 56),
            (-1, square % 8 > 0),
            (1, square % 8 < 7),
        )
        if inside and square + step in SQUARES
    ]
    for square in SQUARES
}


class Keks:
    """A match. `tiles` maps each square with a tile to its colour."""

    def __init__(self, tiles: dict[int, int]) -> None:
        self.tiles = dict(tiles)
        self.held = [[0] * COLOURS, [0] * COLOURS]
        self.won = [0, 0]
        self.gone: set[int] = set()
        self.decided: set[int] = set()
        self.colour: int | None = None
        self.turn = 0
        self.over = False

    @classmethod
    def deal(cls, chance: random.Random) -> Keks:
        """Rule 1."""
        colours = [colour for colour in range(COLOURS) for _ in range(TILES_PER_COLOUR)]
        chance.shuffle(colours)
        return cls(dict(zip(SQUARES, colours, strict=True)))

    def legal_actions(self) -> list[int]:
        """Rules 2 to 4."""
        if self.over:
            return []
        if self.colour is None:
            return [square for square in sorted(self.tiles) if self.can_be_taken(square)]
        return [*self.takes_of(self.colour), STOP]

    def takes_of(self, colour: int) -> list[int]:
        return sorted(square for square, own in self.tiles.items() if own == colour and self.can_be_taken(square))

    def can_be_taken(self, square: int) -> bool:
        """Rule 3."""
        around = [other for other in NEIGHBOURS[square] if other in self.tiles]
        return len(around) < 2 or (len(around) == 2 and self.are_joined(around[0], around[1], without=square))

    def are_joined(self, first: int, second: int, without: int) -> bool:
        """Whether a path of tiles leads from one to the other."""
        seen, ahead = {first, without}, [first]
        while ahead:
            for other in NEIGHBOURS[ahead.pop()]:
                if other == second:
                    return True
                if other in self.tiles and other not in seen:
                    seen.add(other)
                    ahead.append(other)
        return False

    def apply(self, action: int) -> None:
        if action != STOP:
            self.take(action)
            if self.over or (self.colour is not None and self.takes_of(self.colour)):
                return
        self.colour = None
        self.turn = 1 - self.turn

    def take(self, square: int) -> None:
        """Rules 5 to 8."""
        colour = self.colour = self.tiles.pop(square)
        if colour not in self.gone:
            self.gone.add(colour)
        elif colour not in self.decided:
            self.held[self.turn][colour] += 1
            if self.held[self.turn][colour] == 3:
                self.win(colour)

    def win(self, colour: int) -> None:
        """Rules 7 and 8: the first colour to be won is eliminated."""
        if self.decided:
            self.won[self.turn] += 1
            self.over = self.won[self.turn] == 5
        self.decided.add(colour)
