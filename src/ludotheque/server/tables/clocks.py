"""Clocks: how much time each seat has left. All times are milliseconds of server time.

The time charged to a seat is part of the journal entry, so replaying a journal gives the same clocks, whatever has
become known since about outages or slow connections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludotheque.server.tables.journal import ClockPlan

#: The least time left to a person who takes a seat back from a bot.
GRACE = 30_000

DownTime = Callable[[int, int], int]


class Clock:
    """The clocks of all seats of a match."""

    def __init__(self, plan: ClockPlan, seats: int, sand: int) -> None:
        """`sand`: milliseconds per turn of the game's own sand timer; 0 for none."""
        self.plan = plan
        self.sand = sand
        self.left = [plan.seconds * 1000] * seats
        #: Since when the clock of each seat to act has been running; those of bots never run.
        self.since: dict[int, int] = {}
        #: Since when the sand timer of each seat has been running.
        self.sand_since: dict[int, int] = {}

    @property
    def runs(self) -> bool:
        return self.plan.kind != "none" or self.sand > 0

    def spent(self, seat: int, now: int, down: DownTime, credit: int = 0) -> int:
        """Return what the seat would be charged if it moved now: without the down time of the server, less `credit`."""
        since = self.since.get(seat, now)
        return max(0, now - since - down(since, now) - credit)

    def charge(self, charged: dict[int, int]) -> None:
        for seat, spent in charged.items():
            self.since.pop(seat, None)
            self.left[seat] -= spent
            if self.plan.kind == "hourglass":
                others = [other for other in range(len(self.left)) if other != seat]
                for other in others:
                    self.left[other] += spent // len(others)

    def turn(self, acting: Iterable[int], now: int, ended: Iterable[int], fresh_sand: bool) -> None:
        """Note a move. `acting`: the seats of people who may move now. `ended`: the seats whose turn is over.

        `fresh_sand`: the sand timer has been turned.
        """
        for seat in ended:
            if self.plan.kind in ("turn", "days"):
                self.left[seat] = self.plan.seconds * 1000
            elif self.plan.kind == "bank":
                self.left[seat] += self.plan.increment * 1000
            self.since.pop(seat, None)
        self.since = {seat: self.since.get(seat, now) for seat in acting}
        sand_since = {} if fresh_sand else self.sand_since
        self.sand_since = {seat: sand_since.get(seat, now) for seat in self.since} if self.sand else {}

    def stop(self) -> None:
        self.since = {}
        self.sand_since = {}

    def give_grace(self, seat: int) -> None:
        """Give a person who takes the seat back at least `GRACE`."""
        if self.plan.kind != "none":
            self.left[seat] = max(self.left[seat], GRACE)

    def ends(self, seat: int, down: DownTime, now: int) -> tuple[int, bool] | None:
        """Return when the seat's time will be up, and whether by the sand timer; None: never."""
        ends = []
        if seat in self.sand_since:
            since = self.sand_since[seat]
            ends.append((since + self.sand + down(since, now), True))
        if seat in self.since and self.plan.kind != "none":
            since = self.since[seat]
            ends.append((since + self.left[seat] + down(since, now), False))
        return min(ends, default=None)
