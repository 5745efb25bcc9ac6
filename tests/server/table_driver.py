"""A table without a server: requests are handled and applied at once, at times that the test chooses."""

from __future__ import annotations

import asyncio
from typing import Any

from ludotheque.server.tables import handlers, journal, messages, snapshots
from ludotheque.server.tables.clocks import DownTime
from ludotheque.server.tables.handlers import Moment, Requester
from ludotheque.server.tables.journal import ClockPlan, SeatPlan, Setup
from ludotheque.server.tables.setups import checked
from ludotheque.server.tables.table import Table

SECRET = "5" * 64


class TableDriver:
    """Drives one table. In `who`, a letter is a person on that seat, and a digit a bot of that level."""

    def __init__(
        self, game: str = "keks", who: str = "ab", options: dict[str, Any] | None = None, **setup: Any
    ) -> None:
        self.now = 1_000_000
        self.down: DownTime = lambda since, until: 0
        self.ids = 0
        plans = [SeatPlan("bot", int(one)) if one.isdigit() else SeatPlan("open") for one in who]
        self.table = Table("t" * 16)
        self.table.apply(self.now, journal.Made("a", checked(Setup(game, options or {}, plans, **setup)), SECRET, "c"))
        for seat, one in enumerate(who):
            if not one.isdigit():
                self.ask(one, messages.Sit, seat=seat, client_seed=f"seed of {one}")

    def ask(self, person: str, command: Any, lag: int = 0, **fields: Any) -> list[journal.AnyEntry]:
        """Handle a request and apply its entries; a refusal raises `Refused` and changes nothing."""
        self.ids += 1
        message = command(id=fields.pop("id", f"id {self.ids}"), **fields)
        found = handlers.handle(self.table, Requester(person, person.upper(), lag), message, self.moment)
        self.apply(found)
        return found

    def apply(self, found: list[journal.AnyEntry]) -> None:
        for entry in found:
            # As read from the journal.
            self.table.apply(self.now, journal.decode(journal.encode(entry)))

    def snapshot(
        self, viewer: int | None = None, *, legal: bool = False, table: Table | None = None
    ) -> messages.Snapshot:
        """What this viewer sees on joining."""
        table = table or self.table
        you = [viewer] if viewer is not None else []
        entries = asyncio.run(snapshots.remembered(table, viewer))
        return snapshots.snapshot(table, viewer, you, entries, self.now, self.down, legal=legal)

    @property
    def moment(self) -> Moment:
        return Moment(self.now, self.down)

    def start(self) -> TableDriver:
        self.ask("a", messages.Start)
        return self

    def move(self, person: str, move: str | None = None, **fields: Any) -> list[journal.AnyEntry]:
        """Play a move, by default the first legal one."""
        seat = self.table.seats_of(person)[0]
        text = move or self.match.legal_moves(seat)[0]
        return self.ask(
            person,
            messages.Move,
            match_version=fields.pop("match_version", self.table.match_version),
            move=text,
            **fields,
        )

    def move_on(self, times: int = 1) -> None:
        """Play moves of whoever is to act."""
        for _ in range(times):
            person = self.table.seats[self.match.to_act[0]].person
            assert person is not None
            self.move(person)

    def bot_moves(self, seat: int) -> list[journal.AnyEntry]:
        move = self.match.legal_moves(seat)[0]
        found = handlers.handle_bot_move(self.table, seat, move, self.table.match_version)
        self.apply(found)
        return found

    def time_is_up(self, seat: int) -> list[journal.AnyEntry]:
        found = handlers.handle_time_up(self.table, seat, self.moment)
        self.apply(found)
        return found

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * 1000)

    @property
    def match(self) -> Any:
        return self.table.match


BANK = ClockPlan("bank", 60, 5)
