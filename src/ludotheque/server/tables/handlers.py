"""Handlers: each turns a request into journal entries, or refuses it. Nothing is changed here."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ludotheque.fairness import seed_of
from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import DownTime
from ludotheque.server.tables.names import told_apart
from ludotheque.server.tables.refusals import Refused, without_control_characters
from ludotheque.server.tables.table import Ask, Table

#: The most milliseconds of lag that are credited to a move.
MAX_CREDIT = 500
#: The most moves of one seat where all seats move at once: there a seat need not wait for others to answer.
MAX_OWN_MOVES = 800
#: How often one person, and how often everybody together, may sit down at a table before the start.
MAX_SITS = 30
MAX_SITS_OF_ALL = 300
#: How often moves may be taken back in a match, and how often a seat may be taken back from a bot.
MAX_TAKEBACKS = 200
MAX_RETURNS = 50


@dataclass(frozen=True)
class Requester:
    """The person who asks, and the round-trip time of their connection in milliseconds.

    `address`: where they ask from; "" if nothing is limited by it.
    """

    person: str
    name: str
    lag: int = 0
    address: str = ""


@dataclass(frozen=True)
class Moment:
    """When a request is handled. `down`: for how long the server was down between two times."""

    now: int
    down: DownTime = lambda since, until: 0


def handle(table: Table, requester: Requester, command: messages.Command, moment: Moment) -> journal.Entries:
    """Turn a person's request into entries. Whether the rules allow a move is checked when it is applied.

    Raises Refused.
    """
    return HANDLERS[type(command)](table, requester, command, moment)


# Before the start


def _sit(table: Table, requester: Requester, command: messages.Sit, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    if table.seats_of(requester.person):
        raise Refused("seated_already", allowed=table.seats_of(requester.person))
    free = table.free_seats()
    seat = free[0] if command.seat is None and free else command.seat
    if seat is None or seat not in free:
        raise Refused("seat_taken", seat=command.seat, allowed=free)
    if table.sits[requester.person] >= MAX_SITS:
        raise Refused("sat_too_often", most=MAX_SITS)
    if table.sits.total() >= MAX_SITS_OF_ALL:
        raise Refused("sat_too_often", key="refused.all_sat_too_often", most=MAX_SITS_OF_ALL)
    return [journal.Sat(seat, requester.person, shown_name(table, requester), command.client_seed)]


def _give_seed(table: Table, requester: Requester, command: messages.GiveSeed, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    return [*_seeded(table, requester, command.client_seed)]


def _seeded(table: Table, requester: Requester, client_seed: str) -> list[journal.Seeded]:
    """Return the entries of a client seed. It is given once, stands at each seat of the person, and stays."""
    seats = _own_seats(table, requester)
    if table.seats[seats[0]].client_seed is not None:
        raise Refused("seed_given_already", allowed=["start"])
    return [journal.Seeded(seat, client_seed) for seat in seats]


def _leave(table: Table, requester: Requester, command: messages.Leave, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    return [journal.Left(seat) for seat in _own_seats(table, requester)]


def _start(table: Table, requester: Requester, command: messages.Start, moment: Moment) -> journal.Entries:
    must_be(table, "open")
    seat = _own_seats(table, requester)[0]
    free = table.free_seats()
    if free:
        raise Refused("seats_are_free", seats=free, allowed=free)
    seeded = _seeded(table, requester, command.client_seed) if command.client_seed else []
    client_seeds = [seat.client_seed for seat in table.seats]
    for each in seeded:
        client_seeds[each.seat] = each.client_seed
    missing = [i for i, seat in enumerate(table.seats) if seat.person is not None and client_seeds[i] is None]
    if missing:
        raise Refused("seeds_are_missing", seats=missing, allowed=["give_seed"])
    return [*seeded, journal.Started(seed_of(table.made.server_seed, table.key, client_seeds), seat)]


# Playing


def _move(table: Table, requester: Requester, command: messages.Move, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    seat = seat_for(table, requester, command.seat)
    if table.seats[seat].bot:
        raise Refused("a_bot_plays_here", seat=seat)
    if table.round_break:
        raise Refused("between_rounds", allowed=["go_on"])
    credit = min(requester.lag, MAX_CREDIT)
    ends = table.clock.ends(seat, moment.down, moment.now)
    if ends is not None and moment.now - credit > ends[0]:
        raise Refused("time_is_up", seat=seat)
    if table.is_stale(seat, command.match_version):
        raise Refused("stale", allowed=table.match_version)
    if table.at_once and table.own_moves[seat] >= MAX_OWN_MOVES:
        raise Refused("out_of_moves", most=MAX_OWN_MOVES)
    return [journal.Moved(seat, command.move, "person", command.id, _charged(table, moment, {seat: credit}))]


def _charged(table: Table, moment: Moment, of_seats: dict[int, int]) -> dict[int, int]:
    """Return the milliseconds to charge to these seats, given their credit; nothing without a clock."""
    if table.clock.plan.kind == "none":
        return {}
    return {seat: table.clock.spent(seat, moment.now, moment.down, credit) for seat, credit in of_seats.items()}


def handle_bot_move(table: Table, seat: int, move: str, version: int) -> journal.Entries:
    """Return the entry of the move that a bot has chosen for that version of the match."""
    must_be(table, "running")
    if table.round_break or not table.seats[seat].bot or table.is_stale(seat, version):
        raise Refused("stale", allowed=table.match_version)
    return [journal.Moved(seat, move, "bot")]


def _go_on(table: Table, requester: Requester, command: messages.GoOn, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    seats = [seat for seat in _own_seats(table, requester) if not table.seats[seat].bot]
    if table.round_break is None or table.round_break.countdown:
        raise Refused("not_between_rounds", allowed=["move"])
    ready: journal.Entries = [journal.WentOn(seat) for seat in seats if seat not in table.round_break.ready]
    if not ready:
        raise Refused("ready_already", allowed=["say"])
    return ready


def handle_break_end(table: Table, moment: Moment) -> journal.Entries:
    """Begin the round once the time for looking at the last one's result, or the countdown, is over."""
    must_be(table, "running")
    pause = table.round_break
    over = pause is not None and pause.until is not None and moment.now >= pause.until
    return [journal.WentOn()] if over else []


def handle_time_up(table: Table, seat: int, moment: Moment) -> journal.Entries:
    """Play the game's own move when the sand timer has run out; else let a bot take over, or the seat resign."""
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
        return [journal.Handed(seat, table.setup.stand_in, charged=charged), *settled(table, {seat}, moment)]
    return [journal.Resigned(seat, "clock", charged), *_after_resigning(table, {seat}, moment)]


# Questions to the others


def _ask_takeback(table: Table, requester: Requester, command: messages.AskTakeback, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    assert table.match is not None
    if not table.setup.takebacks:
        raise Refused("no_takebacks")
    seats = voting_seats(table, requester)
    moves = enumerate(table.match.history)
    mine = [i for i, (seat, _) in moves if seat in seats and i >= len(table.earlier)]
    if not mine:
        raise Refused("nothing_to_take_back")
    if table.revealed > mine[-1]:
        raise Refused("something_came_out")
    if table.takebacks >= MAX_TAKEBACKS:
        raise Refused("out_of_takebacks", most=MAX_TAKEBACKS)
    return _ask(table, requester, Ask(seats[0], "takeback", mine[-1]), moment)


def _ask_end(table: Table, requester: Requester, command: messages.AskEnd, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    return _ask(table, requester, Ask(voting_seats(table, requester)[0], "end", 0), moment)


def _ask(table: Table, requester: Requester, ask: Ask, moment: Moment) -> journal.Entries:
    if table.ask:
        raise Refused("asked_already", allowed=["agree", "decline"])
    if (ask.seat, ask.what) in table.declined:
        raise Refused("declined_already")
    asked = journal.Asked(ask.seat, ask.what, ask.to)
    return [asked] if _missing(table, {ask.seat}) else [asked, *_granted(table, ask, moment)]


def _agree(table: Table, requester: Requester, command: messages.Agree, moment: Moment) -> journal.Entries:
    ask, seats = _open_ask(table), voting_seats(table, requester)
    agreed: journal.Entries = [journal.Agreed(seat) for seat in seats if seat not in ask.agreed]
    if not agreed:
        raise Refused("agreed_already")
    return agreed if _missing(table, ask.agreed | set(seats)) else [*agreed, *_granted(table, ask, moment)]


def _decline(table: Table, requester: Requester, command: messages.Decline, moment: Moment) -> journal.Entries:
    _open_ask(table)
    return [journal.Declined(voting_seats(table, requester)[0])]


def _granted(table: Table, ask: Ask, moment: Moment, leaving: Collection[int] = ()) -> journal.Entries:
    if ask.what == "end":
        return [journal.Ended("agreed")]
    running = dict.fromkeys((seat for seat in table.clock.since if seat not in leaving), 0)
    return [journal.TookBack(ask.to, _charged(table, moment, running))]


def settled(table: Table, leaving: Collection[int], moment: Moment) -> journal.Entries:
    """Return the entries that grant what was asked for, if all who have not agreed to it are leaving."""
    ask = table.ask
    if ask is None or ask.seat in leaving or _missing(table, ask.agreed, leaving):
        return []
    return _granted(table, ask, moment, leaving)


def _missing(table: Table, agreed: Collection[int], leaving: Collection[int] = ()) -> list[int]:
    """Return the seats that have still to agree: those of people who play. Bots agree to everything."""
    who = {table.seats[seat].person for seat in agreed}
    return [seat for seat in table.people() if seat not in leaving and table.seats[seat].person not in who]


def voting_seats(table: Table, requester: Requester) -> list[int]:
    """Return the seats with which a person takes part in questions. Refused: they do not play any more."""
    seats = _own_seats(table, requester)
    voting = [seat for seat in seats if seat in table.people()]
    if not voting and all(table.seats[seat].resigned for seat in seats):
        raise Refused("resigned_already")
    if not voting:
        raise Refused("a_bot_plays_here", seat=seats[0])
    return voting


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
    return [*(journal.Resigned(seat) for seat in seats), *_after_resigning(table, set(seats), moment)]


def _after_resigning(table: Table, leaving: set[int], moment: Moment) -> journal.Entries:
    """End the match when at most one seat is left to win it, or no person to play it."""
    left = [i for i, seat in enumerate(table.seats) if not seat.resigned and i not in leaving]
    people = [seat for seat in left if table.seats[seat].person is not None]
    return settled(table, leaving, moment) if len(left) > 1 and people else [journal.Ended("resigned", left)]


def _hand_over(table: Table, requester: Requester, command: messages.HandOver, moment: Moment) -> journal.Entries:
    must_be(table, "running")
    own = _own_seats(table, requester)
    if all(table.seats[each].resigned for each in own):
        raise Refused("resigned_already")
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
    handed = journal.Handed(command.seat, table.setup.stand_in, own[0], charged)
    return [handed, *settled(table, {command.seat}, moment)]


def _held_for(table: Table, seat: int, moment: Moment) -> int | None:
    """Return for how many more milliseconds the seat of a person who is gone is held; None if they are here."""
    since = table.seats[seat].gone_since
    return None if since is None else since + table.setup.hold * 1000 - moment.now


def _take_back_seat(
    table: Table, requester: Requester, command: messages.TakeBackSeat, moment: Moment
) -> journal.Entries:
    must_be(table, "running")
    seats = [s for s in _own_seats(table, requester) if table.seats[s].bot and not table.seats[s].resigned]
    if not seats:
        raise Refused("nothing_to_take_back")
    if max(table.returns[seat] for seat in seats) >= MAX_RETURNS:
        raise Refused("returned_too_often", most=MAX_RETURNS)
    return [journal.Returned(seat) for seat in seats]


def _say(table: Table, requester: Requester, command: messages.Say, moment: Moment) -> journal.Entries:
    chat = table.setup.chat
    if chat == "nobody" or (chat == "seated" and not table.seats_of(requester.person)):
        raise Refused("no_chat", chat=chat)
    wait = table.said_at.get(requester.person, 0) + table.setup.chat_every * 1000 - moment.now
    if wait > 0:
        raise Refused("slow_chat", seconds=-(-wait // 1000))
    text = without_control_characters(command.text)
    return [journal.Said(requester.person, shown_name(table, requester), text)]


# Checks


def must_be(table: Table, status: str) -> None:
    if table.status != status:
        raise Refused(f"table_is_{table.status}", allowed=status)


def shown_name(table: Table, requester: Requester) -> str:
    """Return a person's name at this table, told apart from those of others who sit there."""
    own = table.seats_of(requester.person)
    others = [seat.name for seat in table.seats if seat.person != requester.person]
    return table.seats[own[0]].name if own else told_apart(requester.name, others)


def _own_seats(table: Table, requester: Requester) -> list[int]:
    seats = table.seats_of(requester.person)
    if not seats:
        raise Refused("not_seated", allowed=["sit"] if table.status == "open" else ["say"])
    return seats


def seat_for(table: Table, requester: Requester, seat: int | None) -> int:
    """Return the seat that a person means: the one they name, or their only eligible seat."""
    seats = _own_seats(table, requester)
    acting = [own for own in seats if own in table.to_act()]
    if seat is None and len(acting or seats) == 1:
        return (acting or seats)[0]
    if seat not in seats:
        raise Refused("not_your_seat", allowed=seats)
    return seat


HANDLERS: dict[type, Callable[..., journal.Entries]] = {
    messages.Sit: _sit,
    messages.GiveSeed: _give_seed,
    messages.Leave: _leave,
    messages.Start: _start,
    messages.Move: _move,
    messages.GoOn: _go_on,
    messages.Say: _say,
    messages.AskTakeback: _ask_takeback,
    messages.AskEnd: _ask_end,
    messages.Agree: _agree,
    messages.Decline: _decline,
    messages.Resign: _resign,
    messages.HandOver: _hand_over,
    messages.TakeBackSeat: _take_back_seat,
}
