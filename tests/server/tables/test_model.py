"""A model of one table with two processes, clients that lose, double and delay messages, and faults of the store.

In any case, acknowledged moves are in the journal once and in order, and every connected client has all entries without
gaps.
"""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.server.fakes import Disk
from tests.server.in_memory import Guest, open_house, settle, store_of, table_of

from ludotheque.errors import LudothequeError
from ludotheque.server.store.base import Append, CannotRead, CannotWrite, Change
from ludotheque.server.tables import handlers, journal, messages
from ludotheque.server.tables.house import House
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Logged, Table

PEOPLE = "ab"


class TableModel(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.disk = Disk()
        self.acknowledged: dict[str, int] = {}
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.moves = 0

    def do(self, work: Any) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 20))

    @initialize(game=st.sampled_from(["nasca", "keks", "nox"]), takebacks=st.booleans())
    def open(self, game: str, takebacks: bool) -> None:
        self.do(self._open(game, takebacks))

    async def _open(self, game: str, takebacks: bool) -> None:
        self.houses: list[House] = []
        # One store stays open, so that the disk outlives every process.
        await self.stack.enter_async_context(open_house(self.disk, "witness"))
        for name in ("one", "two"):
            self.houses.append(await self.stack.enter_async_context(open_house(self.disk, name, single_process=False)))
        live = await table_of(self.houses[0], game, PEOPLE if game != "nox" else "ab1", takebacks=takebacks)
        self.key = live.key
        self.guests = [await self._guest(0, "a"), await self._guest(1, "b"), await self._guest(1, None)]

    async def _guest(self, house: int, person: str | None) -> Guest:
        return await Guest(self.houses[house].live_table(self.key), person).join()

    # What people do

    @rule(person=st.sampled_from(PEOPLE), house=st.integers(0, 1), choice=st.integers(0, 999))
    def move(self, person: str, house: int, choice: int) -> None:
        self.do(self._move(person, house, choice))

    async def _move(self, person: str, house: int, choice: int) -> None:
        live = self.houses[house].live_table(self.key)
        try:
            seat, version, legal = await live.read(
                lambda table: (
                    table.seats_of(person)[0],
                    table.match_version,
                    table.playing.legal_moves(table.seats_of(person)[0]),
                )
            )
        except CannotRead:
            return
        self.moves += 1
        move = legal[choice % len(legal)] if legal else "nonsense"
        message = {"id": f"move {self.moves}", "match_version": version, "move": move, "seat": seat}
        self.sent.append((person, message))
        await self._send(person, house, message)

    async def _send(self, person: str, house: int, message: dict[str, Any]) -> None:
        guest = Guest(self.houses[house].live_table(self.key), person)
        try:
            done = await guest.ask(messages.Move, **message)
        except (CannotWrite, CannotRead):
            return
        except Refused:
            assert message["id"] not in self.acknowledged, "an acknowledged move was refused"
            return
        known = self.acknowledged.setdefault(message["id"], done.entry or 0)
        assert known == done.entry, "a move got two different answers"

    @rule(which=st.integers(0, 50), house=st.integers(0, 1))
    @precondition(lambda self: self.sent)
    def send_again(self, which: int, house: int) -> None:
        """Send a message again: late, doubled, out of order."""
        person, message = self.sent[which % len(self.sent)]
        self.do(self._send(person, house, message))

    @rule(
        person=st.sampled_from(PEOPLE),
        house=st.integers(0, 1),
        command=st.sampled_from(
            [
                messages.AskTakeback,
                messages.AskEnd,
                messages.Agree,
                messages.Decline,
                messages.TakeBackSeat,
                messages.Start,
                messages.Leave,
            ]
        ),
    )
    def ask(self, person: str, house: int, command: Any) -> None:
        async def asking() -> None:
            with suppress(Refused, CannotWrite, CannotRead):
                await Guest(self.houses[house].live_table(self.key), person).ask(command)

        self.do(asking())

    @rule(which=st.integers(0, 2))
    def cut_off(self, which: int) -> None:
        async def cut() -> None:
            self.guests[which].live.leave(self.guests[which].subscriber)

        self.do(cut())

    @rule(which=st.integers(0, 2), house=st.integers(0, 1))
    def reconnect(self, which: int, house: int) -> None:
        """Disconnect, and reconnect with the number of the last entry, perhaps to the other process."""

        async def again() -> None:
            guest = self.guests[which]
            guest.live.leave(guest.subscriber)
            guest.live = self.houses[house].live_table(self.key)
            with suppress(Refused, CannotRead):
                await guest.join(guest.numbers[-1])

        self.do(again())

    # Faults

    @rule(house=st.integers(0, 1), full=st.booleans())
    def disk_full(self, house: int, full: bool) -> None:
        store_of(self.houses[house]).full = full

    @rule(house=st.integers(0, 1), away=st.booleans())
    def database_away(self, house: int, away: bool) -> None:
        store_of(self.houses[house]).away = away

    @rule(house=st.integers(0, 1))
    def deaf(self, house: int) -> None:
        """Lose the other's notifications; this process notices when it writes."""
        store_of(self.houses[house]).listen(lambda key: None)

    @rule(house=st.integers(0, 1))
    def restart(self, house: int) -> None:
        """Kill a process: its memory is lost, its clients reconnect."""

        async def again() -> None:
            name = f"again {self.moves} {house} {len(self.disk.stores)}"
            self.houses[house] = await self.stack.enter_async_context(open_house(self.disk, name, single_process=False))

        self.do(again())
        for which in range(len(self.guests)):
            self.reconnect(which, house)

    # What must hold

    @invariant()
    def no_client_has_a_gap(self) -> None:
        self.do(settle(30))
        for guest in getattr(self, "guests", []):
            assert guest.numbers == list(range(len(guest.numbers))), guest.numbers

    @invariant()
    def what_was_acknowledged_is_in_the_journal_once(self) -> None:
        if not getattr(self, "houses", None):
            return
        stored = self.do(self.disk.stores[0].entries(self.key))
        assert [number for number, _, _ in stored] == list(range(len(stored)))
        found = [(journal.decode(entry), number) for number, _, entry in stored]
        ids = [(entry.move_id, number) for entry, number in found if isinstance(entry, journal.Moved) and entry.move_id]
        assert len({move for move, _ in ids}) == len(ids), "a move was played twice"
        for move, number in self.acknowledged.items():
            assert (move, number) in ids, "an acknowledged move is lost"

    def teardown(self) -> None:
        try:
            self.do(self.stack.aclose())
        finally:
            self.loop.close()


#: Every run tries the same examples; `make test-long` tries new ones.
MORE = int(os.environ.get("LUDOTHEQUE_EXAMPLES", "0"))
TableModel.TestCase.settings = settings(
    max_examples=MORE or 40, stateful_step_count=30, deadline=None, derandomize=not MORE
)
TestTableModel = TableModel.TestCase


async def forgetful_write(self: LiveTable, table: Table, found: journal.Entries, *more: Change) -> list[Logged]:
    """A mutant: what could not be written stays in memory."""
    logged = [table.apply(self.house.store.now(), entry) for entry in found]
    appends = [Append(self.key, x.number, x.at, journal.encode(x.entry)) for x in logged]
    await self.house.store.write(*appends, *more)
    self.announce(table, logged)
    return logged


async def hasty_write(self: LiveTable, table: Table, found: journal.Entries, *more: Change) -> list[Logged]:
    """A mutant: entries are announced before they are written."""
    logged = [table.apply(self.house.store.now(), entry) for entry in found]
    self.announce(table, logged)
    self.table = None
    appends = [Append(self.key, x.number, x.at, journal.encode(x.entry)) for x in logged]
    await self.house.store.write(*appends, *more)
    self.table = table
    return logged


def short_memory(self: Table, person: str, move_id: str) -> list[int]:
    """A mutant: only the last move is recognized when it is sent again."""
    entry = self.log[self.match_version].entry
    same = isinstance(entry, journal.Moved) and entry.seat in self.seats_of(person) and entry.move_id == move_id
    return [self.match_version] if same else []


@pytest.mark.parametrize(
    ("owner", "method", "mutant"),
    [(LiveTable, "write", forgetful_write), (LiveTable, "write", hasty_write), (Table, "answered", short_memory)],
    ids=["forgetful_write", "hasty_write", "short_memory"],
)
def test_the_model_detects_mutants(owner: type, method: str, mutant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, method, mutant)
    monkeypatch.setattr(handlers, "seed_of", lambda *given: "the same deal")  # Hypothesis runs a failing case twice
    quick = settings(max_examples=300, stateful_step_count=30, deadline=None, phases=[Phase.generate], derandomize=True)
    with pytest.raises((AssertionError, LudothequeError)):
        run_state_machine_as_test(TableModel, settings=quick)
