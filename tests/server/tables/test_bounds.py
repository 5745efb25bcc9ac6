"""Nothing that people do again and again makes a table's journal or its snapshots grow without end."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.in_memory import Guest, open_house, settle, table_of
from tests.server.table_driver import TableDriver
from tests.server.web.guests import story

from ludotheque.server.tables import handlers, journal, live_table, messages
from ludotheque.server.tables.refusals import Refused

pytestmark = pytest.mark.attack


def refused(driver: TableDriver, person: str, command: type, **fields: Any) -> Refused:
    before = driver.table.last_entry
    with pytest.raises(Refused) as error:
        driver.ask(person, command, **fields)
    assert driver.table.last_entry == before
    return error.value


@pytest.mark.parametrize("command", [messages.AskTakeback, messages.AskEnd])
def test_what_was_declined_is_not_asked_again_before_the_next_move(command: type) -> None:
    driver = TableDriver("nasca").start()
    driver.move("a")
    driver.ask("a", command)
    driver.ask("b", messages.Decline)
    assert refused(driver, "a", command).code == "declined_already"
    other = messages.AskEnd if command is messages.AskTakeback else messages.AskTakeback
    driver.ask("a", other)
    driver.ask("b", messages.Decline)
    driver.move("b")
    driver.ask("a", command)
    assert driver.table.ask is not None


def test_whoever_takes_their_own_question_back_does_not_ask_again() -> None:
    driver = TableDriver("nasca").start()
    driver.ask("a", messages.AskEnd)
    driver.ask("a", messages.Decline)
    assert refused(driver, "a", messages.AskEnd).code == "declined_already"
    driver.ask("b", messages.AskEnd)


def test_only_seated_people_chat_unless_the_table_says_otherwise() -> None:
    driver = TableDriver("keks").start()
    driver.ask("a", messages.Say, text="hello")
    stranger = refused(driver, "stranger", messages.Say, text="hello")
    assert (stranger.code, stranger.params) == ("no_chat", {"chat": "seated"})
    TableDriver("keks", chat="everybody").start().ask("stranger", messages.Say, text="hello")
    assert refused(TableDriver("keks", chat="nobody").start(), "a", messages.Say, text="hello").code == "no_chat"


def test_a_table_may_slow_down_its_chat() -> None:
    driver = TableDriver("keks", chat_every=30).start()
    driver.ask("a", messages.Say, text="one")
    driver.ask("b", messages.Say, text="me too")
    driver.wait(29.5)
    assert refused(driver, "a", messages.Say, text="two").params == {"seconds": 1}
    driver.wait(0.5)
    driver.ask("a", messages.Say, text="two")


def test_a_seat_of_a_race_does_not_move_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handlers, "MAX_OWN_MOVES", 3)
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    for _ in range(3):
        driver.move("a")
    out = refused(driver, "a", messages.Move, match_version=driver.table.match_version, move="give up")
    assert (out.code, out.params, out.allowed) == ("out_of_moves", {"most": 3}, ["resign"])
    driver.move("b")


def test_turns_are_not_counted() -> None:
    """Where seats take turns, the rules themselves bound a match."""
    driver = TableDriver("keks").start()
    driver.table.own_moves[0] = driver.table.own_moves[1] = handlers.MAX_OWN_MOVES
    driver.move_on()


def test_a_snapshot_forgets_old_chat_and_old_comings_and_goings() -> None:
    driver = TableDriver("keks").start()
    for number in range(300):
        driver.apply([journal.Said("a", "A", f"line {number}"), journal.Came(0, "here"), journal.Gone(0)])
    driver.move_on()
    shown = driver.snapshot()
    said = [entry.fields["text"] for entry in shown.entries if entry.kind == "said"]
    assert said == [f"line {number}" for number in range(100, 300)]
    assert sum(entry.kind in ("came", "gone") for entry in shown.entries) == 50
    assert [entry.kind for entry in shown.entries if entry.kind in ("made", "sat", "started", "moved")] == [
        "made",
        "sat",
        "sat",
        "started",
        "moved",
    ]
    assert shown.last_entry == driver.table.last_entry


@story
async def test_coming_and_going_is_noted_ever_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    async with open_house() as house:
        live = await table_of(house, "keks", "ab")
        monkeypatch.setattr(house, "later", lambda seconds, job: waits.append(seconds))
        for _ in range(4):
            guest = await Guest(live, "a").join()
            live.leave(guest.subscriber)
            await live.mark_gone(live.lost_seats())
            await settle()
        mover = Guest(live, (await live.read(lambda table: table.seats[table.to_act()[0]].person)))
        await mover.move()
        live.leave((await Guest(live, "a").join()).subscriber)
    assert waits == [live_table.RECONNECT_GRACE * times for times in (1, 2, 3, 4, 1)]
