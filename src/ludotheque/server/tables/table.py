"""A table, built from the entries of its journal: who sits there, the match, the clock, and the open question."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import ludotheque
from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.server.tables import journal
from ludotheque.server.tables.clocks import Clock
from ludotheque.server.tables.refusals import move_refused

Status = Literal["open", "running", "over"]


@dataclass
class Seat:
    """`person` is None for bots and open seats. `bot`: the level that plays here now, 0 where a person does."""

    plan: journal.SeatPlan
    person: str | None = None
    name: str = ""
    number: str | None = None
    bot: int = 0
    resigned: bool = False
    #: The server process that the person is connected to, or, if they are not connected, since when.
    process: str = ""
    gone_since: int | None = None


@dataclass
class Ask:
    """An open question: who asked what, and which seats have agreed."""

    seat: int
    what: Literal["takeback", "end"]
    to: int
    agreed: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Logged:
    """An entry with its number and time, and the events that it caused, with nothing hidden."""

    number: int
    at: int
    entry: journal.AnyEntry
    events: list[Json] = field(default_factory=list)


class Table:
    """Only `apply` changes it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.log: list[Logged] = []
        self.status: Status = "open"
        self.match: Match | None = None
        self.ask: Ask | None = None
        self.ended: journal.Ended | None = None
        self.rematch = ""
        self.seed = ""
        self.started_at = 0
        self.over_at = 0
        #: Milliseconds from the start to each move of the history.
        self.times: list[int] = []
        #: The number of the last entry that changed the match.
        self.position = 0
        #: Whether all seats move at once, as in a race.
        self.at_once = False
        #: The number of each seat's own last move.
        self.own_position: dict[int, int] = {}
        self._answered: dict[tuple[int, str], int] = {}

    # Queries

    @property
    def number(self) -> int:
        """The number of the last entry; -1 before the first."""
        return len(self.log) - 1

    @property
    def changed(self) -> int:
        return self.log[-1].at

    @property
    def running(self) -> bool:
        return self.status == "running"

    @property
    def earlier(self) -> list[Move]:
        """The moves of a resumed match that were played at another table."""
        return self.made.resumes.history if self.made.resumes else []

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that belong to that person, including those where a bot stands in."""
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def people(self) -> list[int]:
        """The seats that are played by people now."""
        return [i for i, seat in enumerate(self.seats) if seat.person is not None and not seat.bot]

    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act if self.match and self.running else ()

    def answered(self, person: str, move_id: str) -> list[int]:
        """The number of the entry that this move became if it was sent before; [] if not."""
        places = [(seat, move_id) for seat in self.seats_of(person)]
        return [self._answered[place] for place in places if place in self._answered]

    def is_stale(self, seat: int, position: int) -> bool:
        """Whether something that concerns the seat has happened since that position.

        Where all seats move at once, the moves of the others do not.
        """
        if self.at_once:
            return position < self.own_position.get(seat, self._from)
        return position != self.position

    # Changes

    def apply(self, at: int, entry: journal.AnyEntry) -> Logged:
        """Append the next entry. Refused: a move that the rules do not allow; nothing has changed."""
        number = len(self.log)
        events: list[Json] = []
        match entry:
            case journal.Made():
                self._make(entry)
            case journal.Sat():
                seat = self.seats[entry.seat]
                seat.person, seat.name, seat.number, seat.gone_since = entry.person, entry.name, entry.number, at
            case journal.Left():
                self.seats[entry.seat] = Seat(journal.SeatPlan("open"))
            case journal.Started():
                events = self._start(at, entry)
            case journal.Moved():
                events = self._move(number, at, entry)
            case journal.Asked():
                self.ask = Ask(entry.seat, entry.what, entry.to, {entry.seat})
            case journal.Agreed():
                assert self.ask is not None
                self.ask.agreed.add(entry.seat)
            case journal.Declined():
                self.ask = None
            case journal.TookBack():
                self._take_back(number, at, entry)
            case journal.Resigned():
                self.seats[entry.seat].resigned = True
                self._hand(at, entry.seat, self.setup.stand_in, entry.charged)
            case journal.Handed():
                self._hand(at, entry.seat, entry.level, entry.charged)
            case journal.Returned():
                self.seats[entry.seat].bot = 0
                self.clock.give_grace(entry.seat, at)
                self._run_clock(at, (), fresh_sand=False)
            case journal.Ended():
                self.ended = entry
                self._end(at)
            case journal.Came():
                self.seats[entry.seat].process, self.seats[entry.seat].gone_since = entry.process, None
            case journal.Gone():
                self.seats[entry.seat].process, self.seats[entry.seat].gone_since = "", at
            case journal.Rematch():
                self.rematch = entry.table
            case journal.Said():
                pass
        logged = Logged(number, at, entry, events)
        self.log.append(logged)
        return logged

    def _make(self, entry: journal.Made) -> None:
        self.made = entry
        self.setup = entry.setup
        self.game = ludotheque.game(entry.setup.game)
        self.seats = [Seat(plan, bot=plan.level if plan.who == "bot" else 0) for plan in entry.setup.seats]

    def dealt(self) -> Match:
        """A new match in the position before the first move."""
        return self.game.start(len(self.setup.seats), self.seed, self.setup.options)

    def _start(self, at: int, entry: journal.Started) -> list[Json]:
        setup = self.setup
        self.seed = entry.seed
        self.seats[entry.seat].number = entry.number or self.seats[entry.seat].number
        self.match = match = self.dealt()
        self.at_once = len(match.to_act) > 1
        for seat, move in self.earlier:
            match.play(move, seat)
            self.times.append(0)
        self.status, self.started_at, self.position = "running", at, len(self.log)
        self._from = self.position
        self.clock = Clock(setup.clock, match.seats, match.sand_seconds * 1000)
        self._run_clock(at, (), fresh_sand=True)
        return match.happened(len(self.earlier))

    def _move(self, number: int, at: int, entry: journal.Moved) -> list[Json]:
        match = self.playing
        before, turn = match.to_act, self._turn()
        try:
            match.play(entry.move, entry.seat)
        except LudothequeError as error:
            raise move_refused(error, match, entry.move, entry.seat) from error
        events = match.happened(len(match.history))
        self.times.append(at - self.started_at)
        self.position = self.own_position[entry.seat] = number
        if entry.move_id:
            self._answered[entry.seat, entry.move_id] = number
        self.ask = None
        self.clock.charge(entry.charged)
        if match.over:
            self._end(at)
            return events
        fresh = self._turn() != turn
        again = fresh or not match.mode.turn_events.isdisjoint(event["event"] for event in events)
        ended = [seat for seat in before if seat not in match.to_act or again]
        self._run_clock(at, ended, fresh_sand=fresh)
        return events

    def _take_back(self, number: int, at: int, entry: journal.TookBack) -> None:
        match = self.playing
        while len(match.history) > entry.to:
            match.undo()
        del self.times[entry.to :]
        self.position = self._from = number
        self.own_position.clear()
        self.ask = None
        self.clock.charge(entry.charged)
        self._run_clock(at, match.to_act, fresh_sand=True)

    def _hand(self, at: int, seat: int, level: int, charged: dict[int, int]) -> None:
        self.seats[seat].bot = level
        if self.ask and not self.ask.agreed >= {self.ask.seat} - {seat}:
            self.ask = None
        self.clock.charge(charged)
        self._run_clock(at, (), fresh_sand=False)

    def _run_clock(self, at: int, ended: tuple[int, ...] | list[int], *, fresh_sand: bool) -> None:
        people = [seat for seat in self.playing.to_act if not self.seats[seat].bot]
        self.clock.turn(people, at, ended, fresh_sand)

    def _end(self, at: int) -> None:
        self.status, self.over_at, self.ask = "over", at, None
        self.clock.stop()

    def _turn(self) -> object:
        """A value that changes with each turn, for a game with a sand timer; None if none runs."""
        sand = self.playing.spec.sand
        return sand.turn(self.playing.view(None)) if sand and self.clock.runs and not self.at_once else None

    @property
    def playing(self) -> Match:
        """The match; the table must have started."""
        assert self.match is not None
        return self.match
