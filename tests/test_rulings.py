"""A ruling that changes is a switch: matches of both rules versions are played side by side, each by its own.

No game has a ruling yet, so one is planted in a copy of the toy; `tests/server/store/test_rulings.py` plays by it
in a house.
"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import ludotheque
from ludotheque import BadRecord, BadSetup
from ludotheque.games.spec import Ruling
from tests.cases import CASES, Case
from tests.toy_game.copies import RULING, copy_package, run

#: Plays the same moves by each version, in every way in which a match can come about; prints who won.
PLAY = """
import json, pickle
import ludotheque

def finished(match):
    while not match.over:
        match.play("take 3")
    return match

def half(version):
    match = ludotheque.game("pebbles", version).start(seed=1)
    match.play("take 3")
    return match

ways = {
    "dealt": half,
    "replayed": lambda version: ludotheque.replay(half(version).record()),
    "resumed": lambda version: ludotheque.game("pebbles", version).resume(half(version).state()),
    "copied": lambda version: half(version).copy(),
    "pickled": lambda version: pickle.loads(pickle.dumps(half(version))),
    "reseeded": lambda version: half(version).reseed(2),
    "begun again": lambda version: half(version).beginning(),
}
ends = {way: [finished(make(version)) for version in (1, 2, None)] for way, make in ways.items()}
winners = {way: [end.winners[0] for end in three] for way, three in ends.items()}
versions = {way: [end.record()["rules_version"] for end in three] for way, three in ends.items()}
simulated = [ludotheque.game("pebbles", version).simulate(99, seed=1).wins for version in (1, 2)]
print(json.dumps([winners, versions, simulated, ends["dealt"][0].record(), ends["dealt"][1].record()]))
"""

RECORD = """
import json
import ludotheque
match = ludotheque.game("pebbles").start(seed=1)
while not match.over:
    match.play("take 3")
print(json.dumps(match.record()))
"""


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release with the ruling."""
    return copy_package(tmp_path_factory.mktemp("new"), ruling=True)


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the release before it."""
    return copy_package(tmp_path_factory.mktemp("old"))


def test_each_match_is_played_by_its_own_rules(new: Path) -> None:
    winners, versions, (first, second), by_first, by_second = json.loads(run(new, "-c", PLAY))
    assert winners == {way: [1, 0, 0] for way in winners}
    assert versions == {way: [1, 2, 2] for way in winners}
    assert first == second[::-1]
    assert by_first["history"] == by_second["history"]
    assert by_first["result"] != by_second["result"]


def test_a_record_of_the_old_release_verifies_and_a_new_one_is_refused_there(
    old: Path, new: Path, tmp_path: Path
) -> None:
    files = []
    for name, release in (("old", old), ("new", new)):
        files.append(tmp_path / f"{name}.json")
        files[-1].write_text(run(release, "-c", RECORD))
    assert json.loads(files[0].read_text())["rules_version"] == 1
    verified = run(new, "-m", "ludotheque", "verify", *map(str, files)).splitlines()
    assert "in order (pebbles, 4 moves, over, [0, 1], by the rules before 2027-01-31)" in verified[0]
    assert "in order (pebbles, 4 moves, over, [1, 0])" in verified[1]
    code = f"import ludotheque, pathlib; ludotheque.replay(pathlib.Path({str(files[1])!r}).read_text())"
    with pytest.raises(AssertionError, match="pebbles has no rules version 2; this release knows version 1"):
        run(old, "-c", code)


def test_the_ruling_is_dated_and_explained(new: Path) -> None:
    code = "import ludotheque; print(ludotheque.game('pebbles').spec.rulings)"
    assert run(new, "-c", code).strip() == str((Ruling(date(2027, 1, 31), RULING),))


@pytest.mark.parametrize("version", [0, 2, -1, 99, "1", 1.5, [1]])
def test_a_version_that_is_not_known_is_refused(version: Any) -> None:
    with pytest.raises(BadSetup, match=r"keks has no rules version .*; this release knows version 1"):
        ludotheque.game("keks", version)
    stored = ludotheque.game("keks").start(seed=1).record()
    with pytest.raises(BadRecord, match=r"rules version|rules_version"):
        ludotheque.replay({**stored, "rules_version": version})


@pytest.mark.parametrize("name", ludotheque.games())
def test_a_game_is_played_by_its_newest_rules(name: str) -> None:
    spec = ludotheque.game(name).spec
    assert spec.rules_version == spec.rules_versions[-1]
    assert [ruling.since for ruling in spec.rulings] == sorted({ruling.since for ruling in spec.rulings})
    assert ludotheque.game(name, spec.rules_version).spec is spec


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_rules_version_is_the_last_option(case: Case) -> None:
    """So a game without a ruling need not know of it; stored records show that no state has changed."""
    start = case.game.plan(case.seats, 1, case.options)
    assert start.encoded_options.tolist() == [*start.mode.encode(start.options), 1]
