"""Hidden information changes no byte that a viewer gets."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.cases import CASES, Case
from tests.server.redealt import redealt_table
from tests.server.table_driver import TableDriver

from ludotheque import fairness, replay
from ludotheque.server.tables import journal, messages, snapshots
from ludotheque.server.tables.table import Table

UNCERTAIN_CASES = [case for case in CASES if case.game.start(case.seats, 1, case.options).uncertain]


def driver_of(case: Case) -> TableDriver:
    return TableDriver(case.game.name, "abcdef"[: case.seats], dict(case.options)).start()


def play(driver: TableDriver, moves: int, seed: int) -> None:
    chooser = random.Random(seed)
    for _ in range(moves):
        if not driver.table.running:
            return
        seat = chooser.choice(driver.match.to_act)
        driver.move("abcdef"[seat], chooser.choice(driver.match.legal_moves(seat)))


def frames(driver: TableDriver, table: Table, viewer: int | None) -> list[bytes]:
    """Return everything that this viewer can get: on joining, after a gap, after each entry."""
    you = [viewer] if viewer is not None else []
    whole = driver.snapshot(viewer, legal=True, table=table)
    news = [
        messages.News([snapshots.shown(table, one, viewer)], snapshots.now(table, viewer, driver.now, driver.down, you))
        for one in table.log
    ]
    return [messages.encode(whole), *map(messages.encode, news)]


@pytest.mark.parametrize("case", UNCERTAIN_CASES, ids=str)
def test_hidden_information_changes_no_byte(case: Case) -> None:
    driver = driver_of(case)
    for step in range(3):
        play(driver, 7, step)
        for viewer in (None, *range(case.seats)):
            own = frames(driver, driver.table, viewer)
            for seed in range(3):
                assert frames(driver, redealt_table(driver.table, viewer, seed), viewer) == own


@pytest.mark.parametrize("leak", ["view", "show"])
def test_a_deliberate_leak_is_detected(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two mutants: everybody gets the whole state as a view, or unfiltered events."""
    driver = driver_of(Case("nox", 3))
    play(driver, 5, 1)
    other = redealt_table(driver.table, 0, 1)
    assert frames(driver, other, 0) == frames(driver, driver.table, 0)
    everything = {"view": lambda self, seat: self.state(), "show": lambda self, events, seat: events}
    monkeypatch.setattr(f"ludotheque.match.Match.{leak}", everything[leak])
    assert frames(driver, other, 0) != frames(driver, driver.table, 0)


def secrets_of(driver: TableDriver) -> list[str]:
    seed = next(one.entry.seed for one in driver.table.log if isinstance(one.entry, journal.Started))
    return [driver.table.made.server_seed, seed, *(seat.client_seed or "" for seat in driver.table.seats)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_no_frame_contains_the_seed_the_secret_or_anybodys_number(case: Case) -> None:
    driver = driver_of(case)
    play(driver, 20, 3)
    for viewer in (None, *range(case.seats)):
        text = b"".join(frames(driver, driver.table, viewer)).decode()
        assert not [secret for secret in secrets_of(driver) if secret in text]


def test_every_kind_of_entry_says_what_is_public() -> None:
    kinds = set(journal.Entry.__subclasses__())
    assert set(snapshots.PUBLIC) == kinds


def test_others_moves_are_sent_only_as_events() -> None:
    driver = driver_of(Case("nox", 3))
    play(driver, 3, 1)
    kinds = [one for one in driver.table.log if isinstance(one.entry, journal.Moved)]
    for one in kinds:
        entry = snapshots.shown(driver.table, one, None)
        assert set(entry.fields) == {"seat", "by", "move_id"}
        assert entry.events


def test_the_record_of_a_finished_match_reveals_everything_and_is_verified() -> None:
    driver = driver_of(Case("keks", 2))
    while driver.table.running:
        play(driver, 1, driver.table.last_entry)
    driver.table.made = msgspec.structs.replace(
        driver.table.made, commitment=fairness.commitment(driver.table.made.server_seed, driver.table.key)
    )
    record = snapshots.record(driver.table)
    assert replay(record).over
    assert len(record["times"]) == len(record["history"])
    fairness.check(record)


def test_trying_a_move_plays_nothing_and_reveals_no_chance() -> None:
    """NOX: the card that would be drawn is not the one that will be."""
    driver = driver_of(Case("nox", 3))
    seat = driver.match.to_act[0]
    move = driver.match.legal_moves(seat)[0]
    before = driver.snapshot(seat, legal=True)
    tries = [snapshots.tried(driver.table, seat, move) for _ in range(30)]
    assert driver.snapshot(seat, legal=True) == before
    drawn = {str(event) for tried in tries for event in tried["events"] if event["event"] == "drawn"}
    assert len(drawn) > 1
