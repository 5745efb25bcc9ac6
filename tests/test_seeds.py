"""A seed is a text or a whole number, wherever one is given; anything else is refused, and nothing has changed."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque import BadRecord, BadSetup
from ludotheque.bots import Budget, RandomBot, level
from ludotheque.record import replay
from tests.cases import steps

KEKS, NOX = (ludotheque.game(name).start(seed=1) for name in ("keks", "nox"))
DOORS: dict[str, Callable[[Any], Any]] = {
    "start": lambda seed: ludotheque.game("nox").start(seed=seed),
    "resume": lambda seed: ludotheque.game("nox").resume(NOX.state(), seed=seed),
    "redeal": lambda seed: NOX.redeal(0, seed),
    "redeal of an open game": lambda seed: KEKS.redeal(0, seed),
    "reseed": NOX.reseed,
    "simulate": lambda seed: ludotheque.game("keks").simulate(2, seed=seed),
    "batch": lambda seed: ludotheque.batch("keks", 2, seed=seed),
    "a random bot": lambda seed: RandomBot().move(KEKS, 0, seed=seed),
    "a level": lambda seed: level("keks", 3).move(KEKS, 0, Budget(simulations=1), seed=seed),
}
OPTIONAL = ("start", "resume", "simulate", "batch")
NONSENSE = [1.5, 2.0, float("nan"), True, b"seed", [1], {}, np.float32(1), np.bool_(True), "\ud800", 10**5000]


@pytest.mark.parametrize("seed", NONSENSE, ids=lambda seed: ascii(seed) if not isinstance(seed, int) else "huge")
@pytest.mark.parametrize("door", DOORS)
def test_nonsense_is_refused(door: str, seed: Any) -> None:
    with pytest.raises(BadSetup, match="a seed "):
        DOORS[door](seed)


@pytest.mark.parametrize("door", DOORS)
def test_none_is_a_seed_that_nobody_can_guess_where_a_match_is_dealt(door: str) -> None:
    if door in OPTIONAL:
        DOORS[door](None)
    else:
        with pytest.raises(BadSetup, match="a seed "):
            DOORS[door](None)


@pytest.mark.parametrize("seed", [0, -1, 10**4000, "", "né ✓", "x" * 100_000, "\0", np.int8(-3), np.uint64(7)])
@pytest.mark.parametrize("door", DOORS)
def test_texts_and_whole_numbers_are_seeds(door: str, seed: Any) -> None:
    DOORS[door](seed)


def test_a_whole_number_of_numpy_is_recorded_as_any_other() -> None:
    record = ludotheque.game("keks").start(seed=np.int64(7)).record()  # type: ignore[arg-type]  # that is the test
    assert type(record["seed"]) is int
    assert replay(record).state() == ludotheque.game("keks").start(seed=7).state()


@pytest.mark.parametrize("seed", [10**5000, "\ud800"], ids=["huge", "half a character"])
def test_a_record_with_a_seed_that_cannot_be(seed: Any) -> None:
    with pytest.raises(BadRecord, match="seed"):
        replay(KEKS.record() | {"seed": seed})


# A seed deals any number of matches.


def test_the_matches_of_a_seed_differ_and_number_0_is_the_usual_one() -> None:
    game = ludotheque.game("nox")
    deals = [json.dumps(game.start(seed=7, number=number).state()) for number in (0, 1, 2, 1 << 32, 2**63 - 1)]
    assert len(set(deals)) == len(deals)
    assert deals[0] == json.dumps(game.start(seed=7).state())


@pytest.mark.parametrize("number", [-1, 1.0, True, "3", None, 1 << 63])
def test_what_is_no_match_number(number: Any) -> None:
    with pytest.raises(BadSetup, match="the number of a match"):
        ludotheque.game("keks").start(seed=1, number=number)


def test_a_match_of_any_number_replays_and_pickles() -> None:
    match = ludotheque.game("nox").start(seed=7, number=3)
    list(steps(match, random.Random(1), 60))
    record = match.record()
    assert record["number"] == 3
    for again in (replay(json.dumps(record)), pickle.loads(pickle.dumps(match))):
        assert again.states.tobytes() == match.states.tobytes()
        assert again.record() == record
    match.undo()
    assert match.states.tobytes() == replay(match.record()).states.tobytes()


def test_the_record_of_match_0_has_no_number() -> None:
    match = ludotheque.game("keks").start(seed=7)
    assert "number" not in match.record()
    assert "number" not in ludotheque.game("nox").start(seed=7, number=3).redeal(0, seed=1).record()


@pytest.mark.parametrize("changes", [{"number": -1}, {"number": True}, {"number": "3"}, {"number": 1 << 63}])
def test_records_with_what_is_no_match_number(changes: dict[str, Any]) -> None:
    with pytest.raises(BadRecord):
        replay(ludotheque.game("keks").start(seed=7).record() | changes)


def test_a_position_that_was_set_up_has_no_match_number() -> None:
    record = ludotheque.game("keks").resume(KEKS.state(), seed=7).record()
    with pytest.raises(BadRecord, match="begins with a position"):
        replay(record | {"number": 3})
