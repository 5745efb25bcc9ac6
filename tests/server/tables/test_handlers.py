"""What people may request at a table, and what follows."""

from __future__ import annotations

from typing import Any

import pytest
from tests.server.table_driver import SECRET, TableDriver

from ludotheque import fairness
from ludotheque.server.tables import journal, messages, snapshots
from ludotheque.server.tables.handlers import Requester, handle_bot_move
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.resuming import Point, first_entries
from ludotheque.server.tables.table import Seat, Table


def refused(driver: TableDriver, person: str, command: Any, **fields: Any) -> Refused:
    """Return the refusal, and check that the table is unchanged."""
    before = (driver.table.last_entry, driver.table.status, driver.match and driver.match.history)
    with pytest.raises(Refused) as error:
        driver.move(person, **fields) if command is messages.Move else driver.ask(person, command, **fields)
    assert before == (driver.table.last_entry, driver.table.status, driver.match and driver.match.history)
    assert error.value.key
    return error.value


def test_entries_written_by_other_rules_are_refused() -> None:
    driver = TableDriver("keks", "ab").start()
    made = driver.table.made
    with pytest.raises(Refused, match="other_rules") as error:
        driver.table.apply(0, journal.Moved(0, "b1", "person", rules_version=2))
    refusal = error.value
    assert (refusal.code, refusal.params, refusal.allowed) == ("other_rules", {"version": 2, "ours": 1}, [1])
    assert driver.match.history == []
    with pytest.raises(Refused, match="other_rules"):
        Table("u" * 16).apply(0, journal.Made("a", made.setup, "", "", rules_version=99))


# Before the start


def test_before_the_start_nothing_has_happened() -> None:
    table = Table("t" * 16)
    assert (table.key, table.status, table.match, table.last_entry) == ("t" * 16, "open", None, -1)
    assert (table.match_version, table.revealed, table.started_at, table.over_at) == (0, 0, 0, 0)
    assert (table.seed, table.rematch, table.at_once) == ("", "", False)
    assert (table.ask, table.round_break, table.ended) == (None, None, None)
    plans = [journal.SeatPlan("open", 2), journal.SeatPlan("bot", 3)]  # only a bot has a level
    table.apply(0, journal.Made("a", journal.Setup("keks", {}, plans), SECRET, "c"))
    assert [seat.bot for seat in table.seats] == [0, 3]
    assert not any((table.times, table.own_version, table.own_moves, table.declined, table.said_at, table.absences))


def test_people_sit_on_free_seats() -> None:
    driver = TableDriver("nox", "ab3")
    driver.ask("b", messages.Leave)
    assert driver.table.seats[1] == Seat(journal.SeatPlan("open"))
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
    driver.ask("b", messages.Sit, client_seed="of b")
    assert refused(driver, "stranger", messages.Start).code == "not_seated"
    [started] = driver.ask("b", messages.Start)
    assert isinstance(started, journal.Started)
    assert started.seat == 1
    assert driver.table.running
    assert refused(driver, "a", messages.Start).code == "table_is_running"
    assert refused(driver, "a", messages.Leave).code == "table_is_running"


def test_a_stranger_may_sit_down_before_the_start_and_talk_afterwards() -> None:
    driver = TableDriver("keks", "ab", chat="everybody")
    assert refused(driver, "stranger", messages.Leave).allowed == ["sit"]
    driver.start()
    assert refused(driver, "stranger", messages.Resign).allowed == ["say"]


def test_the_times_of_moves_count_from_the_start() -> None:
    driver = TableDriver("keks", "ab")
    driver.wait(100)
    driver.start()
    driver.wait(2)
    driver.move_on()
    driver.wait(3)
    driver.move_on()
    assert driver.table.times == [2_000, 5_000]
    assert driver.table.log[-1].at == driver.table.changed == driver.now


def test_an_entry_is_logged_with_what_it_caused() -> None:
    driver = TableDriver("keks", "ab").start()
    driver.move_on()
    assert driver.table.log[-1].events == driver.match.happened(1) != []


def test_a_resumed_match_begins_after_its_earlier_moves() -> None:
    """The race: its history names the seat of each move, in any order."""
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    for person in "bba":
        driver.move(person)
    driver.ask("a", messages.AskEnd)
    driver.ask("b", messages.Agree)
    table = Table("u" * 16)
    for entry in first_entries(driver.table, Requester("b", "B"), Point(move=2, seat=1)):
        table.apply(driver.now, entry)
    assert table.playing.history == driver.match.history[:2]
    assert table.times == [0, 0]


def test_the_end_is_when_the_last_move_was_made() -> None:
    driver = TableDriver("keks", "ab").start()
    while driver.table.running:
        driver.wait(1)
        driver.move_on()
    assert (driver.table.over_at, driver.table.ended) == (driver.now, None)


def test_the_seed_depends_on_the_server_seed_and_every_client_seed() -> None:
    driver = TableDriver("keks", "ab").start()
    seed = fairness.seed_of(driver.table.made.server_seed, driver.table.key, ["seed of a", "seed of b"])
    assert driver.match.record()["seed"] == seed


def seated_without_a_seed(*seats: int) -> TableDriver:
    """A table whose creator sits at these seats, and has not seen the commitment yet."""
    driver = TableDriver("nox", "bcd")
    for seat in range(3):
        driver.apply([journal.Left(seat)])
    driver.apply([journal.Sat(seat, "a", "A") for seat in seats])
    for seat in {0, 1, 2} - set(seats):
        driver.ask(f"p{seat}", messages.Sit, seat=seat, client_seed=f"seed of {seat}")
    return driver


def numbers_of(driver: TableDriver) -> list[str | None]:
    seeds = [seat.client_seed for seat in driver.table.seats]
    expected = fairness.seed_of(driver.table.made.server_seed, driver.table.key, seeds)
    assert driver.match.record()["seed"] == expected
    return seeds


def test_no_match_starts_without_the_client_seed_of_every_person() -> None:
    driver = seated_without_a_seed(0)
    missing = refused(driver, "p1", messages.Start)
    assert (missing.code, missing.params, missing.allowed) == ("seeds_are_missing", {"seats": [0]}, ["give_seed"])
    assert refused(driver, "a", messages.Start).code == "seeds_are_missing"
    driver.ask("a", messages.GiveSeed, client_seed="seed of a")
    driver.ask("p1", messages.Start)
    assert numbers_of(driver) == ["seed of a", "seed of 1", "seed of 2"]


def test_whoever_starts_may_give_their_client_seed_with_it_at_each_of_their_seats() -> None:
    driver = seated_without_a_seed(0, 2)
    driver.ask("a", messages.Start, client_seed="seed of a")
    assert numbers_of(driver) == ["seed of a", "seed of 1", "seed of a"]


def test_a_client_seed_is_never_replaced() -> None:
    """Otherwise whoever knows those of the others could try several."""
    driver = TableDriver("keks", "ab")
    for command in (messages.GiveSeed, messages.Start):
        assert refused(driver, "b", command, client_seed="another").code == "seed_given_already"
    assert refused(driver, "stranger", messages.GiveSeed, client_seed="another").code == "not_seated"
    driver.start()
    assert refused(driver, "b", messages.GiveSeed, client_seed="another").code == "table_is_running"
    assert numbers_of(driver) == ["seed of a", "seed of b"]


def test_whoever_sits_down_in_place_of_another_gives_a_client_seed_of_their_own() -> None:
    driver = TableDriver("keks", "ab")
    driver.ask("b", messages.Leave)
    driver.ask("c", messages.Sit)
    assert refused(driver, "a", messages.Start).params == {"seats": [1]}
    driver.ask("c", messages.GiveSeed, client_seed="seed of c")
    driver.start()
    driver.ask("a", messages.Resign)
    assert snapshots.record(driver.table)["fair"]["numbers"] == ["seed of a", "seed of c"]


def test_a_journal_from_before_keeps_its_seed() -> None:
    """The one who started replaced their client seed, at one seat only."""
    driver = TableDriver("keks", "ab")
    seed = fairness.seed_of(SECRET, driver.table.key, ["seed of a", "another of b"])
    driver.apply([journal.decode(b'{"kind":"started","seed":"%s","seat":1,"number":"another of b"}' % seed.encode())])
    assert numbers_of(driver) == ["seed of a", "another of b"]


# Moves


def test_a_move_must_be_legal_by_ones_own_seat_and_for_this_position() -> None:
    driver = TableDriver("keks").start()
    assert refused(driver, "b", messages.Move, move="d1").code == "not_your_turn"
    assert refused(driver, "a", messages.Move, move="xyzzy").code == "bad_move"
    held = refused(driver, "a", messages.Move, move="e5")
    assert held.code == "illegal_move"
    assert held.key.startswith("keks.")
    assert held.rule
    assert (
        refused(driver, "a", messages.Move, match_version=driver.table.match_version - 1).allowed
        == driver.table.match_version
    )
    assert refused(driver, "a", messages.Move, seat=1).allowed == [0]
    with pytest.raises(Refused, match="not_seated"):
        driver.ask("stranger", messages.Move, match_version=driver.table.match_version, move="d1")
    driver.move("a")


def test_somebody_may_play_on_several_seats() -> None:
    driver = TableDriver("nasca", "ab")
    driver.table.seats[1].person = "a"
    driver.start()
    for _ in range(4):
        driver.ask("a", messages.Move, match_version=driver.table.match_version, move=driver.match.legal_moves()[0])
    assert [seat for seat, _ in driver.match.history] == [0, 1, 0, 1]


def test_in_a_race_the_others_moves_do_not_make_mine_stale() -> None:
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    began = driver.table.match_version
    driver.move("a", match_version=began)
    driver.move("b", match_version=began)
    assert refused(driver, "a", messages.Move, match_version=began).code == "stale"
    driver.move("a", match_version=driver.table.match_version)


def test_in_a_race_a_takeback_makes_every_seats_earlier_position_stale() -> None:
    """Also that of a seat that has not moved yet: it may answer a move that is gone."""
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    driver.move("a")
    seen = driver.table.match_version
    driver.ask("a", messages.AskTakeback)
    driver.ask("b", messages.Agree)
    for person in "ab":
        assert refused(driver, person, messages.Move, match_version=seen).code == "stale"
    took_back = driver.table.match_version
    for person in "ab":
        driver.move(person, match_version=took_back)


def test_a_move_is_known_again_by_its_id_and_its_person() -> None:
    driver = TableDriver("nasca").start()
    driver.move("a", id="mine")
    first = driver.table.last_entry
    driver.move("b", id="mine")
    assert [driver.table.answered(person, "mine") for person in ("a", "b", "stranger")] == [[first], [first + 1], []]
    assert driver.table.answered("a", "another") == []


def test_a_bots_late_move_is_dropped() -> None:
    driver = TableDriver("nasca", "a3").start()
    driver.move("a")
    version, move = driver.table.match_version, driver.match.legal_moves(1)[0]
    driver.bot_moves(1)
    with pytest.raises(Refused, match="stale"):
        handle_bot_move(driver.table, 1, move, version)


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
    version = driver.table.match_version
    driver.ask("a", messages.AskTakeback)
    assert driver.match.history == []
    assert driver.match.to_act == (0,)
    assert refused(driver, "a", messages.Move, match_version=version).code == "stale"
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


def test_no_takeback_after_the_move_of_another_revealed_something() -> None:
    """The race: b gives up last, so that the next round is dealt. Neither of a's own moves showed anything."""
    driver = TableDriver("domino3d", "ab", options={"mode": "race"}).start()
    driver.move("a")
    driver.move("a", "give up")
    driver.ask("a", messages.AskTakeback)
    driver.ask("b", messages.Decline)
    driver.move("b", "give up")
    assert driver.match.state()["round"] == 2
    for person in "ab":
        assert refused(driver, person, messages.AskTakeback).code == "something_came_out"


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
    assert (driver.table.ended, driver.table.over_at) == (journal.Ended("agreed"), driver.now)
    assert refused(driver, "a", messages.Move, move="b3-f3", match_version=0).code == "table_is_over"
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
    assert driver.table.seats[0].process == "p"
    driver.apply([journal.Gone(0)])
    assert driver.table.seats[0].process == ""
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
    assert driver.table.seats[0].bot == 0
    driver.move("b")
    driver.move("a")
    assert refused(driver, "a", messages.TakeBackSeat).code == "nothing_to_take_back"


def test_absences_are_counted_until_the_next_move() -> None:
    driver = TableDriver("nasca").start()
    for _ in range(2):
        driver.apply([journal.Came(1, "p"), journal.Gone(1)])
    assert driver.table.absences == {1: 2}
    driver.move("a")
    assert driver.table.absences == {}


def test_a_table_names_the_next_one() -> None:
    driver = TableDriver("keks").start()
    driver.ask("a", messages.Resign)
    driver.apply([journal.Rematch("u" * 16)])
    assert driver.table.rematch == "u" * 16


def test_chat_is_text() -> None:
    driver = TableDriver("keks")
    said = driver.ask("a", messages.Say, text="  <b>hello</b>\x00\n\u202e ")
    assert said == [journal.Said("a", "A", "<b>hello</b>")]
    assert driver.table.log[-1].events == []
    assert refused(driver, "a", messages.Say, text=" \n\t ").code == "nothing_said"


@pytest.mark.parametrize(
    "command", [messages.Move, messages.AskTakeback, messages.AskEnd, messages.Resign, messages.TakeBackSeat]
)
def test_requests_of_a_running_match_are_refused_before_the_start(command: Any) -> None:
    driver = TableDriver("keks")
    fields: dict[str, Any] = {"match_version": 0, "move": "d1"} if command is messages.Move else {}
    with pytest.raises(Refused, match="table_is_open"):
        driver.ask("a", command, **fields)
