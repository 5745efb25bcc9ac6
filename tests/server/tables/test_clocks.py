"""Clocks: which time is charged to which seat, and what happens when it is up. Times were computed by hand."""

from __future__ import annotations

import pytest
from tests.server.table_driver import BANK, TableDriver

from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import GRACE
from ludotheque.server.tables.journal import ClockPlan
from ludotheque.server.tables.refusals import Refused


def left(driver: TableDriver) -> list[int]:
    """Return the seconds that each seat has left after the last move."""
    return [ms // 1000 for ms in driver.table.clock.left]


def test_a_bank_is_used_up_and_grows_by_the_increment_at_the_end_of_a_turn() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    driver.wait(20)
    driver.move("a")
    assert left(driver) == [60 - 20 + 5, 60]
    driver.wait(7)
    driver.move("b")
    assert left(driver) == [45, 60 - 7 + 5]


def test_a_turn_of_several_moves_gets_one_increment() -> None:
    """Keks: seat 0 takes a tile, and may take another of its colour before it stops."""
    driver = TableDriver("keks", clock=BANK).start()
    turn = driver.match.to_act[0]
    moves = 0
    while driver.match.to_act == (turn,) and moves < 2:
        driver.wait(10)
        driver.move("ab"[turn])
        moves += 1
    expected = 60 - 10 * moves + (0 if driver.match.to_act == (turn,) else 5)
    assert left(driver)[turn] == expected


def test_seconds_per_turn_are_reset_each_turn() -> None:
    driver = TableDriver("nasca", clock=ClockPlan("turn", 30)).start()
    for person in "abab":
        driver.wait(29)
        driver.move(person)
        assert left(driver) == [30, 30]


@pytest.mark.parametrize(("game", "who"), [("nasca", "ab"), ("nox", "abc")])
def test_a_new_round_is_a_new_turn_even_for_the_seat_that_moved_last(game: str, who: str) -> None:
    driver = TableDriver(game, who, clock=ClockPlan("turn", 30)).start()
    last, found = -1, False
    while not found:
        seat = driver.match.to_act[0]
        found = seat == last and len(driver.match.history) > 0
        last = seat
        driver.wait(29)
        driver.move(who[seat])
        assert left(driver) == [30] * len(who)


def test_in_solo_seconds_per_turn_are_reset_each_turn() -> None:
    options = {"mode": "solo", "sand": 0, "several": False}
    driver = TableDriver("domino3d", "a", options, clock=ClockPlan("turn", 30)).start()
    for _ in range(4):
        driver.wait(29)
        driver.move("a")
        assert left(driver) == [30]


def test_a_turn_of_several_dominoes_is_one_turn_for_the_clock() -> None:
    driver = TableDriver("domino3d", "a", {"mode": "solo", "sand": 0}, clock=BANK).start()
    driver.wait(10)
    driver.move("a")
    assert left(driver) == [50]
    driver.wait(10)
    driver.move("a", "stop")
    assert left(driver) == [60 - 20 + 5]


def test_the_time_of_an_hourglass_clock_flows_to_the_opponent() -> None:
    driver = TableDriver("nasca", clock=ClockPlan("hourglass", 60)).start()
    driver.wait(20)
    driver.move("a")
    assert left(driver) == [40, 80]
    driver.wait(50)
    driver.move("b")
    assert left(driver) == [90, 30]


def test_with_more_seats_the_time_flows_to_all_others() -> None:
    driver = TableDriver("nasenspiel", "abc", clock=ClockPlan("hourglass", 60)).start()
    seat = driver.match.to_act[0]
    driver.wait(20)
    driver.move("abc"[seat])
    assert sorted(left(driver)) == [40, 70, 70]


def test_down_time_is_charged_to_nobody() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    began = driver.now + 5_000
    driver.down = lambda since, until: max(0, min(until, began + 3_600_000) - max(since, began))
    driver.wait(5 + 3600 + 2)
    driver.move("a")
    assert left(driver) == [60 - 7 + 5, 60]


def test_a_slow_connection_gets_its_time_back_up_to_half_a_second() -> None:
    for lag, credit in ((200, 200), (2000, 500), (0, 0)):
        driver = TableDriver("nasca", clock=BANK).start()
        driver.wait(10)
        driver.move("a", lag=lag)
        assert driver.table.clock.left[0] == 60_000 - 10_000 + credit + 5_000


def test_after_the_time_is_up_only_a_move_sent_in_time_is_accepted() -> None:
    driver = TableDriver("nasca", clock=ClockPlan("turn", 30)).start()
    driver.wait(30.2)
    with pytest.raises(Refused, match="time_is_up"):
        driver.move("a")
    assert driver.move("a", lag=300)


def test_a_bot_takes_over_when_the_time_is_up() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    driver.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)
    driver.wait(1)
    assert driver.time_is_up(0) == [journal.Handed(0, 3, charged={0: 60_000})]
    with pytest.raises(Refused, match="a_bot_plays_here"):
        driver.move("a")
    driver.wait(1000)
    assert driver.table.clock.ends(0, driver.down, driver.now) is None  # bots have no clock
    driver.ask("a", messages.TakeBackSeat)
    assert driver.table.clock.left[0] == GRACE
    driver.move("a")


def test_the_seat_resigns_when_the_time_is_up() -> None:
    driver = TableDriver("nasca", clock=BANK, time_up="resign").start()
    driver.wait(60)
    assert driver.time_is_up(0) == [journal.Resigned(0, "clock", {0: 60_000}), journal.Ended("resigned", [1])]
    assert driver.table.status == "over"


def test_the_sand_timer_runs_for_each_turn_and_plays_timeout() -> None:
    driver = TableDriver("domino3d", options={"sand": 60}).start()
    driver.wait(60)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]
    driver.wait(40)
    driver.move("b")  # places its domino; the timer restarts for seat 0
    driver.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)


def test_the_sand_timer_continues_in_a_turn_of_several_dominoes() -> None:
    driver = TableDriver("domino3d", "a", options={"mode": "solo", "sand": 60}).start()
    driver.wait(40)
    driver.move("a")
    driver.wait(15)
    driver.move("a", "draw")
    driver.wait(5)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]
    driver.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)


def test_a_table_may_have_no_clock_and_no_sand_timer() -> None:
    driver = TableDriver("domino3d", options={"sand": 0}).start()
    driver.wait(10**6)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)


def test_in_a_race_everybodys_time_runs_until_they_move() -> None:
    driver = TableDriver("domino3d", "abc", options={"mode": "race"}, clock=ClockPlan("bank", 100)).start()
    driver.wait(10)
    driver.move("a")
    driver.wait(10)
    driver.move("b")
    assert left(driver) == [90, 80, 100]
    assert driver.table.clock.spent(2, driver.now, driver.down) == 20_000
