"""Clocks: which time is charged to which seat, and what happens when it is up. Times were computed by hand."""

from __future__ import annotations

import pytest
from tests.server.table_driver import BANK, TableDriver

from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import GRACE, Clock
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


def test_an_increment_counts_in_full_after_a_short_turn() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    driver.wait(2)
    driver.move("a")
    assert left(driver) == [60 - 2 + 5, 60]


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


@pytest.mark.parametrize("plan", [ClockPlan("turn", 30), ClockPlan("days", 86_400)], ids=lambda plan: plan.kind)
def test_seconds_per_turn_are_reset_each_turn(plan: ClockPlan) -> None:
    driver = TableDriver("nasca", clock=plan).start()
    for person in "abab":
        driver.wait(29)
        driver.move(person)
        assert driver.table.clock.left == [plan.seconds * 1000] * 2


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


def test_an_hourglass_clock_counts_whole_milliseconds() -> None:
    driver = TableDriver("nasenspiel", "abc", clock=ClockPlan("hourglass", 60)).start()
    driver.now += 20_001
    driver.move("abc"[driver.match.to_act[0]])
    assert sorted(map(str, driver.table.clock.left)) == ["39999", "70000", "70000"]


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


def test_a_slow_connection_gets_no_more_time_than_it_has_used() -> None:
    driver = TableDriver("nasca", clock=ClockPlan("bank", 60)).start()
    driver.wait(0.2)
    driver.move("a", lag=500)
    assert driver.table.clock.left == [60_000, 60_000]


def test_a_clock_that_stands_has_no_end_and_is_charged_nothing() -> None:
    clock = Clock(BANK, 2, sand=60_000)
    for _ in range(2):
        assert [clock.ends(seat, lambda since, until: 0, 5_000) for seat in (0, 1)] == [None, None]
        assert clock.spent(1, 5_000, lambda since, until: 0) == 0
        clock.charge({1: 0})
        assert clock.left == [60_000, 60_000]
        clock.turn([0], 1_000, (), fresh_sand=True)
        assert clock.ends(0, lambda since, until: 0, 5_000) is not None
        clock.stop()


def test_time_starts_anew_for_each_seat_whose_turn_is_over() -> None:
    clock = Clock(ClockPlan("turn", 30), 2, sand=0)
    clock.turn([0, 1], 1_000, (), fresh_sand=False)
    clock.turn([0, 1], 5_000, [1], fresh_sand=False)
    assert [clock.spent(seat, 6_000, lambda since, until: 0) for seat in (0, 1)] == [5_000, 1_000]


@pytest.mark.parametrize(("late", "accepted"), [(500, True), (501, False)])
def test_the_most_that_a_slow_connection_saves_is_half_a_second(late: int, accepted: bool) -> None:
    driver = TableDriver("nasca", clock=ClockPlan("turn", 30)).start()
    driver.now += 30_000 + late
    if accepted:
        assert driver.move("a", lag=2000)
        return
    with pytest.raises(Refused, match="time_is_up"):
        driver.move("a", lag=2000)


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


def test_where_no_clock_runs_nobody_gets_time_with_their_seat() -> None:
    driver = TableDriver("nasca", hold=10).start()
    driver.wait(10)
    driver.ask("b", messages.HandOver, seat=0)
    driver.ask("a", messages.TakeBackSeat)
    assert driver.table.clock.left == [0, 0]


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


def test_the_sand_timer_stands_while_the_server_is_down() -> None:
    driver = TableDriver("domino3d", options={"sand": 60}).start()
    began = driver.now + 5_000
    driver.down = lambda since, until: max(0, min(until, began + 3_600_000) - max(since, began))
    driver.wait(3600 + 59)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)
    driver.wait(1)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]


def test_beside_a_clock_the_sand_timer_charges_what_it_let_run() -> None:
    driver = TableDriver("domino3d", options={"sand": 60}, clock=ClockPlan("bank", 100, 5)).start()
    driver.wait(60)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock", charged={0: 60_000})]
    assert left(driver) == [100 - 60 + 5, 100]


def test_a_takeback_charges_those_who_have_been_thinking() -> None:
    driver = TableDriver("nasca", clock=BANK).start()
    driver.move("a")
    driver.move("b")
    driver.move("a")
    driver.wait(10)
    driver.ask("a", messages.AskTakeback)
    assert driver.ask("b", messages.Agree) == [journal.Agreed(1), journal.TookBack(2, {1: 10_000})]
    assert len(driver.match.history) == 2


def test_after_a_takeback_the_clock_runs_from_that_moment() -> None:
    driver = TableDriver("nasca", clock=ClockPlan("bank", 60)).start()
    driver.move("a")
    driver.wait(10)
    driver.ask("a", messages.AskTakeback)
    driver.ask("b", messages.Agree)
    driver.wait(4)
    driver.move("a")
    assert left(driver) == [60 - 4, 60 - 10]


def test_a_takeback_turns_the_sand_timer() -> None:
    driver = TableDriver("domino3d", "a", options={"mode": "solo", "sand": 60}).start()
    driver.wait(40)
    driver.move("a")
    driver.ask("a", messages.AskTakeback)
    driver.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        driver.time_is_up(0)
    driver.wait(1)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]


@pytest.mark.parametrize("returns", [False, True])
def test_a_bot_in_place_of_another_leaves_the_sand_timer_running(returns: bool) -> None:
    driver = TableDriver("domino3d", "ab", options={"sand": 60}, hold=10).start()
    driver.wait(40)
    driver.ask("a", messages.HandOver, seat=1)
    if returns:
        driver.ask("b", messages.TakeBackSeat)
    driver.wait(20)
    assert driver.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]


def test_no_clock_runs_after_the_end() -> None:
    driver = TableDriver("domino3d", options={"sand": 60}, clock=BANK).start()
    driver.ask("a", messages.AskEnd)
    driver.ask("b", messages.Agree)
    assert [driver.table.clock.ends(seat, driver.down, driver.now) for seat in (0, 1)] == [None, None]


def test_a_takeback_against_bots_charges_the_one_who_asked() -> None:
    driver = TableDriver("nasca", "a3", clock=BANK).start()
    driver.move("a")
    driver.bot_moves(1)
    driver.wait(10)
    assert driver.ask("a", messages.AskTakeback) == [
        journal.Asked(0, "takeback", 0),
        journal.TookBack(0, {0: 10_000}),
    ]


@pytest.mark.parametrize(("seat", "charged"), [(0, {0: 70_000}), (1, {})])
def test_handing_over_charges_a_seat_only_if_its_clock_runs(seat: int, charged: dict[int, int]) -> None:
    driver = TableDriver("nasca", clock=ClockPlan("bank", 600), hold=60).start()
    driver.wait(70)
    other = "ab"[1 - seat]
    assert driver.ask(other, messages.HandOver, seat=seat) == [journal.Handed(seat, 3, 1 - seat, charged)]


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
