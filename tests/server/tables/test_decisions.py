"""What people may request at a table, and what follows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_driver import TableDriver

from ludotheque import fairness
from ludotheque.server.tables import journal, messages, snapshots
from ludotheque.server.tables.decisions import decide_bot
from ludotheque.server.tables.refusals import Refused


def refused(driver: TableDriver, person: str, command: Any, **fields: Any) -> Refused:
    """Return the refusal, and check that the table is unchanged."""
    before = (driver.table.number, driver.table.status, driver.match and driver.match.history)
    with pytest.raises(Refused) as error:
        driver.move(person, **fields) if command is messages.Move else driver.ask(person, command, **fields)
    assert before == (driver.table.number, driver.table.status, driver.match and driver.match.history)
    assert error.value.key
    return error.value


# Before the start


def test_people_sit_on_free_seats() -> None:
    driver = TableDriver("nox", "ab3")
    driver.ask("b", messages.Leave)
    assert refused(driver, "c", messages.Sit, seat=0).allowed == [1]
    assert refused(driver, "c", messages.Sit, seat=2).code == "seat_taken"
    assert refused(driver, "c", messages.Sit, seat=7).code == "seat_taken"
    assert refused(driver, "a", messages.Sit, seat=1).code == "seated_already"
    driver.ask("c", messages.Sit)
    assert [seat.person for seat in driver.table.seats] == ["a", "c", None]
    assert refused(driver, "d", messages.Sit).allowed == []
    assert refused(driver, "c", messages.Sit).code == "seated_already"


def test_a_player_starts_the_match_when_all_seats_are_taken() -> None:
    driver = TableDriver("keks", "ab")
    driver.ask("b", messages.Leave)
    assert refused(driver, "a", messages.Start).params == {"seats": [1]}
    driver.ask("b", messages.Sit, number="of b")
    assert refused(driver, "stranger", messages.Start).code == "not_seated"
    driver.ask("b", messages.Start)
    assert driver.table.running
    assert refused(driver, "a", messages.Start).code == "table_is_running"
    assert refused(driver, "a", messages.Leave).code == "table_is_running"


def test_the_seed_depends_on_the_secret_and_everybodys_number() -> None:
    driver = TableDriver("keks", "ab").start()
    seed = fairness.seed_of(driver.table.made.secret, driver.table.key, ["number of a", "number of b"])
    assert driver.match.record()["seed"] == seed


def test_whoever_starts_contributes_a_number_after_the_commitment() -> None:
    """Whoever creates the table gives one before it, so a server could choose its secret to suit that number."""
    driver = TableDriver("keks", "ab")
    driver.ask("b", messages.Start, number="another of b")
    numbers = ["number of a", "another of b"]
    assert driver.match.record()["seed"] == fairness.seed_of(driver.table.made.secret, driver.table.key, numbers)
    driver.ask("a", messages.Resign)
    assert snapshots.record(driver.table)["fair"]["numbers"] == numbers


# Moves


def test_a_move_must_be_legal_by_ones_own_seat_and_for_this_position() -> None:
    driver = TableDriver("keks").start()
    assert refused(driver, "b", messages.Move, move="d1").code == "not_your_turn"
    assert refused(driver, "a", messages.Move, move="xyzzy").code == "bad_move"
    held = refused(driver, "a", messages.Move, move="e5")
    assert held.code == "illegal_move"
    assert held.key.startswith("keks.")
    assert held.rule
    assert refused(driver, "a", messages.Move, position=driver.table.position - 1).allowed == driver.table.position
    assert refused(driver, "a", messages.Move, seat=1).allowed == [0]
    with pytest.raises(Refused, match="not_seated"):
        driver.ask("stranger", messages.Move, position=driver.table.position, move="d1")
    driver.move("a")


def test_somebody_may_play_on_several_seats() -> None:
    driver = TableDriver("nasca", "ab")
    driver.table.seats[1].person = "a"
    driver.start()
    for _ in range(4):
        driver.ask("a", messages.Move, position=driver.table.position, move=driver.match.legal_moves()[0])
    assert [seat for seat, _ in driver.match.history] == [0, 1, 0, 1]


def test_in_a_race_the_others_moves_do_not_make_mine_stale() -> None:
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    began = driver.table.position
    driver.move("a", position=began)
    driver.move("b", position=began)
    assert refused(driver, "a", messages.Move, position=began).code == "stale"
    driver.move("a", position=driver.table.position)


def test_a_bots_late_move_is_dropped() -> None:
    driver = TableDriver("nasca", "a3").start()
    driver.move("a")
    position, move = driver.table.position, driver.match.legal_moves(1)[0]
    driver.bot_moves(1)
    with pytest.raises(Refused, match="stale"):
        decide_bot(driver.table, 1, move, position)


# Takebacks


def test_a_takeback_needs_everybodys_consent() -> None:
    driver = TableDriver("nasenspiel", "abc").start()
    driver.move_on()
    mover = driver.match.history[0][0]
    asker, *others = [*"abc"[mover:], *"abc"[:mover]]
    before = driver.match.view(None)
    driver.ask(asker, messages.AskTakeback)
    assert refused(driver, others[0], messages.AskTakeback).code == "nothing_to_take_back"
    driver.ask(others[0], messages.Agree)
    assert refused(driver, others[0], messages.Agree).code == "agreed_already"
    assert driver.match.view(None) == before
    driver.ask(others[1], messages.Agree)
    assert driver.match.history == []
    assert driver.table.ask is None
    assert refused(driver, others[1], messages.Agree).code == "nothing_is_asked"


def test_declining_ends_the_request() -> None:
    driver = TableDriver("nasca").start()
    driver.move("a")
    driver.ask("a", messages.AskTakeback)
    assert refused(driver, "b", messages.AskEnd).code == "asked_already"
    driver.ask("b", messages.Decline)
    assert len(driver.match.history) == 1
    assert refused(driver, "b", messages.Decline).code == "nothing_is_asked"


def test_a_move_ends_the_request_too() -> None:
    driver = TableDriver("nasca").start()
    driver.move("a")
    driver.ask("a", messages.AskTakeback)
    driver.move("b")
    assert refused(driver, "b", messages.Agree).code == "nothing_is_asked"


def test_bots_agree_at_once_and_their_moves_are_undone_too() -> None:
    driver = TableDriver("nasca", "a2").start()
    driver.move("a")
    driver.bot_moves(1)
    position = driver.table.position
    driver.ask("a", messages.AskTakeback)
    assert driver.match.history == []
    assert driver.match.to_act == (0,)
    assert refused(driver, "a", messages.Move, position=position).code == "stale"
    assert refused(driver, "a", messages.AskTakeback).code == "nothing_to_take_back"


def test_no_takeback_after_hidden_information_was_revealed() -> None:
    """NOX: the others have seen the card, and the player has drawn another."""
    driver = TableDriver("nox", "a33").start()
    while driver.match.to_act != (0,):
        driver.bot_moves(driver.match.to_act[0])
    driver.move("a")
    assert refused(driver, "a", messages.AskTakeback).code == "something_came_out"


def test_no_takeback_after_the_next_domino_was_drawn() -> None:
    driver = TableDriver("domino3d", "a3").start()
    driver.move("a")
    assert refused(driver, "a", messages.AskTakeback).code == "something_came_out"


def test_a_domino_of_the_race_can_be_put_elsewhere() -> None:
    driver = TableDriver("domino3d", "a3", options={"mode": "race"}).start()
    driver.move("a")
    driver.ask("a", messages.AskTakeback)
    assert driver.match.history == []


def test_a_table_may_forbid_takebacks() -> None:
    driver = TableDriver("nasca", "a2", takebacks=False).start()
    driver.move("a")
    assert refused(driver, "a", messages.AskTakeback).code == "no_takebacks"


# The end


def test_a_match_ends_if_all_agree() -> None:
    driver = TableDriver("nasca").start()
    driver.ask("a", messages.AskEnd)
    assert driver.table.running
    driver.ask("b", messages.Agree)
    assert driver.table.ended == journal.Ended("agreed")
    assert refused(driver, "a", messages.Move, move="b3-f3", position=0).code == "table_is_over"
    assert refused(driver, "a", messages.Resign).code == "table_is_over"


def test_resigning_with_two_seats_loses() -> None:
    driver = TableDriver("keks").start()
    driver.ask("a", messages.Resign)
    assert driver.table.ended == journal.Ended("resigned", [1])


def test_with_more_seats_a_bot_replaces_a_player_who_resigned() -> None:
    driver = TableDriver("nasenspiel", "abc").start()
    driver.ask("b", messages.Resign)
    assert driver.table.running
    assert driver.table.seats[1].bot == 3
    assert refused(driver, "b", messages.Resign).code == "resigned_already"
    assert refused(driver, "b", messages.TakeBackSeat).code == "nothing_to_take_back"
    driver.ask("a", messages.Resign)
    assert driver.table.ended == journal.Ended("resigned", [2])


def test_a_match_without_people_ends() -> None:
    driver = TableDriver("nasenspiel", "a11").start()
    driver.ask("a", messages.Resign)
    assert driver.table.ended == journal.Ended("resigned", [1, 2])


# Coming and going


def test_the_seat_of_an_absent_player_is_held_and_then_given_to_a_bot() -> None:
    driver = TableDriver("nasca", hold=60).start()
    driver.apply([journal.Came(0, "p"), journal.Came(1, "p")])
    assert refused(driver, "b", messages.HandOver, seat=0).code == "they_are_here"
    driver.apply([journal.Gone(0)])
    driver.wait(59.5)
    assert refused(driver, "b", messages.HandOver, seat=0).params["seconds"] == 1
    assert refused(driver, "stranger", messages.HandOver, seat=0).code == "not_seated"
    assert refused(driver, "b", messages.HandOver, seat=9).allowed == [0, 1]
    driver.wait(1)
    driver.ask("b", messages.HandOver, seat=0)
    assert refused(driver, "b", messages.HandOver, seat=0).code == "a_bot_plays_here"
    driver.bot_moves(0)
    driver.apply([journal.Came(0, "p")])
    driver.ask("a", messages.TakeBackSeat)
    driver.move("b")
    driver.move("a")
    assert refused(driver, "a", messages.TakeBackSeat).code == "nothing_to_take_back"


def test_chat_is_text() -> None:
    driver = TableDriver("keks")
    said = driver.ask("a", messages.Say, text="  <b>hello</b>\x00\n\u202e ")
    assert said == [journal.Said("a", "A", "<b>hello</b>")]
    assert refused(driver, "a", messages.Say, text=" \n\t ").code == "nothing_said"


@pytest.mark.parametrize(
    "command", [messages.Move, messages.AskTakeback, messages.AskEnd, messages.Resign, messages.TakeBackSeat]
)
def test_requests_of_a_running_match_are_refused_before_the_start(command: Any) -> None:
    driver = TableDriver("keks")
    fields: dict[str, Any] = {"position": 0, "move": "d1"} if command is messages.Move else {}
    with pytest.raises(Refused, match="table_is_open"):
        driver.ask("a", command, **fields)
