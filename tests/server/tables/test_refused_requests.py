"""What a refused request is told: a code, parameters for the sentence, and what is allowed instead."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_driver import BANK, TableDriver
from tests.server.tables.test_handlers import refused
from tests.server.tables.test_round_breaks import at_the_break

from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.handlers import handle_bot_move, handle_time_up
from ludotheque.server.tables.refusals import Refused


def told(driver: TableDriver, person: str, command: Any, **fields: Any) -> tuple[str, dict[str, Any], Any]:
    error = refused(driver, person, command, **fields)
    return error.code, error.params, error.allowed


def gone(who: str, absent: str, **setup: Any) -> TableDriver:
    """A running table that some people have just left."""
    driver = TableDriver("nox", who, **setup).start()
    driver.apply([journal.Came(seat, "p") for seat in driver.table.people()])
    driver.apply([journal.Gone(who.index(person)) for person in absent])
    return driver


# Before the start


def test_before_the_start() -> None:
    driver = TableDriver("nox", "ab3")
    assert told(driver, "a", messages.Sit) == ("seated_already", {}, [0])
    assert told(driver, "c", messages.Sit, seat=1) == ("seat_taken", {"seat": 1}, [])
    assert told(driver, "b", messages.GiveSeed, client_seed="another") == ("seed_given_already", {}, ["start"])
    assert told(driver, "c", messages.Start) == ("not_seated", {}, ["sit"])
    assert told(driver, "a", messages.Resign) == ("table_is_open", {}, "running")
    driver.ask("b", messages.Leave)
    assert told(driver, "a", messages.Start) == ("seats_are_free", {"seats": [1]}, [1])


# Moves


def test_moves() -> None:
    driver = TableDriver("nasca", "ab", clock=BANK).start()
    version = driver.table.match_version
    assert told(driver, "a", messages.Move, match_version=0) == ("stale", {}, version)
    assert told(driver, "a", messages.Move, seat=1) == ("not_your_seat", {}, [0])
    driver.wait(60.001)
    assert told(driver, "a", messages.Move) == ("time_is_up", {"seat": 0}, ["say"])
    driver.time_is_up(0)
    assert told(driver, "a", messages.Move) == ("a_bot_plays_here", {"seat": 0}, ["take_back_seat"])


def test_a_move_between_rounds() -> None:
    driver = at_the_break()
    person = driver.table.seats[driver.match.to_act[0]].person or ""
    assert told(driver, person, messages.Move) == ("between_rounds", {}, ["go_on"])
    driver.ask("a", messages.GoOn)
    assert told(driver, "a", messages.GoOn) == ("ready_already", {}, ["say"])
    driver.ask("b", messages.GoOn)
    assert told(driver, "a", messages.GoOn) == ("not_between_rounds", {}, ["move"])


def test_a_bots_late_move_in_a_race() -> None:
    """There only its own moves make the bot's move stale."""
    driver = TableDriver("domino3d", "a3", options={"mode": "race"}).start()
    first, move = driver.table.match_version, driver.match.legal_moves(1)[0]
    driver.move("a")
    driver.apply(handle_bot_move(driver.table, 1, move, first))
    with pytest.raises(Refused) as error:
        handle_bot_move(driver.table, 1, driver.match.legal_moves(1)[0], first)
    assert (error.value.code, error.value.allowed) == ("stale", driver.table.match_version)


def test_a_clock_that_is_asked_too_early() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    with pytest.raises(Refused) as error:
        handle_time_up(driver.table, 0, driver.moment)
    assert (error.value.code, error.value.params) == ("time_is_left", {"seat": 0})


# Questions to the others


def test_questions() -> None:
    driver = TableDriver("nasca", "ab").start()
    assert told(driver, "a", messages.Agree) == ("nothing_is_asked", {}, ["ask_takeback", "ask_end"])
    assert driver.ask("b", messages.AskEnd) == [journal.Asked(1, "end", 0)]
    assert told(driver, "a", messages.AskEnd) == ("asked_already", {}, ["agree", "decline"])
    assert told(driver, "b", messages.Agree) == ("agreed_already", {}, ["decline"])
    driver.ask("a", messages.Decline)
    assert told(driver, "b", messages.AskEnd) == ("declined_already", {}, ["move"])
    assert told(driver, "a", messages.AskTakeback) == ("nothing_to_take_back", {}, ["move", "resign"])


# Handing over


def test_a_seat_is_held_to_the_millisecond() -> None:
    driver = gone("abc", "b", hold=3600)
    assert told(driver, "a", messages.HandOver, seat=1) == ("the_seat_is_held", {"seat": 1, "seconds": 3600}, [])
    driver.wait(3599.999)
    assert told(driver, "a", messages.HandOver, seat=1) == ("the_seat_is_held", {"seat": 1, "seconds": 1}, [])
    driver.wait(0.001)
    assert driver.ask("a", messages.HandOver, seat=1) == [journal.Handed(1, 3, 0)]


def test_other_seats_that_may_be_handed_over_are_named() -> None:
    driver = gone("abcd", "bc", hold=60)
    driver.wait(60)
    assert told(driver, "a", messages.HandOver, seat=4) == ("no_such_seat", {}, [0, 1, 2, 3])
    assert told(driver, "a", messages.HandOver, seat=-1) == ("no_such_seat", {}, [0, 1, 2, 3])
    assert told(driver, "a", messages.HandOver, seat=3) == ("they_are_here", {"seat": 3}, [1, 2])
    driver.ask("d", messages.HandOver, seat=1)
    assert told(driver, "a", messages.HandOver, seat=1) == ("a_bot_plays_here", {"seat": 1}, [2])


def test_whoever_has_resigned_hands_no_seat_over() -> None:
    driver = gone("abcd", "b", hold=60)
    driver.wait(60)
    driver.ask("a", messages.Resign)
    assert told(driver, "a", messages.HandOver, seat=1)[0] == "resigned_already"
    assert driver.ask("c", messages.HandOver, seat=1) == [journal.Handed(1, 3, 2)]


def test_one_who_was_late_is_not_free_before_the_others() -> None:
    driver = gone("abc", "b", hold=60)
    driver.wait(0.001)
    driver.apply([journal.Gone(2)])
    driver.wait(60 - 0.001)
    assert told(driver, "a", messages.HandOver, seat=2) == ("the_seat_is_held", {"seat": 2, "seconds": 1}, [1])


# Chat


def test_chat() -> None:
    driver = TableDriver("keks", chat_every=3600).start()
    driver.wait(3600)  # the driver's time begins in 1970
    driver.ask("a", messages.Say, text="one")
    assert told(driver, "a", messages.Say, text="two") == ("slow_chat", {"seconds": 3600}, ["again"])
    driver.wait(3599.999)
    assert told(driver, "a", messages.Say, text="two") == ("slow_chat", {"seconds": 1}, ["again"])
    driver.wait(0.001)
    driver.ask("a", messages.Say, text="two")
