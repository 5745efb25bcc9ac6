"""Which journal entries a request becomes, or why it is refused. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.fairness import seed_of
from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import DownTime
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Ask, Table
from ludotheque.server.tables.takebacks import reveals

#: The most milliseconds of lag that are credited to a move.
MAX_CREDIT = 500


@dataclass(frozen=True)
class Requester:
    """The person who asks, and the round-trip time of their connection in milliseconds."""

    person: str
    name: str
    lag: int = 0


@dataclass(frozen=True)
class Moment:
    """The time of a decision. `down`: for how long the server was down between two times."""

    now: int
    down: DownTime = lambda since, until: 0


def decide(table: Table, requester: Requester, command: messages.Command, moment: Moment) -> journal.Entries:
    """The entries that a person's request becomes. Whether the rules allow a move shows when its entry is applied.

    Raises Refused.
    """
    return DECIDERS[type(command)](table, requester, command, moment)


# Before the start


def _sit(table: Table, requester: Requester, command: messages.Sit, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    if table.seats_of(requester.person):
        raise Refused("seated_already", allowed=table.seats_of(requester.person))
    free = [i for i, seat in enumerate(table.seats) if seat.person is None and not seat.bot]
    seat = free[0] if command.seat is None and free else command.seat
    if seat is None or seat not in free:
        raise Refused("seat_taken", seat=command.seat, allowed=free)
    return [journal.Sat(seat, requester.person, requester.name, command.number)]


def _leave(table: Table, requester: Requester, command: messages.Leave, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    return [journal.Left(seat) for seat in _own_seats(table, requester)]


def _start(table: Table, requester: Requester, command: messages.Start, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    seat = _own_seats(table, requester)[0]
    free = [i for i, seat in enumerate(table.seats) if seat.person is None and not seat.bot]
    if free:
        raise Refused("seats_are_free", seats=free, allowed=free)
    numbers = [seat.number for seat in table.seats]
    numbers[seat] = command.number or numbers[seat]
    return [journal.Started(seed_of(table.made.secret, table.key, numbers), seat, command.number)]


# Playing


def _move(table: Table, requester: Requester, command: messages.Move, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    seat = seat_for(table, requester, command.seat)
    if table.seats[seat].bot:
        raise Refused("a_bot_plays_here", seat=seat)
    credit = min(requester.lag, MAX_CREDIT)
    ends = table.clock.ends(seat, moment.down, moment.now)
    if ends is not None and moment.now - credit > ends[0]:
        raise Refused("time_is_up", seat=seat)
    if table.is_stale(seat, command.position):
        raise Refused("stale", allowed=table.position)
    return [journal.Moved(seat, command.move, "person", command.id, _charged(table, moment, {seat: credit}))]


def _charged(table: Table, moment: Moment, of_seats: dict[int, int]) -> dict[int, int]:
    """The milliseconds to charge to these seats, given their credit; nothing without a clock."""
    if table.clock.plan.kind == "none":
        return {}
    return {seat: table.clock.spent(seat, moment.now, moment.down, credit) for seat, credit in of_seats.items()}


def decide_bot(table: Table, seat: int, move: str, position: int) -> journal.Entries:
    """The entry of the move that a bot has chosen in that position."""
    must_be(table, "running")
    if not table.seats[seat].bot or table.is_stale(seat, position):
        raise Refused("stale", allowed=table.position)
    return [journal.Moved(seat, move, "bot")]


def decide_time(table: Table, seat: int, moment: Moment) -> journal.Entries:
    """When the sand timer has run out, the move that the game names; else a bot takes over or the seat resigns."""
    must_be(table, "running")
    assert table.match is not None
    ends = table.clock.ends(seat, moment.down, moment.now)
    if ends is None or moment.now < ends[0]:
        raise Refused("time_is_left", seat=seat)
    if ends[1]:
        assert table.match.spec.sand is not None
        legal = table.match.legal_moves(seat)
        move = next(move for move in table.match.spec.sand.out_of_time if move in legal)
        return [journal.Moved(seat, move, "clock", charged=_charged(table, moment, {seat: 0}))]
    charged = _charged(table, moment, {seat: 0})
    if table.setup.time_up == "bot":
        return [journal.Handed(seat, table.setup.stand_in, charged=charged)]
    return [journal.Resigned(seat, "clock", charged), *_end_if_alone(table, {seat})]


# Questions to the others


def _ask_takeback(table: Table, requester: Requester, command: messages.AskTakeback, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    assert table.match is not None
    if not table.setup.takebacks:
        raise Refused("no_takebacks")
    seats = _own_seats(table, requester)
    moves = enumerate(table.match.history)
    mine = [i for i, (seat, _) in moves if seat in seats and i >= len(table.earlier)]
    if not mine:
        raise Refused("nothing_to_take_back")
    if reveals(table.match, mine[-1]):
        raise Refused("something_came_out")
    return _ask(table, requester, Ask(seats[0], "takeback", mine[-1]), moment)


def _ask_end(table: Table, requester: Requester, command: messages.AskEnd, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    return _ask(table, requester, Ask(_own_seats(table, requester)[0], "end", 0), moment)


def _ask(table: Table, requester: Requester, ask: Ask, moment: Moment) -> journal.Entries:
    if table.ask:
        raise Refused("asked_already", allowed=["agree", "decline"])
    asked = journal.Asked(ask.seat, ask.what, ask.to)
    return (
        [asked]
        if _who_must_agree(table) - set(table.seats_of(requester.person))
        else [asked, *_granted(table, ask, moment)]
    )


def _agree(table: Table, requester: Requester, command: messages.Agree, moment: Moment) -> journal.Entries:
    ask, seats = _open_ask(table), _own_seats(table, requester)
    agreed: journal.Entries = [journal.Agreed(seat) for seat in seats if seat not in ask.agreed]
    if not agreed:
        raise Refused("agreed_already")
    everybody = _who_must_agree(table) <= ask.agreed | set(seats)
    return [*agreed, *_granted(table, ask, moment)] if everybody else agreed


def _decline(table: Table, requester: Requester, command: messages.Decline, moment: Moment) -> journal.Entries:
    _open_ask(table)
    return [journal.Declined(_own_seats(table, requester)[0])]


def _granted(table: Table, ask: Ask, moment: Moment) -> journal.Entries:
    if ask.what == "end":
        return [journal.Ended("agreed")]
    return [journal.TookBack(ask.to, _charged(table, moment, dict.fromkeys(table.clock.since, 0)))]


def _who_must_agree(table: Table) -> set[int]:
    """The seats of people; bots agree to everything."""
    return {seat for seat in table.people() if not table.seats[seat].resigned}


def _open_ask(table: Table) -> Ask:
    if table.ask is None:
        raise Refused("nothing_is_asked")
    return table.ask


# Resigning, handing over, talking


def _resign(table: Table, requester: Requester, command: messages.Resign, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    seats = [seat for seat in _own_seats(table, requester) if not table.seats[seat].resigned]
    if not seats:
        raise Refused("resigned_already")
    return [*(journal.Resigned(seat) for seat in seats), *_end_if_alone(table, set(seats))]


def _end_if_alone(table: Table, leaving: set[int]) -> journal.Entries:
    """End the match when at most one seat is left to win it, or no person to play it."""
    left = [i for i, seat in enumerate(table.seats) if not seat.resigned and i not in leaving]
    people = [seat for seat in left if table.seats[seat].person is not None]
    return [] if len(left) > 1 and people else [journal.Ended("resigned", left)]


def _hand_over(table: Table, requester: Requester, command: messages.HandOver, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    own = _own_seats(table, requester)
    if not 0 <= command.seat < len(table.seats):
        raise Refused("no_such_seat", allowed=list(range(len(table.seats))))
    seat = table.seats[command.seat]
    waits = {each: _held_for(table, each, moment) for each in table.people() if each not in own}
    free = [each for each, wait in waits.items() if wait is not None and wait <= 0]
    if seat.bot or seat.person is None:
        raise Refused("a_bot_plays_here", seat=command.seat, allowed=free)
    wait = waits.get(command.seat)
    if wait is None:
        raise Refused("they_are_here", seat=command.seat, allowed=free)
    if wait > 0:
        raise Refused("the_seat_is_held", seat=command.seat, seconds=-(-wait // 1000), allowed=free)
    charged = _charged(table, moment, {command.seat: 0}) if command.seat in table.clock.since else {}
    return [journal.Handed(command.seat, table.setup.stand_in, own[0], charged)]


def _held_for(table: Table, seat: int, moment: Moment) -> int | None:
    """For how many more milliseconds the seat is held for a person who is gone; None if they are here."""
    since = table.seats[seat].gone_since
    return None if since is None else since + table.setup.hold * 1000 - moment.now


def _take_back_seat(
    table: Table, requester: Requester, command: messages.TakeBackSeat, moment: Moment
) -> journal.Entries:
    must_be(table, "running")
    seats = [s for s in _own_seats(table, requester) if table.seats[s].bot and not table.seats[s].resigned]
    if not seats:
        raise Refused("nothing_to_take_back")
    return [journal.Returned(seat) for seat in seats]


def _say(table: Table, requester: Requester, command: messages.Say, moment: Moment) -> journal.Entries:
    text = "".join(letter for letter in command.text if letter.isprintable()).strip()
    if not text:
        raise Refused("nothing_said")
    return [journal.Said(requester.person, requester.name, text)]


# Checks


def must_be(table: Table, status: str) -> None:
    if table.status != status:
        raise Refused(f"table_is_{table.status}", allowed=status)


def _own_seats(table: Table, requester: Requester) -> list[int]:
    seats = table.seats_of(requester.person)
    if not seats:
        raise Refused("not_seated", allowed=["sit"] if table.status == "open" else ["say"])
    return seats


def seat_for(table: Table, requester: Requester, seat: int | None) -> int:
    """The seat that a person means: the one they name, or the only one they have that can be meant."""
    seats = _own_seats(table, requester)
    acting = [own for own in seats if own in table.to_act()]
    if seat is None and len(acting or seats) == 1:
        return (acting or seats)[0]
    if seat not in seats:
        raise Refused("not_your_seat", allowed=seats)
    return seat


DECIDERS: dict[type, Callable[..., journal.Entries]] = {
    messages.Sit: _sit,
    messages.Leave: _leave,
    messages.Start: _start,
    messages.Move: _move,
    messages.Say: _say,
    messages.AskTakeback: _ask_takeback,
    messages.AskEnd: _ask_end,
    messages.Agree: _agree,
    messages.Decline: _decline,
    messages.Resign: _resign,
    messages.HandOver: _hand_over,
    messages.TakeBackSeat: _take_back_seat,
}
