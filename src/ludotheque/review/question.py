"""A decision that is to be judged, and what all ways to judge it share."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.bots import Budget
from ludotheque.bots.after import DRAWS, NOTHING, UNKNOWN
from ludotheque.match import Match


@dataclass(frozen=True)
class Question:
    """The position, who moved there, and the move."""

    match: Match
    seat: int
    move: str

    @property
    def action(self) -> int:
        return int(self.match.mode.parse(self.move))

    @property
    def open(self) -> bool:
        """Whether the seat saw all there is to see; what is still to be drawn nobody sees."""
        return not self.match.secret or self.match.view(self.seat) == self.match.state()

    def drawn_anew(self, hindsight: bool) -> int:
        """What each iteration of a search draws anew. Hindsight sees all hands, but does not foretell any draw."""
        if not self.match.secret:
            return NOTHING
        return DRAWS if hindsight or self.open else UNKNOWN

    def certainly(self, value: float) -> list[float]:
        """The values of all seats where the mover's is known, and the others share the rest."""
        seats = range(self.match.seats)
        return [value if seat == self.seat else (1.0 - value) / max(1, len(seats) - 1) for seat in seats]


def part_of(budget: Budget, part: float) -> Budget:
    if budget.seconds is not None:
        return Budget(seconds=budget.seconds * part)
    assert budget.simulations is not None
    return Budget(simulations=max(1, round(budget.simulations * part)))
