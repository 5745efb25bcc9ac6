"""Between two rounds a table waits for its people: nobody moves, and no clock runs."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_driver import TableDriver

from ludotheque.server.tables import handlers, journal, messages, snapshots
from ludotheque.server.tables.journal import ClockPlan
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import COUNTDOWN, LONGEST_BREAK, Break


def at_the_break(who: str = "ab", **setup: Any) -> TableDriver:
    """A table of Nasca at the end of its first round."""
    driver = TableDriver("nasca", who, round_breaks=True, **setup).start()
    while not driver.table.round_break:
        seat = driver.match.to_act[0]
        if driver.table.seats[seat].bot:
            driver.bot_moves(seat)
        else:
            driver.move(driver.table.seats[seat].person or "")
    return driver


def refused(driver: TableDriver, person: str, command: type, **fields: Any) -> str:
    with pytest.raises(Refused) as error:
        driver.ask(person, command, **fields)
    return error.value.code


def test_nobody_is_to_act_and_moves_are_refused() -> None:
    driver = at_the_break()
    assert driver.match.view(None)["round"] == 2
    assert driver.table.to_act() == ()
    move = driver.match.legal_moves(driver.match.to_act[0])[0]
    person = driver.table.seats[driver.match.to_act[0]].person or ""
    assert (
        refused(driver, person, messages.Move, match_version=driver.table.match_version, move=move) == "between_rounds"
    )


def test_the_next_round_begins_when_everybody_is_ready() -> None:
    driver = at_the_break()
    driver.ask("b", messages.GoOn)
    assert driver.table.round_break is not None
    assert refused(driver, "b", messages.GoOn) == "ready_already"
    driver.ask("a", messages.GoOn)
    assert driver.table.round_break is None
    assert driver.table.to_act() == driver.match.to_act != ()
    assert refused(driver, "a", messages.GoOn) == "not_between_rounds"
    assert refused(driver, "z", messages.GoOn) == "not_seated"


def test_among_people_the_break_ends_by_itself() -> None:
    driver = at_the_break()
    assert handlers.handle_break_end(driver.table, driver.moment) == []
    driver.wait(LONGEST_BREAK / 1000 - 0.001)
    assert handlers.handle_break_end(driver.table, driver.moment) == []
    driver.wait(0.001)
    found = handlers.handle_break_end(driver.table, driver.moment)
    assert found == [journal.WentOn()]
    driver.apply(found)
    assert driver.table.round_break is None


def test_against_computers_everything_waits() -> None:
    driver = at_the_break("a3")
    driver.wait(86_400)
    assert handlers.handle_break_end(driver.table, driver.moment) == []
    move = driver.match.legal_moves(1)[0] if 1 in driver.match.to_act else "a1a2"
    with pytest.raises(Refused, match="stale"):
        handlers.handle_bot_move(driver.table, 1, move, driver.table.match_version)
    driver.ask("a", messages.GoOn)
    assert driver.table.to_act() == driver.match.to_act


def test_no_clock_runs() -> None:
    driver = at_the_break(clock=ClockPlan("bank", 600))
    left = list(driver.table.clock.left)
    driver.wait(10)
    assert all(driver.table.clock.ends(seat, driver.down, driver.now) is None for seat in (0, 1))
    driver.ask("a", messages.GoOn)
    driver.ask("b", messages.GoOn)
    driver.wait(2)
    (seat,) = driver.table.to_act()
    driver.move("ab"[seat])
    assert driver.table.clock.left[seat] == left[seat] - 2000


def test_whoever_leaves_is_not_waited_for() -> None:
    driver = at_the_break("abc"[:2])
    driver.ask("a", messages.GoOn)
    driver.wait(1)
    driver.table.apply(driver.now, journal.Handed(1, 3))
    assert driver.table.round_break is None


def test_a_takeback_ends_the_break() -> None:
    driver = at_the_break("a3")
    driver.ask("a", messages.AskTakeback)
    assert driver.table.round_break is None
    assert driver.match.view(None)["round"] == 1


def test_everybody_sees_who_is_ready() -> None:
    driver = at_the_break()
    driver.ask("b", messages.GoOn)
    now = snapshots.now(driver.table, None, driver.now, driver.down, [0])
    assert now.round_break is not None
    assert (now.round_break.until, now.round_break.ready) == (driver.now + LONGEST_BREAK, [1])
    assert now.to_act == []
    assert now.legal == {}


def test_without_the_choice_rounds_follow_each_other() -> None:
    driver = TableDriver("nasca", "ab").start()
    while driver.match.view(None)["round"] == 1:
        driver.move(driver.table.seats[driver.match.to_act[0]].person or "")
    assert driver.table.round_break is None


# Where all seats move at once, the start of each round is counted down.


def race(who: str = "a3", **setup: Any) -> TableDriver:
    """A race that has just been started."""
    return TableDriver("domino3d", who, options={"mode": "race"}, round_breaks=True, **setup).start()


def count_down(driver: TableDriver) -> None:
    driver.wait(COUNTDOWN / 1000)
    driver.apply(handlers.handle_break_end(driver.table, driver.moment))


def bot_plays(driver: TableDriver, move: str) -> None:
    driver.apply(handlers.handle_bot_move(driver.table, 1, move, driver.table.match_version))


def test_a_race_begins_with_a_countdown_for_everybody() -> None:
    driver = race()
    assert driver.table.to_act() == ()
    now = snapshots.now(driver.table, 0, driver.now, driver.down, [0])
    assert now.round_break == messages.BreakShown(driver.now + COUNTDOWN, [], countdown=True)
    move = driver.match.legal_moves(0)[0]
    assert refused(driver, "a", messages.Move, match_version=driver.table.match_version, move=move) == "between_rounds"
    assert refused(driver, "a", messages.GoOn) == "not_between_rounds"
    with pytest.raises(Refused, match="stale"):
        bot_plays(driver, driver.match.legal_moves(1)[0])
    driver.wait(COUNTDOWN / 1000 - 0.001)
    assert handlers.handle_break_end(driver.table, driver.moment) == []
    driver.wait(0.001)
    assert handlers.handle_break_end(driver.table, driver.moment) == [journal.WentOn()]
    driver.apply([journal.WentOn()])
    assert driver.table.to_act() == (0, 1)
    bot_plays(driver, driver.match.legal_moves(1)[0])


def test_between_rounds_of_a_race_computers_wait_and_then_all_are_counted_down() -> None:
    driver = race()
    count_down(driver)
    driver.move("a", "give up")
    bot_plays(driver, "give up")
    assert driver.match.view(None)["round"] == 2
    driver.wait(3600)
    assert handlers.handle_break_end(driver.table, driver.moment) == []
    with pytest.raises(Refused, match="stale"):
        bot_plays(driver, driver.match.legal_moves(1)[0])
    driver.ask("a", messages.GoOn)
    assert driver.table.round_break is not None
    assert driver.table.round_break.countdown
    assert driver.table.to_act() == ()
    with pytest.raises(Refused, match="stale"):
        bot_plays(driver, driver.match.legal_moves(1)[0])
    count_down(driver)
    assert driver.table.to_act() == (0, 1)


def test_no_clock_runs_during_the_countdown() -> None:
    driver = race("ab", clock=ClockPlan("bank", 600))
    driver.wait(COUNTDOWN / 1000)
    assert all(driver.table.clock.ends(seat, driver.down, driver.now) is None for seat in (0, 1))
    driver.apply([journal.WentOn()])
    driver.wait(5)
    driver.move("a")
    assert driver.table.clock.left[0] == 595_000


def test_nobody_is_counted_down_for_when_only_computers_are_left() -> None:
    driver = race()
    driver.table.apply(driver.now, journal.Handed(0, 3))
    assert driver.table.to_act() == (0, 1)


def test_games_in_turns_are_not_counted_down() -> None:
    driver = TableDriver("nasca", "ab", round_breaks=True).start()
    assert driver.table.round_break is None
    at_break = at_the_break()
    for person in "ab":
        at_break.ask(person, messages.GoOn)
    assert at_break.table.round_break is None


@pytest.mark.parametrize("leaves", [journal.Handed(1, 3), journal.Resigned(1)], ids=["handed", "resigned"])
def test_when_the_last_one_awaited_leaves_a_race_is_counted_down(leaves: journal.AnyEntry) -> None:
    driver = race("abc")
    count_down(driver)
    for person in "abc":
        driver.move(person, "give up")
    driver.ask("a", messages.GoOn)
    driver.ask("c", messages.GoOn)
    driver.wait(1)
    driver.apply([leaves])
    assert driver.table.round_break == Break(driver.now + COUNTDOWN, countdown=True)
