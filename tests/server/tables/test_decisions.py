"""What people may request at a table, and what follows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_driver import Desk

from ludotheque import fairness
from ludotheque.server.tables import journal, messages, snapshots
from ludotheque.server.tables.decisions import decide_bot
from ludotheque.server.tables.refusals import Refused


def refused(desk: Desk, person: str, command: Any, **fields: Any) -> Refused:
    """Return the refusal, and check that the table is unchanged."""
    before = (desk.table.number, desk.table.status, desk.match and desk.match.history)
    with pytest.raises(Refused) as error:
        desk.move(person, **fields) if command is messages.Move else desk.ask(person, command, **fields)
    assert before == (desk.table.number, desk.table.status, desk.match and desk.match.history)
    assert error.value.key
    return error.value


# Before the start


def test_people_sit_on_free_seats() -> None:
    desk = Desk("nox", "ab3")
    desk.ask("b", messages.Leave)
    assert refused(desk, "c", messages.Sit, seat=0).allowed == [1]
    assert refused(desk, "c", messages.Sit, seat=2).code == "seat_taken"
    assert refused(desk, "c", messages.Sit, seat=7).code == "seat_taken"
    assert refused(desk, "a", messages.Sit, seat=1).code == "seated_already"
    desk.ask("c", messages.Sit)
    assert [seat.person for seat in desk.table.seats] == ["a", "c", None]
    assert refused(desk, "d", messages.Sit).allowed == []
    assert refused(desk, "c", messages.Sit).code == "seated_already"


def test_a_player_starts_the_match_when_all_seats_are_taken() -> None:
    desk = Desk("keks", "ab")
    desk.ask("b", messages.Leave)
    assert refused(desk, "a", messages.Start).params == {"seats": [1]}
    desk.ask("b", messages.Sit, number="of b")
    assert refused(desk, "stranger", messages.Start).code == "not_seated"
    desk.ask("b", messages.Start)
    assert desk.table.running
    assert refused(desk, "a", messages.Start).code == "table_is_running"
    assert refused(desk, "a", messages.Leave).code == "table_is_running"


def test_the_seed_depends_on_the_secret_and_everybodys_number() -> None:
    desk = Desk("keks", "ab").start()
    seed = fairness.seed_of(desk.table.made.secret, desk.table.key, ["number of a", "number of b"])
    assert desk.match.record()["seed"] == seed


def test_whoever_starts_contributes_a_number_after_the_commitment() -> None:
    """Whoever creates the table gives one before it, so a server could choose its secret to suit that number."""
    desk = Desk("keks", "ab")
    desk.ask("b", messages.Start, number="another of b")
    numbers = ["number of a", "another of b"]
    assert desk.match.record()["seed"] == fairness.seed_of(desk.table.made.secret, desk.table.key, numbers)
    desk.ask("a", messages.Resign)
    assert snapshots.record(desk.table)["fair"]["numbers"] == numbers


# Moves


def test_a_move_must_be_legal_by_ones_own_seat_and_for_this_position() -> None:
    desk = Desk("keks").start()
    assert refused(desk, "b", messages.Move, move="d1").code == "not_your_turn"
    assert refused(desk, "a", messages.Move, move="xyzzy").code == "bad_move"
    held = refused(desk, "a", messages.Move, move="e5")
    assert held.code == "illegal_move"
    assert held.key.startswith("keks.")
    assert held.rule
    assert refused(desk, "a", messages.Move, position=desk.table.position - 1).allowed == desk.table.position
    assert refused(desk, "a", messages.Move, seat=1).allowed == [0]
    with pytest.raises(Refused, match="not_seated"):
        desk.ask("stranger", messages.Move, position=desk.table.position, move="d1")
    desk.move("a")


def test_somebody_may_play_on_several_seats() -> None:
    desk = Desk("nasca", "ab")
    desk.table.seats[1].person = "a"
    desk.start()
    for _ in range(4):
        desk.ask("a", messages.Move, position=desk.table.position, move=desk.match.legal_moves()[0])
    assert [seat for seat, _ in desk.match.history] == [0, 1, 0, 1]


def test_in_a_race_the_others_moves_do_not_make_mine_stale() -> None:
    desk = Desk("domino3d", "ab", options={"mode": "race"}).start()
    began = desk.table.position
    desk.move("a", position=began)
    desk.move("b", position=began)
    assert refused(desk, "a", messages.Move, position=began).code == "stale"
    desk.move("a", position=desk.table.position)


def test_a_bots_late_move_is_dropped() -> None:
    desk = Desk("nasca", "a3").start()
    desk.move("a")
    position, move = desk.table.position, desk.match.legal_moves(1)[0]
    desk.bot_moves(1)
    with pytest.raises(Refused, match="stale"):
        decide_bot(desk.table, 1, move, position)


# Takebacks


def test_a_takeback_needs_everybodys_consent() -> None:
    desk = Desk("nasenspiel", "abc").start()
    desk.move_on()
    mover = desk.match.history[0][0]
    asker, *others = [*"abc"[mover:], *"abc"[:mover]]
    before = desk.match.view(None)
    desk.ask(asker, messages.AskTakeback)
    assert refused(desk, others[0], messages.AskTakeback).code == "nothing_to_take_back"
    desk.ask(others[0], messages.Agree)
    assert refused(desk, others[0], messages.Agree).code == "agreed_already"
    assert desk.match.view(None) == before
    desk.ask(others[1], messages.Agree)
    assert desk.match.history == []
    assert desk.table.ask is None
    assert refused(desk, others[1], messages.Agree).code == "nothing_is_asked"


def test_declining_ends_the_request() -> None:
    desk = Desk("nasca").start()
    desk.move("a")
    desk.ask("a", messages.AskTakeback)
    assert refused(desk, "b", messages.AskEnd).code == "asked_already"
    desk.ask("b", messages.Decline)
    assert len(desk.match.history) == 1
    assert refused(desk, "b", messages.Decline).code == "nothing_is_asked"


def test_a_move_ends_the_request_too() -> None:
    desk = Desk("nasca").start()
    desk.move("a")
    desk.ask("a", messages.AskTakeback)
    desk.move("b")
    assert refused(desk, "b", messages.Agree).code == "nothing_is_asked"


def test_bots_agree_at_once_and_their_moves_are_undone_too() -> None:
    desk = Desk("nasca", "a2").start()
    desk.move("a")
    desk.bot_moves(1)
    position = desk.table.position
    desk.ask("a", messages.AskTakeback)
    assert desk.match.history == []
    assert desk.match.to_act == (0,)
    assert refused(desk, "a", messages.Move, position=position).code == "stale"
    assert refused(desk, "a", messages.AskTakeback).code == "nothing_to_take_back"


def test_no_takeback_after_hidden_information_was_revealed() -> None:
    """NOX: the others have seen the card, and the player has drawn another."""
    desk = Desk("nox", "a33").start()
    while desk.match.to_act != (0,):
        desk.bot_moves(desk.match.to_act[0])
    desk.move("a")
    assert refused(desk, "a", messages.AskTakeback).code == "something_came_out"


def test_no_takeback_after_the_next_domino_was_drawn() -> None:
    desk = Desk("domino3d", "a3").start()
    desk.move("a")
    assert refused(desk, "a", messages.AskTakeback).code == "something_came_out"


def test_a_domino_of_the_race_can_be_put_elsewhere() -> None:
    desk = Desk("domino3d", "a3", options={"mode": "race"}).start()
    desk.move("a")
    desk.ask("a", messages.AskTakeback)
    assert desk.match.history == []


def test_a_table_may_forbid_takebacks() -> None:
    desk = Desk("nasca", "a2", takebacks=False).start()
    desk.move("a")
    assert refused(desk, "a", messages.AskTakeback).code == "no_takebacks"


# The end


def test_a_match_ends_if_all_agree() -> None:
    desk = Desk("nasca").start()
    desk.ask("a", messages.AskEnd)
    assert desk.table.running
    desk.ask("b", messages.Agree)
    assert desk.table.ended == journal.Ended("agreed")
    assert refused(desk, "a", messages.Move, move="b3-f3", position=0).code == "table_is_over"
    assert refused(desk, "a", messages.Resign).code == "table_is_over"


def test_resigning_with_two_seats_loses() -> None:
    desk = Desk("keks").start()
    desk.ask("a", messages.Resign)
    assert desk.table.ended == journal.Ended("resigned", [1])


def test_with_more_seats_a_bot_replaces_a_player_who_resigned() -> None:
    desk = Desk("nasenspiel", "abc").start()
    desk.ask("b", messages.Resign)
    assert desk.table.running
    assert desk.table.seats[1].bot == 3
    assert refused(desk, "b", messages.Resign).code == "resigned_already"
    assert refused(desk, "b", messages.TakeBackSeat).code == "nothing_to_take_back"
    desk.ask("a", messages.Resign)
    assert desk.table.ended == journal.Ended("resigned", [2])


def test_a_match_without_people_ends() -> None:
    desk = Desk("nasenspiel", "a11").start()
    desk.ask("a", messages.Resign)
    assert desk.table.ended == journal.Ended("resigned", [1, 2])


# Coming and going


def test_the_seat_of_an_absent_player_is_held_and_then_given_to_a_bot() -> None:
    desk = Desk("nasca", hold=60).start()
    desk.take([journal.Came(0, "p"), journal.Came(1, "p")])
    assert refused(desk, "b", messages.HandOver, seat=0).code == "they_are_here"
    desk.take([journal.Gone(0)])
    desk.wait(59.5)
    assert refused(desk, "b", messages.HandOver, seat=0).params["seconds"] == 1
    assert refused(desk, "stranger", messages.HandOver, seat=0).code == "not_seated"
    assert refused(desk, "b", messages.HandOver, seat=9).allowed == [0, 1]
    desk.wait(1)
    desk.ask("b", messages.HandOver, seat=0)
    assert refused(desk, "b", messages.HandOver, seat=0).code == "a_bot_plays_here"
    desk.bot_moves(0)
    desk.take([journal.Came(0, "p")])
    desk.ask("a", messages.TakeBackSeat)
    desk.move("b")
    desk.move("a")
    assert refused(desk, "a", messages.TakeBackSeat).code == "nothing_to_take_back"


def test_chat_is_text() -> None:
    desk = Desk("keks")
    said = desk.ask("a", messages.Say, text="  <b>hello</b>\x00\n\u202e ")
    assert said == [journal.Said("a", "A", "<b>hello</b>")]
    assert refused(desk, "a", messages.Say, text=" \n\t ").code == "nothing_said"


@pytest.mark.parametrize(
    "command", [messages.Move, messages.AskTakeback, messages.AskEnd, messages.Resign, messages.TakeBackSeat]
)
def test_requests_of_a_running_match_are_refused_before_the_start(command: Any) -> None:
    desk = Desk("keks")
    fields: dict[str, Any] = {"position": 0, "move": "d1"} if command is messages.Move else {}
    with pytest.raises(Refused, match="table_is_open"):
        desk.ask("a", command, **fields)
