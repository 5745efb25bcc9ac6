"""A question needs only those who still play, and only they answer it.

The last test shows that each story fails with a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.server.table_driver import BANK, TableDriver

from ludotheque.server.tables import handlers, journal, messages
from ludotheque.server.tables.handlers import Requester
from ludotheque.server.tables.refusals import Refused
from ludotheque.server.tables.table import Logged, Table

VOTES = (messages.AskTakeback, messages.AskEnd, messages.Agree, messages.Decline)


def refused(driver: TableDriver, person: str, command: Any) -> str:
    before = len(driver.table.log)
    with pytest.raises(Refused) as caught:
        driver.ask(person, command)
    assert len(driver.table.log) == before
    return caught.value.code


def moved(**setup: Any) -> tuple[TableDriver, str, list[str]]:
    """Start a match of three people; return it, who has moved, and the others."""
    driver = TableDriver("nasenspiel", "abc", **setup).start()
    driver.move_on()
    mover = driver.match.history[0][0]
    return driver, "abc"[mover], [each for each in "abc" if each != "abc"[mover]]


def gone(driver: TableDriver, person: str) -> int:
    """Let somebody be away for longer than their seat is held; return the seat."""
    seat = driver.table.seats_of(person)[0]
    driver.apply([journal.Gone(seat)])
    driver.wait(61)
    return seat


def who_has_resigned_has_no_vote() -> None:
    driver, asker, (leaving, other) = moved()
    driver.ask(leaving, messages.Resign)
    driver.ask(asker, messages.AskTakeback)
    for vote in VOTES:
        assert refused(driver, leaving, vote) == "resigned_already"
    assert driver.table.ask is not None
    driver.ask(other, messages.Agree)
    assert driver.match.history == []


def who_has_resigned_asks_nothing() -> None:
    driver, asker, others = moved()
    driver.ask(asker, messages.Resign)
    for vote in (messages.AskTakeback, messages.AskEnd):
        assert refused(driver, asker, vote) == "resigned_already"
    driver.ask(others[0], messages.AskEnd)
    driver.ask(others[1], messages.Agree)
    assert driver.table.ended == journal.Ended("agreed")


def what_only_the_leaving_had_not_agreed_to_is_granted() -> None:
    for what in (messages.AskTakeback, messages.AskEnd):
        driver, asker, (leaving, other) = moved(clock=BANK)
        driver.ask(asker, what)
        driver.ask(other, messages.Agree)
        driver.wait(3)
        driver.ask(leaving, messages.Resign)
        assert driver.table.ask is None
        if what is messages.AskEnd:
            assert driver.table.ended == journal.Ended("agreed")
        else:
            assert (driver.match.history, driver.table.running) == ([], True)


def a_question_ends_with_the_one_who_asked() -> None:
    driver, asker, others = moved()
    driver.ask(asker, messages.AskEnd)
    driver.ask(others[0], messages.Agree)
    driver.ask(asker, messages.Resign)
    assert driver.table.running
    assert refused(driver, others[1], messages.Agree) == "nothing_is_asked"
    driver.ask(others[1], messages.AskEnd)  # which was not declined
    assert driver.table.running
    driver.ask(others[0], messages.Agree)
    assert driver.table.ended == journal.Ended("agreed")


def who_is_gone_answers_after_coming_back() -> None:
    """A bot plays for them meanwhile, and agrees to everything."""
    driver, asker, (leaving, other) = moved()
    driver.ask(asker, messages.AskEnd)
    driver.ask(asker, messages.HandOver, seat=gone(driver, leaving))
    for vote in VOTES:
        assert refused(driver, leaving, vote) == "a_bot_plays_here"
    driver.ask(leaving, messages.TakeBackSeat)
    driver.ask(leaving, messages.Decline)
    assert driver.table.ask is None
    driver.apply([journal.Handed(driver.table.seats_of(leaving)[0], 3)])
    driver.ask(other, messages.AskEnd)
    driver.ask(asker, messages.Agree)
    assert driver.table.ended == journal.Ended("agreed")


def a_bot_that_takes_over_settles_the_question() -> None:
    driver, asker, (leaving, other) = moved()
    driver.ask(asker, messages.AskEnd)
    driver.ask(other, messages.Agree)
    driver.ask(asker, messages.HandOver, seat=gone(driver, leaving))
    assert driver.table.ended == journal.Ended("agreed")


STORIES: list[Callable[[], None]] = [
    who_has_resigned_has_no_vote,
    who_has_resigned_asks_nothing,
    what_only_the_leaving_had_not_agreed_to_is_granted,
    a_question_ends_with_the_one_who_asked,
    who_is_gone_answers_after_coming_back,
    a_bot_that_takes_over_settles_the_question,
]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_questions(story: Callable[[], None]) -> None:
    story()


def test_out_of_time_settles_the_question_too() -> None:
    for time_up in ("bot", "resign"):
        driver = TableDriver("nasenspiel", "abc", clock=BANK, time_up=time_up).start()
        slow = driver.match.to_act[0]
        asker, other = [each for seat, each in enumerate("abc") if seat != slow]
        driver.ask(asker, messages.AskEnd)
        driver.ask(other, messages.Agree)
        driver.wait(100)
        driver.time_is_up(slow)
        assert driver.table.ended == journal.Ended("agreed")


def test_one_person_with_two_seats_has_one_vote() -> None:
    driver = TableDriver("nasenspiel", "abc")
    driver.ask("c", messages.Leave)
    driver.apply([journal.Sat(2, "a", "A", "seed of a")])  # as whoever creates a table may have several
    driver.start()
    driver.ask("a", messages.AskEnd)
    assert driver.table.running
    driver.ask("b", messages.Agree)
    assert driver.table.ended == journal.Ended("agreed")


def test_journals_of_earlier_versions_are_read() -> None:
    """There, others could answer the question of somebody who had resigned."""
    driver, asker, others = moved()
    seats = [driver.table.seats_of(each)[0] for each in (asker, *others)]
    driver.ask(asker, messages.AskEnd)
    driver.apply([journal.Resigned(seats[0]), journal.Agreed(seats[1]), journal.Declined(seats[2])])
    assert driver.table.ask is None
    driver.ask(others[0], messages.AskEnd)


def kept(self: Table, at: int, entry: journal.AnyEntry) -> Logged:
    """A mutant: a question outlives the one who asked it."""
    asked, logged = self.ask, APPLY(self, at, entry)
    self.ask = asked if isinstance(entry, journal.Resigned) else self.ask
    return logged


def every_seat(table: Table, requester: Requester) -> list[int]:
    """A mutant: whoever has a seat votes."""
    return table.seats_of(requester.person)


APPLY = Table.apply
MUTANTS: list[tuple[Any, str, Any, Callable[[], None]]] = [
    (handlers, "voting_seats", every_seat, who_has_resigned_has_no_vote),
    (handlers, "voting_seats", every_seat, who_has_resigned_asks_nothing),
    (handlers, "voting_seats", every_seat, who_is_gone_answers_after_coming_back),
    (handlers, "settled", lambda *_: [], what_only_the_leaving_had_not_agreed_to_is_granted),
    (handlers, "settled", lambda *_: [], a_bot_that_takes_over_settles_the_question),
    (Table, "apply", kept, a_question_ends_with_the_one_who_asked),
]


@pytest.mark.parametrize(("owner", "name", "mutant", "story"), MUTANTS)
def test_faults_are_detected(
    monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, mutant: Any, story: Callable[[], None]
) -> None:
    monkeypatch.setattr(owner, name, mutant)
    with pytest.raises((AssertionError, Refused, pytest.fail.Exception)):
        story()
