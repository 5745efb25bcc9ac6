"""A table, built from the entries of its journal: who sits there, the match, the clock, and the open question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from numpy.typing import NDArray

from ludotheque.errors import LudothequeError
from ludotheque.games.spec import Json
from ludotheque.match import Match, Move
from ludotheque.server.tables import journal
from ludotheque.server.tables.clocks import Clock
from ludotheque.server.tables.refusals import Refused, move_refused
from ludotheque.server.tables.remembered import Remembered
from ludotheque.server.tables.setups import game_under

Status = Literal["open", "running", "over"]

#: For how many milliseconds several people look at the result of a round at most.
LONGEST_BREAK = 15_000
#: For how many milliseconds the start of a round is counted down where all seats move at once.
COUNTDOWN = 3_000


@dataclass
class Seat:
    """`person` is None for bots and open seats. `bot`: the level that plays here now, 0 where a person does."""

    plan: journal.SeatPlan
    person: str | None = None
    name: str = ""
    client_seed: str | None = None
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


@dataclass
class Break:
    """Nobody moves and no clock runs: between two rounds until everybody is ready, or while a start is counted down.

    `until`: when it ends at the latest; None where one person plays, who may take their time.
    """

    until: int | None
    ready: set[int] = field(default_factory=set)
    countdown: bool = False


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
        #: The numbers of the entries that a snapshot contains.
        self.remembered = Remembered()
        self.status: Status = "open"
        self.match: Match | None = None
        self.ask: Ask | None = None
        self.round_break: Break | None = None
        self.ended: journal.Ended | None = None
        self.rematch = ""
        self.seed = ""
        self.started_at = 0
        self.over_at = 0
        #: Milliseconds from the start to each move of the history.
        self.times: list[int] = []
        #: The number of the last entry that changed the match.
        self.match_version = 0
        #: Whether all seats move at once, as in a race.
        self.at_once = False
        #: The number of each seat's own last move.
        self.own_version: dict[int, int] = {}
        #: Up to which move, counted from 1, nothing can be taken back because something was revealed.
        self.revealed = 0
        #: How many moves each seat has played.
        self.own_moves: Counter[int] = Counter()
        #: How often each person has sat down, how often moves were taken back, and how often seats were taken back.
        self.sits: Counter[str] = Counter()
        self.takebacks = 0
        self.returns: Counter[int] = Counter()
        #: What each seat has asked for, and been declined, since the last move.
        self.declined: set[tuple[int, str]] = set()
        #: The people whom the journal names, each with the number of the first entry that does.
        self.named: dict[str, int] = {}
        #: When each person last said something.
        self.said_at: dict[str, int] = {}
        #: How often each seat's person has gone since the last move.
        self.absences: Counter[int] = Counter()
        self._answered: dict[tuple[int, str], int] = {}
        #: The match that is resumed here, while its moves are played.
        self._resumed: Match | None = None

    # Queries

    @property
    def last_entry(self) -> int:
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
        """Return the seats that belong to that person, including those where a bot stands in."""
        return [i for i, seat in enumerate(self.seats) if person is not None and seat.person == person]

    def free_seats(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat.person is None and not seat.bot]

    def people(self) -> list[int]:
        """Return the seats that are played by people now."""
        return [i for i, seat in enumerate(self.seats) if seat.person is not None and not seat.bot]

    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act if self.match and self.running and not self.round_break else ()

    def answered(self, person: str, move_id: str) -> list[int]:
        """Return the number of the entry that this move became if it was sent before; [] if not."""
        places = [(seat, move_id) for seat in self.seats_of(person)]
        return [self._answered[place] for place in places if place in self._answered]

    def is_stale(self, seat: int, version: int) -> bool:
        """Return whether something that concerns the seat has happened since that version of the match.

        Where all seats move at once, the moves of the others do not.
        """
        if self.at_once:
            return version < self.own_version.get(seat, self._from)
        return version != self.match_version

    # Changes

    def apply(self, at: int, entry: journal.AnyEntry) -> Logged:
        """Append the next entry. Raises Refused if it is a move that the rules do not allow; then nothing has changed.

        Also refused: an entry of rules that this release does not know, or that are not those of the table.
        """
        number = len(self.log)
        if number and entry.rules_version != self.made.rules_version:
            ours = self.made.rules_version
            raise Refused("other_rules", version=entry.rules_version, ours=ours, allowed=[ours])
        logged = Logged(number, at, entry, self._change(number, at, entry))
        for person in journal.people_of(entry):
            self.named.setdefault(person, number)
        self.log.append(logged)
        self.remembered.add(number, entry)
        return logged

    def _change(self, number: int, at: int, entry: journal.AnyEntry) -> list[Json]:
        """Change what the entry says; return the events that it caused."""
        match entry:
            case journal.Started():
                return self._start(at, entry)
            case journal.Moved():
                return self._move(number, at, entry)
            case journal.Made():
                self._make(entry)
            case journal.Sat() | journal.Seeded() | journal.Left() | journal.Came() | journal.Gone():
                self._change_seat(at, entry)
            case journal.Resigned() | journal.Handed() | journal.Returned():
                self._change_player(at, entry)
            case journal.Asked() | journal.Agreed() | journal.Declined():
                self._change_ask(entry)
            case journal.TookBack():
                self._take_back(number, at, entry)
            case journal.WentOn():
                self._go_on(at, entry)
            case journal.Ended():
                self.ended = entry
                self._end(at)
            case journal.Rematch():
                self.rematch = entry.table
            case journal.Said():
                self.said_at[entry.person] = at
        return []

    def _change_seat(
        self, at: int, entry: journal.Sat | journal.Seeded | journal.Left | journal.Came | journal.Gone
    ) -> None:
        """Seat a person or free the seat, note that they come or go, or keep their client seed."""
        seat = self.seats[entry.seat]
        match entry:
            case journal.Sat():
                seat.person, seat.name = entry.person, entry.name
                seat.client_seed, seat.gone_since = entry.client_seed, at
                self.sits[entry.person] += 1
            case journal.Seeded():
                seat.client_seed = entry.client_seed
            case journal.Left():
                self.seats[entry.seat] = Seat(journal.SeatPlan("open"))
            case journal.Came():
                seat.process, seat.gone_since = entry.process, None
            case journal.Gone():
                seat.process, seat.gone_since = "", at
                self.absences[entry.seat] += 1

    def _change_player(self, at: int, entry: journal.Resigned | journal.Handed | journal.Returned) -> None:
        """Let a bot take over a person's seat, or the person take it back."""
        match entry:
            case journal.Resigned():
                self.seats[entry.seat].resigned = True
                self._hand(at, entry.seat, self.setup.stand_in, entry.charged)
            case journal.Handed():
                self._hand(at, entry.seat, entry.level, entry.charged)
            case journal.Returned():
                self.seats[entry.seat].bot = 0
                self.returns[entry.seat] += 1
                self.clock.give_grace(entry.seat)
                self._run_clock(at, (), fresh_sand=False)

    def _change_ask(self, entry: journal.Asked | journal.Agreed | journal.Declined) -> None:
        """Ask the others, or note that they agree or decline."""
        if isinstance(entry, journal.Asked):
            self.ask = Ask(entry.seat, entry.what, entry.to, {entry.seat})
        elif self.ask is None:
            pass  # in journals of earlier versions, a question outlives the one who asked it
        elif isinstance(entry, journal.Agreed):
            self.ask.agreed.add(entry.seat)
        else:
            self.declined.add((self.ask.seat, self.ask.what))
            self.ask = None

    def _make(self, entry: journal.Made) -> None:
        self.made = entry
        self.setup = entry.setup
        self.game = game_under(entry.setup.game, entry.rules_version)
        self.seats = [Seat(plan, bot=plan.level if plan.who == "bot" else 0) for plan in entry.setup.seats]

    def dealt(self) -> Match:
        """Return a new match in the position before the first move."""
        return self.game.start(len(self.setup.seats), self.seed, self.setup.options)

    def replay_earlier(self, entry: journal.Started) -> Iterator[None]:
        """Deal, and play the moves of the match that is resumed, if they have not been; each is a step.

        Whoever takes these steps before applying the entry may let others have a turn between them.
        """
        if self._resumed is None:
            self.seed = entry.seed
            self._resumed = self.dealt()
            self.at_once = len(self._resumed.to_act) > 1
        for seat, move in self.earlier[len(self._resumed.history) :]:
            self._resumed.play(move, seat)
            yield

    def _start(self, at: int, entry: journal.Started) -> list[Json]:
        setup = self.setup
        starter = self.seats[entry.seat]
        starter.client_seed = entry.client_seed or starter.client_seed
        for _ in self.replay_earlier(entry):
            pass
        self.match, self._resumed = self._resumed, None
        match = self.playing
        self.times = [0] * len(self.earlier)
        self.status, self.started_at, self.match_version = "running", at, len(self.log)
        self._from = self.match_version
        self.clock = Clock(setup.clock, match.seats, match.sand_seconds * 1000)
        if setup.round_breaks:
            self._count_down(at)
        self._run_clock(at, (), fresh_sand=True)
        return match.happened(len(self.earlier))

    def _move(self, number: int, at: int, entry: journal.Moved) -> list[Json]:
        match = self.playing
        before, turn = match.to_act, self._turn()
        states = match.states.copy()
        try:
            match.play(entry.move, entry.seat)
        except LudothequeError as error:
            raise move_refused(error, match, entry.move, entry.seat) from error
        if reveals(match, states, entry):
            self.revealed = len(match.history)
        events = match.happened(len(match.history))
        self.times.append(at - self.started_at)
        self.match_version = self.own_version[entry.seat] = number
        if entry.move_id:
            self._answered[entry.seat, entry.move_id] = number
        self.own_moves[entry.seat] += 1
        self.ask = None
        self.declined.clear()
        self.absences.clear()
        self.clock.charge(entry.charged)
        if match.over:
            self._end(at)
            return events
        if self.setup.round_breaks and any(event["event"] == match.mode.round_event for event in events):
            self._begin_break(at)
        fresh = self._turn() != turn
        again = fresh or not match.mode.turn_events.isdisjoint(event["event"] for event in events)
        ended = [seat for seat in before if seat not in match.to_act or again]
        self._run_clock(at, ended, fresh_sand=fresh)
        return events

    def _take_back(self, number: int, at: int, entry: journal.TookBack) -> None:
        match = self.playing
        match.undo(len(match.history) - entry.to)
        del self.times[entry.to :]
        self.takebacks += 1
        self.match_version = self._from = number
        self.own_version.clear()
        self.ask = self.round_break = None
        self.clock.charge(entry.charged)
        self._run_clock(at, match.to_act, fresh_sand=True)

    def _go_on(self, at: int, entry: journal.WentOn) -> None:
        assert self.round_break is not None
        self.round_break.ready.update(self.people() if entry.seat is None else [entry.seat])
        self._end_break(at)

    def _hand(self, at: int, seat: int, level: int, charged: dict[int, int]) -> None:
        self.seats[seat].bot = level
        if self.ask and self.ask.seat == seat:
            self.ask = None
        self.clock.charge(charged)
        self._run_clock(at, (), fresh_sand=False)
        self._end_break(at)

    def _begin_break(self, at: int) -> None:
        people = self.people()
        if people:
            self.round_break = Break(at + LONGEST_BREAK if len(people) > 1 else None)

    def _end_break(self, at: int) -> None:
        """End the break if everybody is ready."""
        if self.round_break and self.round_break.ready.issuperset(self.people()):
            counted_down = self.round_break.countdown
            self.round_break = None
            if not counted_down:
                self._count_down(at)
            self._run_clock(at, (), fresh_sand=True)

    def _count_down(self, at: int) -> None:
        """Let nobody begin before the others, where all seats move at once."""
        if self.at_once and self.people():
            self.round_break = Break(at + COUNTDOWN, countdown=True)

    def _run_clock(self, at: int, ended: tuple[int, ...] | list[int], *, fresh_sand: bool) -> None:
        people = [seat for seat in self.to_act() if not self.seats[seat].bot]
        self.clock.turn(people, at, ended, fresh_sand)

    def _end(self, at: int) -> None:
        self.status, self.over_at, self.ask, self.round_break = "over", at, None, None
        if self.match is not None:
            self.clock.stop()

    def _turn(self) -> object:
        """Return a value that changes with each turn, for a game with a sand timer; None if none runs."""
        sand = self.playing.spec.sand
        return sand.turn(self.playing.view(None)) if sand and self.clock.runs and not self.at_once else None

    @property
    def playing(self) -> Match:
        """The match. Raises Refused if it has not begun, or the table was abandoned before that."""
        if self.match is None:
            raise Refused("table_is_open" if self.status == "open" else "never_began", allowed=["running", "over"])
        return self.match


def reveals(match: Match, before: NDArray[Any], moved: journal.Moved) -> bool:
    """Return whether the last move showed anybody something uncertain. `before`: the states before it."""
    mode = match.mode
    if mode.reveals is None:
        return False
    return mode.reveals(before[0], moved.seat, mode.parse(moved.move), match.states[0])
