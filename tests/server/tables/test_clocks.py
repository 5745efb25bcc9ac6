"""Clocks: which time is charged to which seat, and what happens when it is up. Times were computed by hand."""

from __future__ import annotations

import pytest
from tests.server.table_driver import BANK, Desk

from ludotheque.server.tables import journal, messages
from ludotheque.server.tables.clocks import GRACE
from ludotheque.server.tables.journal import ClockPlan
from ludotheque.server.tables.refusals import Refused


def left(desk: Desk) -> list[int]:
    """Return the seconds that each seat has left after the last move."""
    return [ms // 1000 for ms in desk.table.clock.left]


def test_a_bank_is_used_up_and_grows_by_the_increment_at_the_end_of_a_turn() -> None:
    desk = Desk("nasca", clock=BANK).start()
    desk.wait(20)
    desk.move("a")
    assert left(desk) == [60 - 20 + 5, 60]
    desk.wait(7)
    desk.move("b")
    assert left(desk) == [45, 60 - 7 + 5]


def test_a_turn_of_several_moves_gets_one_increment() -> None:
    """Keks: seat 0 takes a tile, and may take another of its colour before it stops."""
    desk = Desk("keks", clock=BANK).start()
    turn = desk.match.to_act[0]
    moves = 0
    while desk.match.to_act == (turn,) and moves < 2:
        desk.wait(10)
        desk.move("ab"[turn])
        moves += 1
    expected = 60 - 10 * moves + (0 if desk.match.to_act == (turn,) else 5)
    assert left(desk)[turn] == expected


def test_seconds_per_turn_are_reset_each_turn() -> None:
    desk = Desk("nasca", clock=ClockPlan("turn", 30)).start()
    for person in "abab":
        desk.wait(29)
        desk.move(person)
        assert left(desk) == [30, 30]


@pytest.mark.parametrize(("game", "who"), [("nasca", "ab"), ("nox", "abc")])
def test_a_new_round_is_a_new_turn_even_for_the_seat_that_moved_last(game: str, who: str) -> None:
    desk = Desk(game, who, clock=ClockPlan("turn", 30)).start()
    last, found = -1, False
    while not found:
        seat = desk.match.to_act[0]
        found = seat == last and len(desk.match.history) > 0
        last = seat
        desk.wait(29)
        desk.move(who[seat])
        assert left(desk) == [30] * len(who)


def test_in_solo_seconds_per_turn_are_reset_each_turn() -> None:
    options = {"mode": "solo", "sand": 0, "several": False}
    desk = Desk("domino3d", "a", options, clock=ClockPlan("turn", 30)).start()
    for _ in range(4):
        desk.wait(29)
        desk.move("a")
        assert left(desk) == [30]


def test_a_turn_of_several_dominoes_is_one_turn_for_the_clock() -> None:
    desk = Desk("domino3d", "a", {"mode": "solo", "sand": 0}, clock=BANK).start()
    desk.wait(10)
    desk.move("a")
    assert left(desk) == [50]
    desk.wait(10)
    desk.move("a", "stop")
    assert left(desk) == [60 - 20 + 5]


def test_the_time_of_an_hourglass_clock_flows_to_the_opponent() -> None:
    desk = Desk("nasca", clock=ClockPlan("hourglass", 60)).start()
    desk.wait(20)
    desk.move("a")
    assert left(desk) == [40, 80]
    desk.wait(50)
    desk.move("b")
    assert left(desk) == [90, 30]


def test_with_more_seats_the_time_flows_to_all_others() -> None:
    desk = Desk("nasenspiel", "abc", clock=ClockPlan("hourglass", 60)).start()
    seat = desk.match.to_act[0]
    desk.wait(20)
    desk.move("abc"[seat])
    assert sorted(left(desk)) == [40, 70, 70]


def test_down_time_is_charged_to_nobody() -> None:
    desk = Desk("nasca", clock=BANK).start()
    began = desk.now + 5_000
    desk.down = lambda since, until: max(0, min(until, began + 3_600_000) - max(since, began))
    desk.wait(5 + 3600 + 2)
    desk.move("a")
    assert left(desk) == [60 - 7 + 5, 60]


def test_a_slow_connection_gets_its_time_back_up_to_half_a_second() -> None:
    for lag, credit in ((200, 200), (2000, 500), (0, 0)):
        desk = Desk("nasca", clock=BANK).start()
        desk.wait(10)
        desk.move("a", lag=lag)
        assert desk.table.clock.left[0] == 60_000 - 10_000 + credit + 5_000


def test_after_the_time_is_up_only_a_move_sent_in_time_is_accepted() -> None:
    desk = Desk("nasca", clock=ClockPlan("turn", 30)).start()
    desk.wait(30.2)
    with pytest.raises(Refused, match="time_is_up"):
        desk.move("a")
    assert desk.move("a", lag=300)


def test_a_bot_takes_over_when_the_time_is_up() -> None:
    desk = Desk("nasca", clock=BANK).start()
    desk.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        desk.time_is_up(0)
    desk.wait(1)
    assert desk.time_is_up(0) == [journal.Handed(0, 3, charged={0: 60_000})]
    with pytest.raises(Refused, match="a_bot_plays_here"):
        desk.move("a")
    desk.wait(1000)
    assert desk.table.clock.ends(0, desk.down, desk.now) is None  # bots have no clock
    desk.ask("a", messages.TakeBackSeat)
    assert desk.table.clock.left[0] == GRACE
    desk.move("a")


def test_the_seat_resigns_when_the_time_is_up() -> None:
    desk = Desk("nasca", clock=BANK, time_up="resign").start()
    desk.wait(60)
    assert desk.time_is_up(0) == [journal.Resigned(0, "clock", {0: 60_000}), journal.Ended("resigned", [1])]
    assert desk.table.status == "over"


def test_the_sand_timer_runs_for_each_turn_and_plays_timeout() -> None:
    desk = Desk("domino3d", options={"sand": 60}).start()
    desk.wait(60)
    assert desk.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]
    desk.wait(40)
    desk.move("b")  # places its domino; the timer restarts for seat 0
    desk.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        desk.time_is_up(0)


def test_the_sand_timer_continues_in_a_turn_of_several_dominoes() -> None:
    desk = Desk("domino3d", "a", options={"mode": "solo", "sand": 60}).start()
    desk.wait(40)
    desk.move("a")
    desk.wait(15)
    desk.move("a", "draw")
    desk.wait(5)
    assert desk.time_is_up(0) == [journal.Moved(0, "timeout", "clock")]
    desk.wait(59)
    with pytest.raises(Refused, match="time_is_left"):
        desk.time_is_up(0)


def test_a_table_may_have_no_clock_and_no_sand_timer() -> None:
    desk = Desk("domino3d", options={"sand": 0}).start()
    desk.wait(10**6)
    with pytest.raises(Refused, match="time_is_left"):
        desk.time_is_up(0)


def test_in_a_race_everybodys_time_runs_until_they_move() -> None:
    desk = Desk("domino3d", "abc", options={"mode": "race"}, clock=ClockPlan("bank", 100)).start()
    desk.wait(10)
    desk.move("a")
    desk.wait(10)
    desk.move("b")
    assert left(desk) == [90, 80, 100]
    assert desk.table.clock.spent(2, desk.now, desk.down) == 20_000
