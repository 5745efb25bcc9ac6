"""Those who watch a table: one for each connection."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.server.tables.table import Table


@dataclass(eq=False)
class Listener:
    """`send` takes a frame's JSON and never waits. `lag`: milliseconds there and back, as the house measured it."""

    person: str | None
    send: Callable[[bytes], None]
    legal: bool = False
    lag: int = 0

    def seats(self, table: Table) -> list[int]:
        return table.seats_of(self.person)

    def viewer(self, table: Table) -> int | None:
        """The seat whose knowledge is shown: of somebody with several the one to move."""
        seats = self.seats(table)
        return next((seat for seat in seats if seat in table.to_act()), seats[0] if seats else None)
