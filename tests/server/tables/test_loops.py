"""No loop of requests makes a journal, or what a newcomer is sent, grow without end.

Each example is a few steps that are repeated hundreds of times. The mutants lift one limit each.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.server.in_memory import Guest, open_house, table_of
from tests.server.table_driver import TableDriver
from tests.server.tables.test_bounds import refused
from tests.server.web.guests import story

from ludotheque.server.tables import handlers, journal, messages, remembered, snapshots
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Logged

pytestmark = pytest.mark.attack

#: Who asks for what; `come` and `go` are connections.
Step = tuple[str, str]
Loop = tuple[Step, ...]

TIMES = 300
#: Seconds between two steps; a seat is held for less.
PAUSE = 11
COMMANDS: dict[str, tuple[type, dict[str, Any]]] = {
    "sit": (messages.Sit, {"client_seed": "seed"}),
    "sit down": (messages.Sit, {}),
    "give seed": (messages.GiveSeed, {"client_seed": "seed"}),
    "leave": (messages.Leave, {}),
    "start": (messages.Start, {}),
    "go on": (messages.GoOn, {}),
    "say": (messages.Say, {"text": "hello"}),
    "take back": (messages.AskTakeback, {}),
    "end": (messages.AskEnd, {}),
    "agree": (messages.Agree, {}),
    "decline": (messages.Decline, {}),
    "resign": (messages.Resign, {}),
    "hand over": (messages.HandOver, {"seat": 0}),
    "return": (messages.TakeBackSeat, {}),
}
CAPS = ("MAX_SITS", "MAX_SITS_OF_ALL", "MAX_TAKEBACKS", "MAX_RETURNS")
#: The tables: who sits there, and whether the match has begun.
TABLES: dict[str, tuple[str, bool]] = {"open": ("ab", False), "alone": ("a1", True), "two": ("ab", True)}
#: Loops that need several people, or steps in a certain order.
CHANGING_SEATS: Loop = (("b", "leave"), ("b", "sit down"), ("b", "give seed"))
CHATTING: Loop = (("a", "say"),)
FLAPPING: Loop = (("a", "come"), ("a", "go"))
TAKING_BACK: Loop = (("a", "move"), ("a", "take back"))
TAKING_BACK_TOGETHER: Loop = (("a", "move"), ("a", "take back"), ("b", "agree"))
ASKING: Loop = (("a", "move"), ("a", "end"), ("b", "decline"), ("a", "take back"), ("b", "agree"))
HANDING_OVER: Loop = (("b", "hand over"), ("a", "return"))


def driver_of(table: str) -> TableDriver:
    who, started = TABLES[table]
    driver = TableDriver("nasca", who, hold=10, chat="everybody")
    return driver.start() if started else driver


def step(driver: TableDriver, person: str, what: str) -> None:
    """Take one step, or be refused; then a bot moves if it is its turn."""
    driver.wait(PAUSE)
    with suppress(Refused):
        if what in ("come", "go"):
            seats = driver.table.seats_of(person)
            driver.apply([journal.Came(seat, "here") if what == "come" else journal.Gone(seat) for seat in seats])
        elif what == "move":
            seat, legal = handlers.seat_for(driver.table, handlers.Requester(person, person), None), ["none"]
            legal = driver.match.legal_moves(seat) if driver.table.running and seat in driver.match.to_act else legal
            driver.move(person, legal[0])
        else:
            command, fields = COMMANDS[what]
            driver.ask(person, command, **fields)
    for seat in driver.table.to_act():
        if driver.table.seats[seat].bot:
            driver.bot_moves(seat)


def repeated(table: str, loop: Loop, times: int = TIMES) -> TableDriver:
    driver = driver_of(table)
    for _ in range(times):
        for person, what in loop:
            step(driver, person, what)
    return driver


def standing(entries: Iterable[tuple[int, str, dict[str, Any]]]) -> list[int]:
    """The numbers of the moves that stand, as a client reads the entries."""
    moves: list[int] = []
    for number, kind, fields in entries:
        if kind == "moved":
            moves.append(number)
        elif kind == "tookback":
            del moves[fields["to"] :]
    return moves


def as_read(logged: Logged) -> tuple[int, str, dict[str, Any]]:
    to = {"to": logged.entry.to} if isinstance(logged.entry, journal.TookBack) else {}
    return logged.number, snapshots.KIND_NAMES[type(logged.entry)], to


def check_snapshot(table: str, loop: Loop) -> None:
    """Besides the moves that stand, a snapshot has a bounded number of entries, and tells the same moves."""
    driver = repeated(table, loop)
    shown = driver.snapshot()
    moves = standing(map(as_read, driver.table.log))
    assert standing((each.number, each.kind, each.fields) for each in shown.entries) == moves
    assert len(shown.entries) - len(moves) <= sum(remembered.LIMITS.values()) + 20
    assert len(messages.encode(shown)) <= 20_000 + 500 * len(moves)
    newest = driver.table.log[-1].number if driver.table.log else -1
    assert shown.entries[-1].number == shown.last_entry == newest


def check_journal(table: str, loop: Loop) -> None:
    """Chat and connections aside, which take time, a journal ends."""
    driver = repeated(table, loop)
    free = (journal.Said, journal.Came, journal.Gone)
    assert sum(not isinstance(each.entry, free) for each in driver.table.log) <= TIMES


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Small limits, so that hundreds of steps exceed them."""
    for cap in CAPS:
        monkeypatch.setattr(handlers, cap, 5)
    for kind in remembered.LIMITS:
        monkeypatch.setitem(remembered.LIMITS, kind, 10)
    return monkeypatch


def lift(monkeypatch: pytest.MonkeyPatch, *caps: str) -> None:
    for cap in caps:
        monkeypatch.setattr(handlers, cap, 10**9)


steps = st.tuples(st.sampled_from("abs"), st.sampled_from([*COMMANDS, "move", "move", "come", "go"]))
loops = st.lists(steps, min_size=1, max_size=5).map(tuple)


def with_known_loops(test: Any) -> Any:
    for table, loop in (
        ("open", CHANGING_SEATS),
        ("two", CHATTING),
        ("two", FLAPPING),
        ("alone", TAKING_BACK),
        ("two", TAKING_BACK_TOGETHER),
        ("two", ASKING),
        ("two", HANDING_OVER),
    ):
        test = example(table=table, loop=loop)(test)
    examples = settings(max_examples=30, deadline=None, derandomize=True)
    return examples(given(table=st.sampled_from(sorted(TABLES)), loop=loops)(test))


def test_no_loop_makes_a_snapshot_grow(small: pytest.MonkeyPatch) -> None:
    """Not even if nothing is capped."""
    lift(small, *CAPS)
    with_known_loops(check_snapshot)()


def test_no_loop_makes_a_journal_grow(small: pytest.MonkeyPatch) -> None:
    with_known_loops(check_journal)()


@pytest.mark.parametrize(
    ("kind", "table", "loop"),
    [
        ("lines", "two", CHATTING),
        ("presences", "two", FLAPPING),
        ("sittings", "open", CHANGING_SEATS),
        ("questions", "two", ASKING),
        ("takebacks", "alone", TAKING_BACK),
        ("takebacks", "two", TAKING_BACK_TOGETHER),
        ("absences", "two", HANDING_OVER),
    ],
)
def test_a_snapshot_that_forgets_nothing_is_detected(
    kind: remembered.Settled, table: str, loop: Loop, small: pytest.MonkeyPatch
) -> None:
    lift(small, *CAPS)
    check_snapshot(table, loop)
    small.setattr(remembered.Remembered, "settle", keeps_all(kind))
    with pytest.raises(AssertionError):
        check_snapshot(table, loop)


def keeps_all(kind: remembered.Settled) -> Any:
    """A mutant: entries of that kind are never forgotten."""
    settle = remembered.Remembered.settle

    def settle_others(self: remembered.Remembered, settled: remembered.Settled, group: list[int]) -> None:
        if settled != kind:
            settle(self, settled, group)

    return settle_others


def test_a_takeback_that_goes_without_its_moves_is_detected(small: pytest.MonkeyPatch) -> None:
    """Then the moves that it undid would stand again."""
    lift(small, *CAPS)
    settle = remembered.Remembered.settle

    def alone(self: remembered.Remembered, kind: remembered.Settled, group: list[int]) -> None:
        settle(self, kind, group[-1:] if kind == "takebacks" else group)

    small.setattr(remembered.Remembered, "settle", alone)
    with pytest.raises(AssertionError):
        check_snapshot("alone", TAKING_BACK)


@pytest.mark.parametrize(
    ("caps", "table", "loop"),
    [
        (("MAX_SITS", "MAX_SITS_OF_ALL"), "open", CHANGING_SEATS),
        (("MAX_TAKEBACKS",), "alone", TAKING_BACK),
        (("MAX_TAKEBACKS",), "two", TAKING_BACK_TOGETHER),
        (("MAX_RETURNS",), "two", HANDING_OVER),
    ],
)
def test_a_table_without_a_limit_is_detected(
    caps: tuple[str, ...], table: str, loop: Loop, small: pytest.MonkeyPatch
) -> None:
    check_journal(table, loop)
    lift(small, *caps)
    with pytest.raises(AssertionError):
        check_journal(table, loop)


# What the limits say


def test_nobody_sits_down_without_end() -> None:
    driver = TableDriver("nasca", "ab")
    for _ in range(handlers.MAX_SITS - 1):
        driver.ask("b", messages.Leave)
        driver.ask("b", messages.Sit)
    driver.ask("b", messages.Leave)
    out = refused(driver, "b", messages.Sit)
    assert (out.code, out.key, out.params) == ("sat_too_often", "refused.sat_too_often", {"most": handlers.MAX_SITS})
    driver.ask("c", messages.Sit, client_seed="seed")
    driver.start()


def test_nor_does_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "MAX_SITS_OF_ALL", 10)
    driver = TableDriver("nasca", "ab")
    for number in range(8):
        driver.ask("b" if not number else f"stranger {number}", messages.Leave)
        driver.ask(f"stranger {number + 1}", messages.Sit)
    driver.ask("stranger 8", messages.Leave)
    out = refused(driver, "somebody", messages.Sit)
    assert (out.code, out.key, out.params) == ("sat_too_often", "refused.all_sat_too_often", {"most": 10})
    assert out.allowed == ["POST /api/tables"]


def test_at_some_time_every_move_stands() -> None:
    driver = TableDriver("nasca", "a1").start()
    for _ in range(handlers.MAX_TAKEBACKS):
        driver.move("a")
        driver.ask("a", messages.AskTakeback)
    driver.move("a")
    out = refused(driver, "a", messages.AskTakeback)
    assert (out.code, out.params) == ("out_of_takebacks", {"most": handlers.MAX_TAKEBACKS})
    assert out.allowed == ["ask_end", "resign"]


def test_a_seat_does_not_go_to_and_fro_without_end() -> None:
    driver = TableDriver("nasca", "ab", hold=10).start()
    for _ in range(handlers.MAX_RETURNS):
        driver.wait(PAUSE)
        driver.ask("b", messages.HandOver, seat=0)
        driver.ask("a", messages.TakeBackSeat)
    driver.ask("b", messages.HandOver, seat=0)
    out = refused(driver, "a", messages.TakeBackSeat)
    assert (out.code, out.params, out.allowed) == ("returned_too_often", {"most": handlers.MAX_RETURNS}, ["resign"])


@story
async def test_whoever_has_missed_much_is_sent_a_snapshot() -> None:
    async with open_house() as house:
        live = await table_of(house, "keks", "ab")
        last = await live.read(lambda table: table.last_entry)
        await live.append(lambda table, moment: [journal.Said("a", "A", "hello")] * snapshots.MAX_MISSED)
        one = await Guest(live, "a").join(last)
        assert [frame["type"] for frame in one.frames] == ["news", "news"]  # the second one says that they have come
        assert len(one.frames[0]["entries"]) == snapshots.MAX_MISSED
        live.leave(one.subscriber)
        frames = (await Guest(live, "b").join(last)).frames
        assert frames[0]["type"] == "snapshot"
        assert len(frames[0]["entries"]) < snapshots.MAX_MISSED
